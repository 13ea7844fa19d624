
#include <QDockWidget>
#include <utility>

#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/view_links.hpp"

namespace foldwave {
namespace {

void bring_to_front(const Pane* pane) {
  auto* const dock = qobject_cast<QDockWidget*>(pane->parentWidget());
  dock->show();
  dock->raise();
}

// One edit, under a name that no other marker has.
void keep_marker(Editor& editor, StatusLine& status, Marker marker) {
  Scenario next = editor.now();
  const bool is_plane = std::holds_alternative<PlaneMarker>(marker);
  const QString kind = is_plane ? VolumePane::tr("Plane") : VolumePane::tr("Line");
  rename(marker, free_marker_name(next.markers, kind.toStdString()));
  const QString name = QString::fromStdString(name_of(marker));
  next.markers.push_back(std::move(marker));
  editor.edit(next);
  status.say(VolumePane::tr("Kept as the marker %1: it is drawn in the views, and listed in the scenario")
                 .arg(name));
}

}  // namespace

void connect_volumes(const VolumeLinks& parts, QObject* owner) {
  VolumePane* const volume = parts.panes.volume;
  StatusLine* const status = &parts.status;
  const auto refuse = [status](const QString& why) { status->say(why, true); };
  QObject::connect(volume, &VolumePane::read, owner, [status, runs = &parts.runs](const QString& words) {
    if (!runs->busy()) status->pass(words);
  });
  QObject::connect(volume, &VolumePane::refused, owner, refuse);
  QObject::connect(
      volume, &VolumePane::marker_kept, owner,
      [editor = &parts.editor, status](const Marker& marker) { keep_marker(*editor, *status, marker); });
  QObject::connect(&parts.files, &FileMenu::volume_chosen, owner, [volume](const QString& file) {
    bring_to_front(volume);
    volume->open(file);
  });
  RunReader* const reader = &parts.run_reader;
  QObject::connect(&parts.files, &FileMenu::run_chosen, owner,
                   [reader, wave = parts.panes.wave](const QString& place) {
                     bring_to_front(wave);
                     reader->open(place);
                   });
  QObject::connect(reader, &RunReader::failed, owner, refuse);
  QObject::connect(reader, &RunReader::told, owner, refuse);
  QObject::connect(reader, &RunReader::came, owner, [status](int snapshots, const QString& place) {
    status->say(VolumePane::tr("%1 snapshots read from %2").arg(snapshots).arg(place));
  });
  QObject::connect(reader, &RunReader::grows, owner, [status](int snapshots, const QString& place) {
    status->say(
        VolumePane::tr("%1 snapshots so far from %2: the run goes on, and more come as it writes them")
            .arg(snapshots)
            .arg(place));
  });
}

}  // namespace foldwave
