#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/volume/store/coarse_level.hpp"
#include "core/volume/store/hdf_file.hpp"
#include "core/volume/store/volume_file.hpp"

namespace foldwave {

namespace {

constexpr std::uint64_t most_brick_bytes = std::uint64_t{256} << 20;
constexpr Index most_bricks = Index{1} << 22;

// Reads a file's description. All under the lock of HDF5.
class IndexReader {
 public:
  IndexReader(hid_t file, std::string name, HdfBytes& bytes)
      : file_(file), name_(std::move(name)), bytes_(bytes), file_bytes_(bytes.size) {}

  VolumeIndex read(const std::string& array);

 private:
  [[noreturn]] void refuse(const std::string& problem, const std::string& remedy = "write it again") const {
    throw InputError(name_, problem, remedy);
  }
  HdfHandle hard_group(hid_t place, const char* name) const;
  std::string array_of(hid_t points, const std::string& wanted) const;
  void read_image(hid_t vtk, VolumeIndex& index, const std::array<hsize_t, 3>& dims) const;
  void read_ours(VolumeIndex& index) const;
  void read_type(hid_t dataset, VolumeIndex& index) const;
  void read_chunks(hid_t dataset, hid_t made_as, VolumeIndex& index) const;
  void read_contiguous(hid_t dataset, VolumeIndex& index) const;
  void read_sums(VolumeIndex& index) const;
  void read_coarse(VolumeIndex& index) const;
  void require_inside(const StoredBrick& brick) const;

  template <class T, std::size_t N>
  std::optional<std::array<T, N>> numbers(hid_t place, const char* name, hid_t type) const;
  std::optional<std::string> text(hid_t place, const char* name) const;

