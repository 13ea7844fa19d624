#include "core/engine/speed_setup.hpp"

#include <cmath>

#include "core/base/file_stamp.hpp"
#include "core/base/last_made.hpp"
#include "core/base/text.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#endif

namespace foldwave {

namespace {

#ifdef FOLDWAVE_HAS_VTK

SpeedVolume read_speeds(const std::filesystem::path& path) {
  ImageVolume image = read_image(path, {"F", "psi_a"});
  const auto take = [&](const char* name, std::size_t components) -> std::vector<Field<float>>& {
    for (ImageVolume::Array& array : image.arrays)
      if (array.name == name && array.components.size() == components) return array.components;
    throw InputError(path.string(),
                     std::string("has no point array \"") + name + "\" of " + std::to_string(components) +
                         (components == 1 ? " component" : " components"),
                     "write \"F\" and \"psi_a\" (east, north, up)");
  };
  std::vector<Field<float>>& F = take("F", 1);
  std::vector<Field<float>>& b = take("psi_a", 3);
  SpeedVolume volume{image.grid, std::move(F[0]), {std::move(b[0]), std::move(b[1]), std::move(b[2])}};
  for (Index m = 0; m < image.grid.size(); ++m) {
    volume.b[2][m] = -volume.b[2][m];
    const bool finite = std::isfinite(volume.F[m]) && std::isfinite(volume.b[0][m]) &&
                        std::isfinite(volume.b[1][m]) && std::isfinite(volume.b[2][m]);
    if (!finite || !(volume.F[m] > 0.0F))
      throw InputError(path.string(),
                       "node " + std::to_string(m) + " has F = " +
                           number_text(static_cast<double>(volume.F[m])) + " or a psi a that is no number",
                       "give finite values, and F above 0");
  }
  return volume;
}

#endif

}  // namespace

std::shared_ptr<const SpeedModel> build_speeds(const Scenario& scenario) {
  const auto& varies = scenario.events.front().fold.varies;
  if (!varies) return nullptr;
  if (!varies->stations.empty()) {
    SpeedStations stations;
    for (const SpeedStation& s : varies->stations) {
      stations.positions.push_back(s.position);
      stations.speeds.push_back({s.parameters.F, s.advection()});
    }
    return std::make_shared<const SpeedModel>(std::move(stations), scenario.grid.origin);
  }
#ifdef FOLDWAVE_HAS_VTK
  // A preview that follows the mouse does not read it again.
  static LastMade<FileStamp, SpeedModel::Source> last(1);
  const FileStamp file = stamp_of(scenario.folder, varies->file);
  return std::make_shared<const SpeedModel>(
      last.get(file, [&] { return SpeedModel::Source(read_speeds(file.path)); }), scenario.grid.origin);
#else
  throw InputError("/events/0/fold/varies/file", "this build reads no .vti files",
                   "give stations, or use a build with VTK");
#endif
}

}  // namespace foldwave
