// The parts of the main window as docks that a user tiles, tabs, floats and closes: arrangements to choose
// from, a menu that shows and hides them, and the arrangement of last time (QSettings: below the XDG
// configuration).
#pragma once

#include <QList>
#include <QObject>
#include <functional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace foldwave {

class Docks : public QObject {
  Q_OBJECT

 public:
  explicit Docks(QMainWindow* window);

  // `name` is kept in the settings and never shown. The first is the panel beside the views.
  QDockWidget* add(const QString& name, const QString& title, QWidget* part);
  // Sizes hold only for docks that are shown: all of them are, before `finish` sizes, raises and hides; it is
  // given the current view.
  struct Arrangement {
    QString text, tip;  // of its command
    std::function<void()> place{};
    std::function<void(QDockWidget*)> finish{};
  };
  // The first is taken, and what Reset gives; the last shows one view alone, and is a switch that brings back
  // what was before it.
  void set_arrangements(std::vector<Arrangement> arrangements);
  void reset();
  void fill(QMenu* view);  // menus: a toggle for each dock, the way to each, the arrangements
  // These come to the front where they are behind tabs; closed ones stay so, and nothing covers the current
  // view.
  void bring_forward(const QList<QWidget*>& parts);
  QDockWidget* current() const;  // the view in sight that the keys went to last, else the first one

  void save() const;
  void restore();  // what was saved; else the default stays

 private:
  void arrange(const Arrangement& arrangement);
  void show_alone(bool on);
  void float_current();
  void note(QWidget* now);    // has the focus, or is the tab that was chosen
  void hide_double_titles();  // a tab already says the name

  QMainWindow* window_;
  QList<QDockWidget*> docks_;
  QList<QDockWidget*> recent_;  // where the keys went, the newest last
  std::vector<Arrangement> arrangements_;
  QAction* alone_ = nullptr;  // one view is shown alone
  QByteArray before_alone_;   // the window's state
};

}  // namespace foldwave
