// A volume that is looked at, wherever its values lie: in memory, packed there, or in a file that memory need
// not hold. Shapes: boxes of nodes, x fastest, the uppermost layer first. Units: metres, values as they are.
// Any number of threads may read one. Errors: as volume_file.hpp and unpack_volume.hpp have them; InputError
// naming the file where its kind is none of these or it cannot be read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/formats/volume_layout.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

class VolumeSource {
 public:
  virtual ~VolumeSource() = default;

  const VolumeFacts& facts() const { return facts_; }
  const Grid3& grid() const { return facts_.grid; }
  std::uint64_t stored_bytes() const { return stored_bytes_; }      // that its values take where they lie
  const std::vector<std::string>& notes() const { return notes_; }  // what a reader took for granted

  // Null: it is not in such a file.
  virtual const VolumeFile* file() const { return nullptr; }
  virtual const Field<float>* field() const { return nullptr; }
  // Gives the bricks that are damaged: their nodes are not a number.
  virtual std::vector<DamagedBrick> read_box(const NodeBox& box, std::span<float> out,
                                             const Job& job = {}) const = 0;

 protected:
  VolumeSource(VolumeFacts facts, std::uint64_t stored_bytes, std::vector<std::string> notes = {})
      : facts_(std::move(facts)), stored_bytes_(stored_bytes), notes_(std::move(notes)) {}

 private:
  VolumeFacts facts_;
  std::uint64_t stored_bytes_;
  std::vector<std::string> notes_;
};

using Volume = std::shared_ptr<const VolumeSource>;

Volume volume_of(std::shared_ptr<const Field<float>> field, const Grid3& grid, const std::string& array,
                 std::vector<std::string> notes = {});
Volume volume_of(std::shared_ptr<const PackedVolume> packed);

// By its suffix: .hdf stays in its file; .vti, .sgy and .segy are read into memory, the last as the layout
// says (core/formats/scalar_volume.hpp).
Volume open_volume(const std::filesystem::path& path, const VolumeLayout& layout = {}, const Job& job = {});

// The values on one plane of nodes: the lower of its two axes fastest, as `Slice` (ui/scene/rock) has them.
struct VolumePlane {
  int axis = 0, node = 0;
  int nu = 0, nv = 0;
  std::vector<float> values;
};
int plane_u(int axis);  // the axis along u: y, x, x
int plane_v(int axis);  // along v: z, z, y

// Planes of one volume, for one thread. Of a file the planes around the last ones are kept, 32 MB an axis.
class PlaneReader {
 public:
  explicit PlaneReader(Volume volume);

  VolumePlane read(int axis, int node, const Job& job = {});
  std::string damage() const;  // of the planes that were read last; one line, empty: none

 private:
  Volume volume_;
  std::vector<VolumeSlices> slices_;  // of a file, one an axis
  std::array<std::vector<DamagedBrick>, 3> damaged_{};
};

}  // namespace foldwave
