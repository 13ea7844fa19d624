#include <cmath>
#include <filesystem>
#include <optional>

#include "app/foldwave-cli/pictures.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/base/units.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/product.hpp"
#include "core/output/surface_files.hpp"

#include <iostream>

namespace foldwave::cli {

namespace {

struct ExportOptions {
  std::string scenario;
  std::string to;
  std::string what;          // empty: by suffix
  std::string layer;         // of a layer's top: its name or number
  std::vector<double> axis;  // trend and plunge of the fold axis; empty: the horizon's own
  std::string unit;          // of a surface: one of length_words; empty: metres
  bool ibm = false, white = false;
  std::string backend = "auto";
};

// Which options a product takes; wrong ones are refused, not passed over.
std::optional<Vec3> axis_of(const ExportOptions& options, const Product& product) {
  if (options.axis.empty()) return {};
  if (product.file.extension() != ".csv")
    throw InputError("--axis", "is of no use for " + options.to, "leave it out, or write a .csv table");
  if (!has_profile(product))
    throw InputError("--axis", "is of no use for " + product.what + ", which has no profile",
                     "leave it out, or write layers, thickness, isogons or hinges");
  const double trend = options.axis[0], plunge = options.axis[1];
  if (!std::isfinite(trend))
    throw InputError("--axis", number_text(trend) + " is no trend", "give degrees from north");
  if (!(plunge >= -90.0 && plunge <= 90.0))
    throw InputError("--axis", number_text(plunge) + " is no plunge", "give -90 to 90 degrees");
  const double along = std::cos(radians(plunge));
  return Vec3{along * std::sin(radians(trend)), along * std::cos(radians(trend)), std::sin(radians(plunge))};
}

void take_look(const ExportOptions& options, Product& product) {
  if (!options.unit.empty() && product.what != "horizon" && product.what != "layer-top")
    throw InputError("--unit", "is of no use for " + product.what, "leave it out, or write a surface");
  for (std::size_t u = 0; u < length_words.size(); ++u)
    if (options.unit == length_words[u]) product.unit = static_cast<Unit>(u);
  if (options.ibm && product.what != "gather")
    throw InputError("--ibm", "is of no use for " + product.what, "leave it out, or write a gather");
  product.ibm_floats = options.ibm;
  if (options.white && product.file.extension() != ".png")
    throw InputError("--white", "is of no use for " + options.to, "leave it out, or write a .png");
  if (options.white) draw_on_white();
}

int export_product(const ExportOptions& options) {
  const StopSignal signal;
  Product product{options.to, product_of(options.to, options.what)};
  const std::string& what = product.what;
  product.axis = axis_of(options, product);
  if (!options.layer.empty() && what != "layer-top")
    throw InputError("--layer", "is of no use for " + what, "leave it out, or add --what layer-top");
  take_look(options, product);
  const Job quiet{nullptr, signal.token()};
  const Scenario scenario = load_scenario(options.scenario, quiet);
  if (product.axis && scenario.grid.is_section())
    throw InputError("--axis", "is of no use for a section, which is its own profile", "leave it out");
  const bool picture = product.file.extension() == ".png";
  const bool seismic = is_seismic(what);
  if (!has_fold(scenario) && needs_fold(what) && !picture)
    throw InputError(options.scenario + ": /events", "holds no fold to take " + what + " from",
                     "give a fold, or export the velocity or the gather");
  if (what == "layer-top") product.boundary = boundary_of(scenario, options.layer);
  const auto backend = select_backend(options.backend);
  const Findings findings = preflight(scenario, *backend, quiet);
  throw_first_error(findings, options.scenario);
  for (const Finding& f : findings)
    std::cerr << f.line() << "\n";
  if (what == "gather" && !scenario.propagation.enabled)
    throw InputError(options.scenario + ": /propagation/enabled", "is false, so there is no gather",
                     "set it to true");
  if (what == "events" && (!scenario.imaging || !scenario.propagation.enabled))
    throw InputError(options.scenario + ": /imaging",
                     scenario.imaging ? "needs the wave's scheme, and /propagation/enabled is false"
                                      : "is not there, so no events are located",
                     scenario.imaging ? "set it to true" : "add it");
  if (seismic && (!scenario.imaging || !scenario.imaging->survey || !scenario.propagation.enabled))
    throw InputError(options.scenario + ": /imaging/survey", "is not there, or waves are not enabled",
                     "add it, and set /propagation/enabled to true");
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
  std::optional<WaveResult> wave;
  if (what == "gather") {
    wave = run_wave(scenario, fold, *backend, nullptr, job);
    if (wave->run.stopped) throw Stopped();
  }
  std::optional<ImageResult> image;
  if (what == "events") image = run_image(scenario, fold, nullptr, *backend, job);
  std::optional<SurveyResult> survey;
  if (seismic) {
    survey = run_survey(scenario, fold, *backend, {}, job);
    if (survey->stopped) throw Stopped();
  }
  std::vector<std::string> warnings;
  if (picture)
    write_picture(options.to, what, scenario, fold);
  else if (what == "report")
    warnings = write_report_page(options.to, scenario, fold, job);
  else
    warnings = write_product(product, scenario, fold, wave ? &*wave : nullptr, image ? &*image : nullptr,
                             survey ? &*survey : nullptr, job);
  progress.finish();
  for (const std::string& warning : warnings)
    std::cerr << "warning: " << warning << "\n";
  std::cout << options.to << "\n";
  return 0;
}

}  // namespace

void add_export(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* const command = app.add_subcommand("export", "one product of a scenario, by suffix");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  command
      ->add_option("--to", options->to,
                   "a file: .vti, .hdf, .vtp, .ts, .cps3, .zmap, .irap, .obj, .gltf, .glb, .xyz, .csv, .sgy, "
                   ".xml, .html or .png")
      ->required();
  command
      ->add_option("--what", options->what,
                   "velocity, layers, arrival, horizon, layer-top, gather; image, illumination; report; a "
                   "picture: structure, "
                   "thumbnail; "
                   "a table: layers, thickness, "
                   "thickness-map, isogons, hinges, attitudes, markers, events")
      ->check(CLI::IsMember({"velocity", "layers", "arrival", "horizon", "layer-top", "gather", "image",
                             "illumination", "thickness", "thickness-map", "isogons", "hinges", "attitudes",
                             "markers", "events", "report", "structure", "thumbnail"}));
  command->add_option("--layer", options->layer,
                      "of layer-top: the layer's name, or its number in /layers/list");
  command
      ->add_option("--axis", options->axis,
                   "of a table: TREND,PLUNGE of the fold axis in degrees (default: the horizon's own)")
      ->delimiter(',')
      ->expected(2);
  command
      ->add_option(
          "--unit", options->unit,
          "of a surface: metres, feet, us-feet, kilometres (default: metres); .vtp, .gltf and .glb hold "
          "metres alone")
      ->check(CLI::IsMember(std::vector<std::string>(length_words.begin(), length_words.end())));
  command->add_flag("--ibm", options->ibm, "of a gather: IBM floats, for old readers");
  command->add_flag("--white", options->white, "of a picture: on white, for print");
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return export_product(*options); }; });
}

}  // namespace foldwave::cli
