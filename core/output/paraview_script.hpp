// A script that opens exported files in ParaView (pvpython, or Tools > Python Shell > Run Script): elevation
// up, one colour a layer, a wave that plays with its own times. The script looks for its files beside itself,
// so that the folder may be moved; where ParaView does not tell a script its place (5.11's shell), in the
// folder written in.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace foldwave {

struct ParaViewSurface {
  std::string file;  // .vtp
  std::array<int, 3> color{};
};
// Files by their names in the folder, which may be any bytes that a file system takes.
struct ParaViewScene {
  std::filesystem::path folder;  // of the script and its files
  std::string velocity, layers;  // .vti or .hdf; empty: not there
  std::vector<ParaViewSurface> surfaces;
  std::string snapshots;        // .pvd or .hdf.series; empty: not there
  double pressure_limit = 0.0;  // colours of the snapshots end here
};

std::string paraview_script(const ParaViewScene& scene);

}  // namespace foldwave
