#include "core/engine/rock_probe.hpp"

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

}  // namespace foldwave
