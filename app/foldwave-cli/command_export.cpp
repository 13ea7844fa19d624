#include <filesystem>

#include "app/foldwave-cli/commands.hpp"
#include "app/foldwave-cli/stop_signal.hpp"
#include "app/foldwave-cli/terminal_progress.hpp"
#include "core/engine/output.hpp"
#include "core/engine/preflight.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/model/scenario_json.hpp"

#include <iostream>

namespace foldwave::cli {

namespace {

// What a file of this suffix holds when --what does not say; the error lists what can be had.
std::string product(const ExportOptions& options) {
  const std::string suffix = std::filesystem::path(options.to).extension().string();
  struct Known {
    const char* suffix;
    const char* what;
  };
  constexpr Known known[] = {{".vti", "velocity"}, {".vti", "layers"},  {".vti", "arrival"},
                             {".vtp", "horizon"},  {".xyz", "horizon"}, {".sgy", "gather"},
                             {".segy", "gather"}};
  for (const Known& k : known)
    if (suffix == k.suffix && (options.what.empty() || options.what == k.what)) return k.what;
  throw InputError("--to " + options.to,
                   options.what.empty() ? "the suffix \"" + suffix + "\" is not known"
                                        : "\"" + suffix + "\" cannot hold " + options.what,
                   "use .vti (velocity, layers, arrival), .vtp or .xyz (horizon), .sgy (gather)");
}

}  // namespace

int export_product(const ExportOptions& options) {
  const StopSignal signal;
  const std::string what = product(options);
  Scenario scenario = load_scenario(options.scenario);
  const auto backend = select_backend(options.backend);
  const Findings findings = preflight(scenario, *backend);
  throw_first_error(findings, options.scenario);
  for (const Finding& f : findings)
    std::cerr << "warning: " << f.text() << "\n";
  if (what == "gather" && !scenario.propagation.enabled)
    throw InputError(options.scenario + ": /propagation/enabled", "is false, so there is no gather",
                     "set it to true");
  if (what == "gather" && scenario.survey.receiver_positions().empty())
    throw InputError(options.scenario + ": /survey/receivers", "there is none, so there is no gather",
                     "add a line");
  const auto folder = std::filesystem::path(options.to).parent_path();
  if (!folder.empty()) require_folder(folder);

  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const FoldResult fold = run_fold(scenario, *backend, job);
  progress.finish();
  for (const std::string& warning : fold.warnings)
    std::cerr << "warning: " << warning << "\n";
  if (what == "horizon") {
    write_horizon(options.to, fold);
  } else if (what == "gather") {
    const WaveResult wave = run_wave(scenario, fold, *backend, nullptr, job);
    if (wave.run.stopped) throw Stopped();
    const std::string warning = write_gather_segy(options.to, scenario, wave);
    progress.finish();
    if (!warning.empty()) std::cerr << "warning: " << warning << "\n";
  } else {
    write_volume(options.to, fold, what);
  }
  progress.finish();
  std::cout << options.to << "\n";
  return 0;
}

}  // namespace foldwave::cli
