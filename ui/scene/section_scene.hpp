// The vertical section along a line of the map: the folded layers, or the velocity of a file, cut along it,
// the horizon as a bold line, the handles near the line, a backdrop to trace over, and the stroke that is
// being drawn. u is the distance along the line, v is up, both in metres; depth may be exaggerated.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/engine/pipeline.hpp"
#include "core/fold/section_cut.hpp"
#include "ui/scene/backdrop.hpp"
#include "ui/scene/contour_lines.hpp"
#include "ui/scene/handle_scene.hpp"

namespace foldwave {

class SectionScene : public HandleScene {
 public:
  SectionScene();

  void show_scenario(const Scenario& scenario);
  void show_line(const MapLine& local);  // while it is moved on the map
  // A preview has fewer nodes over the same box. Null: none yet.
  void show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack);
  // Its line alone, newer than the fold whose layers are shown; until the next fold. Null: the fold's own.
  void show_horizon(std::shared_ptr<const Horizon> horizon);
  void show_backdrop(std::shared_ptr<const BackdropPicture> picture);
  void show_stroke(const PlotLine& stroke);  // empty: none
  void set_exaggeration(double times);
  void set_corridor(double metres);  // handles farther from the line are not shown

  const MapLine& line() const { return line_; }
  double corridor() const { return corridor_; }
  const PlotLine& profile() const { return profile_; }  // of the horizon, when it was last drawn

  PlotPoint plot_point(const Vec3& local) const override;
  Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const override;
  Vec3 pushed(HandleMotion motion, const Push& push, bool other) const override;

 protected:
  void layout(Overlay& overlay) override;

 private:
  void choose_handles();
  void place_backdrop();
  void cut();
  void draw_ends(Overlay& overlay);
  void draw_names(Overlay& overlay);
  void draw_velocity_bar(Overlay& overlay);
  void finish_lines();

  Scenario scenario_;
  MapLine line_;
  double corridor_ = 200.0;
  std::shared_ptr<const FoldResult> fold_;
  std::shared_ptr<const Horizon> horizon_;
  std::vector<LayerSpot> spots_;  // where the layers' names stand
  LayerStack stack_;
  std::shared_ptr<const BackdropPicture> backdrop_;
  bool dirty_ = true;
  PlotLine profile_;
  PlotPicture layers_, backdrop_picture_;
  PlotLines box_, boundaries_, horizon_rim_, horizon_line_, stroke_;
};

}  // namespace foldwave
