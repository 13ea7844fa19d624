// What the views of the horizon share, map, section and 3D: a strip of tools, handles that follow the pointer
// and are not lost while other things change, and edits of the horizon as whole scenarios.
#pragma once

#include "ui/edit/edited.hpp"
#include "ui/jobs/horizon_edits.hpp"
#include "ui/views/pane.hpp"

class QActionGroup;

namespace foldwave {

class HandleView;

class HandlePane : public Pane {
  Q_OBJECT

 public:
  explicit HandlePane(QWidget* parent);

  // What is held stays held while it is the same horizon.
  void show_edited(const Edited& edited);
  void set_snap(const Snap& snap);
  bool is_dragging() const;
  std::optional<Vec3> chosen_place() const;  // of the chosen handle, local

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void handle_moved(int index, const foldwave::Vec3& local);
  void drag_given_up();
  void edit_wished(const foldwave::HorizonEdit& edit);
  void sketch_wished(const foldwave::HorizonEdit& edit);  // follows the pointer
  void edited(const foldwave::Scenario& scenario,
              const QString& text);  // an empty text: the edit names itself
  void message(const QString& words, bool is_error);
  void rock_pointed(const foldwave::Vec3& local);
  void rock_left();

 protected:
  void connect_view(HandleView* view);
  // One of the tools that the pointer can be; the first is chosen.
  QAction* add_tool(QHBoxLayout* line, const char* icon, const QString& name, const QString& text,
                    const QString& tip);
  virtual void show_in_scene(const Scenario& scenario, std::size_t event) = 0;

  using Edit = decltype(HorizonEdit::apply);

  Scenario scenario_;
  std::size_t event_ = 0;
  QActionGroup* tools_;

 private:
  void remove_handle(int index);
  HandleView* handle_view_ = nullptr;
};

}  // namespace foldwave
