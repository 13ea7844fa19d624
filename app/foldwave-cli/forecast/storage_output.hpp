// What the storage planner tells, as JSON (docs/guide/forecast.md) and as a table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/engine/forecast/storage.hpp"

namespace foldwave::cli {

nlohmann::ordered_json storage_json(const ScenarioStorage& plan);
std::string storage_table(const ScenarioStorage& plan);

}  // namespace foldwave::cli
