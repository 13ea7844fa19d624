#include "core/forecast/gpu_model/stencil_traffic.hpp"

#include <algorithm>
#include <string>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr double sector = 32.0;
constexpr int sector_values = 8;

int sectors_of(int values) {
  return (values + sector_values - 1) / sector_values;
}

}  // namespace

StencilTraffic stencil_traffic(const LaunchShape& shape) {
  const auto [bx, by, bz] = shape.block;
  if (bx < 1 || (bx & (bx - 1)) != 0)
    throw InputError("block", std::to_string(bx) + " threads along x are no power of two",
                     "use 8, 16, 32, 64, 128 ...");
  const int radius = shape.order / 2;
  StencilTraffic t;
  t.rows = 32 / std::min(32, bx);
  t.aligned_loads = 4.0 * radius + 1.0 + 2.0;
  t.shifted_loads = 2.0 * radius;
  t.stores = 1.0;

  const double warps = shape.warps_a_block();
  const double aligned = t.rows * sectors_of(std::min(32, bx));
  double sectors = t.aligned_loads * aligned;
  // A shift by other than whole sectors touches one more in each row.
  for (int k = 1; k <= radius; ++k)
    sectors += 2.0 * (aligned + (k % sector_values != 0 ? t.rows : 0));
  t.l1_bytes = sector * warps * sectors;
  const int own = sectors_of(bx);
  const double centre = by * bz * (own + 2.0 * sectors_of(radius));
  const double sides = 2.0 * radius * (by + bz) * own;
  const double fields = by * bz * own;
  t.read_bytes = sector * (centre + sides + 2.0 * fields);
  t.l2_bytes = t.read_bytes + sector * fields;
  t.held_bytes = sector * (centre + sides);
  t.memory_bytes = 16.0 * shape.threads();
  // Three fields with their halo, whose rows begin and end with a sector of it, and one array without.
  const auto [nx, ny, nz] = shape.nodes;
  const double rows = 1.0 * ny * nz, halo_rows = 2.0 * radius * (ny + nz);
  t.working_bytes = 4.0 * shape.points() + 3.0 * (4.0 * nx + 2.0 * sector) * (rows + halo_rows);
  return t;
}

}  // namespace foldwave
