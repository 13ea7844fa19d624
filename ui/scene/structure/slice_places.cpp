#include "ui/scene/structure/slice_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.hpp"

namespace foldwave {

void SlicePlaces::set_grid(const Grid3& grid) {
  grid_ = grid;
  for (int slice = 0; slice < slice_count; ++slice)
    nodes_[static_cast<std::size_t>(slice)] = node_of_part(slice);
}

int SlicePlaces::node_of_part(int slice) const {
  const int last = grid_.n[static_cast<std::size_t>(axis_of_slice(slice))] - 1;
  return static_cast<int>(std::lround(parts_[static_cast<std::size_t>(slice)] * last));
}

void SlicePlaces::set_part(int slice, double part) {
  parts_[static_cast<std::size_t>(slice)] = std::clamp(part, 0.0, 1.0);
}

bool SlicePlaces::move(int slice, int node) {
  const auto s = static_cast<std::size_t>(slice);
  if (nodes_[s] == node) return false;
  const int last = grid_.n[static_cast<std::size_t>(axis_of_slice(slice))] - 1;
  nodes_[s] = std::clamp(node, 0, last);
  parts_[s] = nodes_[s] / std::max(1.0, 1.0 * last);
  return true;
}

bool SlicePlaces::has(int slice) const {
  return slice < 3 || (!grid_.is_section() && cut(axis_of_slice(slice)) == CutAway::outside);
}

bool SlicePlaces::cuts_at(int slice) const {
  return cut(axis_of_slice(slice)) != CutAway::nothing;
}

bool SlicePlaces::is_high_end(int slice) const {
  const int axis = axis_of_slice(slice), other = slice < 3 ? slice + 3 : slice - 3;
  if (cut(axis) == CutAway::outside)
    return node(slice) > node(other) || (node(slice) == node(other) && slice >= 3);
  return cut(axis) == CutAway::greater;
}

std::string SlicePlaces::words(int slice) const {
  const int axis = axis_of_slice(slice);
  const auto a = static_cast<std::size_t>(axis);
  static constexpr const char* names[] = {"x ", "y ", "depth "};
  const double at = grid_.origin[axis] + node(slice) * grid_.h[a];
  return names[a] + number_text(std::round(at), 9) + " m";
}

std::array<double, 2> SlicePlaces::left_along(int axis) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  const double h = grid_.h[static_cast<std::size_t>(axis)];
  const double at = node(axis) * h, other = node(axis + 3) * h;
  switch (grid_.is_section() && axis == 1 ? CutAway::nothing : cut(axis)) {
    case CutAway::nothing:
      break;
    case CutAway::smaller:
      return {at, far};
    case CutAway::greater:
      return {-far, at};
    case CutAway::outside:
      return {std::min(at, other), std::max(at, other)};
  }
  return {-far, far};
}

std::optional<std::array<Vec3, 2>> SlicePlaces::uncut(const Vec3& near, const Vec3& far) const {
  double from = 0.0, to = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = left_along(axis);
    const double along = far[axis] - near[axis];
    if (along == 0.0) {
      if (near[axis] < low || near[axis] > high) return std::nullopt;
      continue;
    }
    const double first = (low - near[axis]) / along, second = (high - near[axis]) / along;
    from = std::max(from, std::min(first, second));
    to = std::min(to, std::max(first, second));
  }
  if (from > to) return std::nullopt;
  // A little more at both ends: a slice lies in the plane of its cut.
  constexpr double slack = 1e-7;
  return std::array{near + (from - slack) * (far - near), near + (to + slack) * (far - near)};
}

std::vector<SideMet> SlicePlaces::sides_met(const Vec3& near, const Vec3& far) const {
  const Vec3 extent = grid_.extent();
  const auto side = [&](int axis, bool is_high) {
    const auto [low, high] = left_along(axis);
    return is_high ? std::min(high, extent[axis]) : std::max(low, 0.0);
  };
  std::vector<SideMet> met;
  for (int axis = 0; axis < 3; ++axis)
    for (const bool is_high : {false, true}) {
      const double at = side(axis, is_high), along = far[axis] - near[axis];
      const double part = along != 0.0 ? (at - near[axis]) / along : -1.0;
      Vec3 p = near + part * (far - near);
      p[axis] = at;
      bool inside = part >= 0.0 && part <= 1.0;
      for (int other = 0; other < 3; ++other)
        inside =
            inside && (other == axis || (p[other] >= side(other, false) && p[other] <= side(other, true)));
      if (inside) met.push_back({p, axis, is_high});
    }
  return met;
}

std::array<Vec3, 4> SlicePlaces::frame_of(int slice) const {
  const int axis = axis_of_slice(slice);
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  const Vec3 extent = grid_.extent();
  std::array<Vec3, 4> corners{};
  for (Vec3& c : corners)
    c[axis] = node(slice) * grid_.h[static_cast<std::size_t>(axis)];
  for (const auto& [along, at_high] : {std::pair{u, std::array{1, 2}}, {v, std::array{2, 3}}}) {
    const auto [low, high] = left_along(along);
    for (Vec3& c : corners)
      c[along] = std::max(low, 0.0);
    for (const int k : at_high)
      corners[static_cast<std::size_t>(k)][along] = std::min(high, extent[along]);
  }
  return corners;
}

}  // namespace foldwave
