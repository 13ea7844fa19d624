// Save, copy and print of a view or plot, as actions of the widget: its context menu has them, and the
// window's menus ask for those of the view in front.
#pragma once

#include <QObject>
#include <functional>

class QAction;
class QMenu;
class QPrinter;
class QWidget;

namespace foldwave {

class PictureActions : public QObject {
  Q_OBJECT

 public:
  explicit PictureActions(QWidget* view);  // which owns it; a plot gets its context menu too
  // Of the view in sight in a part of the window, that which has the keys before others; null: there is none.
  static PictureActions* in(const QWidget& part);
  QWidget& view() const { return *view_; }

  void save();                       // asks how, by a dialog
  void copy();                       // as it is shown, into the clipboard
  void print();                      // asks where, by a dialog
  void print_to(QPrinter& printer);  // as large as the page allows, on white where that can be

 signals:
  void message(const QString& words, bool is_error = false);

 private:
  QWidget* view_;
};

// The same as commands of a menu, before one of its actions, of the view that `current` gives.
void add_picture_commands(QMenu& menu, QAction* before, const std::function<PictureActions*()>& current,
                          const std::function<void(const QString&)>& refuse);

// A plot that Qt draws.
inline void offer_picture(QWidget* plot) {
  new PictureActions(plot);
}

}  // namespace foldwave
