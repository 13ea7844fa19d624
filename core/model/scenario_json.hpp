// Scenario files: JSON with "format": "foldwave-scenario" and "version": 1. Layout: docs/scenario.md.
#pragma once

#include <string>

#include "core/base/progress.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

inline constexpr int scenario_version = 1;

// Reads JSON text. `place` (a file's name) opens every message. Throws InputError naming the JSON path or the
// line for broken JSON, a missing or unknown `format`, a newer version, a wrong type, an unknown enum value.
// Values are not judged here: see model/scenario_check.hpp.
// Keys that are not known are kept, and told to `unknown` where that is given.
Scenario parse_scenario(const std::string& text, const std::string& place, Findings* unknown = nullptr);
std::string scenario_text(const Scenario& scenario);  // pretty JSON, keys in a fixed order, unknown keys kept

// Sets `folder`. Reads pipes too; errors also those of formats/read_file.hpp.
Scenario load_scenario(const std::string& file, const Job& job = {});
void save_scenario(const Scenario& scenario, const std::string& file);  // written beside, then renamed

}  // namespace foldwave
