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
#include "ui/scene/rock/event_bodies.hpp"
#include "ui/scene/rock/hinge_surfaces.hpp"
#include "ui/scene/rock/horizon_surface.hpp"
#include "ui/scene/rock/marker_shapes.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/box_axes.hpp"
#include "ui/scene/stage/rock_colors.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/scene/structure/cut_planes.hpp"
#include "ui/scene/structure/image_curtain.hpp"
#include "ui/scene/structure/layer_surfaces.hpp"
#include "ui/scene/structure/legend.hpp"
#include "ui/scene/structure/slice_frames.hpp"
#include "ui/scene/structure/space_scene.hpp"
#include "ui/scene/structure/structure_geometry.hpp"

namespace foldwave {

struct StructureOptions {
  SliceColor slice_color = SliceColor::layer;
  RockColors colors;
  // Seen into: slices and surfaces. Else the rock is a solid block whose sides and cuts are painted, up to
  // the horizon; with its cover, what is younger, it goes up to the box's top.
  bool ghost = true;
  bool cover = false;
  double layer_opacity = 1.0;
  bool layers = true, horizon = true, slices = true, survey = true, axis = true, markers = true;
  bool located = true;  // events with their ellipsoids
  bool image = true;    // the seismic one, as a curtain in the rock
  bool legend = true, legend_open = true;
  bool scale = false;  // of the slices' colours, where there is no legend
  bool handles = true;
  bool orientation = true;       // the arrows that turn with the camera
  bool words = true;             // title, notes, the axes' labels
  std::array<CutAway, 3> cut{};  // across x, y and z, at the slices
  bool operator==(const StructureOptions&) const = default;
};

class StructureScene : public SpaceScene {
 public:
  StructureScene();

  // Box, the event's handles, survey and colours follow the scenario at once; the fold comes when it is
  // solved. Among several events the event's horizon is drawn see-through, as it stood at its time.
  void show_scenario(const Scenario& scenario, std::size_t event);
  void show_scenario(const Scenario& scenario);  // without an event of several
  void show_survey(const Scenario& scenario);    // its marks alone, while they are dragged
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
  EventBodies& located() { return located_; }
  ImageCurtain& image() { return image_; }
  const FoldResult* shown_fold() const { return fold_.get(); }

  void set_options(const StructureOptions& options);
  const StructureOptions& options() const { return options_; }
  void set_slice(int slice, int node);
  void place_slices(const SliceParts& parts);
  int slice(int slice) const { return places_.node(slice); }
  const SlicePlaces& places() const { return places_; }

  // The frames under the pointer, in front of rock; display pixels. Two where slices meet.
  std::vector<SliceGrip> grips_at(double x, double y) const;
  SliceFrames& frames() { return frames_; }
  const SliceFrames& frames() const { return frames_; }
  bool has_control_at(double x, double y) const override;
  bool press_control(double x, double y) override;
  std::string control_words(double x, double y) const override;
  bool has_marks() const override {
    return frames_.marked() >= 0 || has_pointer_marks() || read_out() || Scene::has_marks();
  }

  std::optional<Vec3> horizon_at(double x, double y) const;  // under the pointer, local; none: not there
  std::optional<double> horizon_depth(double x,
                                      double y) const;    // local; none: not folded, or no height field
  std::optional<Vec3> rock_at(double x, double y) const;  // on the slice or boundary in front, local
  Measured thickness_at(const Vec3& local) const;         // of the layer there; none: no places
  void show_candidate(const std::optional<Vec3>& local);  // where a click would add a point
  AxialArrow& arrow() { return arrow_; }
  const HorizonSurface& horizon() const { return horizon_; }
  const MarkerShapes& markers() const { return markers_; }
  const LegendPlace& legend_place() const { return legend_; }  // as it was drawn last
  bool arrow_at(double x, double y) const;

  // The first fold appears part by part, one a frame: each part costs the renderer a new program.
  void draw_for_software() override;
  bool next_stage() override;
  bool is_complete() const { return stage_ >= all_stages; }

  void look_from(LookFrom from) override;
  void set_exaggeration(double times);  // vertical

 protected:
  void place_camera() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  static constexpr int all_stages = 3;  // solid surfaces, slices, see-through surfaces
  void paint_slice(int slice);
  void paint_slices();
  void paint_walls();
  void paint(Slice& slice);
  bool solid() const;
  int first_in_part() const;  // the youngest layer below the horizon, where solid rock ends; 0: it does not
  void turn_faces();
  bool faces_eye(int axis, bool high, double at) const;
  std::optional<Vec3> solid_rock_at(const Vec3& near, const Vec3& far) const;
  void dress_surfaces();
  void place_cuts();
  std::vector<int> framed_slices() const;
  std::vector<LegendEntry> legend() const;
  void draw_legend_and_bar(Overlay& overlay);
  bool legend_above() const;
  Margins margins();
  bool legend_is_open() const;
  bool has_bar() const;  // of the slices' colours
  ColorScale slice_scale() const;
  SliceColor slice_color() const;

  BoxAxes axes_;
  std::array<Slice, slice_count> slices_;
  std::array<Slice, 6> walls_;  // of solid rock at the box's sides, where no slice is: low x, y, z, then high
  SlicePlaces places_;
  SliceFrames frames_;
  CutPlanes cuts_;
  PointMarks candidate_mark_, source_marks_, receiver_marks_;
  HorizonSurface horizon_;
  LayerSurfaces boundaries_;
  AxialArrow arrow_;
  HingeSurfaces hinges_;
  MarkerShapes markers_;
  EventBodies located_;
  ImageCurtain image_;
  std::shared_ptr<const FoldResult> fold_;
  std::shared_ptr<const FoldDifference> difference_;
  ValueRange arrival_range_;
  LayerStack stack_;
  std::vector<std::string> cut_names_;  // youngest first, of the fold
  StructureOptions options_;
  LegendPlace legend_;
  bool legend_wanted_ = false;  // open, however much it covers
  std::string handles_name_, past_words_;
  int stage_ = all_stages;
  bool folded_ = true;   // false: the scenario has a velocity alone
  bool is_cut_ = false;  // the event has no fold, and so no arrow
  bool varies_ = false;  // the fold has many axial directions: there is no one arrow
  bool any_source_ = false, any_receiver_ = false;
  std::optional<Margins> fitted_;
  std::string title_;
};

}  // namespace foldwave
