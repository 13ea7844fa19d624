// Reads the volume of a .hdf file: one that volume_writer.hpp wrote, or a foreign one of VTKHDF 1.0 ImageData
// whose array is of floats or integers, contiguous or in chunks packed by deflate, LZ4, Blosc or zfp, with or
// without shuffle and Fletcher's sum. HDF5 reads what describes the volume when it is opened; bricks are read
// and unpacked without it, by all threads of a parallel loop. Any number of threads may read one file.
// Shapes and units: the program's grid, z depth, x fastest, the uppermost layer first, as volume_writer.hpp
// has it. Errors: InputError naming the file and what was found: missing, cut, no such volume, turned axes,
// sizes that lie, an unknown filter, a damaged brick; ResourceError where memory does not hold what is asked
// for; Stopped. Nothing is allocated before it was compared with the file's size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/volume/codec/codec.hpp"
#include "core/volume/store/bricks.hpp"
#include "core/volume/store/hdf_filters.hpp"
#include "core/volume/store/volume_facts.hpp"

namespace foldwave {

// Where a brick's bytes lie in the file; silent bricks have none.
struct StoredBrick {
  Index number = 0;
  std::uint64_t offset = 0, bytes = 0;
  std::uint32_t skipped = 0, sum = 0;
};

// How a value lies in a file.
struct StoredItem {
  enum Kind { real, whole, natural };
  Kind kind = real;
  std::size_t bytes = 4;
  bool big_endian = false;
  std::string name() const;  // "float32"
};

// Where its coarse level lies (coarse_level.hpp).
struct StoredCoarse {
  std::array<int, 3> n{};
  std::uint64_t offset = 0, bytes = 0;
  std::uint32_t sum = 0;
};

// Everything about a file but its values.
struct VolumeIndex {
  VolumeFacts facts;
  bool ours = false;  // has what /Foldwave holds
  BrickLayout layout;
  StoredItem item;
  std::vector<HdfFilter> filters;
  std::vector<StoredBrick> bricks;  // that are not silent, by number
  bool summed = false;              // their sums are known
  float silence = 0.0F;             // the value of silent bricks
  std::optional<StoredCoarse> coarse{};
  std::uint64_t file_bytes = 0;

  std::uint64_t packed_bytes() const;
};

VolumeIndex read_volume_index(int descriptor, const std::string& name, const std::string& array);

struct DamagedBrick {
  Index number = 0;
  NodeBox nodes;                // that it holds
  std::string problem, remedy;  // one line each
};

class VolumeFile {
 public:
  // The array of that name; without one the first that is active, or the only one.
  explicit VolumeFile(const std::filesystem::path& path, const std::string& array = {});
  ~VolumeFile();
  VolumeFile(const VolumeFile&) = delete;
  VolumeFile& operator=(const VolumeFile&) = delete;

  const VolumeIndex& index() const { return index_; }
  const Grid3& grid() const { return index_.facts.grid; }
  const std::string& name() const { return name_; }

  // The values of a box of nodes, x fastest. Nodes of damaged bricks are not a number; these are given back.
  std::vector<DamagedBrick> read_box(const NodeBox& box, std::span<float> out, const Job& job = {}) const;

  // Its coarse level; null: it has none, or a damaged one.
  std::shared_ptr<const Field<float>> read_coarse() const;

  // All values. Throws InputError that names the first damaged brick.
  Field<float> read_all(const Job& job = {}) const;

 private:
  // Values of the brick beyond these need not be unpacked.
  void unpack(const StoredBrick& brick, const BrickPart& wanted, std::vector<std::byte>& packed,
              std::vector<std::byte>& raw, std::span<float> values) const;

  std::string name_;
  int descriptor_ = -1;
  VolumeIndex index_;
};

std::string damage_text(
    const std::vector<DamagedBrick>& damaged);  // "brick 7 (x 0-63, ...): ..., and 2 more"

// The slices of a volume that memory need not hold. The planes around the last slice are kept, so that a
// neighbour costs a copy: at most `most_bytes`. For one thread.
class VolumeSlices {
 public:
  static constexpr std::size_t usual_bytes = std::size_t{96} << 20;

  explicit VolumeSlices(const VolumeFile& file, std::size_t most_bytes = usual_bytes)
      : file_(file), most_(most_bytes) {}

  // The values of plane `at` across an axis (0 x, 1 y, 2 z), the lower of the other axes fastest.
  std::vector<float> slice(int axis, int at, const Job& job = {});
  const std::vector<DamagedBrick>& damaged() const { return damaged_; }  // of the planes that are kept

 private:
  const VolumeFile& file_;
  std::size_t most_;
  int axis_ = -1;
  NodeBox kept_;
  std::vector<float> values_;
  std::vector<DamagedBrick> damaged_;
};

}  // namespace foldwave
