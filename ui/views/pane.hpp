// A view with its controls below it; where OpenGL is missing a placeholder says so instead. The lines of
// controls break where the view is narrow, and those that are needed less often stand aside where it is low:
// a button and a command bring them back.
#pragma once

#include <QWidget>
#include <functional>
#include <optional>

#include "core/base/vec3.hpp"

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace foldwave {

class Scene;
class VtkView;

class Pane : public QWidget {
  Q_OBJECT

 public:
  explicit Pane(QWidget* parent);

  VtkView* view() const { return view_; }
  // What can be done in this view. The window has it in its menus: menus, keys, palette and buttons are one.
  QMenu* commands() const { return commands_; }
  void set_note(const QString& note, bool stale);      // under the view's title
  void show_cursor(const std::optional<Vec3>& local);  // read in another view; none: nothing
  bool is_in_front() const;                            // in sight, so that it is drawn when it changes
  QSize minimumSizeHint() const override;              // without what may stand aside

  // One of a menu's choices that exclude each other; the menu's button names the one that holds.
  static QAction* add_choice(QMenu* menu, const QString& text, const QString& in_short,
                             const std::function<void()>& how, bool chosen);

 protected:
  void build(Scene& scene, VtkView* view, const QString& why_no_view);
  QHBoxLayout* add_controls();
  QHBoxLayout* add_more_controls();  // a line that stands aside
  void show_more_controls();
  // `text` as in a menu, `icon` the name of one of resources/icons or null.
  QAction* add_command(const QString& text, const char* icon, const QString& tip);
  QToolButton* add_button(QHBoxLayout* line, QAction* command, const QString& name);
  // A menu behind a button.
  QMenu* add_choices(QHBoxLayout* line, const QString& title, const QString& tip, const QString& name);
  // `key`: where it is kept for the next session (kept_switches.hpp); it is told only of changes.
  QAction* add_switch(QMenu* menu, const QString& text, const QString& tip, const QString& key, bool on,
                      const std::function<void(bool)>& how);
  void add_fit(QHBoxLayout* line, const QString& name, const QString& tip);  // shows all again
  void redraw();
  void redraw_quickly();  // VtkView::update_quickly
  void resizeEvent(QResizeEvent* event) override;

 private:
  void make_more();
  QMenu* commands_;
  Scene* scene_of_view_ = nullptr;
  VtkView* view_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  QVBoxLayout* controls_ = nullptr;
  QVBoxLayout* strip_ = nullptr;
  QHBoxLayout* strip_line_ = nullptr;
  QWidget* more_ = nullptr;  // what stands aside; null: nothing does
  QAction* show_more_ = nullptr;
  std::optional<bool> is_high_;
};

}  // namespace foldwave
