// JSON paths of a scenario as people read them, by the names of the fields (model/field.hpp):
// "/propagation/dt" is "time step", "/layers/list/2/thickness" is "layer 3, thickness". Counted from 1.
#pragma once

#include <string>
#include <string_view>

namespace foldwave {

// `within`: a path that begins it, whose words are left out; of nothing but that, the empty text.
std::string path_words(std::string_view path, std::string_view within = {});

// A text in which every path is said in words: at the beginning of a sentence as it is, else in quotes. What
// begins with no part of a scenario is a file's path and stays.
std::string paths_in_words(const std::string& text);

}  // namespace foldwave
