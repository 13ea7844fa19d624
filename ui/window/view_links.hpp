// What views say to the other parts of the window: those where handles are dragged and chosen; the volume
// view, with the files of volumes and runs that are opened and the markers that are kept; what was located,
// with the velocity that is looked at; the record that the wave is held against; and which views show what is
// measured in the fold (ui/geology/geology_marks.hpp): section, 3D and map.
#pragma once

#include "ui/edit/editor.hpp"
#include "ui/jobs/volume/run_reader.hpp"
#include "ui/window/cursor/rock_cursor.hpp"
#include "ui/window/file_menu.hpp"
#include "ui/window/panes.hpp"
#include "ui/window/run_menu.hpp"
#include "ui/window/status_line.hpp"

namespace foldwave {

class GeologyMarks;

struct HandleLinks {
  const Panes& panes;
  Editor& editor;
  StatusLine& status;
};
void connect_handles(const HandleLinks& parts, QObject* owner);  // whose parts they are

struct VolumeLinks {
  const Panes& panes;
  FileMenu& files;
  Editor& editor;
  const Runs& runs;
  RunReader& run_reader;
  StatusLine& status;
};
void connect_volumes(const VolumeLinks& parts, QObject* owner);  // likewise

struct ImagingLinks {
  const Panes& panes;
  Editor& editor;
  Runs& runs;
  Results& results;
  RockCursor& cursor;
  RunMenu& run_menu;
  StatusLine& status;
};
void connect_imaging(const ImagingLinks& parts, QObject* owner);  // likewise

struct ResidualLinks {
  const Panes& panes;
  Editor& editor;
  Runs& runs;
  Results& results;
  RunMenu& run_menu;
  StatusLine& status;
};
void connect_residual(const ResidualLinks& parts, QObject* owner);  // likewise

// All must outlive `marks`.
void connect_marks(GeologyMarks& marks, const Panes& panes, Editor& editor);

}  // namespace foldwave
