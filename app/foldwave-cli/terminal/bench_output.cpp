#include "app/foldwave-cli/terminal/bench_output.hpp"

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "core/base/system.hpp"
#include "core/engine/backend.hpp"

namespace foldwave::cli {

nlohmann::ordered_json json_machine(const Backend& backend) {
  return {
      {"cpu", cpu_name()},         {"threads", thread_count()},       {"memory_bytes", total_memory_bytes()},
      {"backend", backend.name()}, {"device", backend.description()}, {"program_version", program_version()}};
}

nlohmann::ordered_json maybe(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return *value;
}

void print_line(const std::vector<std::string>& cells, const std::vector<int>& widths) {
  std::ostringstream line;
  for (std::size_t c = 0; c < cells.size(); ++c)
    line << (widths.at(c) < 0 ? std::left : std::right) << std::setw(std::abs(widths.at(c))) << cells[c]
         << ' ';
  std::string text = line.str();
  text.erase(text.find_last_not_of(' ') + 1);
  std::cout << text << std::endl;
}

const char* precision_name(Precision precision) {
  return precision == Precision::binary64 ? "double" : "single";
}

}  // namespace foldwave::cli
