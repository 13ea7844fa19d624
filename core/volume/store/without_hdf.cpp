// The store in a build without HDF5: each door says so.
#include "core/base/error.hpp"
#include "core/volume/store/unpack_volume.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/volume/store/zfp_brick.hpp"

namespace foldwave {

namespace {

[[noreturn]] void throw_no_hdf(const std::string& place) {
  throw InputError(place, "this build has no HDF5, which .hdf files need",
                   "use .vti files, or a build with FOLDWAVE_HDF=ON");
}

}  // namespace

struct VolumeWriter::Open {};

bool has_volume_store() {
  return false;
}

std::size_t PackedVolume::bytes() const {
  return 0;
}

const std::vector<std::string>& hdf_codecs() {
  static const std::vector<std::string> none;
  return none;
}

bool is_hdf_codec(std::string_view) {
  return true;  // whatever is asked for, it is HDF5 that is said to be missing
}

bool is_transform_codec(std::string_view) {
  return false;
}

std::string hdf_codecs_text() {
  return {};
}

const Codec* bare_zfp() {
  return nullptr;
}

PackedVolume pack_volume(std::span<const float>, const VolumeFacts&, const std::stop_token&, int) {
  throw_no_hdf("volume");
}

std::vector<PackedBrick> pack_bricks(std::span<const float>, const NodeBox&, const VolumeFacts&,
                                     const BrickLayout&, Index, Index, const std::stop_token&) {
  throw_no_hdf("volume");
}

float largest_magnitude(std::span<const float>) {
  return 0.0F;
}

PackedVolume pack_volume(const QuickBricks&, const VolumeFacts&, const std::stop_token&) {
  throw_no_hdf("volume");
}

float rounding_step(double) {
  return 0.0F;
}

void unpack_box(const PackedVolume&, const NodeBox&, std::span<float>, const Job&) {
  throw_no_hdf("volume");
}

Field<float> unpack_volume(const PackedVolume&, const Job&) {
  throw_no_hdf("volume");
}

PackedBrick pack_brick(const std::string&, const std::array<int, 3>&, double, std::span<float>) {
  throw_no_hdf("volume");
}

std::vector<HdfFilter> filters_of(const std::string&, const std::array<int, 3>&, double) {
  throw_no_hdf("volume");
}

void undo_filters(std::span<const HdfFilter>, std::uint32_t, std::span<const std::byte>, std::size_t,
                  std::span<std::byte>) {
  throw_no_hdf("volume");
}

void write_volume_file(const std::filesystem::path& path, const PackedVolume&, const std::stop_token&) {
  throw_no_hdf(path.string());
}

VolumeWriter::VolumeWriter(std::filesystem::path path, const VolumeFacts&, const BrickLayout&, Index) {
  throw_no_hdf(path.string());
}
VolumeWriter::~VolumeWriter() = default;
void VolumeWriter::write(Index, const PackedBrick&) {}
void VolumeWriter::see(const NodeBox&, std::span<const float>) {}
void VolumeWriter::commit() {}

VolumeFile::VolumeFile(const std::filesystem::path& path, const std::string&) {
  throw_no_hdf(path.string());
}
VolumeFile::~VolumeFile() = default;

std::vector<DamagedBrick> VolumeFile::read_box(const NodeBox&, std::span<float>, const Job&) const {
  throw_no_hdf(name_);
}

std::shared_ptr<const Field<float>> VolumeFile::read_coarse() const {
  return nullptr;
}

Field<float> VolumeFile::read_all(const Job&) const {
  throw_no_hdf(name_);
}

std::vector<float> VolumeSlices::slice(int, int, const Job&) {
  throw_no_hdf(file_.name());
}

std::string StoredItem::name() const {
  return {};
}

std::uint64_t VolumeIndex::packed_bytes() const {
  return 0;
}

std::string damage_text(const std::vector<DamagedBrick>&) {
  return {};
}

}  // namespace foldwave
