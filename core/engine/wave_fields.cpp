#include "core/engine/wave_fields.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "core/engine/wave_setup.hpp"
#include "core/fold/layers/cell_means.hpp"
#include "core/wave/density_limit.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

// Means over the cells that hold several layers. What they change are the fields' nodes there alone.
void average_interfaces(const Scenario& scenario, const FoldResult& fold, WaveFields& fields,
                        const Job& job) {
  const bool dense = !fields.density.empty(), of_file = scenario.velocity.has_value();
  // Density, and 1 / (rho v^2); where a file gives v at the node, 1 / rho.
  std::vector<LayerValues> values;
  float fastest = 0.0F;
  for (const Layer& layer : scenario.stack.layers) {
    const double rho = dense ? layer.density : 1.0, v = of_file ? 1.0 : layer.velocity;
    values.push_back({rho, 1.0 / (rho * v * v)});
    fastest = std::max(fastest, static_cast<float>(v));
  }
  const CellMeans means(fold.layering(), std::move(values));
  const auto n = fold.layer_index.shape();
  std::atomic<int> done{0};
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < n[2]; ++k) {
    for (int j = 0; j < n[1] && !job.stop.stop_requested(); ++j) {
      const std::vector<std::uint8_t> beside = beside_boundaries(fold.layer_index, j, k);
      for (int i = 0; i < n[0]; ++i) {
        if (beside[static_cast<std::size_t>(i)] == 0) continue;
        const auto [rho, compliance] = means.at(i, j, k);
        // A mean of one layer's values is that layer's but for rounding.
        const float v = std::min(static_cast<float>(1.0 / std::sqrt(rho * compliance)), fastest);
        fields.velocity(i, j, k) = of_file ? v * fold.velocity(i, j, k) : v;
        if (dense) fields.density(i, j, k) = static_cast<float>(rho);
      }
    }
    const int planes = ++done;
    if (omp_get_thread_num() == 0)
      job.report({"wave: means over cells", planes, n[2], static_cast<double>(n[0]) * n[1], "nodes"});
  }
  job.throw_if_stopped();
}

}  // namespace

bool averages_interfaces(const Scenario& scenario) {
  return scenario.propagation.interfaces == Interfaces::cell_average &&
         (!scenario.velocity || scenario.stack.layers.front().density > 0.0);
}

void WaveFields::give_to(WaveModel& model, const Field<float>& fold_velocity) && {
  const auto shared = [](Field<float>& field) {
    return field.empty() ? nullptr : std::make_shared<const Field<float>>(std::move(field));
  };
  model.velocity = velocity.empty() ? borrowed(fold_velocity) : shared(velocity);
  model.density = shared(density);
  model.start = shared(start.start);
  model.start_past = shared(start.past);
}

WaveFields make_wave_media(const Scenario& scenario, const FoldResult& fold, const Job& job) {
  WaveFields fields;
  const auto& layers = scenario.stack.layers;
  if (layers.front().density > 0.0) {
    fields.density = Field<float>(scenario.grid.n);
    for (Index m = 0; m < fields.density.size(); ++m)
      fields.density[m] = static_cast<float>(layers[fold.layer_index[m]].density);
  }
  if (averages_interfaces(scenario)) {
    fields.velocity = fold.velocity.clone();
    average_interfaces(scenario, fold, fields, job);
  }
  if (std::holds_alternative<ExplodingReflectors>(scenario.survey.start)) {
    if (fields.velocity.empty()) fields.velocity = fold.velocity.clone();
    for (float& v : fields.velocity.values())
      v *= 0.5F;
  }
  return fields;
}

void add_start(WaveFields& fields, const Scenario& scenario, const FoldResult& fold, double dt,
               const Job& job) {
  const Wavelet& wavelet = scenario.survey.wavelet;
  if (const auto* const wave = std::get_if<PlaneWaveStart>(&scenario.survey.start)) {
    const Vec3 at = wave->at - scenario.grid.origin;
    std::array<int, 3> node{};
    for (int a = 0; a < 3; ++a)
      node[static_cast<std::size_t>(a)] =
          static_cast<int>(std::lround(at[a] / scenario.grid.h[static_cast<std::size_t>(a)]));
    // Of the rock there: a mean over several layers is the speed of no wave.
    const double v = double{fold.velocity(node[0], node[1], node[2])};
    const auto s = [&](double t) { return wavelet_value(wavelet, t); };
    fields.start = plane_wave_start(scenario.grid, s, v, wave->direction(), at, dt, job);
  } else if (std::holds_alternative<ExplodingReflectors>(scenario.survey.start)) {
    fields.start =
        exploding_reflector_start(scenario.grid, fields.velocity,
                                  fields.density.empty() ? nullptr : &fields.density, wavelet.frequency, job);
  }
}

double stable_dt(const WaveFields& fields, const Scenario& scenario, const FoldResult& fold, const Job& job) {
  if (fields.density.empty()) return stable_dt(scenario, job);
  const Propagation& p = scenario.propagation;
  const PaddedGrid padded(scenario.grid, scenario_stencil(p), p.boundaries, p.pad_cells);
  return density_stable_dt(padded, fields.velocity.empty() ? fold.velocity : fields.velocity, fields.density,
                           p.time_order, job.stop);
}

}  // namespace foldwave
