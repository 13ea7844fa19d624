// One plane of nodes of a volume, of which only the bricks that it crosses are read, and its files.
// Shapes: values of the plane, the lower of its axes fastest, z from the uppermost layer down. Units: metres;
// a place along x or y is on the map, along z a depth. Errors: those of the sources and of the writers;
// InputError for a place outside of the volume and for a suffix that holds no plane.
#pragma once

#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

struct VolumeSlice {
  int axis = 2;  // 0 x, 1 y, 2 z
  int node = 0;
  Grid3 grid;  // of the plane, in its place
  std::string array;
  std::vector<float> values;
  std::vector<DamagedBrick> damaged{};  // whose nodes are not a number

  std::array<int, 2> size() const;  // nodes of its two axes, the fastest first
};

int node_at(const VolumeSource& source, int axis, double metres);  // the nearest

VolumeSlice read_slice(const VolumeSource& source, int axis, int node, const Job& job = {});

// Of the coarse level alone, which large files keep: its nodes nearest to the plane. InputError: there is
// none.
VolumeSlice read_coarse_slice(const VolumeSource& source, int axis, int node);

// .vti, .f32 (values alone) or .npy (NumPy, rows of the slower axis).
void write_slice(const VolumeSlice& slice, const std::filesystem::path& to);

}  // namespace foldwave
