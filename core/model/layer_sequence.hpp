// Which layers of the one list each event laid down. The youngest unconformity takes the first `deposits` of
// them, the next older one the next ones; an erosion takes the first alone. What is left is the oldest
// sequence, the first event's, whose boundaries are levels of T.
#pragma once

#include <vector>

#include "core/model/scenario.hpp"

namespace foldwave {

struct LayerSequence {
  std::size_t event = 0;
  int first = 0, count = 0;  // layers first .. first + count - 1 of the list
  bool operator==(const LayerSequence&) const = default;

  int end() const { return first + count; }
};

// Youngest first; the last is the oldest sequence. Of use only where check_scenario finds no error.
std::vector<LayerSequence> layer_sequences(const std::vector<FoldEvent>& events, int layers);

// Which layer of `a` each layer of `b` is, -1 where it is none: the one of that name in the same sequence,
// which is known by its event's name and type, else one of that name anywhere. What is left over in equal
// numbers has been renamed and keeps its order.
std::vector<int> matched_layers(const Scenario& a, const Scenario& b);

// How many of the events fold; the others cut.
int fold_count(const Scenario& scenario);

}  // namespace foldwave
