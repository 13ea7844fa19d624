// The linked cursor: what is pointed at in one view is read out in a strip and marked in all of them.
#pragma once

#include <QObject>
#include <optional>

#include "ui/jobs/results.hpp"
#include "ui/window/cursor/rock_cursor.hpp"
#include "ui/window/panes.hpp"

class QMainWindow;
class QMenu;

namespace foldwave {

class CursorStrip;

class LinkedCursor : public QObject {
  Q_OBJECT

 public:
  // Puts the strip below the views and its commands into the menu. All must outlive it.
  LinkedCursor(QMainWindow* window, QMenu* view, const Panes& panes, const Results& results);

  RockCursor& cursor() { return cursor_; }

 signals:
  void message(const QString& words, bool is_error = false);

 private:
  void connect_panes();
  void copy();
  std::optional<Vec3> place_in(const FoldResult& fold) const;
  void show();

  Panes panes_;
  const Results& results_;
  RockCursor cursor_;
  CursorStrip* strip_;
};

}  // namespace foldwave
