#include "core/engine/velocity_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/last_made.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/engine/volume_cover.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/volumes/npy.hpp"
#include "core/formats/volumes/scalar_volume.hpp"
#include "core/model/velocity_json.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/store/volume_file.hpp"
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
  return {image.grid, std::move(image.arrays.front().components.front())};
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
      if (is_npy(path)) return read_npy(path, file.layout, job);
      if (is_hdf_velocity(file.file)) {
        const VolumeFile volume(path, file.array);
        return {volume.grid(), volume.read_all(job)};
      }
      return read_raw_volume(path, file.layout, job);
  }
}

// Pieces of 0 .. count, each with a look at the stop token before it.
template <class Work>
void in_pieces(Index count, Index most, const Job& job, const Work& work) {
#pragma omp parallel for schedule(static)
  for (Index piece = 0; piece < (count + most - 1) / most; ++piece)
    if (!job.stop.stop_requested()) work(piece, piece * most, std::min(count, (piece + 1) * most));
  job.throw_if_stopped();
}
constexpr Index piece_length = 1 << 16;

[[noreturn]] void refuse_value(const ScalarVolume& volume, Index m, bool in_km_s, bool small,
                               const std::string& name) {
  const Grid3& g = volume.grid;
  const double value = double{volume.values[m]};
  const Index row = m / g.n[0];
  const Vec3 at = g.origin + g.local(static_cast<int>(m % g.n[0]), static_cast<int>(row % g.n[1]),
                                     static_cast<int>(row / g.n[1]));
  small = small && value >= 0.1;
  throw InputError(name,
                   "holds " + number_text(value) + (in_km_s ? " km/s" : " m/s") + " at (" +
                       number_text(at.x, 10) + ", " + number_text(at.y, 10) + ", depth " +
                       number_text(at.z, 10) + ")" +
                       (small ? ", which looks like km/s"
                        : in_km_s && value > 1e-3 * greatest_velocity && value < greatest_velocity
                            ? ", which looks like m/s"
                            : ""),
                   small ? "set \"unit\" to \"km/s\""
                         : "velocities are 1 to 20000 m/s; check unit, nodes, axes and byte_order");
}

// To m/s, in one pass; the first that is no velocity is refused with its place and what may be the cause.
void take_unit(ScalarVolume& volume, bool in_km_s, const std::string& name, const Job& job) {
  struct Found {
    double greatest = 0.0;
    Index bad = -1;
  };
  const double factor = in_km_s ? 1000.0 : 1.0;
  const Index size = volume.values.size();
  std::vector<Found> found(static_cast<std::size_t>(size / piece_length + 1));
  in_pieces(size, piece_length, job, [&](Index piece, Index from, Index to) {
    Found& here = found[static_cast<std::size_t>(piece)];
    for (Index m = from; m < to; ++m) {
      const double v = factor * double{volume.values[m]};
      if (std::isfinite(v)) here.greatest = std::max(here.greatest, v);
      if (v >= least_velocity && v <= greatest_velocity)
        volume.values[m] = static_cast<float>(v);
      else if (here.bad < 0)
        here.bad = m;
    }
  });
  double greatest = 0.0;
  Index bad = -1;
  for (const Found& here : found) {
    greatest = std::max(greatest, here.greatest);
    if (bad < 0) bad = here.bad;
  }
  const bool small = !in_km_s && greatest <= 20.0;  // no rock is that slow
  if (small || bad >= 0) refuse_value(volume, small ? 0 : bad, in_km_s, small, name);
}

// A Gaussian as wide as the volume leaves nothing of it, and takes as long as it is wide.
void check_smoothing(double smoothing, const Grid3& grid) {
  const Vec3 extent = grid.extent();
  const double most = 0.5 * std::max({extent.x, extent.y, extent.z});
  if (smoothing > most)
    throw InputError("/velocity/smoothing",
                     number_text(smoothing) + " m is more than half the longest side of the file's volume",
                     "give at most " + number_text(most) + " m");
}

