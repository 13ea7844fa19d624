#include "core/base/trilinear.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace foldwave {

NodePlace place_between(const Grid3& grid, int axis, double map) {
  const auto a = static_cast<std::size_t>(axis);
  const int most = grid.n[a] - 1;
  const double at = std::clamp((map - grid.origin[axis]) / grid.h[a], 0.0, static_cast<double>(most));
  const double nearest = std::round(at);
  const double snapped = std::abs(at - nearest) < 1e-6 ? nearest : at;
  const int node = std::min(static_cast<int>(snapped), std::max(0, most - 1));
  return {node, snapped - node};
}

double trilinear_at(const Field<float>& field, const Grid3& grid, const Vec3& map) {
  std::array<NodePlace, 3> place;
  std::array<int, 3> next{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    place[axis] = place_between(grid, a, map[a]);
    next[axis] = std::min(place[axis].node + 1, grid.n[axis] - 1);
  }
  double sum = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1.0;
    std::array<int, 3> node{};
    for (std::size_t a = 0; a < 3; ++a) {
      const bool far = ((corner >> a) & 1) != 0;
      weight *= far ? place[a].part : 1.0 - place[a].part;
      node[a] = far ? next[a] : place[a].node;
    }
    if (weight > 0.0) sum += weight * static_cast<double>(field(node[0], node[1], node[2]));
  }
  return sum;
}

Field<float> resampled(const Field<float>& field, const Grid3& from, const Grid3& to, const Job& job) {
  struct Taps {
    int near, far;  // on an axis of one node the same
    double part;
  };
  std::array<std::vector<Taps>, 3> taps;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    for (int i = 0; i < to.n[a]; ++i) {
      const NodePlace place = place_between(from, axis, to.origin[axis] + i * to.h[a]);
      taps[a].push_back({place.node, std::min(place.node + 1, from.n[a] - 1), place.part});
    }
  }
  // A part of 0 or 1 gives the node's own value, bit by bit.
  const auto mean = [](double a, double b, double part) { return (1.0 - part) * a + part * b; };
  Field<float> values(to.n);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < to.n[2]; ++k) {
    const Taps z = taps[2][static_cast<std::size_t>(k)];
    for (int j = 0; j < to.n[1]; ++j) {
      if (job.stop.stop_requested()) break;
      const Taps y = taps[1][static_cast<std::size_t>(j)];
      for (int i = 0; i < to.n[0]; ++i) {
        const Taps x = taps[0][static_cast<std::size_t>(i)];
        const auto along = [&](int jj, int kk) {
          return mean(static_cast<double>(field(x.near, jj, kk)), static_cast<double>(field(x.far, jj, kk)),
                      x.part);
        };
        values(i, j, k) =
            static_cast<float>(mean(mean(along(y.near, z.near), along(y.far, z.near), y.part),
                                    mean(along(y.near, z.far), along(y.far, z.far), y.part), z.part));
      }
    }
  }
  job.throw_if_stopped();
  return values;
}

}  // namespace foldwave
