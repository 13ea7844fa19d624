#include "app/foldwave-cli/terminal/measure_output.hpp"

#include <cmath>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "core/base/text.hpp"

namespace foldwave::cli {

namespace {

const std::vector<int> measure_widths{-34, 10, 9, 9, -26, -6};

std::string limit_text(double limit) {
  return std::isfinite(limit) ? number_text(limit, 3) : "-";
}

nlohmann::ordered_json json_measure(const MeasureRow& row, const Backend& backend) {
  return {{"case", row.name},          {"backend", row.backend.empty() ? backend.name() : row.backend},
          {"value", maybe(row.value)}, {"least", maybe(row.least)},
          {"limit", maybe(row.limit)}, {"unit", row.unit},
          {"passed", row.passed()},    {"note", row.note}};
}

}  // namespace

MeasureDone begin_measures(bool json) {
  if (!json) print_line({"case", "value", "least", "limit", "unit", "passed"}, measure_widths);
  return [json](const MeasureRow& row) {
    if (json)
      std::cerr << row.name << ": " << number_text(row.value, 4) << " " << row.unit
                << (row.passed() ? "" : ", missed") << std::endl;
    else
      print_line({row.name, number_text(row.value, 4), limit_text(row.least), limit_text(row.limit), row.unit,
                  row.passed() ? "yes" : "no"},
                 measure_widths);
  };
}

int end_measures(const std::vector<MeasureRow>& rows, const Backend& backend, bool json) {
  if (json) {
    nlohmann::ordered_json j{{"machine", json_machine(backend)},
                             {"results", nlohmann::ordered_json::array()}};
    for (const MeasureRow& row : rows)
      j["results"].push_back(json_measure(row, backend));
    std::cout << j.dump(2) << "\n";
  }
  return rows.empty() ? 1 : 0;
}

}  // namespace foldwave::cli
