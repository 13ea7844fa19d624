#include "core/engine/rock_probe.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/trilinear.hpp"

namespace foldwave {

std::optional<RockReading> read_rock(const FoldResult& fold, const LayerStack& layers, const Vec3& local) {
  const Vec3 size = fold.grid.extent();
  for (int a = 0; a < 3; ++a)
    if (!(local[a] >= 0.0 && local[a] <= size[a])) return std::nullopt;
  RockReading reading;
  reading.map = local + fold.grid.origin;
  if (!fold.velocity_file.empty()) reading.velocity = trilinear_at(fold.velocity, fold.grid, reading.map);
  if (!fold.folded) return reading;
  const auto rock = rock_at(fold.grid, fold.layering(), local);
  if (!rock) return reading;
  reading.layer = rock->layer;
  reading.T = ArrivalProbe(fold.grid, fold.arrival, fold.cuts).value(local);
  if (rock->bedding != nullptr)
    reading.attitude = attitude_at(ArrivalProbe(fold.grid, *rock->bedding), local);
  const auto layer = static_cast<std::size_t>(rock->layer);
  if (!reading.velocity && layer < layers.layers.size()) reading.velocity = layers.layers[layer].velocity;
  return reading;
}

std::optional<double> horizon_depth(const FoldResult& fold, double x, double y) {
  if (!fold.folded) return std::nullopt;
  if (fold.horizon) return fold.horizon->depth(x, y);
  const ArrivalProbe probe(fold.grid, fold.arrival, fold.cuts);
  const double step = 0.5 * fold.grid.h[2], end = fold.grid.extent().z;
  const int count = static_cast<int>(std::lround(end / step));
  std::optional<double> above;
  for (int k = 0; k <= count; ++k) {
    const double z = std::min(k * step, end);
    const std::optional<double> here = probe.value({x, y, z});
    if (above && here && *above > 0.0 && *here <= 0.0) {
      // Halved until it is far finer than a cell.
      double young = z - step, old = z;
      for (int i = 0; i < 20; ++i) {
        const double middle = 0.5 * (young + old);
        (probe.value({x, y, middle}).value_or(0.0) > 0.0 ? young : old) = middle;
      }
      return 0.5 * (young + old);
    }
    above = here;
  }
  return std::nullopt;
}

}  // namespace foldwave
