// The map: the horizon's depth as a shaded, coloured field with labelled contour lines, painted where the
// fold cannot propagate on it, or a scalar map under the contours; strike and dip; its handles, the section's
// line, the survey, north arrow, scale bar and colour bar. x east to the right, y north up.
#pragma once

#include <memory>
#include <utility>

#include <vtkPolyData.h>

#include "core/fold/normal_speed.hpp"
#include "core/horizon/depth_samples.hpp"
#include "core/model/scenario.hpp"
#include "ui/scene/flat/flat_events.hpp"
#include "ui/scene/flat/flat_markers.hpp"
#include "ui/scene/flat/handle_scene.hpp"
#include "ui/scene/flat/map_contours.hpp"
#include "ui/scene/flat/strike_dip.hpp"
#include "ui/scene/stage/scalar_map.hpp"

namespace foldwave {

struct MapOptions {
  bool contours = true, labels = true;  // the depths that stand on contours
  bool section_line = true;
  bool survey = true;  // sources and receivers
  bool markers = true;
  bool located = true;  // events with their ellipses
  bool scale_bar = true, north = true, legend = true;
  bool operator==(const MapOptions&) const = default;
};

class MapScene : public HandleScene {
 public:
  MapScene();

  // Box, the event's handles, survey and section line, at once.
  void show_scenario(const Scenario& scenario, std::size_t event = 0);
  void show_survey(const Scenario& scenario);  // its marks alone, while they are dragged
  void show_horizon(std::shared_ptr<const Horizon> horizon);
  void show_surface(vtkSmartPointer<vtkPolyData> surface);  // a mesh's, in world coordinates; null: nothing
  // Which columns hold a place where the fold does not go on as one sheet, x fastest; empty: none.
  void show_crossed(int nx, int ny, std::vector<std::uint8_t> columns);
  bool is_hatched() const { return hatched_; }
  void set_fold(const FoldSpec& fold);  // as it is dragged: paints where it cannot be
  bool cannot_fold() const { return speeds_.share_bad > 0.0; }
  void show_line(const MapLine& local);  // the section's, while it is drawn
  const MapLine& line() const { return line_; }
  void show_map(std::shared_ptr<const ScalarMap> map);  // in place of the depth's colours; null: the depth
  void set_options(const MapOptions& options);
  const MapOptions& options() const { return options_; }
  const ScalarMap* shown_map() const { return map_.get(); }
  void show_attitudes(std::vector<PlacedAttitude> attitudes);  // strike and dip symbols
  void set_marks_stale(bool stale);                            // both are of another fold: faint
  bool is_strip() const { return grid_.is_section(); }         // of a 2D model
  int line_end_at(double x, double y) const;                   // 0 or 1; -1: none within reach

  // The field is sampled when it is next drawn: a hidden map costs nothing.
  const std::vector<ContourLine>& contours() const { return contours_.lines(); }
  const MapContours& drawn_contours() const { return contours_; }
  const FlatMarkers& markers() const { return markers_; }
  void show_located(const std::vector<EventMark>& events, bool stale);
  const FlatEvents& located() const { return located_; }

  // The first frame of a window that is drawn in software sets up its drawing; the field comes with the next.
  void draw_for_software() override {
    HandleScene::draw_for_software();
    is_bare_ = true;
  }
  bool next_stage() override { return std::exchange(is_bare_, false); }

  PlotPoint plot_point(const Vec3& local) const override { return {local.x, local.y}; }
  Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const override;
  Vec3 pushed(HandleMotion motion, const Push& push, bool other) const override;

 protected:
  void take_look() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  void draw_box();
  void sample_field();
  void paint_field();
  void paint_surface();
  void draw_contours(Overlay& overlay);
  void draw_line(Overlay& overlay);
  void draw_furniture(Overlay& overlay);
  void find_speeds(const std::vector<Vec3>& normals);  // downwards-positive, to the younger side
  Rgb color_of(double depth) const;
  Rgb painted(double depth, std::size_t sample) const;
  Rgb ground(double level, const PlotPoint& at) const;  // under a contour

  Grid3 grid_;
  std::shared_ptr<const Horizon> horizon_;
  vtkSmartPointer<vtkPolyData> surface_;
  MapOptions options_;
  std::string past_words_;  // of what is drawn, among several events
  bool folded_ = true;      // false: the scenario has a velocity alone, and no horizon
  bool dirty_ = true, unpainted_ = true, is_bare_ = false, hatched_ = false;
  DepthRaster raster_;
  FoldSpec fold_;
  NormalSpeeds speeds_;  // at the raster's samples, or the surface's points
  double low_ = 0.0, high_ = 0.0;
  MapLine line_;
  PlotPicture field_, map_field_;
  std::shared_ptr<const ScalarMap> map_;
  vtkSmartPointer<vtkPolyData> mesh_;
  vtkSmartPointer<vtkActor> mesh_actor_;
  PlotLines box_, crossed_;
  MapContours contours_;
  StrikeDipSymbols attitudes_;
  FlatMarkers markers_;
  FlatEvents located_;
  PlotLines section_;
  PlotPoints section_ends_, sources_, receivers_;
};

}  // namespace foldwave
