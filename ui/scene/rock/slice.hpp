// A plane of nodes through the volume, drawn as a picture on a quad with thin lines on it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <vtkSmartPointer.h>

#include "core/base/field.hpp"
#include "ui/scene/stage/color.hpp"

class vtkActor;
class vtkImageData;
class vtkPolyData;
class vtkRenderer;
class vtkTexture;

namespace foldwave {

// The values on one plane: u fastest. Axis x: u = y, v = z; axis y: u = x, v = z; axis z: u = x, v = y.
struct SliceValues {
  int nu = 0, nv = 0;
  std::vector<float> values;
  float at(int u, int v) const {
    return values[static_cast<std::size_t>(u) + static_cast<std::size_t>(nu) * static_cast<std::size_t>(v)];
  }
};
template <class T>
SliceValues slice_values(const Field<T>& field, int axis, int node);

// At a place in samples; beyond the ends the nearest.
double bilinear(const SliceValues& values, double u, double v);

// Finer values by bilinear interpolation, about `wanted` samples along the longer side (never coarser).
SliceValues refined(const SliceValues& slice, int wanted);

// Where values on a plane pass a level, in the part that the clips leave: where theirs are above 0, or are
// not.
struct SliceLines {
  SliceValues values;
  std::vector<double> levels;
  std::vector<std::pair<SliceValues, bool>> clips;
};

class Slice {
 public:
  Slice(vtkRenderer* renderer, int axis);

  int axis() const { return axis_; }
  int node() const { return node_; }
  void place(const Grid3& grid, int node);
  void paint(const SliceValues& values, const std::function<Bytes3(float)>& color);
  void paint(int nu, int nv, const std::vector<Bytes3>& pixels);  // u fastest
  void draw_lines(const std::vector<SliceLines>& lines, Rgb color, double width, double opacity);
  void set_framed() { framed_ = true; }  // its edge is one of the lines
  void set_visible(bool visible);

  // The same with a part alone: the samples of the picture that are kept, and lines of its own. Painted after
  // the whole, and shown in its place while that is wished.
  void paint_part(const std::vector<std::uint8_t>& kept, const std::vector<SliceLines>& lines);
  void show_part(bool on);
  std::array<vtkActor*, 2> actors() const;

  // For frames that are put together from the pictures (quick_slices.hpp).
  bool visible() const;
  std::array<std::array<double, 3>, 3> corners() const;  // world: where u = v = 0, the last u, the last v
  std::array<int, 2> texels() const;                     // of the picture along u and v
  const std::uint8_t* picture() const;                   // three bytes each, u fastest
  void show_plain(std::optional<std::uint8_t> gray);  // in place of the picture; nothing: the picture again

 private:
  std::array<double, 3> world(double u, double v) const;  // u, v in nodes
  std::array<double, 2> last_node() const;                // u, v
  void place_lines(const std::vector<SliceLines>& lines, vtkPolyData* into) const;
  vtkSmartPointer<vtkPolyData> frame() const;
  struct Placed {
    std::array<std::array<double, 3>, 4> corners{};
    std::array<int, 2> texels{};
    bool operator==(const Placed&) const = default;
  };

  int axis_;
  int node_ = 0;
  Grid3 grid_;
  Placed placed_;  // the picture was
  bool part_shown_ = false, framed_ = false;
  vtkSmartPointer<vtkImageData> image_, part_image_;
  vtkSmartPointer<vtkTexture> texture_;
  vtkSmartPointer<vtkPolyData> quad_, lines_, part_lines_;
  vtkSmartPointer<vtkActor> quad_actor_, line_actor_;
};

}  // namespace foldwave
