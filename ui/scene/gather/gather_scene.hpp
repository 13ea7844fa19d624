// The gather, time in seconds downwards: as a picture of one column a trace, as wiggles, as filled areas, or
// as two of these over each other.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/wave/wave_model.hpp"
#include "ui/scene/gather/gather_axis.hpp"
#include "ui/scene/gather/gather_traces.hpp"
#include "ui/scene/plot/plot_parts.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {

enum class GatherMode { density, wiggle, area, wiggle_area, density_wiggle };

struct GatherOptions {
  GatherMode mode = GatherMode::density;
  TraceOrder order = TraceOrder::number;
  double time_power = 2.0;  // samples times t^power: reflections are seen beside the direct wave
  double agc_window = 0.0;  // seconds of automatic gain; 0: none
  double clip_side = 0.5;   // per cent of the values on each side of zero that are beyond the last colour
  bool reversed = false;    // polarity
  bool gray = false;        // black and white instead of blue and red
  bool as_wave = false;     // colours end where the wave view's do, unless a gain changes the values
  bool operator==(const GatherOptions&) const = default;
};

// Times of the traces, drawn over them: a dot each, or joined as a line.
struct TraceTimes {
  std::string name;
  Rgb color;
  std::vector<double> seconds;  // a trace each; not a number: none
  bool joined = false;
};

// What the gather that is shown is held against: gathers of its receivers and samples.
struct GatherBeside {
  struct Named {
    std::string name;
    std::shared_ptr<const Gather> gather;
  };
  std::string title = "Gather";
  std::shared_ptr<const Gather> scale{};  // whose values set where colours end; null: the shown one's own
  std::shared_ptr<const Gather> over{};   // as wiggles over the picture; null: none
  std::vector<Named> read{};              // what else is under the pointer; empty: the shown pressure
  std::vector<TraceTimes> times{};
};

class GatherScene : public Scene {
 public:
  GatherScene();

  void show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local);  // null: none
  // That of a run in progress, made up to its first `samples`: the rest is left empty.
  void show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples);
  int samples() const { return samples_; }  // that are there
  void set_beside(GatherBeside beside);
  const GatherBeside& beside() const { return beside_; }
  const Gather* gather() const { return gather_.get(); }
  void set_options(const GatherOptions& options);
  const GatherOptions& options() const { return options_; }
  bool is_gained() const { return options_.time_power != 0.0 || options_.agc_window > 0.0; }
  void set_wave_limit(double limit);  // 0: none
  void mark_time(double seconds);     // a line at the time of the snapshot; negative: none
  void mark_trace(int trace);         // the one that is chosen; negative: none

  // The window shown, as parts of the whole; for zoom and pan.
  void zoom_at(double x, double y, double factor) override;
  void pan_by(double dx, double dy) override;
  bool is_flat() const override { return true; }
  void reset_camera() override;

  // What lies under the pointer: the trace, negative outside of them; and in words, empty there.
  int trace_at(double x, double y) const;
  std::string read_out(double x, double y) const;
  std::array<double, 2> place(int trace, double seconds) const;  // of display pixels
  double limit() const { return limit_; }                        // where colours end, of what was drawn
  int drawn_every() const {
    return every_;
  }  // of the traces that are drawn as lines: so many lie between two

 protected:
  void layout(Overlay& overlay) override;
  void take_look() override { dirty_ = true; }

 private:
  struct Window {
    double left = 0, right = 1, top = 0, bottom = 1;
    bool operator==(const Window&) const = default;
  };
  // What the window shows of the traces at `places`, gained: `rows` values each, the first `there` of them
  // made.
  struct Columns {
    int rows = 0, there = 0;
    std::vector<int> places;
    std::vector<float> values;
    const float* of(std::size_t column) const {
      return values.data() + column * static_cast<std::size_t>(rows);
    }
  };
  Columns columns(const Gather& gather, int step) const;
  double limit_of(const Columns& columns) const;
  void paint();
  void paint_density(const Columns& columns);
  void draw_traces(const Columns& columns, bool over_density);
  bool is_low() const;
  void draw_trace_axis(Overlay& overlay, double head_end);
  void draw_marks(Overlay& overlay);
  void draw_times(Overlay& overlay) const;
  // What the times' colours mean, below the traces: each name's place, in rows from above.
  struct LegendPlace {
    double x = 0.0;
    int row = 0;
  };
  static constexpr double legend_row = 20.0;  // design pixels
  std::vector<LegendPlace> legend_places(Overlay& overlay) const;
  void draw_legend(Overlay& overlay, const std::vector<LegendPlace>& places) const;
  bool shows_density() const;
  int count() const { return static_cast<int>(axis_.order.size()); }
  double trace_width() const;             // pixels
  double x_of_place(double place) const;  // of the middle of a trace
  double y_of_time(double seconds) const;
  double length() const { return (gather_->samples - 1) * gather_->dt; }  // seconds

  std::shared_ptr<const Gather> gather_;
  Vec3 source_{};
  GatherBeside beside_;
  GatherAxis axis_;
  int samples_ = 0;
  GatherOptions options_;
  Window window_;
  PlotBox plot_ = no_plot;  // pixels
  double marked_time_ = -1.0;
  int marked_trace_ = -1;
  double limit_ = 0.0, wave_limit_ = 0.0;
  int every_ = 1;
  bool dirty_ = true;
  FrameSize painted_;
  PlotPicture picture_;
  TraceShapes shapes_;
};

}  // namespace foldwave