  hid_t file_;
  std::string name_;
  HdfBytes& bytes_;
  std::uint64_t file_bytes_;
};

// A link within the file itself: others may lead to any file of the machine.
bool is_hard(hid_t place, const char* name) {
  H5L_info_t info{};
  return H5Lexists(place, name, H5P_DEFAULT) > 0 && H5Lget_info(place, name, &info, H5P_DEFAULT) >= 0 &&
         info.type == H5L_TYPE_HARD;
}

bool is_dataset(hid_t place, const char* name) {
  H5O_info_t info{};
  return is_hard(place, name) && H5Oget_info_by_name1(place, name, &info, H5P_DEFAULT) >= 0 &&
         info.type == H5O_TYPE_DATASET;
}

HdfHandle IndexReader::hard_group(hid_t place, const char* name) const {
  H5O_info_t info{};
  if (!is_hard(place, name) || H5Oget_info_by_name1(place, name, &info, H5P_DEFAULT) < 0 ||
      info.type != H5O_TYPE_GROUP)
    return {};
  return {H5Gopen2(place, name, H5P_DEFAULT), H5Gclose};
}

template <class T, std::size_t N>
std::optional<std::array<T, N>> IndexReader::numbers(hid_t place, const char* name, hid_t type) const {
  if (H5Aexists(place, name) <= 0) return {};
  const HdfHandle attribute(H5Aopen(place, name, H5P_DEFAULT), H5Aclose);
  const HdfHandle space(H5Aget_space(attribute), H5Sclose), kind(H5Aget_type(attribute), H5Tclose);
  const H5T_class_t is = H5Tget_class(kind);
  std::array<T, N> values{};
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(N) ||
      (is != H5T_INTEGER && is != H5T_FLOAT) || H5Tget_size(kind) > 16 ||
      H5Aread(attribute, type, values.data()) < 0)
    refuse(std::string("its attribute ") + name + " is damaged");
  return values;
}

std::optional<std::string> IndexReader::text(hid_t place, const char* name) const {
  if (H5Aexists(place, name) <= 0) return {};
  const HdfHandle attribute(H5Aopen(place, name, H5P_DEFAULT), H5Aclose);
  const HdfHandle space(H5Aget_space(attribute), H5Sclose), kind(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(kind) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1) return {};
  std::string value;
  if (H5Tis_variable_str(kind) > 0) {
    char* words = nullptr;
    const HdfHandle memory(H5Tcopy(kind), H5Tclose);
    if (H5Aread(attribute, memory, &words) >= 0 && words != nullptr) {
      value = words;
      H5free_memory(words);
    }
  } else {
    const std::size_t size = H5Tget_size(kind);
    if (size == 0 || size > 4096) return {};
    value.resize(size);
    if (H5Aread(attribute, kind, value.data()) < 0) return {};
  }
  return value.substr(0, value.find('\0'));
}

std::string IndexReader::array_of(hid_t points, const std::string& wanted) const {
  struct Names {
    std::vector<std::string> all;
  } names;
  H5Literate(
      points, H5_INDEX_NAME, H5_ITER_INC, nullptr,
      [](hid_t place, const char* name, const H5L_info_t*, void* to) -> herr_t {
        auto& all = static_cast<Names*>(to)->all;
        if (is_dataset(place, name)) all.emplace_back(name);
        return all.size() < 1000 ? 0 : 1;
      },
      &names);
  const auto has = [&](const std::string& n) { return std::ranges::find(names.all, n) != names.all.end(); };
  if (!wanted.empty()) {
    if (has(wanted)) return wanted;
    std::string there;
    for (const std::string& n : names.all)
      there += (there.empty() ? "" : ", ") + n;
    refuse("it has no array \"" + wanted + "\"" + (there.empty() ? "" : "; it has " + there),
           "name one that is there");
  }
  if (names.all.empty()) refuse("it has no values at its nodes", "give an image with point data");
  const auto active = text(points, "Scalars");
  return active && has(*active) ? *active : names.all.front();
}

void IndexReader::read_image(hid_t vtk, VolumeIndex& index, const std::array<hsize_t, 3>& dims) const {
  const auto extent = numbers<std::int64_t, 6>(vtk, "WholeExtent", H5T_NATIVE_INT64);
  const auto origin = numbers<double, 3>(vtk, "Origin", H5T_NATIVE_DOUBLE);
  const auto spacing = numbers<double, 3>(vtk, "Spacing", H5T_NATIVE_DOUBLE);
  const auto turned = numbers<double, 9>(vtk, "Direction", H5T_NATIVE_DOUBLE);
  if (!extent || !origin || !spacing) refuse("it says nothing of its extent, origin or spacing");
  if (turned && *turned != std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1})
    refuse("its axes are turned", "write it with x east, y north, z up");
  Grid3& grid = index.facts.grid;
  std::array<double, 3> first{};
  for (std::size_t a = 0; a < 3; ++a) {
    const std::int64_t low = (*extent)[2 * a], high = (*extent)[2 * a + 1];
    const auto nodes = static_cast<std::int64_t>(dims[2 - a]);
    if (low < std::numeric_limits<int>::min() || high < low || high - low != nodes - 1)
      refuse("its extent along axis " + std::to_string(a) + " does not fit its " + std::to_string(nodes) +
             " values");
    grid.n[a] = static_cast<int>(nodes);
    grid.h[a] = (*spacing)[a];
    first[a] = (*origin)[a] + static_cast<double>(low) * grid.h[a];
    if (!(grid.h[a] > 0.0) || !std::isfinite(grid.h[a]) || !(std::abs(first[a]) < 1e12))
      refuse("its spacing or origin is no length", "give metres, spacing above 0");
  }
  grid.origin = {first[0], first[1], -(first[2] + (grid.n[2] - 1) * grid.h[2])};
}

void IndexReader::read_ours(VolumeIndex& index) const {
  const HdfHandle ours = hard_group(file_, "Foldwave");
  if (!ours.is_there()) return;
  if (text(ours, "format") != "foldwave-volume") return;
  index.ours = true;
  VolumeFacts& facts = index.facts;
  if (const auto bound = numbers<double, 1>(ours, "error_bound", H5T_NATIVE_DOUBLE))
    facts.error_bound = (*bound)[0];
  if (!(facts.error_bound >= 0.0) || !std::isfinite(facts.error_bound)) refuse("its error bound is damaged");
  if (const auto step = numbers<std::int64_t, 1>(ours, "step", H5T_NATIVE_INT64)) {
    if ((*step)[0] < 0 || (*step)[0] > std::numeric_limits<int>::max()) refuse("its step is damaged");
    facts.step = static_cast<int>((*step)[0]);
  }
  if (const auto time = numbers<double, 1>(ours, "time", H5T_NATIVE_DOUBLE)) {
    if (!std::isfinite((*time)[0])) refuse("its time is damaged");
    facts.time = (*time)[0];
  }
  const auto flat = numbers<std::int64_t, 3>(ours, "flat_axes", H5T_NATIVE_INT64);
  Grid3& grid = facts.grid;
  for (std::size_t a = 0; flat && a < 3; ++a) {
    if ((*flat)[a] == 0) continue;
    if ((*flat)[a] != 1 || grid.n[a] != 2 || a == 0) refuse("its flat axes are damaged");
    grid.n[a] = 1;
    (a == 1 ? grid.origin.y : grid.origin.z) += 0.5 * grid.h[a];
  }
  index.layout.nodes = grid.n;
}

