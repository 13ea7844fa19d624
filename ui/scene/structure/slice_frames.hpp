// The slices of the structure view are moved by their frames: which frame the pointer is on, where a drag
// along the slice's normal takes it, and how the frame is marked.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "ui/scene/stage/scene.hpp"
#include "ui/scene/structure/slice_places.hpp"

namespace foldwave {

// A place on the frame of a slice, local, where it may be taken hold of.
struct SliceGrip {
  int slice = 0, axis = 0;
  Vec3 at{};
};

class SliceFrames {
 public:
  SliceFrames(vtkRenderer* renderer, const SlicePlaces& slices) : renderer_(renderer), slices_(slices) {}

  // The frames, of these slices, within reach of the pointer; display pixels.
  std::vector<SliceGrip> grips_at(double x, double y, double reach, const std::vector<int>& slices) const;
  // The direction on the screen in which a slice goes, unit; x to the right, y up.
  std::array<double, 2> way_of(const SliceGrip& grip) const;
  // The node of a slice that stood at `node` when the drag began at `from`, its pointer being at `to`.
  int dragged(const SliceGrip& grip, int node, const std::array<double, 2>& from,
              const std::array<double, 2>& to) const;

  bool mark(int slice) { return std::exchange(marked_, slice) != slice; }  // whether it is another one
  int marked() const { return marked_; }                                   // negative: none
  // The marked one with its place, over the picture: pointing at a frame draws nothing anew.
  void draw_marked(Overlay& overlay, const FrameSize& frame, const TextStyle& words) const;

 private:
  vtkRenderer* renderer_;
  const SlicePlaces& slices_;
  int marked_ = -1;
};

}  // namespace foldwave
