// The map's contour lines and their labels: at round depths, faint and unlabelled where a surface that is
// turned over hides them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/horizon/depth_samples.hpp"
#include "ui/scene/plot/contour_lines.hpp"
#include "ui/scene/plot/plot_scene.hpp"

class vtkPolyData;

namespace foldwave {

class MapContours {
 public:
  explicit MapContours(vtkRenderer* renderer);

  void clear();
  // Of depths from `low` to `high`, local; round on the map, whose origin lies at `origin_depth`.
  void find(vtkDataSet* field, double low, double high, double origin_depth);
  // What lies under the surface, in world coordinates, over a map of this size; after find().
  void find_hidden(vtkPolyData* surface, double width, double height);
  void set_visible(bool visible);
  void place_anew() { placed_view_ = -1; }  // labels make room for them, colours go with the ground

  // The colour under a contour of this level.
  using Ground = std::function<Rgb(double level, const PlotPoint& at)>;
  struct Look {
    bool labels = true;
    bool follow_ground = false;    // a line's colour changes along it
    std::vector<PlotPoint> taken;  // places that labels leave free, display pixels
    double taken_radius = 0.0;
  };
  // `view` counts the changes of what the plot shows.
  void draw(Overlay& overlay, const PlotScene& plot, int view, const TextStyle& words, const Look& look,
            const Ground& ground);

  const std::vector<ContourLine>& lines() const { return lines_; }
  const std::vector<ContourLabel>& labels() const { return labels_; }
  double interval() const { return interval_; }
  // A part that lies under a surface turned over: drawn faint, without a label.
  bool is_hidden(const ContourLine& line, const PlotPoint& at) const;

 private:
  void place(const PlotScene& plot, const Look& look, const std::function<double(double)>& width_of);
  void draw_line(const ContourLine& line, const PlotScene& plot, const Look& look, const Ground& ground);
  std::vector<ContourLine> in_sight() const;
  std::string words_of(double level) const;

  std::vector<ContourLine> lines_;
  std::vector<ContourLabel> labels_;
  double interval_ = 0.0, origin_depth_ = 0.0;
  bool bold_ = false;
  std::optional<SeenFromAbove> seen_;  // of a surface that may be turned over
  double hidden_slack_ = 0.0;
  int placed_view_ = -1;
  PlotLines thin_, thick_;
};

}  // namespace foldwave
