// Surfaces, lines and points as plain arrays, in map coordinates: x east, y north, z depth positive down,
// metres, double precision, so that UTM coordinates keep their millimetres.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

struct PointScalars {
  std::string name;
  std::vector<float> values;  // one a point
};

struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<PointScalars> scalars;
};

struct Polylines {
  std::vector<Vec3> points;
  std::vector<std::vector<int>> lines;  // a closed line repeats its first point at the end
  std::vector<PointScalars> scalars;
};

struct PointSet {
  std::vector<Vec3> points;
  std::vector<PointScalars> scalars;
};

}  // namespace foldwave
