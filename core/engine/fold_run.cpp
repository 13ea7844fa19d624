#include "core/engine/fold_run.hpp"

#include <algorithm>

#include "core/engine/caustic_check.hpp"
#include "core/engine/fold_check.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/fold/mesh_fold.hpp"
#include "core/model/layer_sequence.hpp"

namespace foldwave {

void add_warnings(const Findings& findings, std::vector<std::string>& warnings) {
  for (const Finding& f : findings)
    if (f.severity == Severity::warning) warnings.push_back(f.text());
}

FoldSolution solve_on_mesh(FoldProblem problem, const FoldSpec& fold, const Backend& backend, const Job& job,
                           FoldResult& result) {
  if (fold.method == FoldMethod::automatic || fold.method == FoldMethod::foot_point) {
    Index from_rim = 0;
    FoldSolution solution = solve_mesh_fold(problem, {}, job, &from_rim);
    if (from_rim > 0)
      result.warnings.push_back(
          "/events/0/horizon: the mesh is too small for the box: " + std::to_string(from_rim) +
          " nodes are reached only round the rim of its continuation; layers bend there "
          "for no geological reason");
    result.method = "foot-point on a mesh (CPU)";
    return solution;
  }
  problem.start = mesh_start_values(problem, job);
  const auto solver = backend.make_fold_solver(fold.method);
  result.method = solver->name();
  result.made_by = made_by(backend);
  return solver->solve(std::move(problem), {}, job);
}

std::vector<PastEvent> past_events(const Scenario& scenario, const Job& job, FoldResult& result) {
  std::vector<PastEvent> events;
  for (std::size_t e = fold_count(scenario) == 1 ? 1 : 0; e < scenario.events.size(); ++e) {
    HorizonReport fit;
    auto surface = e == 0 ? result.horizon : build_horizon(scenario, &fit, job, e);
    if (e > 0) {
      throw_first_error(check_fold_setup(scenario, *surface, nullptr, e));
      add_warnings(horizon_findings(scenario, e, fit), result.warnings);
    }
    events.push_back(past_event(scenario, e, std::move(surface)));
  }
  return events;
}

void take_cuts(const Scenario& scenario, std::vector<CutFields> fields, FoldResult& result) {
  const auto sequences = layer_sequences(scenario.events, static_cast<int>(scenario.stack.layers.size()));
  for (std::size_t c = 0; c < fields.size(); ++c) {
    const LayerSequence& sequence = sequences[c];
    const FoldEvent& event = scenario.events[sequence.event];
    CutSurface cut{event.name, std::move(fields[c].height), std::move(fields[c].flat)};
    cut.first = sequence.first;
    cut.bands = deposit_bands(scenario.stack, sequence.first, sequence.count);
    cut.drape = event.type == EventType::unconformity && event.bedding == Bedding::drape;
    const auto [least, greatest] =
        std::minmax_element(cut.height.values().begin(), cut.height.values().end());
    Findings findings;
    if (std::any_of(scenario.events.begin() + static_cast<std::ptrdiff_t>(sequence.event),
                    scenario.events.end(), [](const FoldEvent& e) { return !e.cuts(); }))
      add_cut_finding(event_path(sequence.event) + "/horizon", !(*greatest > 0.0F), *least > 0.0F, findings);
    for (const Finding& f : findings)
      result.warnings.push_back(f.path + ": " + f.problem);
    result.cuts.push_back(std::move(cut));
  }
}

}  // namespace foldwave
