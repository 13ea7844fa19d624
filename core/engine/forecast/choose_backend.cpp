#include "core/engine/forecast/choose_backend.hpp"

#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave {

namespace {

bool is_measured(const MachineRates& machine) {
  return machine.calibration.measured() && machine.state != CalibrationState::damaged &&
         machine.state != CalibrationState::foreign;
}

// Infinite: it cannot be foretold.
double seconds_of(const Forecast& foretold) {
  const double seconds = foretold.total.time.seconds;
  return has_errors(foretold.findings) || !(seconds > 0.0) ? std::numeric_limits<double>::infinity()
                                                           : seconds;
}

// "cuda: foretold 0.1 s, cpu 3 s"
std::string faster_text(const std::string& taken, double seconds, const std::string& other, double others) {
  return taken + ": foretold " + seconds_text(seconds) +
         (std::isfinite(others) ? ", " + other + " " + seconds_text(others) : "");
}

}  // namespace

std::string choice_text(const BackendChoice& choice) {
  return choice.reason + (choice.unmeasured ? " (foldwave-cli forecast --calibrate measures it)" : "");
}

BackendChoice choose_backend(const Scenario& scenario, std::shared_ptr<const Backend> found,
                             const MachineRates& device, const MachineRates& host,
                             const std::vector<std::string>& stages) {
  if (!found->falls_back() || found->on_host()) return {std::move(found), ""};
  const std::string name = found->name();
  if (const bool is_host = is_measured(device); !is_host || !is_measured(host))
    return {std::move(found), name + ": " + (is_host ? "cpu" : name) + " was not measured", true};
  const Backend& alone = without_fallback(*found);
  const ForecastOptions options{stages, false};
  Forecast there;
  double free_bytes = 0.0;
  try {
    there = forecast(scenario, alone, device, options);
    free_bytes = static_cast<double>(alone.free_memory_bytes());
  } catch (const Error&) {
    // Who runs on it finds it lost, and falls back.
    return {std::move(found), ""};
  }
  if (there.total.device_memory_bytes > free_bytes)
    return {cpu_backend(), "cpu: the memory of " + name + " does not hold it"};
  const double on_device = seconds_of(there);
  const double on_host = seconds_of(forecast(scenario, *cpu_backend(), host, options));
  if (!std::isfinite(on_device) && !std::isfinite(on_host)) return {std::move(found), ""};
  if (on_host < on_device) return {cpu_backend(), faster_text("cpu", on_host, name, on_device)};
  return {std::move(found), faster_text(name, on_device, "cpu", on_host)};
}

BackendChoice choose_backend(const Scenario& scenario, std::shared_ptr<const Backend> found,
                             const std::vector<std::string>& stages) {
  if (!found->falls_back() || found->on_host()) return {std::move(found), ""};
  const MachineRates device = machine_rates(without_fallback(*found));
  const MachineRates host = machine_rates(*cpu_backend());
  return choose_backend(scenario, std::move(found), device, host, stages);
}

}  // namespace foldwave
