// Three slices through any volume, in colours between two ends, with its colour bar. What the planes hold, A,
// B or their difference, whole or coarse, is their giver's matter. Over them what was found in the volume:
// the nodes of a plane that stand out, lines and planes; and the markers of the model.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/volume/view/volume_plane.hpp"
#include "ui/scene/rock/marker_shapes.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/box_axes.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {

struct VolumeColors {
  const ColorMap* map = nullptr;  // null: viridis
  double low = 0.0, high = 1.0;   // where the colours end
  std::string title;              // over the bar
};

class VolumeScene : public Scene {
 public:
  VolumeScene();

  void show_grid(const Grid3& grid);  // another box: slices in its middle, without values
  void show_plane(const VolumePlane& plane);
  void clear_planes();
  void set_colors(const VolumeColors& colors);
  void set_title(const std::string& title) { title_ = title; }
  const std::string& title() const { return title_; }
  const VolumeColors& colors() const { return colors_; }
  const Grid3& grid() const { return grid_; }

  // Over the plane of an axis while it lies at this node and has so many samples.
  struct Edges {
    int axis = -1, node = 0;
    int nu = 0, nv = 0;
    std::vector<std::size_t> samples;  // u fastest
  };
  void show_edges(Edges edges);
  void show_found(std::vector<MarkerShape> found) { found_.show(std::move(found)); }
  void show_markers(std::vector<MarkerShape> markers) { markers_.show(std::move(markers)); }
  const Edges& edges() const { return edges_; }
  const MarkerShapes& found() const { return found_; }
  const MarkerShapes& markers() const { return markers_; }

  void set_slice(int axis, int node);  // its plane comes by show_plane
  int slice(int axis) const { return node_[static_cast<std::size_t>(axis)]; }
  int drawn_node(int axis) const { return slices_[static_cast<std::size_t>(axis)].node(); }  // of its values
  const SliceValues& values(int axis) const { return values_[static_cast<std::size_t>(axis)]; }
  std::optional<Vec3> rock_at(double x, double y) const;    // on the slice in front, local; display pixels
  std::optional<double> value_at(const Vec3& local) const;  // of what is drawn there

  void look_from(LookFrom from) override;
  const SceneBox* space() const override { return &box_; }
  bool is_flat() const override { return box_.section; }

 protected:
  void place_camera() override;
  void layout(Overlay& overlay) override;
  void layout_marks(Overlay& overlay) override;

 private:
  void paint(int axis);

  SceneBox box_;
  Grid3 grid_;
  BoxAxes axes_;
  std::array<Slice, 3> slices_;
  std::array<int, 3> node_{};
  std::array<SliceValues, 3> values_{};
  VolumeColors colors_;
  Edges edges_;
  MarkerShapes markers_, found_;
  std::string title_ = "Volume";
  bool fitted_ = false;
};

}  // namespace foldwave
