#include "ui/panels/chosen_part.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {
namespace {

constexpr double most_looked_at = 3e6;  // nodes: a few milliseconds

void grow(std::optional<RockPart>& part, const Vec3& local) {
  if (!part) part = {local, local};
  for (int a = 0; a < 3; ++a) {
    part->low[a] = std::min(part->low[a], local[a]);
    part->high[a] = std::max(part->high[a], local[a]);
  }
}

}  // namespace

std::optional<RockPart> part_of(const std::vector<Vec3>& places, const Grid3& grid) {
  std::optional<RockPart> part;
  for (const Vec3& place : places)
    grow(part, place - grid.origin);
  return part;
}

std::optional<RockPart> part_of_layer(const FoldResult& fold, int layer) {
  const Field<std::uint8_t>& layers = fold.layer_index;
  const auto n = layers.shape();
  const int step = std::max(
      1, static_cast<int>(std::ceil(std::cbrt(static_cast<double>(layers.size()) / most_looked_at))));
  std::optional<RockPart> part;
  for (int k = 0; k < n[2]; k += step)
    for (int j = 0; j < n[1]; j += step)
      for (int i = 0; i < n[0]; i += step)
        if (layers(i, j, k) == layer)
          grow(part, {i * fold.grid.h[0], j * fold.grid.h[1], k * fold.grid.h[2]});
  return part;
}

}  // namespace foldwave