VelocityVolume make_velocity(const std::filesystem::path& path, const VelocityFile& file, const Job& job) {
  ScalarVolume read = read_volume(path, file, job);
  take_unit(read, file.in_km_s, path.string(), job);
  VelocityVolume volume{read.grid, std::move(read.values), std::move(read.assumed), std::move(read.warnings)};
  if (file.smoothing > 0.0) {
    check_smoothing(file.smoothing, volume.grid);
    const auto turn_over = [&] {
      in_pieces(volume.values.size(), piece_length, job, [&](Index, Index from, Index to) {
        for (Index m = from; m < to; ++m)
          volume.values[m] = 1.0F / volume.values[m];
      });
    };
    turn_over();
    make_smooth(volume.values, volume.grid, file.smoothing, job);
    turn_over();
  }
  return volume;
}

// The spec with what a header beside a raw file says.
VelocityFile complete(const VelocityFile& file, const FileStamp& header, const Job& job) {
  if (velocity_format(file.file) != VelocityFormat::raw || file.layout.nodes != VolumeLayout{}.nodes)
    return file;
  // These say their nodes themselves, and .hdf where they are.
  if (is_hdf_velocity(file.file) || (is_npy(file.file) && file.layout.spacing != VolumeLayout{}.spacing))
    return file;
  std::error_code unseen;
  if (!std::filesystem::exists(header.path, unseen))
    throw InputError(is_npy(file.file) ? "/velocity/spacing" : "/velocity/nodes",
                     std::string(is_npy(file.file) ? "is" : "are") + " missing, and there is no header " +
                         header.path.string() + " that gives " + (is_npy(file.file) ? "it" : "them"),
                     is_npy(file.file) ? "give spacing, and axes, the fastest first"
                                       : "give nodes and spacing, and axes, the fastest first");
  return with_header(file, read_whole_file(header.path, most_bytes::small, job), header.path.string());
}

// What a volume is made from.
struct VolumeKey {
  VelocityStamp stamp;
  VelocityFile wanted;
  bool operator==(const VolumeKey&) const = default;
};
VolumeKey key_of(const Scenario& scenario) {
  return {velocity_stamp(scenario), *scenario.velocity};
}

// The last one of the model and of the migration each, so that neither drives the other out.
using LastVolume = LastMade<VolumeKey, VelocityVolume>;
LastVolume& last_of_model() {
  static LastVolume last(1);
  return last;
}
LastVolume& last_of_migration() {
  static LastVolume last(1);
  return last;
}

std::shared_ptr<const VelocityVolume> volume_of(const Scenario& scenario, LastVolume& last, const Job& job) {
  const VolumeKey key = key_of(scenario);
  return last.get(key, [&] {
    std::error_code unseen;
    if (!std::filesystem::exists(key.stamp.file.path, unseen))
      throw InputError(key.stamp.file.path.string(), "is not there", "check the name and the folder");
    return make_velocity(key.stamp.file.path, complete(key.wanted, key.stamp.header, job), job);
  });
}

const VelocityFile* migration_file(const Scenario& scenario) {
  const bool any = scenario.imaging && scenario.imaging->survey && scenario.imaging->survey->velocity;
  return any ? &*scenario.imaging->survey->velocity : nullptr;
}

// The migration's file as if it were the model's, its errors at its own path.
template <class Use>
auto with_migration_file(const Scenario& scenario, const Use& use) {
  Scenario of_file;
  of_file.folder = scenario.folder;
  of_file.grid = scenario.grid;
  of_file.velocity = *migration_file(scenario);
  try {
    return use(of_file);
  } catch (const InputError& e) {
    if (!e.place().starts_with("/velocity/")) throw;
    throw InputError("/imaging/survey" + e.place(), e.problem(), e.remedy());
  }
}

// An error that names a JSON path keeps it; one of a file stands under the key that names the file.
template <class Make>
Findings findings_of(const Grid3& box, const std::string& path, const Make& make) {
  Findings findings;
  try {
    const std::shared_ptr<const VelocityVolume> volume = make();
    add_cover_findings(volume->grid, box, path, findings);
    for (const std::string& warning : volume->warnings)
      findings.push_back({Severity::warning, path, warning, ""});
    for (const std::string& assumed : volume->assumed)
      findings.push_back({Severity::warning, path, assumed, "give nodes and spacing to place it otherwise"});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    const bool at_key = e.place().starts_with(path.substr(0, path.rfind('/') + 1));
    findings.push_back({Severity::error, at_key ? e.place() : path, at_key ? e.problem() : e.what(),
                        at_key ? e.remedy() : ""});
  }
  return findings;
}

