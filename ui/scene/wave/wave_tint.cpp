#include "ui/scene/wave/wave_tint.hpp"

#include <array>

#include "ui/scene/rock/slice_layers.hpp"

namespace foldwave {
namespace {

constexpr double own_part = 0.55;  // of a layer's or a velocity's own colour, the rest is white

const ColorMap& pale_map(SequentialMap map) {
  static const std::array maps{viridis_map().mixed_with_white(own_part),
                               cividis_map().mixed_with_white(own_part),
                               gray_map().mixed_with_white(own_part)};
  return maps[static_cast<std::size_t>(map)];
}

}  // namespace

ColorScale pale_scale(const FoldResult& fold, const LayerStack& stack, const Coloring& velocity) {
  ColorScale scale = color_scale(velocity, velocity_range(fold, stack));
  scale.map = &pale_map(velocity.map);
  return scale;
}

std::vector<Bytes3> wave_tint(const FoldResult& fold, const LayerStack& stack, const Coloring& velocity,
                              int axis, int node, int detail) {
  std::vector<Bytes3> tint;
  if (!fold.velocity_file.empty()) {
    const ColorScale scale = pale_scale(fold, stack, velocity);
    for (const float v : refined(slice_values(fold.velocity, axis, node), detail).values)
      tint.push_back(scale.at(double{v}));
    return tint;
  }
  std::vector<Bytes3> colors;
  for (const Layer& layer : stack.layers)
    colors.push_back(to_bytes(mix({1, 1, 1}, rgb(layer.color), own_part)));
  const Bytes3 missing = to_bytes(theme::missing);
  for (const int layer : slice_layers(fold, axis, node, detail))
    tint.push_back(layer >= 0 ? colors[static_cast<std::size_t>(layer)] : missing);
  return tint;
}

}  // namespace foldwave
