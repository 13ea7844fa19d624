// The structure view with its tools, its slice sliders and the choice of what is shown.
#pragma once

#include <memory>

#include "ui/scene/structure/structure_scene.hpp"
#include "ui/views/handle_pane.hpp"

namespace foldwave {

class ExaggerationBar;
class RockColorChoice;
class SliceBar;
class StructureView;

class StructurePane : public HandlePane {
  Q_OBJECT

 public:
  StructurePane(const QString& why_no_opengl, QWidget* parent);  // empty: there is OpenGL
  ~StructurePane() override;

  void show_horizon(const vtkSmartPointer<vtkPolyData>& surface);
  void follow(const FoldSpec& fold);  // what is dragged elsewhere
  void follow_survey(const Scenario& scenario) override;
  void show_fold(std::shared_ptr<const FoldResult> fold, const StructureGeometry& geometry,
                 const LayerStack& stack);
  void show_hinges(const std::vector<Hinge>& hinges, const std::optional<Vec3>& axis);
  void show_hinges_stale(bool stale);
  void show_located(const std::vector<EventMark>& events, bool stale);
  void show_image(const ShownImage& image, const MapLine& local);   // along its own line, or this one
  void show_unfolded(const vtkSmartPointer<vtkPolyData>& horizon);  // null: nothing

  void place_slices(const SliceParts& parts);
  void follow_colors(RockColorChoice& choice);

  StructureScene& scene() { return scene_; }
  StructureView* structure_view() const { return structure_view_; }
  SliceBar* slices() const { return slices_; }
  double exaggeration() const;  // vertical

 signals:
  void exaggeration_changed(double times);
  void axis_turning(const foldwave::AxialLine& line);
  void axis_turned(const foldwave::AxialLine& line);

 private:
  void show_in_scene(const Scenario& scenario, std::size_t event) override;
  void make_tools(QHBoxLayout* line);
  void make_exaggeration(QHBoxLayout* line);
  void make_cuts(QHBoxLayout* line);
  void make_ghost(QHBoxLayout* line);
  void show_slices();           // those that are there
  void order_slices(int axis);  // two: from the smaller place to the greater
  void make_colors(QHBoxLayout* line);
  void change(const std::function<void(StructureOptions&)>& how);

  // How the rock is cut, of a block and of a ghost.
  struct Sawn {
    std::array<CutAway, 3> cut{};
    SliceParts parts = usual_slice_parts;
  };

  StructureScene scene_;
  Sawn other_;  // of the one that is not shown
  std::array<QActionGroup*, 3> cuts_{};
  QAction* legend_open_ = nullptr;
  StructureView* structure_view_ = nullptr;
  SliceBar* slices_ = nullptr;
  QMenu* colors_ = nullptr;
  ExaggerationBar* exaggeration_ = nullptr;
};

}  // namespace foldwave