// Of all nodes that a value in the box is made from.
VelocityRange range_in(const VelocityVolume& volume, const Grid3& box, const Job& job) {
  std::array<int, 3> first{}, count{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    const NodePlace low = place_between(volume.grid, a, box.origin[a]);
    const NodePlace high = place_between(volume.grid, a, box.origin[a] + box.extent()[a]);
    first[axis] = low.part == 1.0 ? low.node + 1 : low.node;
    count[axis] = (high.part > 0.0 ? high.node + 1 : high.node) - first[axis] + 1;
  }
  const Index rows = Index{1} * count[1] * count[2];
  std::vector<VelocityRange> of_row(static_cast<std::size_t>(rows));
  in_pieces(rows, 1, job, [&](Index row, Index, Index) {
    const float* const from = &volume.values(first[0], first[1] + static_cast<int>(row % count[1]),
                                             first[2] + static_cast<int>(row / count[1]));
    const auto [least, greatest] = std::minmax_element(from, from + count[0]);
    of_row[static_cast<std::size_t>(row)] = {double{*least}, double{*greatest}};
  });
  VelocityRange range = of_row.front();
  for (const VelocityRange& row : of_row)
    range = {std::min(range.slowest, row.slowest), std::max(range.fastest, row.fastest)};
  return range;
}

VelocityRange file_range(const Scenario& scenario, LastVolume& last_volume, const Job& job) {
  struct Key {
    VolumeKey volume;
    Grid3 box;
    bool operator==(const Key&) const = default;
  };
  static LastMade<Key, VelocityRange> last(4);
  return *last.get({key_of(scenario), scenario.grid},
                   [&] { return range_in(*volume_of(scenario, last_volume, job), scenario.grid, job); });
}

}  // namespace

VelocityStamp velocity_stamp(const Scenario& scenario) {
  if (!scenario.velocity) return {};
  const std::string& file = scenario.velocity->file;
  return {stamp_of(scenario.folder, file), stamp_of(scenario.folder, file + ".json")};
}

std::shared_ptr<const VelocityVolume> build_velocity(const Scenario& scenario, const Job& job) {
  return scenario.velocity ? volume_of(scenario, last_of_model(), job) : nullptr;
}

std::shared_ptr<const VelocityVolume> build_migration_velocity(const Scenario& scenario, const Job& job) {
  if (migration_file(scenario) == nullptr) return nullptr;
  return with_migration_file(scenario,
                             [&](const Scenario& s) { return volume_of(s, last_of_migration(), job); });
}

Findings check_velocity_file(const Scenario& scenario, const Job& job) {
  if (!scenario.velocity) return {};
  return findings_of(scenario.grid, "/velocity/file", [&] { return build_velocity(scenario, job); });
}

Findings check_migration_velocity(const Scenario& scenario, const Job& job) {
  if (migration_file(scenario) == nullptr) return {};
  return findings_of(scenario.grid, "/imaging/survey/velocity/file",
                     [&] { return build_migration_velocity(scenario, job); });
}

std::string velocity_file_text(const Scenario& scenario) {
  if (!scenario.velocity) return {};
  const VelocityFile& file = *scenario.velocity;
  return file.file +
         (file.smoothing > 0.0 ? ", smoothed over " + number_text(file.smoothing, 4) + " m" : std::string());
}

VelocityRange velocity_range(const Scenario& scenario, const Job& job) {
  if (!scenario.velocity) {
    VelocityRange range{greatest_velocity, 0.0};
    for (const Layer& layer : scenario.stack.layers)
      range = {std::min(range.slowest, layer.velocity), std::max(range.fastest, layer.velocity)};
    return range;
  }
  return file_range(scenario, last_of_model(), job);
}

VelocityRange survey_velocity_range(const Scenario& scenario, const Job& job) {
  const VelocityRange model = velocity_range(scenario, job);
  if (!scenario.imaging || !scenario.imaging->survey) return model;
  const double scale = scenario.imaging->survey->velocity_scale;
  const VelocityRange own =
      migration_file(scenario) == nullptr ? model : with_migration_file(scenario, [&](const Scenario& s) {
        return file_range(s, last_of_migration(), job);
      });
  return {std::min(model.slowest, scale * own.slowest), std::max(model.fastest, scale * own.fastest)};
}

}  // namespace foldwave
