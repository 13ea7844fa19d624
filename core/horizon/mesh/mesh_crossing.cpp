#include "core/horizon/mesh/mesh_crossing.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>

#include "core/horizon/mesh/mesh_tree.hpp"

namespace foldwave {

namespace {

struct Box {
  Vec3 lo, hi;
};

bool touch(const Box& a, const Box& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
         b.lo.z <= a.hi.z;
}

Box joined(const Box& a, const Box& b) {
  Box c;
  for (int k = 0; k < 3; ++k) {
    c.lo[k] = std::min(a.lo[k], b.lo[k]);
    c.hi[k] = std::max(a.hi[k], b.hi[k]);
  }
  return c;
}

using Corners = std::array<Vec3, 3>;

// What lies this share of a triangle's size inside counts as crossing; less is touching.
constexpr double inside = 1e-7;

double volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(cross_product(b - a, c - a), d - a);
}

// Whether the segment pq goes through the inside of the triangle.
bool pierces(const Vec3& p, const Vec3& q, const Corners& t) {
  const Vec3 n = cross_product(t[1] - t[0], t[2] - t[0]);
  const double size = norm(n);
  const double length = norm(q - p);
  const double least = inside * size * std::max(length, std::sqrt(size));
  const double below = dot(n, p - t[0]);
  const double above = dot(n, q - t[0]);
  if (!((below < -least && above > least) || (below > least && above < -least))) return false;
  const double sign = below < 0.0 ? 1.0 : -1.0;
  const double edge = inside * size * length;
  for (std::size_t k = 0; k < 3; ++k)
    if (sign * volume(p, q, t[k], t[(k + 1) % 3]) <= edge) return false;
  return true;
}

bool cross_each_other(const SurfaceMesh& mesh, int one, int two) {
  const auto& a = mesh.triangles[static_cast<std::size_t>(one)];
  const auto& b = mesh.triangles[static_cast<std::size_t>(two)];
  Corners p, q;
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = mesh.points[static_cast<std::size_t>(a[k])];
    q[k] = mesh.points[static_cast<std::size_t>(b[k])];
  }
  int shared = 0;
  for (const int v : a)
    shared += v == b[0] || v == b[1] || v == b[2] ? 1 : 0;
  if (shared >= 2) {
    // The dihedral angle between them is (almost) zero.
    const Vec3 n = unit(cross_product(p[1] - p[0], p[2] - p[0]));
    const Vec3 m = unit(cross_product(q[1] - q[0], q[2] - q[0]));
    return dot(n, m) < -1.0 + 1e-9;
  }
  // An edge that ends in the shared vertex only touches there, and `pierces` asks for both ends outside.
  for (std::size_t k = 0; k < 3; ++k)
    if (pierces(p[k], p[(k + 1) % 3], q) || pierces(q[k], q[(k + 1) % 3], p)) return true;
  return false;
}

}  // namespace

std::optional<std::pair<int, int>> find_crossing(const SurfaceMesh& mesh, const Job& job) {
  const int count = static_cast<int>(mesh.triangles.size());
  std::vector<Box> boxes(static_cast<std::size_t>(count));
  std::vector<Vec3> centres(boxes.size());
  for (std::size_t t = 0; t < boxes.size(); ++t) {
    const auto corner = [&](std::size_t k) {
      return mesh.points[static_cast<std::size_t>(mesh.triangles[t][k])];
    };
    boxes[t] = joined(joined({corner(0), corner(0)}, {corner(1), corner(1)}), {corner(2), corner(2)});
    centres[t] = 0.5 * (boxes[t].lo + boxes[t].hi);
  }
  const std::vector<int> order = median_order(centres);
  std::vector<Box> nodes(2 * boxes.size() - 1);
  const auto fill = [&](auto&& self, TreeRange r) -> void {
    Box& box = nodes[static_cast<std::size_t>(r.node)];
    if (r.leaf()) {
      box = boxes[static_cast<std::size_t>(order[static_cast<std::size_t>(r.begin)])];
      return;
    }
    self(self, r.left());
    self(self, r.right());
    box = joined(nodes[static_cast<std::size_t>(r.left().node)],
                 nodes[static_cast<std::size_t>(r.right().node)]);
  };
  fill(fill, {0, 0, count});

  int first = INT_MAX;
  int second = INT_MAX;
#pragma omp parallel for schedule(dynamic, 256)
  for (int t = 0; t < count; ++t) {
    if (job.stop.stop_requested()) continue;
    std::array<TreeRange, 128> stack;
    std::size_t top = 0;
    stack[top++] = {0, 0, count};
    while (top > 0) {
      const TreeRange r = stack[--top];
      if (!touch(nodes[static_cast<std::size_t>(r.node)], boxes[static_cast<std::size_t>(t)])) continue;
      if (!r.leaf()) {
        stack[top++] = r.left();
        stack[top++] = r.right();
        continue;
      }
      const int other = order[static_cast<std::size_t>(r.begin)];
      if (other <= t || !cross_each_other(mesh, t, other)) continue;
#pragma omp critical(foldwave_mesh_crossing)
      if (std::pair(t, other) < std::pair(first, second)) {
        first = t;
        second = other;
      }
    }
  }
  job.throw_if_stopped();
  if (first == INT_MAX) return std::nullopt;
  return std::pair(first, second);
}

}  // namespace foldwave
