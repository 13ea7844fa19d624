// A forecast as JSON (docs/guide/command-line.md), as a table, and as lines of a Slurm script.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/engine/forecast/choose_backend.hpp"
#include "core/engine/forecast/forecast.hpp"

namespace foldwave::cli {

nlohmann::ordered_json forecast_json(const Forecast& forecast, const MachineRates& machine,
                                     const BackendChoice& choice);
std::string forecast_table(const Forecast& forecast, const MachineRates& machine);

// What --slurm asks for: the bound that 99 of 100 runs stay below, and memory with a tenth to spare.
double asked_seconds(const Forecast& forecast);
double asked_memory(const Forecast& forecast);  // bytes

// Time in Slurm's whole minutes from the bound that 99 of 100 runs stay below, memory, and so many GPUs.
std::string slurm_lines(const Forecast& forecast, const MachineRates& machine, const std::string& name,
                        int devices);
int devices_of(const Backend& backend);  // 0: it is the processor's

std::string time_range_text(const TimeEstimate& time);  // "about 12 s (10 to 15)"

}  // namespace foldwave::cli
