// What the views of the horizon share, map, section and 3D: a strip of tools, handles that follow the pointer
// and are not lost while other things change, and edits of the horizon as whole scenarios.
#pragma once

#include "ui/edit/edited.hpp"
#include "ui/jobs/horizon_edits.hpp"
#include "ui/scene/rock/handles.hpp"
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
  void show_rock(
      const std::shared_ptr<const void>& rock);  // the fold that is shown now: what is measured follows
  bool is_dragging() const;
  void show_chosen(const std::vector<int>& handles);         // chosen elsewhere
  virtual void follow_survey(const Scenario& scenario) = 0;  // while its parts are dragged
  std::optional<Vec3> chosen_place() const;                  // of the chosen handle, local

 signals:
  void handles_moving(const foldwave::HandleMoves& moves);  // local; that which is held first
  void handles_moved(const foldwave::HandleMoves& moves);
  void chosen(const std::vector<int>& handles);
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
  // Measuring, as tools of their own: on a map without the thickness of layers, which it has none of.
  void add_measuring(QHBoxLayout* line, const QString& name, bool with_thickness);
  virtual void show_in_scene(const Scenario& scenario, std::size_t event) = 0;

  using Edit = decltype(HorizonEdit::apply);

  Scenario scenario_;
  std::size_t event_ = 0;
  QActionGroup* tools_;

 private:
  void remove_handles(const std::vector<int>& handles);
  HandleView* handle_view_ = nullptr;
};

}  // namespace foldwave
