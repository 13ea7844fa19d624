// A script that opens exported files in ParaView (pvpython, or Tools > Python Shell > Run Script): elevation
// up, one colour a layer, a wave that plays with its own times.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace foldwave {

struct ParaViewSurface {
  std::string file;  // .vtp
  std::array<int, 3> color{};
};
// Files as the script names them: beside it.
struct ParaViewScene {
  std::string velocity, layers;  // .vti; empty: not there
  std::vector<ParaViewSurface> surfaces;
  std::string snapshots;        // .pvd; empty: not there
  double pressure_limit = 0.0;  // colours of the snapshots end here
};

std::string paraview_script(const ParaViewScene& scene);

}  // namespace foldwave
