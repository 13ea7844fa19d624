#include "core/wave/start_fields.hpp"

#include <algorithm>
#include <cmath>

#include "core/wave/wavelet.hpp"

namespace foldwave {

StartFields plane_wave_start(const Grid3& grid, const TimeFunction& s, double velocity, Vec3 direction,
                             Vec3 at, double dt) {
  StartFields fields{Field<float>(grid.n), Field<float>(grid.n)};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 x{i * grid.h[0], j * grid.h[1], k * grid.h[2]};
        const double early = -dot(direction, x - at) / velocity;
        fields.start(i, j, k) = static_cast<float>(s(early));
        fields.past(i, j, k) = static_cast<float>(s(early - dt));
      }
  return fields;
}

StartFields exploding_reflector_start(const Grid3& grid, const Field<float>& velocity,
                                      const Field<float>* density, double frequency) {
  StartFields fields{Field<float>(grid.n), {}};
  const auto impedance = [&](int i, int j, int k) {
    return double{velocity(i, j, k)} * (density == nullptr ? 1.0 : double{(*density)(i, j, k)});
  };
#pragma omp parallel for schedule(static)
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      for (int k = 0; k + 1 < grid.n[2]; ++k) {
        const double above = impedance(i, j, k), below = impedance(i, j, k + 1);
        if (above == below) continue;
        const double reflectivity = (below - above) / (below + above);
        for (int z = 0; z < grid.n[2]; ++z) {
          const double time = (z - k - 0.5) * grid.h[2] / (0.5 * double{velocity(i, j, z)});
          if (std::abs(time) < 2.0 / frequency)
            fields.start(i, j, z) += static_cast<float>(reflectivity * ricker(frequency, time));
        }
      }
  return fields;
}

}  // namespace foldwave
