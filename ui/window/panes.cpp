#include "ui/window/panes.hpp"

#include <algorithm>

#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"

namespace foldwave {

std::array<HandlePane*, 3> Panes::editors() const {
  return {structure, map, section};
}

// An edit that is done in the background must not take a handle out of the hand.
bool Panes::is_dragging() const {
  const auto all = editors();
  return std::ranges::any_of(all, [](const HandlePane* pane) { return pane->is_dragging(); });
}

}  // namespace foldwave
