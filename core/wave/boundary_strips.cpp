#include "core/wave/boundary_strips.hpp"

#include <algorithm>

namespace foldwave {

BoundaryStrips::BoundaryStrips(const PaddedGrid& padded, int reach) : n_(padded.grid.n) {
  std::array<int, 3> low{}, high{};  // nodes low .. high - 1 are in no strip of the axis
  for (std::size_t a = 0; a < 3; ++a) {
    const auto width = [&](std::size_t face) {
      if (padded.section && a == 1) return 0;
      return padded.boundaries[face] == Boundary::free ? 0 : reach;
    };
    low[a] = std::min(n_[a], width(2 * a));
    high[a] = std::max(low[a], n_[a] - width(2 * a + 1));
  }
  for (int z = 0; z < n_[2]; ++z)
    for (int y = 0; y < n_[1]; ++y) {
      const bool whole = y < low[1] || y >= high[1] || z < low[2] || z >= high[2];
      const StripRow row{values_, whole ? 0 : low[0], whole ? 0 : high[0]};
      values_ += row.low + n_[0] - row.high_x;
      rows_.push_back(row);
    }
}

int strip_reach(const WaveModel& model) {
  const int radius = model.stencil.radius;
  return (model.density != nullptr ? 2 * radius - 1 : radius) * (model.time_order == 4 ? 2 : 1);
}

std::vector<unsigned char> strip_lags(const BoundaryStrips& strips, const std::array<int, 3>& nodes,
                                      std::size_t block) {
  constexpr int longest = 32;
  std::vector<unsigned char> lags;
  for (int z = 0; z < nodes[2]; ++z)
    for (int y = 0; y < nodes[1]; ++y) {
      const StripRow& row = strips.row(y, z);
      const int count = row.low + strips.width() - row.high_x;
      const auto end = static_cast<std::size_t>(row.first) + static_cast<std::size_t>(count);
      const bool whole = count == strips.width();
      while (lags.size() * block < end)
        lags.push_back(static_cast<unsigned char>(whole || count > longest ? 1 : count));
    }
  return lags;
}

}  // namespace foldwave