void IndexReader::read_type(hid_t dataset, VolumeIndex& index) const {
  const HdfHandle type(H5Dget_type(dataset), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type);
  StoredItem& item = index.item;
  item.bytes = H5Tget_size(type);
  item.big_endian = H5Tget_order(type) == H5T_ORDER_BE;
  item.kind = kind == H5T_FLOAT                   ? StoredItem::real
              : H5Tget_sign(type) == H5T_SGN_NONE ? StoredItem::natural
                                                  : StoredItem::whole;
  const bool ieee =
      kind == H5T_FLOAT && (H5Tequal(type, H5T_IEEE_F32LE) > 0 || H5Tequal(type, H5T_IEEE_F32BE) > 0 ||
                            H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0);
  const bool count = kind == H5T_INTEGER && (item.bytes == 1 || item.bytes == 2 || item.bytes == 4);
  if (!ieee && !count)
    refuse("its array \"" + index.facts.array + "\" is neither of floats nor of integers of 1, 2 or 4 bytes",
           "write it as 4-byte floats");
}

void IndexReader::require_inside(const StoredBrick& brick) const {
  if (brick.offset > file_bytes_ || brick.bytes > file_bytes_ - brick.offset)
    refuse("it is cut: brick " + std::to_string(brick.number) + " lies beyond its end");
}

void IndexReader::read_chunks(hid_t dataset, hid_t made_as, VolumeIndex& index) const {
  std::array<hsize_t, 3> chunk{};
  if (H5Pget_chunk(made_as, 3, chunk.data()) != 3) refuse("its bricks are damaged");
  BrickLayout& layout = index.layout;
  std::uint64_t bytes = index.item.bytes;
  for (std::size_t a = 0; a < 3; ++a) {
    const hsize_t side = chunk[2 - a];
    if (side < 1 || side > most_brick_bytes) refuse("its bricks have no size that can be");
    layout.brick[a] = static_cast<int>(side);
    bytes *= side;
    if (bytes > most_brick_bytes)
      refuse("its bricks are of more than " + bytes_text(static_cast<double>(most_brick_bytes)),
             "write it again in smaller chunks");
  }
  const auto c = layout.counts();
  if (static_cast<double>(c[0]) * c[1] * c[2] > static_cast<double>(most_bricks))
    refuse("it has " + number_text(static_cast<double>(c[0]) * c[1] * c[2]) + " bricks",
           "write it again in larger chunks");
  for (int f = 0, n = H5Pget_nfilters(made_as); f < n; ++f) {
    std::array<unsigned, 64> values{};
    std::size_t count = values.size();
    unsigned flags = 0;
    HdfFilter filter;
    filter.id =
        H5Pget_filter2(made_as, static_cast<unsigned>(f), &flags, &count, values.data(), 0, nullptr, nullptr);
    if (filter.id <= 0 || count > values.size()) refuse("its filters are damaged");
    filter.values.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
    index.filters.push_back(std::move(filter));
  }
  for (Index b = 0, all = layout.count(); b < all; ++b) {
    const auto first = layout.first(b);
    const std::array<hsize_t, 3> at{static_cast<hsize_t>(first[2]), static_cast<hsize_t>(first[1]),
                                    static_cast<hsize_t>(first[0])};
    hsize_t size = 0;
    std::uint64_t offset = 0;
    std::uint32_t skipped = 0;
    std::byte none{};
    // A failure too: HDF5 1.10 has no size for a chunk that was never written.
    if (H5Dget_chunk_storage_size(dataset, at.data(), &size) < 0 || size == 0) continue;
    bytes_.place = &offset;
    const herr_t found = H5Dread_chunk(dataset, H5P_DEFAULT, at.data(), &skipped, &none);
    bytes_.place = nullptr;
    if (found < 0 || offset == 0) refuse("where its brick " + std::to_string(b) + " lies is damaged");
    index.bricks.push_back({b, offset, size, skipped, 0});
    require_inside(index.bricks.back());
  }
  hsize_t stored = 0;
  const HdfHandle all(H5Dget_space(dataset), H5Sclose);
  if (H5Dget_num_chunks(dataset, all, &stored) < 0 || stored != index.bricks.size())
    refuse("the list of its bricks is damaged");
}

