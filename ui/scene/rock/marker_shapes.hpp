// Lines and planes in a 3D view: kept markers, and what was found in a volume. A plane is see-through within
// its rim; rims, lines and names are drawn in front of rock.
#pragma once

#include <string>
#include <vector>

#include <vtkSmartPointer.h>

#include "core/model/markers/marker.hpp"
#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace foldwave {

struct MarkerShape {
  std::vector<Vec3> corners;  // local; two: a line
  std::string name;
  Rgb color = theme::marker;
  bool operator==(const MarkerShape&) const = default;
};

// Those that lie in the grid's box.
std::vector<MarkerShape> shapes_of(const std::vector<Marker>& markers, const Grid3& grid);

class MarkerShapes {
 public:
  explicit MarkerShapes(vtkRenderer* renderer);

  void show(std::vector<MarkerShape> shapes);
  void set_visible(bool visible);
  bool any() const { return visible_ && !shapes_.empty(); }
  const std::vector<MarkerShape>& shapes() const { return shapes_; }
  void draw(Overlay& overlay, const FrameSize& frame);  // the names

 private:
  vtkRenderer* renderer_;
  std::vector<MarkerShape> shapes_;
  bool visible_ = true;
  vtkSmartPointer<vtkPolyData> fill_, rims_;
  vtkSmartPointer<vtkActor> fill_actor_, rim_actor_;
};

}  // namespace foldwave
