// "velocity" of a scenario (docs/scenario.md), and the header that may lie beside a raw file of values: the
// same keys for its layout and unit. Errors: InputError naming the JSON path.
#pragma once

#include "core/model/json_object.hpp"
#include "core/model/velocity_file.hpp"

namespace foldwave {

VelocityFile read_velocity_file(JsonObject j);
Json velocity_file_json(const VelocityFile& velocity);

// `text` is the header's, `place` its name.
VelocityFile with_header(VelocityFile velocity, const std::string& text, const std::string& place);

}  // namespace foldwave
