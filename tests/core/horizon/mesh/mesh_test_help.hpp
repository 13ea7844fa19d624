// What the tests of meshes share: sheets of triangles over a rectangle of parameters, and an S-shaped fold of
// arcs and planes whose distance has a closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave::test {

inline MeshPlaces test_places() {
  MeshPlaces places;
  places.whole = "mesh";
  places.vertex = [](int i) { return "vertex " + std::to_string(i); };
  places.triangle = [](int i) { return "triangle " + std::to_string(i); };
  return places;
}

struct Span {
  double from, to;
  int cells;
};

// place(u, v) at the nodes of a grid of parameters, two triangles a cell.
template <class Place>
SurfaceMesh sheet(Span u, Span v, Place&& place) {
  SurfaceMesh mesh;
  for (int j = 0; j <= v.cells; ++j)
    for (int i = 0; i <= u.cells; ++i)
      mesh.points.push_back(
          place(u.from + (u.to - u.from) * i / u.cells, v.from + (v.to - v.from) * j / v.cells));
  for (int j = 0; j < v.cells; ++j)
    for (int i = 0; i < u.cells; ++i) {
      const int a = i + (u.cells + 1) * j;
      const int b = a + u.cells + 1;
      mesh.triangles.push_back({a, b, a + 1});
      mesh.triangles.push_back({a + 1, b, b + 1});
    }
  return mesh;
}

// Across y: an upper limb from the west, half a circle down, a middle limb back to the west that lies upside
// down, half a circle down, a lower limb to the east. Younger is above.
struct RecumbentFold {
  double x = 5.0, z = 5.0;  // of the middle limb's middle
  double radius = 1.2;
  double limb = 3.0;  // the middle one's length

  // At the arc length s from the middle.
  Vec3 at(double s, double y) const {
    const double side = s < 0.0 ? -1.0 : 1.0;
    const double a = std::abs(s) - 0.5 * limb;
    double along = 0.5 * limb;
    double up = 0.0;
    if (a <= 0.0) {
      along += a;
    } else if (a <= std::numbers::pi * radius) {
      along += radius * std::sin(a / radius);
      up = radius * (1.0 - std::cos(a / radius));
    } else {
      along -= a - std::numbers::pi * radius;
      up = 2.0 * radius;
    }
    return {x + side * along, y, z - side * up};
  }

  double distance(const Vec3& p) const {
    const double px = p.x - x;
    const double pz = p.z - z;
    const double h = 0.5 * limb;
    const auto limb_at = [&](double from, double to, double depth) {
      return std::hypot(px - std::clamp(px, from, to), pz - depth);
    };
    double d =
        std::min({limb_at(-h, h, 0.0), limb_at(-1e9, h, -2.0 * radius), limb_at(-h, 1e9, 2.0 * radius)});
    if (px >= h) d = std::min(d, std::abs(std::hypot(px - h, pz + radius) - radius));
    if (px <= -h) d = std::min(d, std::abs(std::hypot(px + h, pz - radius) - radius));
    return d;
  }

  // An even number of sheets above a place: the younger side.
  bool younger(const Vec3& p) const {
    const double px = p.x - x;
    const double pz = p.z - z;
    const double h = 0.5 * limb;
    int above = 0;
    if (px <= h && pz > -2.0 * radius) ++above;
    if (std::abs(px) <= h && pz > 0.0) ++above;
    if (px >= -h && pz > 2.0 * radius) ++above;
    const auto arc = [&](double beyond, double centre) {
      if (!(beyond > 0.0 && beyond < radius)) return;
      const double half = std::sqrt(radius * radius - beyond * beyond);
      above += (pz > centre - half ? 1 : 0) + (pz > centre + half ? 1 : 0);
    };
    arc(px - h, -radius);
    arc(-h - px, radius);
    return above % 2 == 0;
  }

  // `cells` along the fold; about square triangles; over x 0 to 10 and y 0 to `width`, with a margin of 1.
  SurfaceMesh mesh(int cells, double width) const {
    const double half = 0.5 * limb + std::numbers::pi * radius + 0.5 * limb + 6.0;
    const int across = std::max(2, static_cast<int>(cells * (width + 2.0) / (2.0 * half)));
    return sheet({-half, half, cells}, {-1.0, width + 1.0, across},
                 [&](double s, double y) { return at(s, y); });
  }
};

}  // namespace foldwave::test
