#include "app/foldwave-cli/wells/well_import.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/options.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/wells/well_path.hpp"
#include "core/model/markers/well_markers.hpp"

namespace foldwave::cli {

namespace {

std::string lower_case_of(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Well with_datum(Well well, const std::string& file) {
  if (!well.datum) std::cerr << "warning: " << file << " tells no datum: its depths begin at sea level\n";
  return well;
}

Well whole_well(const std::string& file, const WellOptions& options, const Job& job) {
  Well well = read_well(file, job);
  if (!options.survey.empty()) {
    const Well survey = read_well(options.survey, job);
    if (survey.survey.empty())
      throw InputError(options.survey, "holds no deviation survey",
                       "give a table with columns MD, inclination and azimuth");
    take_survey(well, survey);
  }
  if (!options.head.empty()) {
    well.x = options.head[0];
    well.y = options.head[1];
    well.datum = options.head[2];
  }
  return with_datum(std::move(well), file);
}

}  // namespace

void add_well_options(CLI::App& command, WellOptions& options) {
  command.add_option("--survey", options.survey, "of a well: its deviation survey, where it is another file");
  command
      .add_option("--head", options.head,
                  "of a well: X,Y,DATUM of its head, metres, the datum above sea level")
      ->delimiter(',')
      ->expected(3);
  command.add_option("--top", options.top, "of wells: this top becomes control points of the horizon");
  add_list_option(command, "--wells", options.wells, "of --top: the other wells' files").needs("--top");
}

void import_well(const std::string& file, const WellOptions& options, Scenario& scenario, const Job& job) {
  const Well well = whole_well(file, options, job);
  const auto before = std::ssize(scenario.markers);
  scenario.markers = with_wells(std::move(scenario.markers), {well}, scenario.grid);
  const auto in_box =
      std::count_if(scenario.markers.begin() + before, scenario.markers.end(),
                    [&](const Marker& line) { return !marker_in_box(line, scenario.grid).empty(); });
  std::cerr << file << ": well " << well.name << ", " << number_text(well.bottom) << " m long, "
            << well.survey.size() << " survey stations, " << well.tops.size()
            << " tops: " << std::ssize(scenario.markers) - before << " markers\n";
  if (in_box == 0) std::cerr << "warning: the well does not pass through the scenario's box\n";
}

PointsHorizon top_points(const std::string& file, const WellOptions& options, const Job& job) {
  std::vector<std::string> files{file};
  files.insert(files.end(), options.wells.begin(), options.wells.end());
  if (files.size() > 1 && (!options.survey.empty() || !options.head.empty()))
    throw InputError(options.survey.empty() ? "--head" : "--survey",
                     "tells of one well, and there are several", "give files that tell their own");
  PointsHorizon horizon;
  const std::string wanted = lower_case_of(options.top);
  for (const std::string& name : files) {
    const Well well = whole_well(name, options, job);
    const auto top = std::find_if(well.tops.begin(), well.tops.end(),
                                  [&](const WellTop& t) { return lower_case_of(t.name) == wanted; });
    if (top == well.tops.end()) {
      std::string names;
      for (const WellTop& t : well.tops)
        names += (names.empty() ? "" : ", ") + t.name;
      std::cerr << "warning: " << name << " has no top " << options.top << "; it has "
                << (names.empty() ? "none" : names) << "\n";
      continue;
    }
    const Vec3 place = WellPath(well).at(top->depth);
    std::cerr << name << ": " << top->name << " of " << well.name << " at " << number_text(place.x, 10)
              << ", " << number_text(place.y, 10) << ", " << number_text(place.z, 6) << " m deep\n";
    horizon.points.push_back(place);
  }
  if (horizon.points.size() < least_control_points)
    throw InputError("--top " + options.top,
                     "is in " + std::to_string(horizon.points.size()) + " of " +
                         std::to_string(files.size()) + " wells, and a surface takes 3",
                     "name more wells by --wells");
  return horizon;
}

}  // namespace foldwave::cli
