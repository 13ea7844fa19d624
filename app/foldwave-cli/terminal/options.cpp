#include "app/foldwave-cli/terminal/options.hpp"

#include <vector>

#include "core/base/units.hpp"
#include "core/formats/grids/gdal_grid.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/poly_reader.hpp"
#endif

namespace foldwave::cli {

void add_backend_option(CLI::App& command, std::string& value) {
  command.add_option("--backend", value, "auto, cpu, cuda, or cuda:0,1 for several devices")
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

void add_picks_options(CLI::App& command, PicksOptions& options) {
  command.add_option("--z", options.sense, "depth or elevation (default: as the file says, else by the box)")
      ->check(CLI::IsMember({"depth", "elevation"}));
  command
      .add_option("--unit", options.unit,
                  "of x, y and z: metres, feet, us-feet, kilometres (default: likewise)")
      ->check(CLI::IsMember(std::vector<std::string>(length_words.begin(), length_words.end())));
  command.add_option("--velocity", options.velocity, "m/s, where the file's z is a two-way time")
      ->check(CLI::Range(1.0, 20000.0));
  command.add_option("--where", options.where,
                     "the rows of a table that are meant, as in: val == 60 and name != Top");
}

HorizonPicks read_picks(const std::string& file, const PicksOptions& options, const Job& job) {
  HorizonFileOptions reading;
#ifdef FOLDWAVE_HAS_VTK
  reading.read_vtp = parse_vtp;
#endif
  reading.read_raster = parse_gdal_grid;
  reading.where = options.where;
  return read_horizon_file(file, reading, job);
}

PicksWish wish_of(const PicksOptions& options) {
  PicksWish wish;
  wish.velocity = options.velocity;
  if (!options.sense.empty())
    wish.sense = options.sense == "depth" ? VerticalSense::depth : VerticalSense::elevation;
  for (std::size_t u = 0; u < length_words.size(); ++u)
    if (options.unit == length_words[u]) wish.unit = static_cast<Unit>(u);
  return wish;
}

}  // namespace foldwave::cli
