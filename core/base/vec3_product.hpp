// Cross product and direction of vectors. In the program's frame (z down) the cross product keeps its
// formula.
#pragma once

#include "core/base/vec3.hpp"

namespace foldwave {

inline Vec3 cross_product(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Zero stays zero.
inline Vec3 unit(const Vec3& a) {
  const double length = norm(a);
  return length > 0.0 ? (1.0 / length) * a : a;
}

}  // namespace foldwave
