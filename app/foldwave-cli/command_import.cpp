#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "app/foldwave-cli/wells/well_import.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"
#include "core/engine/recorded/station_gather.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/tables/dips.hpp"
#include "core/formats/wells/well.hpp"
#include "core/horizon/decimate.hpp"
#include "core/horizon/picks_frame.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"
#include "core/volume/tools/volume_source.hpp"

namespace foldwave::cli {

namespace {

struct ImportOptions : PicksOptions, WellOptions {
  std::string file, scenario, write;
  std::string as;     // horizon, velocity, gather, shots, well; empty: by the suffix
  std::string event;  // whose horizon it becomes: its name or number; empty: the first
  std::string dips, dips_where;
  std::string stations;  // where those of a miniSEED gather stand
  int points = 0;        // control points; 0: the scenario refers to the file
  bool box = false;
};

constexpr int usual_points = 100;  // of a horizon that has no file

bool is_stream(const std::string& file) {
  std::error_code unseen;
  return !std::filesystem::is_regular_file(file, unseen) || file.starts_with("/dev/");
}

std::string kind_of(const ImportOptions& options) {
  if (!options.as.empty()) return options.as;
  if (is_well_file(options.file) || !options.top.empty()) return "well";
  if (!options.stations.empty() || is_miniseed_name(options.file)) return "gather";
  const VolumeKind kind = volume_kind(options.file);
  return kind == VolumeKind::raw && std::filesystem::path(options.file).extension() != ".f32" ? "horizon"
                                                                                              : "velocity";
}

std::size_t event_of(const ImportOptions& options, const Scenario& scenario) {
  if (options.event.empty()) return 0;
  for (std::size_t e = 0; e < scenario.events.size(); ++e)
    if (scenario.events[e].name == options.event || std::to_string(e) == options.event) return e;
  std::string names;
  for (const FoldEvent& event : scenario.events)
    names += (names.empty() ? "" : ", ") + event.name;
  throw InputError("--event " + options.event, "the scenario has no such event", "give one of " + names);
}

std::string name_beside(const Scenario& scenario, const std::string& file) {
  return name_from_folder(scenario.folder, std::filesystem::absolute(file).string());
}

// What a scenario names must be found from it.
std::string named(const Scenario& scenario, const ImportOptions& options) {
  if (is_stream(options.file))
    throw InputError(options.file, "a scenario cannot refer to what is no file",
                     "write it to a file first, or, of a horizon, give --points N");
  return name_beside(scenario, options.file);
}

HorizonSpec horizon_of(const ImportOptions& options, const HorizonPicks& picks, const PicksChoice& choice,
                       const HorizonPicks& in_metres, const Scenario& scenario, const Job& job) {
  if (!options.dips.empty() && (options.points > 0 || is_stream(options.file) || !picks.triangles.empty()))
    throw InputError(options.dips, "dips guide a surface that is fitted to a file of picks",
                     "leave --dips out, or give picks in a file, and no --points");
  const int points = options.points == 0 && is_stream(options.file) ? usual_points : options.points;
  if (points > 0) {
    const Decimation chosen = decimate(in_metres.points, points, 0.0, job);
    const Misfit misfit = misfit_of_all(chosen.points, in_metres.points, job);
    std::cerr << chosen.points.size() << " control points miss the picks by " << number_text(misfit.rms, 3)
              << " m (root mean square), " << number_text(misfit.largest, 3) << " m at most\n";
    return PointsHorizon{chosen.points, {}};
  }
  const std::string name = named(scenario, options);
  if (!picks.triangles.empty()) {
    MeshHorizon mesh;
    mesh.file = name;
    if (choice.sense != picks.sense) mesh.z = choice.sense;
    return mesh;
  }
  const std::optional<PicksWish> wish = wish_for(picks, choice);
  if (!wish)
    throw InputError(options.file, "its units are none that a scenario can name",
                     "give --points N, which writes the points in metres into the scenario");
  const std::string dips = options.dips.empty() ? std::string() : name_beside(scenario, options.dips);
  return XyzHorizon{name, choice.sense, 0.0, wish->unit, options.where, dips, options.dips_where, {}};
}

void import_horizon(const ImportOptions& options, Scenario& scenario, const Job& job) {
  const std::size_t event = event_of(options, scenario);
  const HorizonPicks picks = read_picks(options.file, options, job);
  const PicksGuess frame = choose(picks, scenario.grid, wish_of(options));
  std::cerr << options.file << ": " << picks_text(picks, frame) << "\n";
  // Dips that cannot be read are told before the scenario names them.
  if (!options.dips.empty()) {
    const Dips dips = read_dips(options.dips, options.dips_where, job);
    std::cerr << options.dips << ": " << dips.at.size() << " dips\n";
  }
  const HorizonPicks in_metres = in_map(picks, frame.choice, job);
  const PicksBounds bounds = bounds_of(in_metres.points, scenario.grid, job);
  scenario.events[event].horizon = horizon_of(options, picks, frame.choice, in_metres, scenario, job);
  if (options.box)
    scenario = fit_box(scenario, bounds);
  else if (bounds.in_box < bounds.count)
    std::cerr << "warning: " << bounds.count - bounds.in_box << " of " << bounds.count
              << " picks lie beside the scenario's box; --fit-box puts it around them\n";
}

void import_station_traces(const ImportOptions& options, const std::string& name, Scenario& scenario,
                           const Job& job) {
  if (options.stations.empty())
    throw InputError(options.file, "is miniSEED, which does not tell where its stations stand",
                     "give --stations FILE, a table with columns network, station, x, y and z");
  std::vector<std::string> warnings;
  const StationGather joined =
      station_gather(read_miniseed(options.file, job), read_stations(options.stations, job),
                     scenario.imaging ? scenario.imaging->bad_traces : BadTraces::refuse, warnings);
  for (const std::string& warning : warnings)
    std::cerr << "warning: " << warning << "\n";
  const Gather& gather = joined.gather;
  std::cerr << options.file << ": " << gather.names.size() << " stations, " << gather.samples
            << " samples every " << number_text(gather.dt) << " s from " << utc_text(joined.began) << " on\n";
  if (!scenario.imaging) scenario.imaging = Imaging{};
  scenario.imaging->data = name;
  scenario.imaging->stations = name_beside(scenario, options.stations);
}

void import_file(const ImportOptions& options, const std::string& kind, Scenario& scenario, const Job& job) {
  if (!options.stations.empty() && kind != "gather")
    throw InputError("--stations", "is of a gather that stations recorded",
                     "give --as gather, or leave it out");
  if (kind == "horizon") return import_horizon(options, scenario, job);
  if (kind == "well" && options.top.empty()) return import_well(options.file, options, scenario, job);
  if (kind == "well") {
    scenario.events[event_of(options, scenario)].horizon = top_points(options.file, options, job);
    return;
  }
  const std::string name = named(scenario, options);
  if (kind == "velocity") {
    // A file that cannot be read as a volume is told before the scenario names it.
    if (volume_kind(options.file) != VolumeKind::raw) open_volume(options.file, {}, job);
    scenario.velocity = VelocityFile{};
    scenario.velocity->file = name;
    return;
  }
  if (kind == "gather" && (!options.stations.empty() || is_miniseed_name(options.file)))
    return import_station_traces(options, name, scenario, job);
  const SegyTraces traces(options.file, job);
  if (!scenario.imaging) scenario.imaging = Imaging{};
  if (kind == "gather") {
    scenario.imaging->data = name;
    scenario.imaging->stations.clear();
    return;
  }
  if (!scenario.imaging->survey) scenario.imaging->survey = ImageSurvey{};
  scenario.imaging->survey->data = name;
}

int import(const ImportOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const std::string to = options.write.empty() ? options.scenario : options.write;
  if (is_stream(options.scenario) && options.write.empty())
    throw InputError(options.scenario, "is no file that the scenario could be written back to",
                     "give --write FILE");
  Scenario scenario = load_scenario(options.scenario, job);
  const std::filesystem::path folder = std::filesystem::absolute(to).parent_path();
  scenario = moved_to_folder(std::move(scenario), folder.string());
  import_file(options, kind_of(options), scenario, job);
  progress.finish();
  for (const Finding& f : check_scenario(scenario))
    std::cerr << f.line() << "\n";
  save_scenario(scenario, to);
  std::cout << to << "\n";
  return 0;
}

}  // namespace

void add_import(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ImportOptions>();
  CLI::App* const command =
      app.add_subcommand("import", "a horizon, velocities, traces or a well into a scenario");
  command->add_option("file", options->file, "the file; - for standard input, of a horizon")->required();
  command->add_option("scenario", options->scenario, "the scenario file, which is written anew")->required();
  command->add_option("--write", options->write, "another file for the scenario, which is left as it is");
  command
      ->add_option("--as", options->as, "horizon, velocity, gather, shots or well (default: by the suffix)")
      ->check(CLI::IsMember({"horizon", "velocity", "gather", "shots", "well"}));
  command->add_option("--event", options->event,
                      "whose horizon it becomes: its name, or its number in /events (default: the first)");
  command
      ->add_option("--points", options->points,
                   "so many control points of the horizon into the scenario, which then needs no file")
      ->check(CLI::Range(3, most_decimated_points));
  command->add_flag("--fit-box", options->box, "the scenario's box around the horizon");
  add_picks_options(*command, *options);
  command->add_option(
      "--dips", options->dips,
      "a table of dips that guide the surface: x, y, with dip and azimuth, strike or a normal");
  command->add_option("--stations", options->stations,
                      "the places of a miniSEED gather's stations: a table with network, station, x, y, z");
  command->add_option("--dips-where", options->dips_where, "the rows of --dips that are meant")
      ->needs("--dips");
  add_well_options(*command, *options);
  command->callback([&chosen, options] { chosen = [options] { return import(*options); }; });
}

}  // namespace foldwave::cli
