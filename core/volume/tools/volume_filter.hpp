// A volume of any file filtered into a .hdf file of the store, so that memory need hold neither. What is
// written are the same bits as the filter gives of the whole at once, packed:
//
//   kernels, direct Gaussians, derivatives   slabs of planes, with a halo of the nodes that a result hangs on
//   Gaussians by axes, recursive or not      x and y as planes are read, into a scratch file beside the
//   result;
//                                            then z, by columns that are whole: no halo, whatever the width
//
// Units: metres, degrees, `most_bytes` of values that are held at a time. Errors: those of the sources, the
// filters and the writers; InputError where bricks are damaged; ResourceError where one row of bricks is more
// than that.
#pragma once

#include <variant>

#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/kernel3.hpp"
#include "core/volume/tools/volume_pack.hpp"

namespace foldwave {

struct DerivativeFilter {
  enum Kind { along_axis, gradient, laplacian };
  Kind kind = gradient;
  int axis = 2;  // of along_axis
  int order = 4;
};
using FilterChoice = std::variant<GaussianFilter, Kernel3, DerivativeFilter>;

std::string filtered_name(const FilterChoice& filter, const std::string& array);  // "gradient of velocity"

// All of it at once, in memory, on the processor.
void apply_filter(const FilterChoice& filter, std::span<const float> in, const Grid3& grid,
                  std::span<float> out, const Job& job);

PackOutcome filter_volume_file(const VolumeSource& source, const std::filesystem::path& to,
                               const FilterChoice& filter, const PackChoice& choice, std::size_t most_bytes,
                               const Job& job = {});

}  // namespace foldwave
