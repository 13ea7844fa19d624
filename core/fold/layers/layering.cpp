#include "core/fold/layers/layering.hpp"

#include <cmath>
#include <map>

namespace foldwave {

std::vector<LayerBoundary> Layering::boundaries() const {
  std::vector<LayerBoundary> all;
  std::vector<FieldClip> left;  // what the younger cuts left
  for (const CutSurface& cut : cuts) {
    std::vector<FieldClip> within = left;
    within.push_back({&cut.height, true});
    for (const double level : cut.bands.boundary)
      all.push_back({cut.bedding(), level, within});
    all.push_back({&cut.height, 0.0, left, &cut});
    left.push_back({&cut.height, false});
  }
  for (const double level : bands.boundary)
    all.push_back({&arrival, level, left});
  return all;
}

std::vector<int> sampled_layers(const Layering& layering,
                                const std::function<std::vector<float>(const Field<float>&)>& sample) {
  std::map<const Field<float>*, std::vector<float>> values;
  values[&layering.arrival] = sample(layering.arrival);
  for (const CutSurface& cut : layering.cuts) {
    values[&cut.height] = sample(cut.height);
    if (!cut.bands.boundary.empty() && !cut.drape) values[&cut.flat] = sample(cut.flat);
  }
  std::vector<int> layers(values[&layering.arrival].size());
  for (std::size_t m = 0; m < layers.size(); ++m) {
    const auto value = [&](const Field<float>& field) { return values.find(&field)->second[m]; };
    const bool known =
        layering.sequence_at(value) < layering.cuts.size() || std::isfinite(value(layering.arrival));
    layers[m] = known ? layering.layer_at(value) : -1;
  }
  return layers;
}

Field<std::uint8_t> layer_volume(const Layering& layering) {
  Field<std::uint8_t> layers(layering.arrival.shape());
#pragma omp parallel for schedule(static)
  for (Index m = 0; m < layers.size(); ++m)
    layers[m] =
        static_cast<std::uint8_t>(layering.layer_at([m](const Field<float>& field) { return field[m]; }));
  return layers;
}

}  // namespace foldwave
