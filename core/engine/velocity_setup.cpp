#include "core/engine/velocity_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/file_stamp.hpp"
#include "core/base/gaussian_filter.hpp"
#include "core/base/last_made.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/scalar_volume.hpp"
#include "core/model/velocity_json.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#endif

namespace foldwave {

namespace {

constexpr double least_velocity = 1.0, greatest_velocity = 20000.0;  // m/s, as for layers

#ifdef FOLDWAVE_HAS_VTK

ScalarVolume read_vti(const std::filesystem::path& path, const std::string& wanted) {
  ImageVolume image = read_image(path, wanted.empty() ? std::vector<std::string>{} : std::vector{wanted});
  if (image.arrays.empty())
    throw InputError(
        path.string(),
        wanted.empty() ? "has no point array of one component" : "has no point array \"" + wanted + "\"",
        "give the velocity as a point array of one component");
  std::string names;
  for (const ImageVolume::Array& array : image.arrays)
    names += (names.empty() ? "" : ", ") + array.name;
  if (image.arrays.size() > 1)
    throw InputError(path.string(), "has several point arrays: " + names, "name one as \"array\"");
  if (image.arrays.front().components.size() != 1)
    throw InputError(path.string(), "its point array \"" + names + "\" has several components",
                     "name an array of one component");
  return {image.grid, std::move(image.arrays.front().components.front()), {}};
}

#endif

ScalarVolume read_volume(const std::filesystem::path& path, const VelocityFile& file, const Job& job) {
  switch (velocity_format(file.file)) {
    case VelocityFormat::vti:
#ifdef FOLDWAVE_HAS_VTK
      return read_vti(path, file.array);
#else
      throw InputError("/velocity/file", "this build reads no .vti files",
                       "give SEG-Y or raw values, or use a build with VTK");
#endif
    case VelocityFormat::segy:
      return segy_volume(read_segy(path, job), file.layout, path.string(), job);
    default:
      return read_raw_volume(path, file.layout, job);
  }
}

// To m/s; what is no velocity is refused with its place and what may be the cause.
void take_unit(ScalarVolume& volume, bool in_km_s, const std::string& name) {
  const double factor = in_km_s ? 1000.0 : 1.0;
  const Grid3& g = volume.grid;
  double greatest = 0.0;
  for (const float v : volume.values.values())
    if (std::isfinite(v)) greatest = std::max(greatest, static_cast<double>(v));
  for (int k = 0; k < g.n[2]; ++k)
    for (int j = 0; j < g.n[1]; ++j)
      for (int i = 0; i < g.n[0]; ++i) {
        float& value = volume.values(i, j, k);
        const double v = factor * static_cast<double>(value);
        if (v >= least_velocity && v <= greatest_velocity && (in_km_s || greatest > 20.0)) {
          value = static_cast<float>(v);
          continue;
        }
        const Vec3 at = g.origin + g.local(i, j, k);
        const bool small = !in_km_s && v >= 0.1 && greatest <= 20.0;
        throw InputError(
            name,
            "holds " + number_text(static_cast<double>(value)) + (in_km_s ? " km/s" : " m/s") + " at (" +
                number_text(at.x, 10) + ", " + number_text(at.y, 10) + ", depth " + number_text(at.z, 10) +
                ")" +
                (small                                                  ? ", which looks like km/s"
                 : in_km_s && v > greatest_velocity && value < 20000.0F ? ", which looks like m/s"
                                                                        : ""),
            small ? "set \"unit\" to \"km/s\""
                  : "velocities are 1 to 20000 m/s; check unit, nodes, axes and byte_order");
      }
}

VelocityVolume make_velocity(const std::filesystem::path& path, const VelocityFile& file, const Job& job) {
  ScalarVolume read = read_volume(path, file, job);
  take_unit(read, file.in_km_s, path.string());
  VelocityVolume volume{read.grid, std::move(read.values), std::move(read.assumed)};
  if (file.smoothing > 0.0) {
    const auto turn_over = [&volume] {
#pragma omp parallel for schedule(static)
      for (Index m = 0; m < volume.values.size(); ++m)
        volume.values[m] = 1.0F / volume.values[m];
    };
    turn_over();
    gaussian_filter(volume.values, volume.grid, file.smoothing, job);
    turn_over();
  }
  return volume;
}

// The spec with what a header beside a raw file says.
VelocityFile complete(const VelocityFile& file, const FileStamp& header, const Job& job) {
  if (velocity_format(file.file) != VelocityFormat::raw || file.layout.nodes != VolumeLayout{}.nodes)
    return file;
  std::error_code unseen;
  if (!std::filesystem::exists(header.path, unseen))
    throw InputError("/velocity/nodes",
                     "are missing, and there is no header " + header.path.string() + " that gives them",
                     "give nodes and spacing, and axes, the fastest first");
  return with_header(file, read_whole_file(header.path, job), header.path.string());
}

}  // namespace

std::shared_ptr<const VelocityVolume> build_velocity(const Scenario& scenario, const Job& job) {
  if (!scenario.velocity) return nullptr;
  struct Key {
    FileStamp file, header;
    VelocityFile wanted;
    bool operator==(const Key&) const = default;
  };
  static LastMade<Key, VelocityVolume> last(1);
  const VelocityFile& wanted = *scenario.velocity;
  const Key key{stamp_of(scenario.folder, wanted.file), stamp_of(scenario.folder, wanted.file + ".json"),
                wanted};
  return last.get(key, [&] {
    std::error_code unseen;
    if (!std::filesystem::exists(key.file.path, unseen))
      throw InputError(key.file.path.string(), "is not there", "check the name and the folder");
    return make_velocity(key.file.path, complete(wanted, key.header, job), job);
  });
}

std::string velocity_file_text(const Scenario& scenario) {
  if (!scenario.velocity) return {};
  const VelocityFile& file = *scenario.velocity;
  return file.file +
         (file.smoothing > 0.0 ? ", smoothed over " + number_text(file.smoothing, 4) + " m" : std::string());
}

VelocityRange velocity_range(const Scenario& scenario, const Job& job) {
  VelocityRange range{greatest_velocity, 0.0};
  const auto add = [&range](double v) {
    range.slowest = std::min(range.slowest, v);
    range.fastest = std::max(range.fastest, v);
  };
  const auto file = build_velocity(scenario, job);
  if (!file) {
    for (const Layer& layer : scenario.stack.layers)
      add(layer.velocity);
    return range;
  }
  // All nodes that a value in the box is made from.
  std::array<int, 3> first{}, last{};
  const Grid3& box = scenario.grid;
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    const NodePlace low = place_between(file->grid, a, box.origin[a]);
    const NodePlace high = place_between(file->grid, a, box.origin[a] + box.extent()[a]);
    first[axis] = low.part == 1.0 ? low.node + 1 : low.node;
    last[axis] = high.part > 0.0 ? high.node + 1 : high.node;
  }
  for (int k = first[2]; k <= last[2]; ++k)
    for (int j = first[1]; j <= last[1]; ++j)
      for (int i = first[0]; i <= last[0]; ++i)
        add(static_cast<double>(file->values(i, j, k)));
  return range;
}

}  // namespace foldwave
