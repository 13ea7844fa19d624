// One value a node of a grid from a file that has no grid of its own: raw 4-byte floats, which a layout
// places, and SEG-Y, whose headers or a layout do.
//
// Raw: the bytes are the values alone, as many as the layout has nodes; its axes are "xyz" unless it says
// another order. SEG-Y: a trace is a column of nodes, sample i at the top + i dz. With nodes and spacing in
// the layout the traces fill it in the file's order, the axes "zxy" or "zyx". With spacing alone they are a
// line along x. With neither, the traces lie where their CDP coordinates say, else the middle between source
// and receiver, which must be a lattice along x and y; dz is the headers' interval taken as metres times
// 1000, the top the delay in the same way. What was taken for granted is told in `assumed`, which a layout
// would settle, what is odd in the file in `warnings`. Units: metres,
// values as the file has them. Shapes: x fastest, z down. Errors: InputError naming the file, what was found
// and what was expected; ResourceError when it does not fit in memory; Stopped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/formats/segy/lattice.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/volumes/volume_layout.hpp"

namespace foldwave {

struct ScalarVolume {
  Grid3 grid;
  Field<float> values;
  std::vector<std::string> assumed{}, warnings{};
};

ScalarVolume read_raw_volume(const std::filesystem::path& path, const VolumeLayout& layout,
                             const Job& job = {});
ScalarVolume parse_raw_volume(std::string_view bytes, const VolumeLayout& layout, const std::string& name,
                              const Job& job = {});

// Throws InputError where the layout says too little, or another size than the file's.
void check_raw_size(std::uintmax_t bytes, const VolumeLayout& layout, const std::string& name);

// Where traces lie whose samples are read later: column (i, j) of the grid is the trace columns[i + nx j].
struct SegyPlacing {
  Grid3 grid;
  std::vector<std::size_t> columns;
  std::vector<std::string> assumed{};
  std::optional<SegyLattice> lattice{};  // where numbers place them
};

// As segy_volume places them. `by_numbers`: where the coordinates are no lattice along x and y, the inline
// and crossline numbers may make one. It is laid along its own axes, crosslines along x, from the place of
// its first trace, with the layout's spacing or that of the affine map that fits the coordinates
// (lattice.hpp), which no trace may miss by more than 5 % of a step; that it is turned or slanted on the map
// is told. Mirrored lattices are counted down along y, so that the map is seen from above.
SegyPlacing place_segy(const SegyFile& headers, const VolumeLayout& layout, const std::string& name,
                       bool by_numbers = false);

ScalarVolume segy_volume(const SegyFile& file, const VolumeLayout& layout, const std::string& name,
                         const Job& job = {}, bool by_numbers = false);

}  // namespace foldwave
