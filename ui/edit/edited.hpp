// What is edited, as panes are handed it: the scenario, and which of its events was chosen.
#pragma once

#include "core/model/scenario.hpp"

namespace foldwave {

struct Edited {
  Scenario scenario;
  std::size_t event = 0;
};

}  // namespace foldwave
