#include "app/foldwave-cli/options.hpp"

namespace foldwave::cli {

void add_backend_option(CLI::App& command, std::string& value) {
  command.add_option("--backend", value, "auto, cpu, cuda, or cuda:0,1 for waves over several devices")
      ->type_name("TEXT:{auto,cpu,cuda}")  // what the shell completes
      ->check([](std::string name) {
        return name.starts_with("cuda:") ? std::string() : CLI::IsMember({"auto", "cpu", "cuda"})(name);
      });
}

void add_repeat_option(CLI::App& command, int& value) {
  command.add_option("--repeat", value, "runs a row, an odd number (default: 3); the median by time is told")
      ->check(CLI::Range(1, 999))
      ->check([](const std::string& count) {
        return std::stoi(count) % 2 == 0 ? std::string("the median is of an odd number of runs")
                                         : std::string();
      });
}

}  // namespace foldwave::cli
