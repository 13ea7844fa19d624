#include "app/foldwave-cli/volume_options.hpp"

#include <iostream>

#include "app/foldwave-cli/options.hpp"
#include "core/base/error.hpp"

namespace foldwave::cli {

VolumeChoice VolumeOptions::choice() const {
  VolumeChoice choice;
  choice.array = array;
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    if (nodes[a] < 1) throw InputError("--nodes", std::to_string(nodes[a]) + " is no size", "give 1 or more");
    choice.layout.nodes[a] = nodes[a];
  }
  for (std::size_t a = 0; a < spacing.size(); ++a) {
    if (!(spacing[a] > 0.0)) throw InputError("--spacing", "is no length", "give metres above 0");
    choice.layout.spacing[a] = spacing[a];
  }
  if (!origin.empty()) choice.layout.origin = {origin[0], origin[1], origin[2]};
  choice.layout.axes = axes;
  choice.layout.big_endian = big_endian;
  return choice;
}

void add_volume_file(CLI::App& command, VolumeOptions& options) {
  command.add_option("file", options.file, "a .hdf, .sgy, .vti or raw .f32 file")->required();
  command.add_option("--array", options.array, "of .hdf and .vti: the array's name (default: the first)");
  add_list_option(command, "--nodes", options.nodes, "of raw values and SEG-Y: NX,NY,NZ").expected(3);
  add_list_option(command, "--spacing", options.spacing, "the same: metres DX,DY,DZ").expected(3);
  add_list_option(command, "--origin", options.origin, "the same: west, south, top in metres").expected(3);
  command.add_option("--axes", options.axes,
                     "the same: order in the file, the fastest first (default: xyz; SEG-Y: zxy)");
  command.add_flag("--big-endian", options.big_endian, "of raw values");
}

void tell_remarks(const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks)
    std::cerr << "note: " << remark << "\n";
}

void tell_damage(const std::vector<DamagedBrick>& damaged, const std::string& file) {
  if (!damaged.empty())
    std::cerr << "warning: " << file << ": " << damage_text(damaged) << "; their nodes are not a number\n";
}

}  // namespace foldwave::cli
