#include "core/fold/layers/layers.hpp"

namespace foldwave {

int LayerBands::layer_at(double T) const {
  int layer = 0;
  for (const double edge : boundary) {
    if (T > edge) break;
    ++layer;
  }
  return layer;
}

LayerBands layer_bands(const LayerStack& stack, const FoldParameters& parameters, int first) {
  const auto count = static_cast<int>(stack.layers.size());
  const double speed = parameters.F + parameters.psi;
  LayerBands bands;
  bands.boundary.assign(static_cast<std::size_t>(count - 1), 0.0);
  // Boundary i is the top of layer i + 1; the horizon is the top of layer `horizon_is_top_of`.
  const int zero = stack.horizon_is_top_of - 1;
  for (int i = zero - 1; i >= 0; --i)
    bands.boundary[static_cast<std::size_t>(i)] =
        bands.boundary[static_cast<std::size_t>(i + 1)] +
        stack.layers[static_cast<std::size_t>(i + 1)].thickness / speed;
  for (int i = zero + 1; i < count - 1; ++i)
    bands.boundary[static_cast<std::size_t>(i)] = bands.boundary[static_cast<std::size_t>(i - 1)] -
                                                  stack.layers[static_cast<std::size_t>(i)].thickness / speed;
  bands.boundary.erase(bands.boundary.begin(), bands.boundary.begin() + first);
  return bands;
}

LayerBands deposit_bands(const LayerStack& stack, int first, int count) {
  LayerBands bands;
  double height = 0.0;
  for (int i = first + count - 1; i > first; --i) {
    height += stack.layers[static_cast<std::size_t>(i)].thickness;
    bands.boundary.insert(bands.boundary.begin(), height);
  }
  return bands;
}

Field<float> velocity_volume(const Field<std::uint8_t>& layer_index, const LayerStack& stack) {
  std::vector<float> velocity;
  for (const Layer& layer : stack.layers)
    velocity.push_back(static_cast<float>(layer.velocity));
  Field<float> v(layer_index.shape());
#pragma omp parallel for schedule(static)
  for (Index m = 0; m < layer_index.size(); ++m)
    v[m] = velocity[layer_index[m]];
  return v;
}

}  // namespace foldwave
