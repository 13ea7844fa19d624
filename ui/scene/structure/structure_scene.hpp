// The structure view: the drawn horizon with its handles, the layer surfaces, slices, the survey, axes in
// metres and the layers' legend.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/fold/layers/compare.hpp"
#include "ui/scene/rock/axial_arrow.hpp"
#include "ui/scene/rock/handles.hpp"
#include "ui/scene/rock/hinge_surfaces.hpp"
#include "ui/scene/rock/horizon_surface.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/box_axes.hpp"
#include "ui/scene/stage/rock_colors.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/scene/structure/structure_geometry.hpp"
#include "ui/scene/structure/structure_slices.hpp"

class vtkPlane;

namespace foldwave {

struct StructureOptions {
  SliceColor slice_color = SliceColor::layer;
  RockColors colors;
  double layer_opacity = 1.0;
  bool layers = true;
  bool horizon = true;
  bool slices = true;
  bool survey = true;
  bool axis = true;
  bool legend = true;
  bool scale = false;  // of the slices' colours, where there is no legend
  bool handles = true;
  bool orientation = true;       // the arrows that turn with the camera
  bool words = true;             // title, notes, the axes' labels
  std::array<CutAway, 3> cut{};  // across x, y and z, at the slices
  bool operator==(const StructureOptions&) const = default;
};

// A place on the frame of a slice, local, where it may be taken hold of.
struct SliceGrip {
  int slice = 0, axis = 0;
  Vec3 at{};
};

class StructureScene : public Scene, public Handles {
 public:
  StructureScene();

  // Box, the event's handles, survey and colours follow the scenario at once; the fold comes when it is
  // solved. Among several events the event's horizon is drawn see-through, as it stood at its time.
  void show_scenario(const Scenario& scenario, std::size_t event);
  void show_scenario(const Scenario& scenario);  // without an event of several
  void show_horizon(vtkSmartPointer<vtkPolyData> surface);
  void set_fold(const FoldSpec& fold);  // as it is dragged: turns the arrow, paints where it cannot be
  void show_fold(std::shared_ptr<const FoldResult> fold, const StructureGeometry& geometry,
                 const LayerStack& stack);
  void clear_fold();
  // T less another fold's, on the nodes of the fold that is shown; for SliceColor::difference.
  void set_difference(std::shared_ptr<const FoldDifference> difference);
  // What was measured of the fold that is shown: its hinges and, where it is wished, the fold axis.
  void show_hinges(const std::vector<Hinge>& hinges, const std::optional<Vec3>& axis);
  void set_hinges_stale(bool stale) { hinges_.set_stale(stale); }  // of another fold: faint
  const FoldResult* shown_fold() const { return fold_.get(); }

  void set_options(const StructureOptions& options);
  const StructureOptions& options() const { return options_; }
  void set_slice(int slice, int node);
  const SliceParts& slice_parts() const { return slice_parts_; }  // in another box they stand likewise
  void place_slices(const SliceParts& parts);
  int slice(int slice) const { return slices_[static_cast<std::size_t>(slice)].node(); }
  bool has_slice(int slice) const;  // the second ones are not always there

  // The frames under the pointer, in front of rock; display pixels. Two where slices meet.
  std::vector<SliceGrip> grips_at(double x, double y) const;
  // The direction on the screen in which a slice goes, unit; x to the right, y up.
  std::array<double, 2> way_of(const SliceGrip& grip) const;
  // The node of a slice that stood at `node` when the drag began at `from`, its pointer being at `to`.
  int dragged_slice(const SliceGrip& grip, int node, const std::array<double, 2>& from,
                    const std::array<double, 2>& to) const;
  bool mark_slice(int slice);  // its frame, with its place; negative: none. Whether it is another one
  int marked_slice() const { return marked_slice_; }
  std::string slice_words(int slice) const;  // "x 1200 m"
  bool has_marks() const override { return marked_slice_ >= 0 || Scene::has_marks(); }

  // A free handle is dragged along its vertical line, with Shift level; arrow keys push along the map's axes.
  Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const override;
  Vec3 pushed(HandleMotion motion, const Push& push, bool other) const override;
  double metres_a_pixel_at(const Vec3& local) const override;
  std::optional<Vec3> horizon_at(double x, double y) const;  // under the pointer, local; none: not there
  std::optional<double> horizon_depth(double x,
                                      double y) const;    // local; none: not folded, or no height field
  std::optional<Vec3> rock_at(double x, double y) const;  // on the slice or boundary in front, local
  void show_candidate(const std::optional<Vec3>& local);  // where a click would add a point
  AxialArrow& arrow() { return arrow_; }
  const HorizonSurface& horizon() const { return horizon_; }
  bool arrow_at(double x, double y) const;

  // The first fold appears part by part, one a frame: each part costs the renderer a new program.
  void draw_for_software() override;
  bool next_stage() override;
  bool is_complete() const { return stage_ >= all_stages; }

  const SceneBox& box() const { return box_; }
  void reset_camera() override { show_all(LookFrom::corner); }
  void set_exaggeration(double times);  // vertical
  bool is_flat() const override { return box_.section; }

 protected:
  void place_camera() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  static constexpr int all_stages = 3;  // solid surfaces, slices, see-through surfaces
  void paint_slice(Slice& slice);
  void hatch_caustics(int axis, int node, int nu, int nv, std::vector<Bytes3>& pixels) const;
  void paint_slices();
  void dress_surfaces();
  void place_cuts();
  std::array<double, 2> left_along(int axis) const;  // between which places rock is left, local
  std::optional<std::array<Vec3, 2>> uncut(const Vec3& near, const Vec3& far) const;
  std::array<Vec3, 4> frame_of(int slice) const;  // local
  bool has_frame(int slice) const;
  void draw_marked_frame(Overlay& overlay) const;
  void draw_legend(Overlay& overlay);
  bool legend_above() const;
  bool has_bar() const;  // of the slices' colours
  void show_all(LookFrom from);
  void show_marks() override;
  std::array<double, 2> display_of(const Vec3& local) const override;
  double reach() const override { return px(12); }
  ColorScale slice_scale() const;
  SliceColor slice_color() const;

  SceneBox box_;
  Grid3 grid_;
  BoxAxes axes_;
  std::array<Slice, slice_count> slices_;
  SliceParts slice_parts_ = usual_slice_parts;
  PointMarks handle_marks_, selected_mark_, active_mark_, candidate_mark_, source_marks_, receiver_marks_;
  HorizonSurface horizon_;
  AxialArrow arrow_;
  HingeSurfaces hinges_;
  std::vector<vtkSmartPointer<vtkActor>> boundary_actors_;
  std::array<std::array<vtkSmartPointer<vtkPlane>, 2>, 3> cuts_;
  std::shared_ptr<const FoldResult> fold_;
  std::shared_ptr<const FoldDifference> difference_;
  ValueRange arrival_range_;
  LayerStack stack_;
  std::vector<std::string> cut_names_;  // youngest first, of the fold
  StructureOptions options_;
  std::string handles_name_, past_words_;
  int stage_ = all_stages;
  int marked_slice_ = -1;
  bool folded_ = true;   // false: the scenario has a velocity alone
  bool is_cut_ = false;  // the event has no fold, and so no arrow
  bool varies_ = false;  // the fold has many axial directions: there is no one arrow
  bool any_source_ = false, any_receiver_ = false;
  bool fitted_ = false;
  std::string title_;
};

}  // namespace foldwave
