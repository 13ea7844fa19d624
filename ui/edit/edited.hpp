// What is edited, as panes are handed it: the scenario, and which of its events was chosen; and what a dialog
// makes of it.
#pragma once

#include <functional>

#include "core/model/scenario.hpp"

namespace foldwave {

struct Edited {
  Scenario scenario;
  std::size_t event = 0;
};

// Of a dialog that stays open for a while: made of the scenario as it is once it is accepted.
using ScenarioChange = std::function<Scenario(const Scenario& now)>;

}  // namespace foldwave
