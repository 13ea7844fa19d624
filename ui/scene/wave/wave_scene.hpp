// The wave view: three slices through one snapshot of the pressure, blue to red around 0, with the layers'
// boundaries as thin lines, the source and the time in seconds.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/wave/live_view.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/box_axes.hpp"
#include "ui/scene/stage/rock_colors.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/scene/wave/snapshot.hpp"

namespace foldwave {

enum class WaveMap { blue_red, purple_orange, gray };  // all symmetric about 0
const ColorMap& wave_map(WaveMap map);

struct WaveOptions {
  WaveMap map = WaveMap::blue_red;
  double layer_opacity = 1.0;     // of the layers' colours; 0: white where the wave is quiet
  double wave_opacity = 1.0;      // of the wave over them
  Coloring velocity;              // where a file gives it and no layers are shown
  double clip_side = usual_clip;  // per cent of the values on each side of zero beyond the last colour
  bool operator==(const WaveOptions&) const = default;
};

// Where a snapshot's colours end; its own limit where it has no table.
double limit_of(const Snapshot& snapshot, double clip_side);

// How the wave is looked at: what a film of the view needs beside the scenario, the fold and the snapshots.
struct WaveLook {
  std::array<int, 3> slices{};
  double fixed_limit = 0.0;
  WaveOptions options;
  std::string note;
  double exaggeration = 1.0;  // vertical
  Camera camera;
  std::optional<Vec3> cursor{};  // the place that is marked, local
};

class WaveScene : public Scene {
 public:
  WaveScene();

  void show_scenario(const Scenario& scenario);
  void show_fold(std::shared_ptr<const FoldResult> fold,
                 const LayerStack& stack);  // for the lines; null: none
  // Null: none. `pressure`: of it, where it is unpacked already; else it is unpacked here.
  void show_snapshot(std::shared_ptr<const Snapshot> snapshot, Pressure pressure = nullptr);
  // A frame of the run in progress in place of a snapshot. While more are to come a slice that is moved waits
  // for the frame that has its plane.
  void show_live(std::shared_ptr<const LiveFrame> frame, bool more_to_come);
  void set_fixed_limit(double limit);  // > 0: the same colours for all snapshots; 0: each snapshot's own
  void set_options(const WaveOptions& options);
  const WaveOptions& options() const { return options_; }
  double limit() const;  // the pressure at which the colours end; 0: nothing is shown

  WaveLook look() const;  // without a cursor: it goes with the pointer, unless it is pinned
  // In a frame of that width over height; as much is seen as in the view, at least.
  void set_look(const WaveLook& look, double aspect);

  void set_slice(int axis, int node);
  int slice(int axis) const { return node_[static_cast<std::size_t>(axis)]; }
  std::array<int, 3> planes() const;  // of the slices that are drawn; negative: it is not
  const Snapshot* snapshot() const { return snapshot_.get(); }
  const std::shared_ptr<const Snapshot>& kept_snapshot() const { return snapshot_; }
  const LiveFrame* live() const { return live_.get(); }
  std::optional<Vec3> rock_at(double x, double y) const;  // on the slice in front, local; display pixels
  // Of what is shown, local; a live frame has only what lies on its slices.
  std::optional<double> pressure_at(const Vec3& local) const;
  double error_bound() const { return snapshot_ ? snapshot_->error_bound() : 0.0; }  // of what is shown
  void look_from(LookFrom from) override;
  const SceneBox* space() const override { return &box_; }
  void set_exaggeration(double times);  // vertical
  bool is_flat() const override { return box_.section; }
  std::vector<Slice*> quick_slices() override;

 protected:
  void place_camera() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  SliceValues pressure_on(const Slice& slice) const;
  void place_slices(const std::array<int, 3>& nodes);
  struct Tint {
    int node = -1, detail = 0;
    std::vector<Bytes3> colors;
  };
  const Tint& tint(const Slice& slice, int detail);
  void paint_slice(Slice& slice);
  void draw_lines(Slice& slice);

  SceneBox box_;
  Grid3 grid_;
  BoxAxes axes_;
  std::array<Slice, 3> slices_;
  std::array<int, 3> node_{};  // where the slices are wanted
  PointMarks source_marks_, receiver_marks_;
  std::shared_ptr<const FoldResult> fold_;
  LayerStack stack_;
  std::shared_ptr<const Snapshot> snapshot_;
  Pressure pressure_;  // of it
  std::shared_ptr<const LiveFrame> live_;
  bool more_to_come_ = false;
  ClipTable live_clips_;
  double fixed_limit_ = 0.0;
  WaveOptions options_;
  std::array<Tint, 3> tints_;  // those that were made last
  bool fitted_ = false;
  std::string title_;
};

}  // namespace foldwave
