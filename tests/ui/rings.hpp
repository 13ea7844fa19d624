// Snapshots made without a solver: a Ricker-shaped ring that grows from frame to frame.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "core/base/grid.hpp"
#include "ui/scene/wave/snapshot.hpp"

namespace foldwave {

inline std::vector<std::shared_ptr<const Snapshot>> rings(const Grid3& grid, int count) {
  std::vector<std::shared_ptr<const Snapshot>> list;
  for (int s = 0; s < count; ++s) {
    auto made = std::make_shared<Snapshot>();
    made->step = s;
    made->time = 0.01 * s;
    made->pressure = Field<float>(grid.n);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          const double r = std::hypot(i - grid.n[0] / 2, j - grid.n[1] / 2, k);
          const double a = 12.0 * (r / grid.n[0] - 0.01 * (s % 100));
          made->pressure(i, j, k) = static_cast<float>((1 - a * a) * std::exp(-a * a));
        }
    made->limit = clip_limit(made->pressure.values(), 99.5);
    list.push_back(made);
  }
  return list;
}

}  // namespace foldwave
