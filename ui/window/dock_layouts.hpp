// The panes as docks, and the arrangements of them that can be chosen.
#pragma once

#include "ui/window/docks.hpp"
#include "ui/window/panes.hpp"

namespace foldwave {

void add_docks(QMainWindow& window, Docks& docks, const Panes& panes);

}  // namespace foldwave
