#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/units.hpp"
#include "core/engine/horizon_fit_setup.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/horizon/picks_frame.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/surface_files.hpp"

namespace foldwave::cli {

namespace {

struct FitOptions : PicksOptions {
  std::string scenario;
  std::string horizon;
  std::vector<std::string> fix;
  std::string layer;  // whose top the horizon is
  std::string map;
  std::string write;
  std::string as_layer;
  bool json = false;
};

using Json = nlohmann::ordered_json;

std::vector<Vec3> picks_of(const FitOptions& options, const Grid3& grid, const Job& job) {
  HorizonPicks picks = read_picks(options.horizon, options, job);
  const PicksGuess frame = choose(picks, grid, wish_of(options));
  std::cerr << options.horizon << ": " << picks_text(picks, frame) << "\n";
  to_map(picks, frame.choice);
  return std::move(picks.points);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(const Estimate& e) {
  constexpr std::array<const char*, 3> words{"fitted", "held", "undetermined"};
  return {{"value", number(e.value)},
          {"error", e.known == Known::fitted ? number(e.error) : Json(nullptr)},
          {"known", words[static_cast<std::size_t>(e.known)]}};
}

Json json_of(const MisfitNumbers& m, const Vec3& origin) {
  const Vec3 at = origin + m.where;
  return {{"rms", number(m.rms)},
          {"median", number(m.median)},
          {"mean", number(m.mean)},
          {"largest", number(m.largest)},
          {"largest_at", m.known() ? Json{at.x, at.y, at.z} : Json(nullptr)},
          {"share_within_cell", number(m.share_in_cell)},
          {"explained", number(m.explained)}};
}

Json json_of(const HorizonFit& fit, const Grid3& grid) {
  Json j{{"lambda", json_of(fit.lambda)}, {"trend", json_of(fit.trend)},
         {"plunge", json_of(fit.plunge)}, {"axis_error", number(fit.axis_error)},
         {"in_profile", fit.in_profile},  {"thickness", json_of(fit.thickness)}};
  j["picks"] = {{"given", fit.picks.given},
                {"beside_box", fit.picks.outside},
                {"used", fit.picks.used.size()},
                {"effective", number(fit.effective_picks)},
                {"coverage", number(fit.picks.coverage)}};
  j["correlation"] = {{"share", fit.correlation.share}, {"length", fit.correlation.length}};
  j["misfit"] = {{"before", json_of(fit.before, grid.origin)},
                 {"after", json_of(fit.after, grid.origin)},
                 {"shift", json_of(fit.shift, grid.origin)},
                 {"parallel", json_of(fit.parallel.misfit, grid.origin)},
                 {"similar", json_of(fit.similar.misfit, grid.origin)}};
  j["remarks"] = fit.remarks;
  j["seconds"] = fit.seconds;
  return j;
}

void print_row(const std::string& name, const MisfitNumbers& m) {
  const auto cell = [](const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
  };
  if (!m.known()) {
    std::cout << name << std::string(name.size() < 26 ? 26 - name.size() : 1, ' ') << cell("cannot be", 10)
              << "\n";
    return;
  }
  std::string line = name;
  line.resize(std::max<std::size_t>(line.size(), 26), ' ');
  for (const double value : {m.rms, m.median, m.mean, m.largest})
    line += cell(number_text(value, 3), 10);
  line += cell(number_text(100.0 * m.share_in_cell, 3) + " %", 12);
  line += cell(number_text(100.0 * m.explained, 4) + " %", 12);
  std::cout << line << "\n";
}

void print(const HorizonFit& fit) {
  std::cout << estimate_text("lambda    ", fit.lambda) << "\n"
            << estimate_text("trend     ", fit.trend, " deg") << "\n"
            << estimate_text("plunge    ", fit.plunge, " deg") << "\n"
            << estimate_text("thickness ", fit.thickness, " m") << "\n"
            << "picks      " << fit.picks.used.size() << " of " << fit.picks.given << ", worth "
            << number_text(fit.effective_picks, 3) << " independent ones";
  if (fit.correlation.share > 0.0)
    std::cout << "; misfits correlated over " << number_text(fit.correlation.length, 3) << " m";
  std::cout
      << "\n\nmisfit (m)                       rms    median      mean   largest within cell   explained\n";
  print_row("scenario as it was", fit.before);
  print_row("shifted up or down", fit.shift);
  print_row("best parallel (1B)", fit.parallel.misfit);
  print_row("best similar (2)", fit.similar.misfit);
  print_row("fitted", fit.after);
}

// What would fail after the fit is told before it.
void check_outputs(const FitOptions& options, const HorizonFitOptions& choice, const Grid3& grid) {
  if (!choice.thickness && options.layer.empty())
    throw InputError("--fix thickness", "holds none: no layer whose top the horizon is is named",
                     "add --layer NAME");
  if (!choice.thickness && !options.as_layer.empty())
    throw InputError("--as-layer " + options.as_layer,
                     "cannot begin at a thickness that is held: layer " + options.layer + " begins there",
                     "leave --as-layer or --fix thickness out");
  if (!options.map.empty()) check_misfit_map(options.map, grid);
  for (const std::string& file : {options.map, options.write}) {
    if (file.empty()) continue;
    const std::filesystem::path path = std::filesystem::absolute(file);
    if (!std::filesystem::is_directory(path.parent_path()) || std::filesystem::is_directory(path))
      throw InputError(file, "cannot be written: its folder is not there, or it is a folder itself",
                       "name a file in a folder that exists");
  }
}

int fit(const FitOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const Scenario scenario = load_scenario(options.scenario, job);
  const Findings findings = check_scenario(scenario);
  throw_first_error(findings, options.scenario);
  for (const Finding& f : findings)
    std::cerr << f.line() << "\n";
  std::optional<std::size_t> boundary;
  if (!options.layer.empty()) boundary = boundary_of(scenario, options.layer);
  HorizonFitOptions choice;
  choice.name = options.horizon;
  const auto fixed = [&](const char* what) {
    return std::find(options.fix.begin(), options.fix.end(), what) != options.fix.end();
  };
  choice.lambda = !fixed("lambda");
  choice.axis = !fixed("axis");
  choice.thickness = !fixed("thickness");
  check_outputs(options, choice, scenario.grid);
  const std::vector<Vec3> picks = picks_of(options, scenario.grid, job);
  const HorizonFit found = fit_second_horizon(scenario, picks, boundary, choice, job);
  progress.finish();
  for (const std::string& remark : found.remarks)
    std::cerr << "warning: " << remark << "\n";
  if (options.json)
    std::cout << json_of(found, scenario.grid).dump(2) << "\n";
  else
    print(found);
  if (!options.map.empty()) write_misfit_map(options.map, scenario.grid, found, job);
  if (!options.write.empty()) {
    // A new layer takes the place that the boundary would move to.
    Scenario next = with_fit(scenario, found, options.as_layer.empty() ? boundary : std::nullopt);
    if (!options.as_layer.empty()) next = with_boundary(next, found.level.thickness, options.as_layer);
    const std::filesystem::path folder = std::filesystem::absolute(options.write).parent_path();
    save_scenario(moved_to_folder(next, folder.string()), options.write);
  }
  return 0;
}

}  // namespace

void add_fit(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<FitOptions>();
  CLI::App* const command = app.add_subcommand(
      "fit", "lambda, shear direction and thickness that take the horizon to a second one");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  command->add_option("--horizon", options->horizon, "the second horizon's file")->required();
  add_picks_options(*command, *options);
  command->add_option("--fix", options->fix, "of lambda, axis, thickness: held as the scenario has them")
      ->delimiter(',')
      ->check(CLI::IsMember({"lambda", "axis", "thickness"}));
  command->add_option("--layer", options->layer,
                      "whose top the horizon is: its name, or its number in /layers/list");
  command->add_option("--map", options->map, "the misfit as a map: .csv or .cps3");
  command->add_option("--write", options->write, "the scenario with the fitted values");
  command
      ->add_option("--as-layer", options->as_layer,
                   "of --write: a layer of this name begins at the second horizon")
      ->needs("--write");
  command->add_flag("--json", options->json, "as JSON");
  command->callback([&chosen, options] { chosen = [options] { return fit(*options); }; });
}

}  // namespace foldwave::cli
