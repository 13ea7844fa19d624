// The stages of a scenario, each a function from values to values: no screen, no file but the horizon's own.
// The desktop, the command line and the tests call these.
#pragma once

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/wave_result.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Warnings of a result are those that only the run can know; preflight gives the others.
FoldResult run_fold(const Scenario& scenario, const Backend& backend, const Job& job,
                    const FoldOptions& options = {});

// A stopped run comes back with run.stopped set.
WaveResult run_wave(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                    const WaveWatch& watch, const Job& job);

}  // namespace foldwave
