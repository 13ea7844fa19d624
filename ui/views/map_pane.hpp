// The map with its tools.
#pragma once

#include "ui/jobs/fold_preview.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/views/handle_pane.hpp"

namespace foldwave {

class MapView;

class MapPane : public HandlePane {
  Q_OBJECT

 public:
  MapPane(const QString& why_no_opengl, QWidget* parent);  // empty: there is OpenGL
  ~MapPane() override;

  // The scenario and its horizon, from a fold or from its preview; the handle that is held here stays.
  void show_fold(const Scenario& scenario, const FoldResult& fold, vtkSmartPointer<vtkPolyData> surface);
  void show_unfolded(vtkSmartPointer<vtkPolyData> surface);  // a horizon that cannot be folded
  void show_horizon(const HorizonPreview& preview);          // without a fold
  void follow(const FoldSpec& fold);                         // what is dragged elsewhere
  void follow_survey(const Scenario& scenario) override;
  void show_line(const MapLine& map);
  void show_map(std::shared_ptr<const ScalarMap> map);  // in place of the depth's colours; null: the depth
  void show_attitudes(const std::vector<PlacedAttitude>& attitudes);
  void show_marks_stale(bool stale);
  void show_located(const std::vector<EventMark>& events, bool stale);

  MapScene& scene() { return scene_; }
  MapView* map_view() const { return map_view_; }

 signals:
  void line_moving(const foldwave::MapLine& map);

 private:
  void show_in_scene(const Scenario& scenario, std::size_t event) override {
    scene_.show_scenario(scenario, event);
  }

  MapScene scene_;
  MapView* map_view_ = nullptr;
};

}  // namespace foldwave
