// What run_fold is made of: a mesh's own way to be folded, and the events that are undone one by one.
#pragma once

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/fold/refold.hpp"
#include "core/fold/solver.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

void add_warnings(const Findings& findings, std::vector<std::string>& warnings);  // those that are warnings

// On a mesh the foot-point method is the CPU's, whatever the back end. Who solved it is noted in `result`.
FoldSolution solve_on_mesh(FoldProblem problem, const FoldSpec& fold, const Backend& backend, const Job& job,
                           FoldResult& result);

// The events as the walk back takes them, oldest first; without a fold that is alone. Throws what is wrong
// with their surfaces, and warns in `result`.
std::vector<PastEvent> past_events(const Scenario& scenario, const Job& job, FoldResult& result);

// What each cut's deposits are, and which cuts only the run knows to be of no use.
void take_cuts(const Scenario& scenario, std::vector<CutFields> fields, FoldResult& result);

}  // namespace foldwave
