#include "core/engine/preflight.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/model/scenario_check.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

namespace {

void check_memory(const Scenario& scenario, const Backend& backend, Findings& findings) {
  const auto nodes = static_cast<double>(scenario.grid.size());
  // T and its start flags while folding; T, layer and velocity stay for the wave.
  const double kept = nodes * (sizeof(float) + sizeof(std::uint8_t) + sizeof(float));
  double wanted = std::max(kept, nodes * (sizeof(float) + sizeof(std::uint8_t)));
  double on_device = wanted;
  if (scenario.propagation.enabled && !has_errors(findings)) {
    double fastest = 0.0;
    for (const Layer& layer : scenario.stack.layers)
      fastest = std::max(fastest, layer.velocity);
    const WaveModel model = make_wave_model(scenario, choose_time_step(scenario, fastest));
    on_device = static_cast<double>(backend.make_wave_propagator()->memory_bytes(model));
    wanted = kept + (backend.name() == "cpu" ? on_device : 0.0);
  }
  const auto refuse = [&](double need, double have, const std::string& where) {
    if (need <= have) return;
    findings.push_back({Severity::error, "/grid/nodes",
                        "the run needs " + bytes_text(need) + " of memory, but " + where + " has only " +
                            bytes_text(have) + " free",
                        "use fewer nodes or a smaller pad"});
  };
  const auto host = static_cast<double>(cpu_backend()->free_memory_bytes());
  refuse(wanted, host, "this machine");
  if (backend.name() != "cpu")
    refuse(on_device, static_cast<double>(backend.free_memory_bytes()), "the device");
}

void check_wave_setup(const Scenario& scenario, Findings& findings) {
  double fastest = 0.0;
  double slowest = scenario.stack.layers.front().velocity;
  for (const Layer& layer : scenario.stack.layers) {
    fastest = std::max(fastest, layer.velocity);
    slowest = std::min(slowest, layer.velocity);
  }
  const TimeStep time = choose_time_step(scenario, fastest);
  if (time.dt > time.limit)
    findings.push_back({Severity::error, "/propagation/dt",
                        number_text(time.dt) + " s is unstable: the limit for order " +
                            std::to_string(scenario.propagation.order) + " and " + number_text(fastest) +
                            " m/s is " + number_text(time.limit) + " s",
                        "give \"auto\" or a smaller step"});
  const double per_wavelength =
      points_per_wavelength(scenario.grid, slowest, ricker_bandwidth * scenario.survey.wavelet.frequency);
  if (per_wavelength < 3.0)
    findings.push_back({Severity::warning, "/survey/wavelet/frequency",
                        "only " + number_text(per_wavelength, 3) + " nodes in the shortest wavelength",
                        "expect dispersion; use a lower frequency or a finer grid"});
}

}  // namespace

Findings preflight(const Scenario& scenario, const Backend& backend) {
  Findings findings = check_scenario(scenario);
  if (has_errors(findings)) return findings;
  if (scenario.propagation.enabled) check_wave_setup(scenario, findings);
  check_memory(scenario, backend, findings);
  if (has_errors(findings)) return findings;
  try {
    const auto horizon = build_horizon(scenario);
    for (Finding& f : check_fold_setup(scenario, *horizon))
      findings.push_back(std::move(f));
  } catch (const Error& e) {
    findings.push_back({Severity::error, "/events/0/horizon", e.what(), ""});
  }
  return findings;
}

}  // namespace foldwave
