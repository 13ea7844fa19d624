// The vertical section along a line of the map: the folded layers, the velocity or T, cut along it,
// the horizon as a bold line, the handles near the line, a backdrop to trace over, and the stroke that is
// being drawn. u is the distance along the line, v is up, both in metres; depth may be exaggerated.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/fold/layers/section_cut.hpp"
#include "ui/scene/flat/backdrop.hpp"
#include "ui/scene/flat/flat_events.hpp"
#include "ui/scene/flat/flat_markers.hpp"
#include "ui/scene/flat/handle_scene.hpp"
#include "ui/scene/flat/section_image.hpp"
#include "ui/scene/flat/section_marks_drawn.hpp"
#include "ui/scene/plot/contour_lines.hpp"
#include "ui/scene/stage/rock_colors.hpp"

namespace foldwave {

struct SectionOptions {
  SliceColor color = SliceColor::layer;  // no difference: that has no section
  RockColors colors;
  bool names = true;  // of the layers
  bool scale_bar = true, legend = true;
  bool survey = true;  // sources and receivers near the line
  bool markers = true;
  bool located = true;  // events with their ellipses
  bool focus = true;    // of the location, over the rock
  bool image = true;    // the seismic one, likewise
  bool operator==(const SectionOptions&) const = default;
};

class SectionScene : public HandleScene {
 public:
  SectionScene();

  void show_scenario(const Scenario& scenario, std::size_t event = 0);
  void show_line(const MapLine& local);        // while it is moved on the map
  void show_survey(const Scenario& scenario);  // its marks alone, while they are dragged
  // A preview has fewer nodes over the same box. Null: none yet.
  // `arrival` is the range of its T.
  void show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack, const ValueRange& arrival);
  void set_options(const SectionOptions& options);
  const SectionOptions& options() const { return options_; }
  // Its line alone, newer than the fold whose layers are shown; until the next fold. Null: the fold's own.
  // Among several events the event's, as it stood at its time, beside T = 0 of today.
  void show_horizon(std::shared_ptr<const Horizon> horizon);
  // What was measured of the fold that is shown along this line, local; on another line they are not drawn.
  // Null: nothing.
  void show_marks_of(std::shared_ptr<const SectionMarks> marks, const MapLine& line);
  void set_marks_stale(bool stale) { marks_.set_stale(stale); }  // of another fold: faint
  const SectionMarksDrawn& drawn_marks() const { return marks_; }
  bool is_hatched() const { return hatched_; }  // somewhere the fold does not go on as one sheet
  bool marks_in_sight() const { return marks_.shown() != nullptr && line_ == marks_line_; }
  void show_backdrop(std::shared_ptr<const BackdropPicture> picture);
  void show_located(std::vector<EventMark> events, bool stale);
  const FlatEvents& located() const { return located_; }
  SectionImage& focus() { return focus_; }
  SectionImage& image() { return image_; }                                  // the seismic one
  void set_image_words(const std::string& words) { image_words_ = words; }  // beside the title
  void show_stroke(const PlotLine& stroke);                                 // empty: none
  void set_exaggeration(double times);
  void set_corridor(double metres);  // handles farther from the line are not shown

  Measured thickness_at(const Vec3& local) const;  // of the layer there; none: no places
  const MapLine& line() const { return line_; }
  double corridor() const { return corridor_; }
  const FlatMarkers& markers() const { return markers_; }
  const PlotLine& profile() const { return profile_; }  // of the horizon, when it was last drawn

  PlotPoint plot_point(const Vec3& local) const override;
  Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const override;
  Vec3 pushed(HandleMotion motion, const Push& push, bool other) const override;

 protected:
  void take_look() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  // Metres from the line; nothing where it is too far to be shown.
  std::optional<double> away_from_line(const Vec3& local) const;
  void draw_box();
  void choose_near();
  void place_backdrop();
  void cut();
  // A boundary in the section, depth upwards as the plot has it; `sample` cuts a field along it.
  using Sample = std::function<const SectionCut&(const Field<float>&)>;
  static std::vector<PlotLine> boundary_lines(const LayerBoundary& boundary, const Sample& sample);
  void draw_ends(Overlay& overlay);
  void draw_names(Overlay& overlay);
  void draw_legend(Overlay& overlay);
  SliceColor color() const;
  ColorScale scale() const;
  void draw_marks(Overlay& overlay);
  void finish_lines();
  void hatch_caustics(double deepest);

  bool is_past() const { return scenario_.events.size() > 1; }

  Scenario scenario_;
  std::size_t event_ = 0;
  MapLine line_;
  double corridor_ = 200.0;
  SectionOptions options_;
  ValueRange arrival_range_;
  std::shared_ptr<const FoldResult> fold_;
  std::shared_ptr<const Horizon> horizon_;
  std::vector<LayerSpot> spots_;  // where the layers' names stand
  std::vector<PlotBox> names_drawn_;
  LayerStack stack_;
  std::shared_ptr<const BackdropPicture> backdrop_;
  bool dirty_ = true, hatched_ = false;
  PlotLine profile_;
  PlotPicture layers_, backdrop_picture_;
  SectionMarksDrawn marks_;
  FlatMarkers markers_;
  std::vector<EventMark> events_located_;
  FlatEvents located_;
  SectionImage focus_, image_;
  std::string image_words_;
  MapLine marks_line_;
  PlotPoints sources_, receivers_;
  PlotLines box_, crossed_, boundaries_, cut_rims_, cuts_, horizon_rim_, horizon_line_, past_line_, stroke_;
};

}  // namespace foldwave
