#include "core/geology/true_thickness.hpp"

namespace foldwave {
namespace {

constexpr double steps_a_cell = 2.0;
constexpr int halvings = 40;

// Where the layer ends along a way of length 1.
std::optional<Vec3> end_of_layer(const Grid3& grid, const Layering& layering, int layer, const Vec3& from,
                                 const Vec3& way) {
  const double step = ArrivalProbe(grid, layering.arrival).finest() / steps_a_cell;
  const auto steps = static_cast<int>(norm(grid.extent()) / step) + 1;
  for (int q = 1; q <= steps; ++q) {
    const auto rock = rock_at(grid, layering, from + q * step * way);
    if (!rock) return {};
    if (rock->layer == layer) continue;
    double low = (q - 1) * step, high = q * step;
    for (int halving = 0; halving < halvings; ++halving) {
      const double middle = 0.5 * (low + high);
      const auto there = rock_at(grid, layering, from + middle * way);
      (there && there->layer == layer ? low : high) = middle;
    }
    return from + high * way;
  }
  return {};
}

}  // namespace

std::optional<TrueThickness> true_thickness(const Grid3& grid, const Layering& layering, const Vec3& local) {
  const auto rock = rock_at(grid, layering, local);
  if (!rock || rock->bedding == nullptr) return {};
  const auto jet = ArrivalProbe(grid, *rock->bedding).at(local);
  if (!jet || !(norm(jet->gradient) > 0.0)) return {};
  const Vec3 younger = (1.0 / norm(jet->gradient)) * jet->gradient;
  const auto top = end_of_layer(grid, layering, rock->layer, local, younger);
  const auto base = end_of_layer(grid, layering, rock->layer, local, -younger);
  if (!top || !base) return {};
  return TrueThickness{rock->layer, norm(*top - *base), *top, *base};
}

}  // namespace foldwave
