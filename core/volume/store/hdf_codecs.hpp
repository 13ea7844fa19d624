// The names of the packings that a .hdf file may have (hdf_filters.hpp says what each is).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foldwave {

const std::vector<std::string>& hdf_codecs();  // the default first
std::string hdf_codecs_text();                 // in words, which for transforms are shorter
bool is_hdf_codec(std::string_view name);
bool is_transform_codec(std::string_view name);

}  // namespace foldwave
