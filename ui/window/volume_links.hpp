// What the volume view, the files of volumes and runs that are opened, and the markers that are kept say to
// the other parts of the window.
#pragma once

#include "ui/edit/editor.hpp"
#include "ui/jobs/volume/run_reader.hpp"
#include "ui/window/file_menu.hpp"
#include "ui/window/panes.hpp"
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

}  // namespace foldwave
