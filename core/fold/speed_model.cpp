#include "core/fold/speed_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/trilinear.hpp"

namespace foldwave {

namespace {

FoldSpeeds between(const SpeedStations& stations, Vec3 x) {
  FoldSpeeds sum{0.0, {}};
  double weights = 0.0;
  for (std::size_t s = 0; s < stations.positions.size(); ++s) {
    const Vec3 d = x - stations.positions[s];
    const double far2 = dot(d, d);
    // On a station, or so near that the weight would leave the numbers.
    if (far2 < 1e-300) return stations.speeds[s];
    const double w = 1.0 / far2;
    sum.F += w * stations.speeds[s].F;
    sum.b = sum.b + w * stations.speeds[s].b;
    weights += w;
  }
  return {sum.F / weights, (1.0 / weights) * sum.b};
}

FoldSpeeds between(const SpeedVolume& volume, Vec3 x) {
  std::array<int, 3> node{};
  std::array<double, 3> part{};
  for (int a = 0; a < 3; ++a) {
    const NodePlace place = place_between(volume.grid, a, x[a]);
    node[static_cast<std::size_t>(a)] = place.node;
    part[static_cast<std::size_t>(a)] = place.part;
  }
  FoldSpeeds sum{0.0, {}};
  for (int corner = 0; corner < 8; ++corner) {
    double w = 1.0;
    std::array<int, 3> m = node;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool far = (corner >> a & 1) != 0;
      w *= far ? part[a] : 1.0 - part[a];
      if (far) m[a] = std::min(m[a] + 1, volume.grid.n[a] - 1);
    }
    if (w == 0.0) continue;
    const auto value = [&](const Field<float>& f) { return w * static_cast<double>(f(m[0], m[1], m[2])); };
    sum.F += value(volume.F);
    sum.b = sum.b + Vec3{value(volume.b[0]), value(volume.b[1]), value(volume.b[2])};
  }
  return sum;
}

}  // namespace

FoldSpeeds SpeedModel::at(Vec3 local) const {
  return std::visit([&](const auto& source) { return between(source, origin_ + local); }, *source_);
}

SpeedVolume SpeedModel::on(const Grid3& grid, Vec3 first, const Job& job) const {
  SpeedVolume volume{
      grid, Field<float>(grid.n), {Field<float>(grid.n), Field<float>(grid.n), Field<float>(grid.n)}};
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k) {
    for (int j = 0; j < grid.n[1]; ++j) {
      if (job.stop.stop_requested()) break;
      for (int i = 0; i < grid.n[0]; ++i) {
        const FoldSpeeds s = at(first + Vec3{i * grid.h[0], j * grid.h[1], k * grid.h[2]});
        volume.F(i, j, k) = static_cast<float>(s.F);
        for (int a = 0; a < 3; ++a)
          volume.b[static_cast<std::size_t>(a)](i, j, k) = static_cast<float>(s.b[a]);
      }
    }
  }
  job.throw_if_stopped();
  return volume;
}

SpeedModel::Range SpeedModel::range() const {
  Range range{std::numeric_limits<double>::infinity(), 0.0, 0.0};
  const auto add = [&range](double F, Vec3 b) {
    range.least_F = std::min(range.least_F, F);
    range.greatest_F = std::max(range.greatest_F, F);
    range.greatest_b = std::max(range.greatest_b, norm(b));
  };
  if (const auto* const stations = std::get_if<SpeedStations>(source_.get())) {
    for (const FoldSpeeds& s : stations->speeds)
      add(s.F, s.b);
  } else {
    const auto& volume = std::get<SpeedVolume>(*source_);
    const auto value = [](const Field<float>& f, Index m) { return static_cast<double>(f[m]); };
    for (Index m = 0; m < volume.grid.size(); ++m)
      add(value(volume.F, m), {value(volume.b[0], m), value(volume.b[1], m), value(volume.b[2], m)});
  }
  return range;
}

}  // namespace foldwave
