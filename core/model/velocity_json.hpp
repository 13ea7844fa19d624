// The header that may lie beside a raw file of velocities: the scenario's own keys for its layout and unit
// (docs/scenario.md). Errors: InputError naming the JSON path.
#pragma once

#include <string>

#include "core/model/velocity_file.hpp"

namespace foldwave {

// `text` is the header's, `place` its name.
VelocityFile with_header(VelocityFile velocity, const std::string& text, const std::string& place);

}  // namespace foldwave
