// Whether the fold, or the folds, of a scenario go on as one sheet to the last of their layers, before
// anything is solved (geology/caustics.hpp).
#pragma once

#include <memory>

#include "core/geology/caustics.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Of event e >= 0 with its surface, as the walk back takes it.
PastEvent past_event(const Scenario& scenario, std::size_t e, std::shared_ptr<const Horizon> surface);

// What the first event folded: one of horizon and mesh, and speeds where they vary.
struct FirstFold {
  const Horizon* horizon = nullptr;
  const TriangulatedHorizon* mesh = nullptr;
  const SpeedModel* speeds = nullptr;
};

// A word where it is worth one. `later`: all events but the first. `caustics`: where what was found comes, if
// asked for. Throws Stopped.
Findings check_caustics(const Scenario& scenario, const FirstFold& first, std::vector<PastEvent> later,
                        const Job& job, Caustics* caustics = nullptr);

}  // namespace foldwave
