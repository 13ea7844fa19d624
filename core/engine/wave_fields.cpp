#include "core/engine/wave_fields.hpp"

#include <cmath>

#include "core/wave/wavelet.hpp"

namespace foldwave {

void WaveFields::give_to(WaveModel& model, const Field<float>& fold_velocity) const {
  model.velocity = velocity.empty() ? &fold_velocity : &velocity;
  if (!density.empty()) model.density = &density;
  if (!start.start.empty()) model.start = &start.start;
  if (!start.past.empty()) model.start_past = &start.past;
}

WaveFields make_wave_fields(const Scenario& scenario, const FoldResult& fold, double dt) {
  WaveFields fields;
  const auto& layers = scenario.stack.layers;
  if (layers.front().density > 0.0) {
    fields.density = Field<float>(scenario.grid.n);
    for (Index m = 0; m < fields.density.size(); ++m)
      fields.density[m] = static_cast<float>(layers[fold.layer_index[m]].density);
  }
  const Wavelet& wavelet = scenario.survey.wavelet;
  if (const auto* const wave = std::get_if<PlaneWaveStart>(&scenario.survey.start)) {
    const Vec3 at = wave->at - scenario.grid.origin;
    std::array<int, 3> node{};
    for (int a = 0; a < 3; ++a)
      node[static_cast<std::size_t>(a)] =
          static_cast<int>(std::lround(at[a] / scenario.grid.h[static_cast<std::size_t>(a)]));
    const double v = double{fold.velocity(node[0], node[1], node[2])};
    const auto s = [&](double t) { return wavelet_value(wavelet, t); };
    fields.start = plane_wave_start(scenario.grid, s, v, wave->direction(), at, dt);
  } else if (std::holds_alternative<ExplodingReflectors>(scenario.survey.start)) {
    fields.start = exploding_reflector_start(
        scenario.grid, fold.velocity, fields.density.empty() ? nullptr : &fields.density, wavelet.frequency);
    fields.velocity = fold.velocity.clone();
    for (float& v : fields.velocity.values())
      v *= 0.5F;
  }
  return fields;
}

}  // namespace foldwave
