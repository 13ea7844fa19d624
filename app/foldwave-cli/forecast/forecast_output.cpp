#include "app/foldwave-cli/forecast/forecast_output.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "core/base/text.hpp"
#include "core/engine/forecast/distant_machine.hpp"

namespace foldwave::cli {

namespace {

using ForecastJson = nlohmann::ordered_json;

ForecastJson stage_json(const StageForecast& stage) {
  return {{"name", stage.name},
          {"seconds", maybe(stage.time.seconds)},
          {"low", maybe(stage.time.low)},
          {"high", maybe(stage.time.high)},
          {"memory_bytes", std::llround(stage.memory_bytes)},
          {"device_memory_bytes", std::llround(stage.device_memory_bytes)},
          {"disk_bytes", std::llround(stage.disk_bytes)},
          {"bound_by", stage.bound_by}};
}

ForecastJson calibration_json(const Calibration& c, CalibrationState state) {
  return {{"state", calibration_state_name(state)},
          {"machine", c.stamp.machine},
          {"processor", c.stamp.processor},
          {"threads", c.stamp.threads},
          {"backend", c.stamp.backend},
          {"device", c.stamp.device},
          {"program", c.stamp.program},
          {"date", c.date},
          {"repeat_scatter", c.repeat_scatter},
          {"busy", c.busy},
          {"calibrated_parts", c.calibrated.size()},
          {"parts_of_runs", c.from_runs.size()},
          {"triad_bytes_per_second", c.bounds.triad},
          {"operations_per_second", c.bounds.arithmetic},
          {"launch_seconds", c.bounds.launch},
          {"disk_write_bytes_per_second", c.bounds.disk_write},
          {"disk_read_bytes_per_second", c.bounds.disk_read},
          {"disk_way", c.bounds.disk_way}};
}

std::string two_digits(long value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string time_range_text(const TimeEstimate& time) {
  return seconds_text(time.seconds) + " (" + seconds_text(time.low) + " to " + seconds_text(time.high) + ")";
}

nlohmann::ordered_json forecast_json(const Forecast& forecast, const MachineRates& machine,
                                     const BackendChoice& choice) {
  ForecastJson j{{"stages", ForecastJson::array()}};
  for (const StageForecast& stage : forecast.stages) {
    ForecastJson one = stage_json(stage);
    one["kernel"] = stage.kernel;
    one["kernel_shape"] = stage.kernel_shape;
    for (const PartForecast& part : stage.parts)
      one["parts"].push_back({{"name", part.name}, {"seconds", maybe(part.time.seconds)}});
    j["stages"].push_back(std::move(one));
  }
  j["total"] = stage_json(forecast.total);
  j["total"].erase("name");
  j["total"]["program_seconds"] = maybe(forecast.program.seconds);
  j["total"]["disk_free_bytes"] =
      forecast.disk_free < 0.0 ? ForecastJson() : ForecastJson(std::llround(forecast.disk_free));
  j["total"]["most"] = maybe(forecast.total.time.most);
  j["backend"] = {{"name", choice.backend->name()}, {"reason", choice.reason}};
  j["largest_grid"] = forecast.largest_grid[0] > 0 ? ForecastJson(forecast.largest_grid) : ForecastJson();
  j["calibration"] = calibration_json(machine.calibration, forecast.calibration);
  j["warnings"] = ForecastJson::array();
  for (const Finding& finding : forecast.findings)
    j["warnings"].push_back(finding.line());
  return j;
}

std::string forecast_table(const Forecast& forecast, const MachineRates& machine) {
  std::ostringstream text;
  const auto line = [&](const StageForecast& stage) {
    text << std::left << std::setw(8) << stage.name << std::setw(38) << time_range_text(stage.time)
         << std::setw(10) << bytes_text(stage.memory_bytes) << std::setw(11)
         << (stage.device_memory_bytes > 0.0 ? bytes_text(stage.device_memory_bytes) : "-") << std::setw(10)
         << bytes_text(stage.disk_bytes);
    if (!stage.kernel.empty()) text << std::setw(12);
    text << stage.bound_by << stage.kernel << (stage.kernel_shape.empty() ? "" : ": " + stage.kernel_shape)
         << "\n";
  };
  text << std::left << std::setw(8) << "stage" << std::setw(38) << "time (90 % of runs)" << std::setw(10)
       << "memory" << std::setw(11) << "on device" << std::setw(10) << "disk" << std::setw(12) << "bound by"
       << "kernel\n";
  for (const StageForecast& stage : forecast.stages)
    line(stage);
  if (!forecast.stages.empty()) line(forecast.total);
  if (forecast.disk_free >= 0.0) text << "free on the disk: " << bytes_text(forecast.disk_free) << "\n";
  const auto& n = forecast.largest_grid;
  if (n[0] > 0)
    text << "largest grid that fits: " << n[0] << " x " << n[1] << " x " << n[2] << " nodes of this box\n";
  const Calibration& c = machine.calibration;
  if (c.measured())
    text << "calibrated " << c.date << ": " << stamp_text(c.stamp) << "; times scatter by "
         << number_text(100.0 * c.repeat_scatter, 2) << " %\n";
  return text.str();
}

double asked_seconds(const Forecast& forecast) {
  return forecast.total.time.most;
}

double asked_memory(const Forecast& forecast) {
  return 1.1 * forecast.total.memory_bytes + 64.0 * 1048576.0;
}

int devices_of(const Backend& backend) {
  return backend.on_host() ? 0 : backend.devices().count;
}

std::string slurm_lines(const Forecast& forecast, const MachineRates& machine, const std::string& name,
                        int devices) {
  const long minutes = static_cast<long>(std::ceil(asked_seconds(forecast) / 60.0));
  const double mebibytes = std::ceil(asked_memory(forecast) / 1048576.0);
  std::string text = "#!/bin/sh\n#SBATCH --job-name=" + slug(name, "foldwave") +
                     "\n#SBATCH --time=" + std::to_string(minutes / 60) + ":" + two_digits(minutes % 60) +
                     ":00\n#SBATCH --mem=" + std::to_string(std::llround(mebibytes)) +
                     "M\n#SBATCH --cpus-per-task=" + std::to_string(machine.calibration.stamp.threads) + "\n";
  if (devices > 0) text += "#SBATCH --gpus=" + std::to_string(devices) + "\n";
  return text;
}

}  // namespace foldwave::cli
