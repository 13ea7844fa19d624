// The map on the screen. Select: drag a handle or an end of the section's line; double click adds a point.
// Add: a click adds a point. Line: drag the section's line.
#pragma once

#include "ui/canvas/handle_view.hpp"
#include "ui/scene/flat/map_scene.hpp"

namespace foldwave {

enum class MapTool { select, add, line };

class MapView : public HandleView {
  Q_OBJECT

 public:
  MapView(MapScene& scene, QWidget* parent);

  void set_tool(MapTool tool);
  MapTool tool() const { return tool_; }

 signals:
  void line_moving(const foldwave::MapLine& local);
  void line_moved(const foldwave::MapLine& local);  // on release

 protected:
  bool press(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_moved(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_released(const QPointF& at) override;
  void press_given_up() override;
  bool takes_handles() const override { return tool_ == MapTool::select && !is_measuring(); }
  std::optional<Vec3> measured_place(const QPointF& at) const override;
  bool measures_level() const override { return true; }
  std::optional<std::array<double, 2>> place_at(const QPointF& at) const override;
  std::optional<Vec3> rock_at(const QPointF& at) const override;

 private:
  std::array<double, 2> on_map(const QPointF& at) const;

  MapScene& map_;
  MapTool tool_ = MapTool::select;
  MapLine before_;    // the line when the drag began
  int end_ = -1;      // of the line, which follows the pointer
  bool far_ = false;  // the pointer has left the place where it was pressed
  QPointF from_;
};

}  // namespace foldwave
