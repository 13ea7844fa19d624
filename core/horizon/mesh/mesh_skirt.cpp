#include "core/horizon/mesh/mesh_skirt.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace foldwave {

namespace {

// How much of the rim's round the direction along it is taken over, to either side: a jagged rim would
// otherwise send its skirt across itself.
constexpr double smoothed_share = 0.015;
constexpr double growth = 1.8;

// The rim's nodes in order, corners and middles in turn, the surface to their left.
std::vector<int> rim_nodes(const PatchSurface& surface) {
  struct Step {
    int middle, to;
  };
  std::vector<unsigned char> uses(surface.nodes.size(), 0);
  for (const auto& p : surface.patches)
    for (std::size_t k = 0; k < 3; ++k)
      ++uses[static_cast<std::size_t>(p[3 + k])];
  std::unordered_map<int, Step> next;
  int start = -1;
  for (const auto& p : surface.patches)
    for (std::size_t k = 0; k < 3; ++k)
      if (uses[static_cast<std::size_t>(p[3 + k])] == 1) {
        next[p[k]] = {p[3 + k], p[(k + 1) % 3]};
        if (start < 0) start = p[k];
      }
  std::vector<int> rim;
  for (int at = start; at >= 0;) {
    const auto found = next.find(at);
    if (found == next.end()) break;
    rim.push_back(at);
    rim.push_back(found->second.middle);
    at = found->second.to;
    if (at == start) break;
  }
  return rim;
}

std::vector<Vec3> outward(const PatchSurface& surface, const std::vector<int>& rim) {
  const std::size_t count = rim.size();
  const auto at = [&](std::size_t i) -> const Vec3& {
    return surface.nodes[static_cast<std::size_t>(rim[i % count])];
  };
  double round = 0.0;
  for (std::size_t i = 0; i < count; ++i)
    round += norm(at(i + 1) - at(i));
  // The node that lies the window's length along the rim from node i, `step` by step, or half the rim on.
  const auto walk = [&](std::size_t i, std::size_t step) {
    double gone = 0.0;
    std::size_t to = i;
    for (std::size_t n = 0; n < count / 2 && gone < smoothed_share * round; ++n) {
      gone += norm(at(to + step) - at(to));
      to = (to + step) % count;
    }
    return to;
  };
  std::vector<Vec3> directions(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 n = surface.normals[static_cast<std::size_t>(rim[i])];
    Vec3 along = at(walk(i, 1)) - at(walk(i, count - 1));
    Vec3 out = cross_product(along, n);
    if (norm(out) < 0.3 * norm(along)) {
      along = at(i + 1) - at(i + count - 1);
      out = cross_product(along, n);
    }
    directions[i] = unit(out);
  }
  return directions;
}

}  // namespace

void add_skirt(PatchSurface& surface, double length) {
  const std::vector<int> rim = rim_nodes(surface);
  const std::size_t count = rim.size();
  const std::vector<Vec3> out = outward(surface, rim);
  double edge = 0.0;
  for (std::size_t i = 0; i < count; ++i)
    edge += 2.0 / static_cast<double>(count) *
            norm(surface.nodes[static_cast<std::size_t>(rim[(i + 1) % count])] -
                 surface.nodes[static_cast<std::size_t>(rim[i])]);
  std::vector<double> reach{0.0};
  for (double step = edge; reach.back() < length; step *= growth)
    reach.push_back(std::min(reach.back() + step, length));

  // Two rows of new nodes a ring: half-way, and its outer rim.
  const std::size_t rings = reach.size() - 1;
  const int first = static_cast<int>(surface.nodes.size());
  for (std::size_t r = 0; r < rings; ++r)
    for (const double at : {0.5 * (reach[r] + reach[r + 1]), reach[r + 1]})
      for (std::size_t i = 0; i < count; ++i)
        surface.nodes.push_back(surface.nodes[static_cast<std::size_t>(rim[i])] + at * out[i]);
  const auto node = [&](std::size_t row, std::size_t i) {
    i %= count;
    return row == 0 ? rim[i] : first + static_cast<int>((row - 1) * count + i);
  };
  surface.skirt = surface.patches.size();
  for (std::size_t r = 0; r < rings; ++r) {
    if (r + 1 == rings) surface.outer_ring = surface.patches.size();
    const std::size_t in = 2 * r;
    for (std::size_t i = 0; i < count; i += 2) {
      surface.patches.push_back({node(in, i), node(in + 2, i), node(in + 2, i + 2), node(in + 1, i),
                                 node(in + 2, i + 1), node(in + 1, i + 1)});
      surface.patches.push_back({node(in, i), node(in + 2, i + 2), node(in, i + 2), node(in + 1, i + 1),
                                 node(in + 1, i + 2), node(in, i + 1)});
    }
  }
  set_normals(surface);
}

}  // namespace foldwave
