// Three components in the program's frame: x east, y north, z depth (positive down).
#pragma once

#include <cmath>

#include "core/base/host_device.hpp"

namespace foldwave {

template <class Real>
struct Vec3T {
  Real x{};
  Real y{};
  Real z{};

  constexpr bool operator==(const Vec3T&) const = default;

  HOST_DEVICE constexpr Real operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  HOST_DEVICE constexpr Real& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
};

using Vec3 = Vec3T<double>;

template <class Real>
HOST_DEVICE constexpr Vec3T<Real> operator+(Vec3T<Real> a, Vec3T<Real> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real>
HOST_DEVICE constexpr Vec3T<Real> operator-(Vec3T<Real> a, Vec3T<Real> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real>
HOST_DEVICE constexpr Vec3T<Real> operator-(Vec3T<Real> a) {
  return {-a.x, -a.y, -a.z};
}
template <class Real>
HOST_DEVICE constexpr Vec3T<Real> operator*(Real s, Vec3T<Real> a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class Real>
HOST_DEVICE constexpr Real dot(Vec3T<Real> a, Vec3T<Real> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real>
HOST_DEVICE Real norm(Vec3T<Real> a) {
  return std::sqrt(dot(a, a));
}

}  // namespace foldwave
