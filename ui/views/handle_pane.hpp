// What the map and the section share: a strip of tools, snapping, and edits of the horizon as whole
// scenarios.
#pragma once

#include "core/model/scenario.hpp"
#include "ui/jobs/horizon_edits.hpp"
#include "ui/views/pane.hpp"

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace foldwave {

class HandleView;
class NumberEdit;

class HandlePane : public Pane {
  Q_OBJECT

 public:
  explicit HandlePane(QWidget* parent);

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void handle_moved(int index, const foldwave::Vec3& local);
  void drag_given_up();
  void edit_wished(const foldwave::HorizonEdit& edit);
  void sketch_wished(const foldwave::HorizonEdit& edit);  // follows the pointer
  void edited(const foldwave::Scenario& scenario,
              const QString& text);  // an empty text: the edit names itself
  void message(const QString& words, bool is_error);

 protected:
  void connect_view(HandleView* view);
  QToolButton* add_button(QHBoxLayout* line, const char* icon, const QString& name, const QString& tip);
  QToolButton* add_tool(QHBoxLayout* line, const char* icon, const QString& name, const QString& tip);
  void add_snap(QHBoxLayout* line);

  using Edit = decltype(HorizonEdit::apply);

  Scenario scenario_;
  QButtonGroup* tools_;

 private:
  void remove_handle(int index);
  void refresh_snap();
  HandleView* handle_view_ = nullptr;
  QToolButton* snap_ = nullptr;
  NumberEdit* step_ = nullptr;
};

}  // namespace foldwave
