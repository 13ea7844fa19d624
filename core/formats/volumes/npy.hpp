// A volume from a file of one numpy array (.npy, format versions 1.0 to 3.0; NumPy Enhancement Proposal 1):
// of 2 or 3 axes, in C or Fortran order, of floats of 4 or 8 bytes or integers, of either byte order. Without
// axes in the layout x is the fastest, so the shape is (nz, ny, nx) in C order; of 2 axes y has one node.
// Nodes need not be given, spacing must. What has more digits than a 4-byte float is rounded, and that is
// told. Errors: InputError naming the file, what was found and the remedy; ResourceError where memory is too
// small; Stopped.
#pragma once

#include "core/formats/volumes/scalar_volume.hpp"

namespace foldwave {

bool is_npy(const std::filesystem::path& file);  // by its suffix

ScalarVolume read_npy(const std::filesystem::path& path, const VolumeLayout& layout, const Job& job = {});
ScalarVolume parse_npy(std::string_view bytes, const VolumeLayout& layout, const std::string& name,
                       const Job& job = {});

}  // namespace foldwave
