#include "core/volume/view/volume_source.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/error.hpp"
#include "core/formats/scalar_volume.hpp"
#include "core/volume/store/unpack_volume.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#endif

namespace foldwave {

namespace {

constexpr std::size_t kept_bytes = 32U * 1024 * 1024;  // of planes, an axis

class FieldVolume final : public VolumeSource {
 public:
  FieldVolume(std::shared_ptr<const Field<float>> values, VolumeFacts facts, std::vector<std::string> notes)
      : VolumeSource(std::move(facts), sizeof(float) * static_cast<std::uint64_t>(values->size()),
                     std::move(notes)),
        values_(std::move(values)) {}

  const Field<float>* field() const override { return values_.get(); }

  std::vector<DamagedBrick> read_box(const NodeBox& box, std::span<float> out, const Job&) const override {
    std::size_t m = 0;
    for (int k = 0; k < box.n[2]; ++k)
      for (int j = 0; j < box.n[1]; ++j) {
        const float* const row = values_->data() + grid().index(box.low[0], box.low[1] + j, box.low[2] + k);
        std::copy_n(row, box.n[0], out.begin() + static_cast<std::ptrdiff_t>(m));
        m += static_cast<std::size_t>(box.n[0]);
      }
    return {};
  }

 private:
  std::shared_ptr<const Field<float>> values_;
};

class PackedSource final : public VolumeSource {
 public:
  explicit PackedSource(std::shared_ptr<const PackedVolume> packed)
      : VolumeSource(packed->facts, packed->bytes()), packed_(std::move(packed)) {}

  std::vector<DamagedBrick> read_box(const NodeBox& box, std::span<float> out,
                                     const Job& job) const override {
    unpack_box(*packed_, box, out, job);
    return {};
  }

 private:
  std::shared_ptr<const PackedVolume> packed_;
};

class FileVolume final : public VolumeSource {
 public:
  explicit FileVolume(std::unique_ptr<const VolumeFile> file)
      : VolumeSource(file->index().facts, file->index().packed_bytes()), file_(std::move(file)) {}

  const VolumeFile* file() const override { return file_.get(); }
  std::vector<DamagedBrick> read_box(const NodeBox& box, std::span<float> out,
                                     const Job& job) const override {
    return file_->read_box(box, out, job);
  }

 private:
  std::unique_ptr<const VolumeFile> file_;
};

Volume open_image([[maybe_unused]] const std::filesystem::path& path) {
#ifdef FOLDWAVE_HAS_VTK
  ImageVolume image = read_image(path, {});
  if (image.arrays.empty())
    throw InputError(path.string(), "it has no array of one value a node", "give a file that has one");
  ImageVolume::Array& first = image.arrays.front();
  std::vector<std::string> notes;
  if (image.arrays.size() > 1)
    notes.push_back("of " + std::to_string(image.arrays.size()) + " arrays, " + first.name + " is shown");
  return volume_of(std::make_shared<const Field<float>>(std::move(first.components.front())), image.grid,
                   first.name, std::move(notes));
#else
  throw InputError(path.string(), "this build has no VTK, which .vti files need", "give a .hdf file");
#endif
}

Volume open_segy(const std::filesystem::path& path, const VolumeLayout& layout, const Job& job) {
  const SegyFile file = read_segy(path, job);
  ScalarVolume volume = segy_volume(file, layout, path.string(), job);
  std::vector<std::string> notes = std::move(volume.assumed);
  notes.insert(notes.end(), volume.warnings.begin(), volume.warnings.end());
  return volume_of(std::make_shared<const Field<float>>(std::move(volume.values)), volume.grid, "amplitude",
                   std::move(notes));
}

}  // namespace

Volume volume_of(std::shared_ptr<const Field<float>> field, const Grid3& grid, const std::string& array,
                 std::vector<std::string> notes) {
  if (field->shape() != grid.n)
    throw InputError(array, "it has other nodes than its grid", "give one value a node");
  VolumeFacts facts;
  facts.grid = grid;
  facts.array = array;
  facts.codec = "none";
  return std::make_shared<const FieldVolume>(std::move(field), std::move(facts), std::move(notes));
}

Volume volume_of(std::shared_ptr<const PackedVolume> packed) {
  return std::make_shared<const PackedSource>(std::move(packed));
}

Volume open_volume(const std::filesystem::path& path, const VolumeLayout& layout, const Job& job) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  if (suffix == ".hdf") return std::make_shared<const FileVolume>(std::make_unique<const VolumeFile>(path));
  if (suffix == ".vti") return open_image(path);
  if (suffix == ".sgy" || suffix == ".segy") return open_segy(path, layout, job);
  throw InputError(path.string(), "its kind is not known by its name", "give a .hdf, .vti or .sgy file");
}

int plane_u(int axis) {
  return axis == 0 ? 1 : 0;
}

int plane_v(int axis) {
  return axis == 2 ? 1 : 2;
}

PlaneReader::PlaneReader(Volume volume) : volume_(std::move(volume)) {
  if (const VolumeFile* const file = volume_->file())
    for (int axis = 0; axis < 3; ++axis)
      slices_.emplace_back(*file, kept_bytes);
}

VolumePlane PlaneReader::read(int axis, int node, const Job& job) {
  const auto a = static_cast<std::size_t>(axis);
  const std::array<int, 3>& n = volume_->grid().n;
  VolumePlane plane{
      axis, node, n[static_cast<std::size_t>(plane_u(axis))], n[static_cast<std::size_t>(plane_v(axis))], {}};
  if (!slices_.empty()) {
    plane.values = slices_[a].slice(axis, node, job);
    damaged_[a] = slices_[a].damaged();
    return plane;
  }
  if (node < 0 || node >= n[a])
    throw InputError(volume_->facts().array, "it has no plane " + std::to_string(node) + " there",
                     "ask for one within its grid");
  NodeBox box{{0, 0, 0}, n};
  box.low[a] = node;
  box.n[a] = 1;
  plane.values.resize(static_cast<std::size_t>(box.size()));
  damaged_[a] = volume_->read_box(box, plane.values, job);
  return plane;
}

std::string PlaneReader::damage() const {
  std::vector<DamagedBrick> all;
  for (const auto& some : damaged_)
    all.insert(all.end(), some.begin(), some.end());
  return all.empty() ? std::string() : damage_text(all);
}

}  // namespace foldwave
