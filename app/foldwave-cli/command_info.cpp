#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/backend.hpp"

namespace foldwave::cli {

namespace {
#ifdef FOLDWAVE_HAS_VTK
constexpr bool has_vtk = true;
#else
constexpr bool has_vtk = false;
#endif
int info(bool json) {
  const auto backends = list_backends();
  if (json) {
    nlohmann::ordered_json j{{"program", "Foldwave"},
                             {"version", program_version()},
                             {"cpu", cpu_name()},
                             {"threads", thread_count()},
                             {"memory_bytes", total_memory_bytes()},
                             {"available_memory_bytes", available_memory_bytes()},
                             {"vtk", has_vtk},
                             {"chosen", select_backend("auto")->name()},
                             {"backends", nlohmann::ordered_json::array()}};
    for (const BackendStatus& b : backends)
      j["backends"].push_back({{"name", b.name}, {"available", b.available}, {"text", b.text}});
    std::cout << j.dump(2) << "\n";
    return 0;
  }
  std::cout << "Foldwave " << program_version() << "\n"
            << "processor  " << cpu_name() << ", " << thread_count() << " threads\n"
            << "memory     " << bytes_text(static_cast<double>(total_memory_bytes())) << ", "
            << bytes_text(static_cast<double>(available_memory_bytes())) << " free\n"
            << "VTK        " << (has_vtk ? "yes" : "no: no volumes, surfaces and pictures") << "\n";
  for (const BackendStatus& b : backends)
    std::cout << "back end   " << b.name << ": " << (b.available ? "" : "not available: ") << b.text << "\n";
  std::cout << "auto uses  " << select_backend("auto")->name() << "\n";
  return 0;
}

}  // namespace

void add_info(CLI::App& app, Command& chosen) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* const command = app.add_subcommand("info", "devices, threads, memory, versions");
  command->add_flag("--json", *json, "as JSON");
  command->callback([&chosen, json] { chosen = [json] { return info(*json); }; });
}

}  // namespace foldwave::cli
