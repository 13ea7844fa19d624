#include "core/volume/store/volume_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/volume/store/hdf_file.hpp"

namespace foldwave {

namespace {

constexpr const char* what_hdf_failed = "HDF5 refused to write it";

void put(hid_t place, const char* name, hid_t file_type, hid_t memory_type, hsize_t count,
         const void* values) {
  const HdfHandle space(count == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  const HdfHandle attribute(H5Acreate2(place, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  H5Awrite(attribute, memory_type, values);
}

void put(hid_t place, const char* name, const std::string& text) {
  const HdfHandle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(text.size(), 1));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  put(place, name, type, type, 0, text.c_str());
}

template <std::size_t N>
void put(hid_t place, const char* name, const std::array<double, N>& values) {
  put(place, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, N, values.data());
}

template <std::size_t N>
void put(hid_t place, const char* name, const std::array<std::int64_t, N>& values) {
  put(place, name, H5T_STD_I64LE, H5T_NATIVE_INT64, N, values.data());
}

HdfHandle group(hid_t place, const char* name) {
  const HdfHandle made_as(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  H5Pset_obj_track_times(made_as, false);
  return {H5Gcreate2(place, name, H5P_DEFAULT, made_as, H5P_DEFAULT), H5Gclose};
}

std::array<hsize_t, 3> slowest_first(const std::array<int, 3>& n) {
  return {static_cast<hsize_t>(n[2]), static_cast<hsize_t>(n[1]), static_cast<hsize_t>(n[0])};
}

// What VTK reads.
void put_image(hid_t vtk, const VolumeFacts& facts, const BrickLayout& layout) {
  put(vtk, "Version", std::array<std::int64_t, 2>{1, 0});
  put(vtk, "Type", "ImageData");
  std::array<std::int64_t, 6> extent{};
  const Grid3& grid = facts.grid;
  std::array<double, 3> origin{grid.origin.x, grid.origin.y, -(grid.origin.z + (grid.n[2] - 1) * grid.h[2])};
  for (std::size_t a = 0; a < 3; ++a) {
    extent[2 * a + 1] = layout.stored[a] - 1;
    if (layout.stored[a] != grid.n[a]) origin[a] -= 0.5 * grid.h[a];
  }
  put(vtk, "WholeExtent", extent);
  put(vtk, "Origin", origin);
  put(vtk, "Spacing", grid.h);
  put(vtk, "Direction", std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

// What it does not.
void put_ours(hid_t ours, const VolumeFacts& facts, const BrickLayout& layout) {
  put(ours, "format", "foldwave-volume");
  put(ours, "version", std::array<std::int64_t, 1>{1});
  put(ours, "codec", facts.codec);
  put(ours, "error_bound", std::array<double, 1>{facts.error_bound});
  std::array<std::int64_t, 3> flat{};
  for (std::size_t a = 0; a < 3; ++a)
    flat[a] = layout.stored[a] != facts.grid.n[a] ? 1 : 0;
  put(ours, "flat_axes", flat);
  if (facts.step) put(ours, "step", std::array<std::int64_t, 1>{*facts.step});
  if (facts.time) put(ours, "time", std::array<double, 1>{*facts.time});
}

HdfHandle make_dataset(hid_t points, const VolumeFacts& facts, const BrickLayout& layout) {
  const HdfHandle made_as(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const auto chunk = slowest_first(layout.brick), size = slowest_first(layout.stored);
  const float silence = 0.0F;
  H5Pset_obj_track_times(made_as, false);
  H5Pset_chunk(made_as, 3, chunk.data());
  H5Pset_fill_value(made_as, H5T_NATIVE_FLOAT, &silence);
  H5Pset_alloc_time(made_as, H5D_ALLOC_TIME_INCR);
  for (const HdfFilter& filter : filters_of(facts.codec, layout.brick, facts.error_bound)) {
    // HDF5 sets up its own; the others it need not have.
    if (filter.id == H5Z_FILTER_SHUFFLE)
      H5Pset_shuffle(made_as);
    else if (filter.id == H5Z_FILTER_DEFLATE)
      H5Pset_deflate(made_as, filter.values.at(0));
    else
      H5Pset_filter(made_as, filter.id, H5Z_FLAG_OPTIONAL, filter.values.size(), filter.values.data());
  }
  const HdfHandle space(H5Screate_simple(3, size.data(), nullptr), H5Sclose);
  return {H5Dcreate2(points, facts.array.c_str(), H5T_IEEE_F32LE, space, H5P_DEFAULT, made_as, H5P_DEFAULT),
          H5Dclose};
}

// In one piece, so that it is read by a call.
bool put_coarse(hid_t file, const Field<float>& coarse) {
  const std::vector<std::byte> bytes = pack_coarse(coarse);
  const hsize_t count = bytes.size();
  const auto n = coarse.shape();
  const HdfHandle made_as(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(made_as, false);
  const HdfHandle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const HdfHandle level(
      H5Dcreate2(file, "Foldwave/coarse", H5T_STD_U8LE, space, H5P_DEFAULT, made_as, H5P_DEFAULT), H5Dclose);
  put(level, "nodes", std::array<std::int64_t, 3>{n[0], n[1], n[2]});
  put(level, "checksum", std::array<std::int64_t, 1>{sum_of(bytes)});
  return H5Dwrite(level, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0;
}

}  // namespace

struct VolumeWriter::Open {
  explicit Open(std::filesystem::path path) : part(std::move(path)) {}
  ~Open() {
    {
      const auto lock = lock_hdf();
      dataset.reset();
      file.reset();
    }
    if (bytes.descriptor >= 0) ::close(bytes.descriptor);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  // Throws what kept HDF5 from writing, if anything has.
  void require(bool done) const {
    if (bytes.error_number != 0) throw_write_error(part.target(), bytes.error_number);
    if (!done) throw ResourceError(part.target().string(), what_hdf_failed, "choose another place or codec");
  }

  PartFile part;
  HdfBytes bytes;
  BrickLayout layout;
  std::vector<std::uint32_t> sums;
  std::vector<std::uint64_t> lengths;
  Field<float> coarse;     // of no node: none is kept
  Index coarse_taken = 0;  // of its nodes
  HdfHandle file, dataset;
};

bool has_volume_store() {
  return true;
}

VolumeWriter::VolumeWriter(std::filesystem::path path, const VolumeFacts& facts, const BrickLayout& layout,
                           Index coarse_from)
    : open_(std::make_unique<Open>(std::move(path))) {
  open_->layout = layout;
  if (facts.grid.size() >= coarse_from)
    open_->coarse = Field<float>(coarse_shape(layout.nodes, coarse_side(layout.nodes)));
  open_->sums.resize(static_cast<std::size_t>(layout.count()));
  open_->lengths.resize(open_->sums.size());
  open_->bytes.descriptor = ::open(open_->part.part().c_str(), O_RDWR | O_CLOEXEC);
  if (open_->bytes.descriptor < 0) throw_write_error(open_->part.target(), errno);
  bool made = false;
  {
    const auto lock = lock_hdf();
    const HdfHandle access = access_to(open_->bytes), made_as(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    H5Pset_obj_track_times(made_as, false);
    open_->file = HdfHandle(H5Fcreate(open_->part.part().c_str(), H5F_ACC_TRUNC, made_as, access), H5Fclose);
    const HdfHandle vtk = group(open_->file, "VTKHDF"), points = group(vtk, "PointData"),
                    ours = group(open_->file, "Foldwave");
    put_image(vtk, facts, layout);
    put_ours(ours, facts, layout);
    open_->dataset = make_dataset(points, facts, layout);
    // What is shown when the file is opened.
    put(points, "Scalars", facts.array);
    made = open_->dataset.is_there();
  }
  open_->require(made);
}

VolumeWriter::~VolumeWriter() = default;

void VolumeWriter::write(Index brick, const PackedBrick& packed) {
  if (packed.bytes.empty()) return;
  const auto first = slowest_first(open_->layout.first(brick));
  open_->lengths[static_cast<std::size_t>(brick)] = packed.bytes.size();
  open_->sums[static_cast<std::size_t>(brick)] = sum_of(packed.bytes);
  herr_t done = 0;
  {
    const auto lock = lock_hdf();
    done = H5Dwrite_chunk(open_->dataset, H5P_DEFAULT, packed.skipped, first.data(), packed.bytes.size(),
                          packed.bytes.data());
  }
  open_->require(done >= 0);
}

void VolumeWriter::see(const NodeBox& box, std::span<const float> values) {
  if (open_->coarse.size() > 0)
    open_->coarse_taken += take_coarse(box, values, open_->layout.nodes, open_->coarse);
}

void VolumeWriter::commit() {
  herr_t done = 0;
  {
    const auto lock = lock_hdf();
    const hsize_t count = open_->sums.size();
    {
      const HdfHandle made_as(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
      H5Pset_obj_track_times(made_as, false);
      const HdfHandle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
      const HdfHandle sums(H5Dcreate2(open_->file, "Foldwave/checksums", H5T_STD_U32LE, space, H5P_DEFAULT,
                                      made_as, H5P_DEFAULT),
                           H5Dclose);
      done = H5Dwrite(sums, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, open_->sums.data());
      put(sums, "lengths", std::array<std::int64_t, 1>{sum_of_lengths(open_->lengths)});
    }
    if (open_->coarse.size() > 0 && open_->coarse_taken == open_->coarse.size() &&
        !put_coarse(open_->file, open_->coarse))
      done = -1;
    if (H5Fflush(open_->file, H5F_SCOPE_GLOBAL) < 0) done = -1;
    open_->dataset.reset();
    open_->file.reset();
  }
  open_->require(done >= 0);
  open_->part.commit();
}

}  // namespace foldwave
