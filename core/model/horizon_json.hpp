// A horizon from its JSON object (docs/scenario.md). Errors: InputError naming the JSON path.
#pragma once

#include "core/model/json_object.hpp"

namespace foldwave {

HorizonSpec read_horizon(JsonObject j);

}  // namespace foldwave
