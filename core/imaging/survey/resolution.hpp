// How far two points must lie apart across to be told apart in an image: along a section, of a volume along x
// or y, whichever is more. A place that is seen
// by rays up to the angles a and b from the vertical, left and right, has lateral wavenumbers from
// -2 w sin(a) / v to 2 w sin(b) / v in its image, so that
//
//   lateral = v / (2 f (sin a + sin b))
//
// v / (4 f sin a) where both are alike (Berkhout, Applied seismic wave theory, 1987). Rays are straight, from
// the outermost shots within the largest offset; f is the wavelet's peak. Of a volume b and a are counted
// along each axis on which shots lie apart at all. Units: metres, hertz.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/base/grid.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

class LateralResolution {
 public:
  // Sources in the grid's local coordinates.
  LateralResolution(const Grid3& grid, const std::vector<Vec3>& sources, double frequency,
                    double most_offset);

  // At a node of this velocity; infinity where it is seen from straight above alone, 0 without sources.
  double at(int i, int j, int k, double velocity) const;

 private:
  struct Reach {
    double first = 0.0, last = 0.0;
    bool counts = false;
  };
  Vec3 spacing_;
  Reach x_, y_;
  double top_ = 0.0, frequency_, most_offset_;
  bool any_;
};

// At all nodes.
Field<float> lateral_resolution(const Grid3& grid, const Field<float>& velocity,
                                const std::vector<Vec3>& sources, double frequency, double most_offset);

}  // namespace foldwave
