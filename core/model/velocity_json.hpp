// The header that may lie beside a raw file of velocities: the scenario's own keys for its layout and unit
// (docs/scenario.md). Errors: InputError naming the JSON path.
#pragma once

#include <string>

#include "core/model/velocity/velocity_file.hpp"

namespace foldwave {

// By its suffix a volume in HDF5: the store's, or VTKHDF of others. It has a grid of its own.
bool is_hdf_velocity(const std::string& file);

// Another file read in the same way: what its format has no use for is left out.
VelocityFile with_file(VelocityFile velocity, const std::string& file);

// `text` is the header's, `place` its name.
VelocityFile with_header(VelocityFile velocity, const std::string& text, const std::string& place);

}  // namespace foldwave
