#include "core/wave/taps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/kaiser_sinc.hpp"

namespace foldwave {

namespace {

constexpr int half_width = 4;
const KaiserSinc windowed_sinc(half_width, 6.31);

struct LineTap {
  int node = 0;  // padded coordinate
  double weight = 0.0;
};

// Taps along one axis; the nodes of free faces carry none. They are found in the whole grid, so that a slab
// has the same weights to the bit, and are left out where the slab has no such node.
std::vector<LineTap> line_taps(const PaddedGrid& padded, std::size_t axis, double position,
                               Interpolation interpolation) {
  const int cells = padded.grid.whole_nodes(axis) - 1;
  if (cells == 0) return {{0, 1.0}};
  const int pad = padded.whole_pad[2 * axis], here = padded.user[axis] - padded.grid.offset[axis] - pad;
  const auto in_slab = [&](std::vector<LineTap> taps) {
    for (LineTap& tap : taps)
      tap.node += here;
    std::erase_if(taps, [&](const LineTap& t) { return t.node < 0 || t.node >= padded.n[axis]; });
    return taps;
  };
  const double at = std::clamp(position / padded.grid.h[axis], 0.0, static_cast<double>(cells));
  const double nearest = std::round(at);
  // A position that is on a node but for rounding takes that node alone.
  if (std::abs(at - nearest) < 1e-9) return in_slab({{pad + static_cast<int>(nearest), 1.0}});
  const int base = static_cast<int>(at);
  const int reach = interpolation == Interpolation::sinc ? half_width : 1;
  const int last = cells + pad + padded.whole_pad[2 * axis + 1];
  std::vector<LineTap> taps;
  for (int node = base - reach + 1; node <= base + reach; ++node) {
    const double x = node - at;
    double weight = interpolation == Interpolation::sinc ? windowed_sinc(x) : 1.0 - std::abs(x);
    int to = node + pad;
    // Reflected until it is inside: a thin box has two free faces within reach.
    while (weight != 0.0 && (to < 0 || to > last)) {
      const bool low = to < 0;
      if (padded.whole_faces[2 * axis + (low ? 0 : 1)] != Boundary::free) weight = 0.0;
      to = low ? -to : 2 * last - to;
      weight = -weight;
    }
    if (weight == 0.0) continue;
    const auto same = std::find_if(taps.begin(), taps.end(), [&](const LineTap& t) { return t.node == to; });
    if (same == taps.end())
      taps.push_back({to, weight});
    else
      same->weight += weight;
  }
  return in_slab(std::move(taps));
}

}  // namespace

std::vector<Tap> receiver_taps(const PaddedGrid& padded, Vec3 position, Interpolation interpolation) {
  const auto x = line_taps(padded, 0, position.x, interpolation);
  const auto y = line_taps(padded, 1, position.y, interpolation);
  const auto z = line_taps(padded, 2, position.z, interpolation);
  std::vector<Tap> taps;
  taps.reserve(x.size() * y.size() * z.size());
  for (const LineTap& c : z)
    for (const LineTap& b : y)
      for (const LineTap& a : x)
        taps.push_back({padded.index(a.node, b.node, c.node), a.weight * b.weight * c.weight});
  return taps;
}

std::vector<Tap> source_taps(const PaddedGrid& padded, Vec3 position, Interpolation interpolation) {
  auto taps = receiver_taps(padded, position, interpolation);
  std::erase_if(taps, [&](const Tap& tap) {
    const int k = static_cast<int>(tap.index / padded.plane()) - padded.lead[2];
    const int j = static_cast<int>(tap.index % padded.plane() / padded.row()) - padded.lead[1];
    const int i = static_cast<int>(tap.index % padded.row()) - padded.lead[0];
    return !padded.updated(i, j, k);
  });
  return taps;
}

}  // namespace foldwave
