// The codecs of bricks by their names: each enters here once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/volume/codec/codec.hpp"

namespace foldwave {

// Null for a name that no codec has.
const Codec* find_codec(std::string_view name);
std::vector<std::string> codec_names();

}  // namespace foldwave
