// The parts of the main window as docks that a user tiles, tabs, floats and closes: their default places, a
// menu that shows and hides them, and the arrangement of last time (QSettings: below the XDG configuration).
#pragma once

#include <QList>
#include <QObject>
#include <functional>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace foldwave {

class Docks : public QObject {
  Q_OBJECT

 public:
  explicit Docks(QMainWindow* window);

  // `name` is kept in the settings and never shown.
  QDockWidget* add(const QString& name, const QString& title, QWidget* part);
  // Sizes hold only for docks that are shown: they are given after the places.
  void set_default(std::function<void()> place, std::function<void()> size);
  void reset();
  void fill(QMenu* view) const;  // a toggle for each dock, and Reset layout

  void save() const;
  void restore();  // what was saved; else the default stays

 private:
  void hide_double_titles();  // a tab already says the name

  QMainWindow* window_;
  QList<QDockWidget*> docks_;
  std::function<void()> place_, size_;
};

}  // namespace foldwave
