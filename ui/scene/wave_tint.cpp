#include "ui/scene/wave_tint.hpp"

#include <algorithm>
#include <cmath>

#include "ui/scene/slice_layers.hpp"

namespace foldwave {
namespace {

constexpr double layer_part = 0.55;                  // of a layer's own colour, the rest is white
constexpr double slow_gray = 0.94, fast_gray = 0.5;  // of the grey map

}  // namespace

std::vector<Bytes3> wave_tint(const FoldResult& fold, const LayerStack& stack, int axis, int node,
                              int detail) {
  std::vector<Bytes3> tint;
  if (!fold.velocity_file.empty()) {
    const double range = std::max(fold.fastest - fold.slowest, 1e-3);
    for (const float v : refined(slice_values(fold.velocity, axis, node), detail).values)
      tint.push_back(
          gray_map().at(std::lerp(slow_gray, fast_gray, (static_cast<double>(v) - fold.slowest) / range)));
    return tint;
  }
  std::vector<Bytes3> colors;
  for (const Layer& layer : stack.layers)
    colors.push_back(to_bytes(mix({1, 1, 1}, rgb(layer.color), layer_part)));
  const Bytes3 missing = to_bytes(theme::missing);
  for (const int layer : slice_layers(fold, axis, node, detail))
    tint.push_back(layer >= 0 ? colors[static_cast<std::size_t>(layer)] : missing);
  return tint;
}

}  // namespace foldwave