// As if each plane were a brick.
void IndexReader::read_contiguous(hid_t dataset, VolumeIndex& index) const {
  BrickLayout& layout = index.layout;
  const haddr_t begin = H5Dget_offset(dataset);
  layout.brick = {layout.stored[0], layout.stored[1], 1};
  const auto plane = static_cast<std::uint64_t>(layout.brick_nodes()) * index.item.bytes;
  if (begin == HADDR_UNDEF) return;  // never written
  if (plane > most_brick_bytes || layout.stored[2] > most_bricks)
    refuse("its planes are too large to be read without chunks", "write it again in chunks");
  if (begin > file_bytes_ || plane * static_cast<std::uint64_t>(layout.stored[2]) > file_bytes_ - begin)
    refuse("it is cut: its values lie beyond its end");
  for (Index b = 0, all = layout.count(); b < all; ++b)
    index.bricks.push_back({b, begin + static_cast<std::uint64_t>(b) * plane, plane, 0, 0});
}

void IndexReader::read_sums(VolumeIndex& index) const {
  if (!index.ours) return;
  const HdfHandle ours = hard_group(file_, "Foldwave");
  if (!is_dataset(ours, "checksums")) return;
  const HdfHandle dataset(H5Dopen2(ours, "checksums", H5P_DEFAULT), H5Dclose);
  const HdfHandle space(H5Dget_space(dataset), H5Sclose);
  const auto count = static_cast<std::uint64_t>(index.layout.count());
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(count) || count * 4 > file_bytes_)
    refuse("its checksums do not fit its bricks");
  std::vector<std::uint32_t> sums(count);
  if (H5Dread(dataset, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, sums.data()) < 0)
    refuse("its checksums are damaged");
  if (const auto of_lengths = numbers<std::int64_t, 1>(dataset, "lengths", H5T_NATIVE_INT64)) {
    std::vector<std::uint64_t> lengths(count);
    for (const StoredBrick& brick : index.bricks)
      lengths[static_cast<std::size_t>(brick.number)] = brick.bytes;
    // Packed anew by another program: the sums are of bytes that are no more.
    if ((*of_lengths)[0] != std::int64_t{sum_of_lengths(lengths)}) return;
  }
  for (StoredBrick& brick : index.bricks)
    brick.sum = sums[static_cast<std::size_t>(brick.number)];
  // A brick that has a sum and no bytes was lost.
  const auto stored =
      static_cast<std::size_t>(std::ranges::count_if(sums, [](std::uint32_t s) { return s != 0; }));
  if (stored > index.bricks.size()) refuse("bricks that it once had are missing");
  index.summed = true;
}

