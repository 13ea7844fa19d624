#include "ui/scene/structure/slice_paint.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/rock/slice_layers.hpp"

namespace foldwave {
namespace {

constexpr int slice_detail = 420;    // samples along a slice: layer edges look smooth, painting stays quick
constexpr int preview_detail = 180;  // of a fold that is gone in a moment

void hatch_crossed(const FoldResult& fold, int axis, int node, int nu, int nv, std::vector<Bytes3>& pixels) {
  if (!fold.caustics.notable) return;
  const SliceValues crossed = slice_values(fold.caustics.crossed, axis, node);
  const Bytes3 ink = to_bytes(theme::refused);
  const auto at_node = [](int sample, int samples, int nodes) {
    return samples > 1 ? static_cast<int>(std::lround(sample * (nodes - 1.0) / (samples - 1.0))) : 0;
  };
  for (int v = 0; v < nv; ++v)
    for (int u = 0; u < nu; ++u)
      if (is_hatched(u, v) && crossed.at(at_node(u, nu, crossed.nu), at_node(v, nv, crossed.nv)) > 0.0F)
        pixels[static_cast<std::size_t>(v) * static_cast<std::size_t>(nu) + static_cast<std::size_t>(u)] =
            ink;
}

}  // namespace

void paint_rock(Slice& slice, const Grid3& grid, const SlicePaint& how, double line_width) {
  const FoldResult& fold = how.fold;
  const auto a = static_cast<std::size_t>(slice.axis());
  const int node =
      static_cast<int>(std::lround(slice.node() * (fold.grid.n[a] - 1.0) / std::max(1, grid.n[a] - 1)));
  const SliceValues T = slice_values(fold.arrival, slice.axis(), node);
  const int detail = fold.grid.n == grid.n ? slice_detail : preview_detail;
  int samples_to = 1;       // what the picture was refined to
  std::vector<int> layers;  // of the picture
  const auto paint = [&](int nu, int nv, std::vector<Bytes3> pixels) {
    hatch_crossed(fold, slice.axis(), node, nu, nv, pixels);
    slice.paint(nu, nv, pixels);
  };
  const auto by_value = [&](const SliceValues& values, int refined_to) {
    samples_to = refined_to;
    std::vector<Bytes3> pixels;
    pixels.reserve(values.values.size());
    for (const float value : values.values)
      pixels.push_back(how.scale.at(double{value}));
    paint(values.nu, values.nv, std::move(pixels));
  };
  const auto by_layer = [&](auto&& color_of) {
    std::vector<Bytes3> colors;
    for (const Layer& layer : how.stack.layers)
      colors.push_back(color_of(layer));
    const SliceValues fine = refined(T, detail);
    samples_to = detail;
    layers = slice_layers(fold, slice.axis(), node, detail);
    std::vector<Bytes3> pixels;
    for (const int layer : layers)
      pixels.push_back(layer < 0 ? to_bytes(theme::missing) : colors[static_cast<std::size_t>(layer)]);
    paint(fine.nu, fine.nv, std::move(pixels));
  };
  switch (how.color) {
    case SliceColor::layer:
      by_layer([](const Layer& layer) { return to_bytes(rgb(layer.color)); });
      break;
    case SliceColor::velocity:
      // A layer's velocity is its own up to its boundary.
      if (fold.velocity_file.empty())
        by_layer([&](const Layer& layer) { return how.scale.at(layer.velocity); });
      else
        by_value(slice_values(fold.velocity, slice.axis(), node), 1);
      break;
    case SliceColor::arrival:
      by_value(refined(T, detail), detail);
      break;
    case SliceColor::difference:
      if (how.difference == nullptr || how.difference->time.shape() != fold.arrival.shape())
        slice.paint(T, [](float) { return to_bytes(theme::missing); });
      else
        by_value(refined(slice_values(how.difference->time, slice.axis(), node), detail), detail);
      break;
  }
  slice.draw_lines(how.boundaries ? slice_boundaries(fold, slice.axis(), node) : std::vector<SliceLines>{},
                   theme::ink, line_width, 1.0);
  if (how.first <= 0) return;
  if (layers.empty()) layers = slice_layers(fold, slice.axis(), node, samples_to);
  std::vector<std::uint8_t> kept;
  for (const int layer : layers)
    kept.push_back(layer < 0 || layer >= how.first ? 1 : 0);
  slice.paint_part(kept, how.boundaries ? slice_boundaries(fold, slice.axis(), node, how.first)
                                        : std::vector<SliceLines>{});
}

}  // namespace foldwave
