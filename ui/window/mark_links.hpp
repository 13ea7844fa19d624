// Which views show what is measured in the fold (ui/geology/geology_marks.hpp): section, 3D and map.
#pragma once

#include "ui/edit/editor.hpp"
#include "ui/window/panes.hpp"

namespace foldwave {

class GeologyMarks;

// All must outlive `marks`.
void connect_marks(GeologyMarks& marks, const Panes& panes, Editor& editor);

}  // namespace foldwave
