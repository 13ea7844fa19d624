// A volume wherever its values lie, read by boxes of nodes, so that it need not fit into memory: in memory,
// packed there, or in any file that holds one:
//
//   .hdf           the store's, or VTKHDF of others (volume_file.hpp)
//   .sgy, .segy, .su  traces on a lattice (scalar_volume.hpp: place_segy, by coordinates or numbers)
//   .vti           VTK XML images; these alone are read whole
//   .f32 and other suffixes: 4-byte floats alone, as the layout or NAME.json beside the file says
//
// Shapes and units: the program's grid, x fastest, z depth, the uppermost layer first; metres. Errors:
// InputError naming the file and what was found; ResourceError where memory is too small; Stopped.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/formats/volumes/scalar_volume.hpp"
#include "core/formats/volumes/volume_layout.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

enum class VolumeKind { hdf, segy, vti, raw };
VolumeKind volume_kind(const std::filesystem::path& file);  // by its suffix
const char* kind_name(VolumeKind kind);                     // "hdf", "segy", "vti", "raw"

class VolumeSource {
 public:
  virtual ~VolumeSource() = default;
  VolumeSource(const VolumeSource&) = delete;
  VolumeSource& operator=(const VolumeSource&) = delete;

  const std::string& name() const { return name_; }  // of its file; else of its array
  const VolumeFacts& facts() const { return facts_; }
  const Grid3& grid() const { return facts_.grid; }
  const std::string& array() const { return facts_.array; }             // "values" where the file names none
  const std::vector<std::string>& remarks() const { return remarks_; }  // taken for granted, or odd
  std::uintmax_t stored_bytes() const { return stored_bytes_; }         // that it takes where it lies

  // Whether whole columns cost least, as with traces; else whole rows along x.
  virtual bool by_columns() const { return false; }
  virtual const VolumeFile* file() const { return nullptr; }     // of a .hdf file
  virtual const SegyFile* headers() const { return nullptr; }    // of a SEG-Y file
  virtual const Field<float>* field() const { return nullptr; }  // where all values lie in memory
  // Where its file keeps one, a small volume to be shown at once (coarse_level.hpp).
  virtual std::shared_ptr<const Field<float>> coarse() const { return nullptr; }
  const VolumeIndex* index() const { return file() != nullptr ? &file()->index() : nullptr; }

  // The values of a box of nodes. Nodes of damaged bricks are not a number; these are given back. Any number
  // of threads may read.
  virtual std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out,
                                         const Job& job = {}) const = 0;

 protected:
  VolumeSource(std::string name, std::uintmax_t bytes) : name_(std::move(name)), stored_bytes_(bytes) {}

  std::string name_;
  VolumeFacts facts_{{}, "values", "none", 0.0, {}, {}};
  std::vector<std::string> remarks_;
  std::uintmax_t stored_bytes_ = 0;
};

using Volume = std::shared_ptr<const VolumeSource>;

// Volumes in memory. Throws InputError for a field of other nodes than its grid.
Volume volume_of(std::shared_ptr<const Field<float>> field, const Grid3& grid, const std::string& array,
                 std::vector<std::string> remarks = {});
Volume volume_of(std::shared_ptr<const PackedVolume> packed);

struct VolumeChoice {
  std::string array;        // of .hdf and .vti; empty: the first
  VolumeLayout layout{};    // of raw values and SEG-Y
  SegyCubeWords headers{};  // of SEG-Y: where its words are
};

std::unique_ptr<VolumeSource> open_volume(const std::filesystem::path& file, const VolumeChoice& choice = {},
                                          const Job& job = {});

// The grid in boxes of whole bricks of this layout, each of at most so many bytes of values where a brick is;
// in the order in which they cost least to read.
std::vector<NodeBox> pieces_of(const BrickLayout& layout, bool by_columns, std::size_t most_bytes);

std::size_t column_bytes(const BrickLayout& layout);  // of the values of one column of bricks

inline constexpr std::size_t most_piece_bytes = std::size_t{64} << 20;

// Each piece of a volume in turn, of at most these bytes of values where a brick is; `layout` has the bricks
// that pieces are made of. Where bricks are damaged, throws InputError that names them, or, to go on, gives
// each of them once.
enum class Damage { refuse, go_on };
using PieceTaken = std::function<void(const NodeBox& box, std::span<const float> values)>;
std::vector<DamagedBrick> each_piece(const VolumeSource& source, const BrickLayout& layout, Damage damage,
                                     const char* what_is_done, const Job& job, const PieceTaken& taken);

// The bricks of its file, where it has some, else usual ones.
BrickLayout layout_of(const VolumeSource& source);

}  // namespace foldwave
