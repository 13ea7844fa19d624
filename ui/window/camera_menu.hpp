// Where the eye of the views in space stands: presets of the view that the keys went to last, parallel
// projection in all of them, and what is chosen in the scenario panel or in a view in the middle of all
// views.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include "ui/window/docks.hpp"
#include "ui/window/panes.hpp"

class QMenu;

namespace foldwave {

class Results;
class VtkView;

class CameraMenu : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  CameraMenu(QMenu* menu, const Docks& docks, const Panes& panes, const Results& results);

 signals:
  void message(const QString& words, bool is_error = false);

 private:
  void zoom_to_selection();
  VtkView* current() const;                // the current view in space, else that of the structure
  std::vector<VtkView*> in_space() const;  // all of them

  const Docks& docks_;
  const Panes& panes_;
  const Results& results_;
  QPointer<QWidget> chosen_in_;  // of the panel, or one of the views with handles: it had the keys last
};

}  // namespace foldwave
