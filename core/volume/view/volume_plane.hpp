// The planes of a volume that is looked at. Shapes: the lower of a plane's two axes fastest, as `Slice`
// (ui/scene/rock) has them. Units: the values'. Errors: those of VolumeSource; InputError for a plane that is
// not there, and for planes of other nodes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

// The values on one plane of nodes.
struct VolumePlane {
  int axis = 0, node = 0;
  int nu = 0, nv = 0;
  std::vector<float> values;
};
int plane_u(int axis);  // the axis along u: y, x, x
int plane_v(int axis);  // along v: z, z, y

// Planes of one volume, for one thread. Of a file the planes around the last ones are kept, 32 MB an axis.
class PlaneReader {
 public:
  explicit PlaneReader(Volume volume);

  VolumePlane read(int axis, int node, const Job& job = {});
  std::string damage() const;  // of the planes that were read last; one line, empty: none

 private:
  Volume volume_;
  std::vector<VolumeSlices> slices_;  // of a file, one an axis
  std::array<std::vector<DamagedBrick>, 3> damaged_{};
};

// a - b, node by node.
VolumePlane difference(const VolumePlane& a, const VolumePlane& b);

}  // namespace foldwave
