// What the bench commands share: the machine as JSON, and one line of a table.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave::cli {

nlohmann::ordered_json json_machine(const Backend& backend);

// null where there is no finite number.
nlohmann::ordered_json maybe(std::optional<double> value);

// A column of `width` characters; a negative one is set to the left.
void print_line(const std::vector<std::string>& cells, const std::vector<int>& widths);

const char* precision_name(Precision precision);  // "single", "double"

}  // namespace foldwave::cli
