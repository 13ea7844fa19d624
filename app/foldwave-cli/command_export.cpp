#include <cmath>
#include <filesystem>
#include <optional>

#include "app/foldwave-cli/commands.hpp"
#include "app/foldwave-cli/stop_signal.hpp"
#include "app/foldwave-cli/terminal_progress.hpp"
#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/engine/geometry_output.hpp"
#include "core/engine/output.hpp"
#include "core/engine/preflight.hpp"
#include "core/engine/surface_output.hpp"
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
  // The first of a suffix is what --what stands for when it is not given.
  constexpr Known known[] = {{".vti", "velocity"},  {".vti", "layers"},    {".vti", "arrival"},
                             {".vtp", "horizon"},   {".vtp", "layer-top"}, {".ts", "horizon"},
                             {".ts", "layer-top"},  {".cps3", "horizon"},  {".cps3", "layer-top"},
                             {".cps", "horizon"},   {".cps", "layer-top"}, {".xyz", "horizon"},
                             {".xyz", "layer-top"}, {".sgy", "gather"},    {".segy", "gather"}};
  for (const Known& k : known)
    if (suffix == k.suffix && (options.what.empty() || options.what == k.what)) return k.what;
  if (suffix == ".csv")
    for (const char* table : geometry_tables)
      if (options.what.empty() || options.what == table) return table;
  throw InputError(
      "--to " + options.to,
      options.what.empty() ? "the suffix \"" + suffix + "\" is not known"
                           : "\"" + suffix + "\" cannot hold " + options.what,
      "use .vti (velocity, layers, arrival), .vtp, .ts, .cps3 or .xyz (horizon, layer-top), .csv "
      "(layers, thickness, thickness-map, isogons, hinges, attitudes), .sgy (gather)");
}

bool has_profile(const std::string& table) {
  return table != "thickness-map" && table != "attitudes";
}

// Which options a product takes; wrong ones are refused, not passed over.
std::optional<Vec3> axis_of(const ExportOptions& options, const std::string& what, bool table) {
  if (options.axis.empty()) return {};
  if (!table)
    throw InputError("--axis", "is of no use for " + options.to, "leave it out, or write a .csv table");
  if (!has_profile(what))
    throw InputError("--axis", "is of no use for " + what + ", which has no profile",
                     "leave it out, or write layers, thickness, isogons or hinges");
  const double trend = options.axis[0], plunge = options.axis[1];
  if (!std::isfinite(trend))
    throw InputError("--axis", number_text(trend) + " is no trend", "give degrees from north");
  if (!(plunge >= -90.0 && plunge <= 90.0))
    throw InputError("--axis", number_text(plunge) + " is no plunge", "give -90 to 90 degrees");
  const double along = std::cos(radians(plunge));
  return Vec3{along * std::sin(radians(trend)), along * std::cos(radians(trend)), std::sin(radians(plunge))};
}

}  // namespace

int export_product(const ExportOptions& options) {
  const StopSignal signal;
  const std::string what = product(options);
  const bool table = std::filesystem::path(options.to).extension() == ".csv";
  const std::optional<Vec3> axis = axis_of(options, what, table);
  if (!options.layer.empty() && what != "layer-top")
    throw InputError("--layer", "is of no use for " + what, "leave it out, or add --what layer-top");
  Scenario scenario = load_scenario(options.scenario);
  if (axis && scenario.grid.is_section())
    throw InputError("--axis", "is of no use for a section, which is its own profile", "leave it out");
  if (!has_fold(scenario) && what != "velocity" && what != "gather")
    throw InputError(options.scenario + ": /events", "holds no fold to take " + what + " from",
                     "give a fold, or export the velocity or the gather");
  const std::size_t boundary = what == "layer-top" ? boundary_of(scenario, options.layer) : 0;
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
  if (table) {
    write_geometry_table(options.to, what, scenario, fold, axis, job);
    const SolvedFold solved = solved_fold(scenario, fold);
    const std::string doubt =
        has_profile(what) ? choose_profile(solved, axis ? &*axis : nullptr).doubt : std::string();
    progress.finish();
    if (!doubt.empty()) std::cerr << "warning: " << doubt << "\n";
  } else if (what == "horizon") {
    write_horizon(options.to, scenario, fold);
  } else if (what == "layer-top") {
    write_layer_top(options.to, scenario, fold, boundary, job);
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
