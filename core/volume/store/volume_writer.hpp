// One volume as one file of VTKHDF 1.0 (HDF5 in VTK's layout for images), suffix .hdf, elevation up as the
// .vti files have it: x east, y north, z elevation = -depth, the deepest layer of nodes first. A chunk is a
// brick (bricks.hpp), packed by a codec that VTK's and other readers have (hdf_filters.hpp) and put in its
// place as it is. /Foldwave holds what VTK has no place for: step, time, codec, error bound, flat axes, a
// CRC-32 of each brick's packed bytes. The same values give the same bytes, whatever the threads. Shapes: one
// value a node, x fastest, as Field has it. Units: metres, seconds, bounds in the values' unit. Errors:
// InputError for a grid, a bound or a codec that cannot be, a place that cannot be written, and in a build
// without HDF5; ResourceError for a full disk; Stopped. The file is whole or not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/volume/store/bricks.hpp"
#include "core/volume/store/coarse_level.hpp"
#include "core/volume/store/hdf_filters.hpp"
#include "core/volume/store/quick_bricks.hpp"
#include "core/volume/store/volume_facts.hpp"

namespace foldwave {

bool has_volume_store();  // whether this build has HDF5

// A volume ready to be written: nothing of it belongs to anybody else.
struct PackedVolume {
  VolumeFacts facts;
  BrickLayout layout;
  std::vector<PackedBrick> bricks;

  std::size_t bytes() const;
};

// By all threads of a parallel loop; the stop token is looked at before each brick.
PackedVolume pack_volume(std::span<const float> values, const VolumeFacts& facts,
                         const std::stop_token& stop = {}, int brick_side = usual_brick);

// Bricks `first` and on, so many, of a volume of which `part` has the nodes of `box`.
std::vector<PackedBrick> pack_bricks(std::span<const float> part, const NodeBox& box,
                                     const VolumeFacts& facts, const BrickLayout& layout, Index first,
                                     Index count, const std::stop_token& stop = {});

float largest_magnitude(std::span<const float> values);  // of those that are finite

// Of bricks that a device has packed: unpacked one by one and packed anew.
PackedVolume pack_volume(const QuickBricks& bricks, const VolumeFacts& facts,
                         const std::stop_token& stop = {});

// For who packs brick after brick, as a volume that memory does not hold.
class VolumeWriter {
 public:
  // Of a volume of at least so many nodes it keeps a coarse level (coarse_level.hpp).
  VolumeWriter(std::filesystem::path path, const VolumeFacts& facts, const BrickLayout& layout,
               Index coarse_from = nodes_with_coarse);
  ~VolumeWriter();
  VolumeWriter(const VolumeWriter&) = delete;
  VolumeWriter& operator=(const VolumeWriter&) = delete;

  void write(Index brick, const PackedBrick& packed);  // each at most once; none: silent
  // What the coarse level is taken of: boxes that make up the volume, or there is none.
  void see(const NodeBox& box, std::span<const float> values);
  void commit();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

void write_volume_file(const std::filesystem::path& path, const PackedVolume& volume,
                       const std::stop_token& stop = {});

}  // namespace foldwave
