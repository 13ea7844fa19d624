// What is wrong with an event's surface, or with a fold upon it, before anything is solved. pipeline.hpp
// declares the checks of a whole event; here is what the run finds out itself.
#pragma once

#include "core/engine/pipeline.hpp"

namespace foldwave {

std::string event_path(std::size_t event);  // "/events/1"

// A cut that takes away nothing, or all there is in the box.
void add_cut_finding(const std::string& path, bool above, bool below, Findings& findings);

}  // namespace foldwave
