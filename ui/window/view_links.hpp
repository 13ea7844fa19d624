// What views say to the other parts of the window: the volume view, with the files of volumes and runs that
// are opened and the markers that are kept; and what was located, with the velocity that is looked at.
#pragma once

#include "ui/edit/editor.hpp"
#include "ui/jobs/volume/run_reader.hpp"
#include "ui/window/cursor/rock_cursor.hpp"
#include "ui/window/file_menu.hpp"
#include "ui/window/panes.hpp"
#include "ui/window/run_menu.hpp"
#include "ui/window/status_line.hpp"

namespace foldwave {

struct VolumeLinks {
  const Panes& panes;
  FileMenu& files;
  Editor& editor;
  const Runs& runs;
  RunReader& run_reader;
  StatusLine& status;
};
void connect_volumes(const VolumeLinks& parts, QObject* owner);  // whose parts they are

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

}  // namespace foldwave