// One that is not as it was written is none: all that it holds is in the bricks as well.
void IndexReader::read_coarse(VolumeIndex& index) const {
  if (!index.ours) return;
  const HdfHandle ours = hard_group(file_, "Foldwave");
  if (!is_dataset(ours, "coarse")) return;
  const HdfHandle level(H5Dopen2(ours, "coarse", H5P_DEFAULT), H5Dclose);
  const HdfHandle space(H5Dget_space(level), H5Sclose), made_as(H5Dget_create_plist(level), H5Pclose),
      type(H5Dget_type(level), H5Tclose);
  const auto nodes = numbers<std::int64_t, 3>(level, "nodes", H5T_NATIVE_INT64);
  const auto sum = numbers<std::int64_t, 1>(level, "checksum", H5T_NATIVE_INT64);
  const hssize_t bytes = H5Sget_simple_extent_npoints(space);
  const haddr_t begin = H5Dget_offset(level);
  if (!nodes || !sum || bytes <= 0 || H5Tequal(type, H5T_STD_U8LE) <= 0 ||
      H5Pget_layout(made_as) != H5D_CONTIGUOUS || H5Pget_external_count(made_as) != 0 ||
      begin == HADDR_UNDEF || begin > file_bytes_ || static_cast<std::uint64_t>(bytes) > file_bytes_ - begin)
    return;
  StoredCoarse coarse;
  std::uint64_t values = sizeof(float);
  for (std::size_t a = 0; a < 3; ++a) {
    const std::int64_t n = (*nodes)[a];
    if (n < 1 || n > most_coarse || n > index.layout.nodes[a]) return;
    coarse.n[a] = static_cast<int>(n);
    values *= static_cast<std::uint64_t>(n);
  }
  if (static_cast<std::uint64_t>(bytes) > 2 * values + 1024) return;
  coarse.offset = begin;
  coarse.bytes = static_cast<std::uint64_t>(bytes);
  coarse.sum = static_cast<std::uint32_t>((*sum)[0]);
  index.coarse = coarse;
}

VolumeIndex IndexReader::read(const std::string& array) {
  const HdfHandle vtk = hard_group(file_, "VTKHDF");
  if (!vtk.is_there() || text(vtk, "Type").value_or("ImageData") != "ImageData")
    refuse("it is no image of VTKHDF", "give a file of a volume");
  const HdfHandle points = hard_group(vtk, "PointData");
  if (!points.is_there()) refuse("it has no values at its nodes", "give an image with point data");
  VolumeIndex index;
  index.file_bytes = file_bytes_;
  index.facts.array = array_of(points, array);
  const HdfHandle dataset(H5Dopen2(points, index.facts.array.c_str(), H5P_DEFAULT), H5Dclose);
  const HdfHandle space(H5Dget_space(dataset), H5Sclose), made_as(H5Dget_create_plist(dataset), H5Pclose);
  std::array<hsize_t, 3> dims{};
  if (H5Sget_simple_extent_ndims(space) != 3 || H5Sget_simple_extent_dims(space, dims.data(), nullptr) != 3)
    refuse("its array \"" + index.facts.array + "\" has not one value a node of three axes");
  for (const hsize_t d : dims)
    if (d < 1 || d > static_cast<hsize_t>(std::numeric_limits<int>::max() / 4))
      refuse("its array \"" + index.facts.array + "\" has no size that can be");
  index.layout.stored = {static_cast<int>(dims[2]), static_cast<int>(dims[1]), static_cast<int>(dims[0])};
  index.layout.nodes = index.layout.stored;
  read_type(dataset, index);
  read_image(vtk, index, dims);
  read_ours(index);
  const H5D_layout_t lies = H5Pget_layout(made_as);
  if (lies == H5D_CHUNKED)
    read_chunks(dataset, made_as, index);
  else if (lies == H5D_CONTIGUOUS && H5Pget_external_count(made_as) == 0)
    read_contiguous(dataset, index);
  else
    refuse("its values lie neither in chunks nor in one piece of it", "write it again with chunks");
  if (H5Pget_fill_value(made_as, H5T_NATIVE_FLOAT, &index.silence) < 0) index.silence = 0.0F;
  index.facts.codec = codec_of(index.filters);
  read_sums(index);
  read_coarse(index);
  return index;
}

}  // namespace

VolumeIndex read_volume_index(int descriptor, const std::string& name, const std::string& array) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw InputError(name, "cannot be read", "give a regular file");
  HdfBytes bytes{descriptor, static_cast<std::uint64_t>(status.st_size), 0};
  const auto lock = lock_hdf();
  const HdfHandle access = access_to(bytes);
  const HdfHandle file(H5Fopen(name.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.is_there())
    throw InputError(name, "is not an HDF5 file, or is cut or damaged",
                     "give a .hdf file, or write it again");
  return IndexReader(file, name, bytes).read(array);
}

}  // namespace foldwave
