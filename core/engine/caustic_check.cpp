#include "core/engine/caustic_check.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/engine/fold_check.hpp"
#include "core/model/layer_sequence.hpp"

namespace foldwave {

namespace {

RockHistory rock_history(const Scenario& scenario, std::vector<PastEvent> later) {
  const auto sequences = layer_sequences(scenario.events, static_cast<int>(scenario.stack.layers.size()));
  const int oldest = sequences.back().first;
  RockHistory history{layer_bands(scenario.stack, scenario.events.front().fold.parameters, oldest),
                      static_cast<std::size_t>(oldest), std::move(later)};
  for (const LayerSequence& sequence : sequences) {
    if (sequence.event == 0) continue;
    const std::size_t event = sequence.event - 1;
    const bool flat = std::get<PastCut>(history.later[event]).datum.has_value();
    const auto first = static_cast<std::size_t>(sequence.first);
    const LayerBands beds = deposit_bands(scenario.stack, sequence.first, sequence.count);
    for (std::size_t i = 0; i < beds.boundary.size(); ++i)
      history.cuts.push_back({first + i, event, beds.boundary[i], flat});
    history.cuts.push_back({first + beds.boundary.size(), event});
  }
  return history;
}

std::string percent(double share) {
  return number_text(100.0 * share, 2) + " %";
}

// "Marl (3 %), the base of Gravel (1 %)"
std::string lost_boundaries(const Scenario& scenario, const Caustics& found, const RockHistory& history) {
  std::string all;
  for (const BoundaryCaustic& b : found.boundaries) {
    // What lies under a cut changes along it.
    const bool is_cut = std::ranges::any_of(history.cuts, [&](const CutBoundary& cut) {
      return cut.boundary == b.boundary && cut.level == 0.0 && !cut.flat;
    });
    const auto& layers = scenario.stack.layers;
    all += (all.empty() ? "" : ", ") +
           (is_cut ? "the base of " + layers[b.boundary].name : layers[b.boundary + 1].name) + " (" +
           percent(b.share) + ")";
  }
  return all;
}

Finding caustic_finding(const Scenario& scenario, const Caustics& found, const RockHistory& history) {
  const Grid3& grid = scenario.grid;
  const FoldSpec& fold = scenario.events[found.event].fold;
  const double columns = static_cast<double>(grid.n[0]) * grid.n[1];
  const std::string lost = lost_boundaries(scenario, found, history);
  const std::string at = "(" + number_text(found.at.x + grid.origin.x, 8) + ", " +
                         number_text(found.at.y + grid.origin.y, 8) + ")";
  const std::string path = event_path(found.event) + (fold.varies                ? "/fold/varies"
                                                      : fold.parameters.by_class ? "/fold/lambda"
                                                                                 : "/fold/psi");
  return {found.torn ? Severity::warning : Severity::note, path,
          "the fold bends more tightly than its layers are far from the horizon: at " + at +
              (fold.varies ? " its front closes after " : " the radius is ") + number_text(found.radius, 3) +
              " m, and layers go on to " + number_text(found.distance, 3) + " m. At " +
              std::to_string(found.nodes) + " nodes (" +
              percent(static_cast<double>(found.nodes) / static_cast<double>(grid.size())) + ") under " +
              percent(static_cast<double>(found.columns) / columns) +
              " of the map several parts of the horizon meet: layers are " +
              (found.torn ? "pinched or torn" : "creased") + " there" +
              (lost.empty() ? "" : "; parts of the horizon that tops have lost: " + lost),
          "make the bend gentler, bring lambda nearer to 1, or the layers thinner"};
}

}  // namespace

PastEvent past_event(const Scenario& scenario, std::size_t e, std::shared_ptr<const Horizon> surface) {
  const Grid3& grid = scenario.grid;
  const FoldEvent& event = scenario.events[e];
  const auto datum = [&](double automatic) { return event.datum ? *event.datum - grid.origin.z : automatic; };
  if (!event.cuts()) {
    const FoldParameters& p = event.fold.parameters;
    const double depth = datum(mean_depth(*surface, grid));
    return PastFold{std::move(surface), p.F, p.psi, event.fold.advection(), depth};
  }
  PastCut cut{std::move(surface)};
  if (event.bedding == Bedding::onlap && event.deposits > 1 && event.type == EventType::unconformity)
    cut.datum = datum(deepest_depth(*cut.surface, grid));
  return cut;
}

Findings check_caustics(const Scenario& scenario, const FirstFold& first, std::vector<PastEvent> later,
                        const Job& job, Caustics* caustics) {
  if (!has_fold(scenario)) return {};
  const RockHistory history = rock_history(scenario, std::move(later));
  const Grid3& grid = scenario.grid;
  const FoldSpec& fold = scenario.events.front().fold;
  const double F = fold.parameters.F;
  Caustics found = first.mesh     ? find_caustics(grid, *first.mesh, history, F, fold.advection(), job)
                   : first.speeds ? find_caustics(grid, *first.horizon, history, *first.speeds, job)
                                  : find_caustics(grid, *first.horizon, history, F, fold.advection(), job);
  // The first arrival makes creases, as parallel folds have in their cores; the last one may tear layers.
  constexpr double worth_a_word = 0.01;
  found.notable =
      found.any() && (found.torn || std::ranges::any_of(found.boundaries, [](const BoundaryCaustic& b) {
                        return b.share >= worth_a_word;
                      }));
  Findings findings;
  if (found.notable) findings.push_back(caustic_finding(scenario, found, history));
  if (caustics != nullptr) *caustics = std::move(found);
  return findings;
}

}  // namespace foldwave
