#include "core/model/layer_sequence.hpp"

#include <algorithm>

namespace foldwave {

std::vector<LayerSequence> layer_sequences(const std::vector<FoldEvent>& events, int layers) {
  std::vector<LayerSequence> sequences;
  int first = 0;
  for (std::size_t e = events.size(); e-- > 1;) {
    if (!events[e].cuts()) continue;
    const int count = events[e].type == EventType::erosion ? 1 : std::clamp(events[e].deposits, 0, layers);
    sequences.push_back({e, first, count});
    first += count;
  }
  sequences.push_back({0, first, layers - first});
  return sequences;
}

int fold_count(const Scenario& scenario) {
  return static_cast<int>(std::count_if(scenario.events.begin(), scenario.events.end(),
                                        [](const FoldEvent& event) { return !event.cuts(); }));
}

}  // namespace foldwave
