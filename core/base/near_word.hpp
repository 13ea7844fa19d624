// The word that was most likely meant by a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace foldwave {

// How many letters must be put in, left out, changed, or swapped with their neighbour to make one word of the
// other (the optimal string alignment distance; Damerau 1964), capitals aside.
int letters_apart(std::string_view a, std::string_view b);

// The one of `known` that is nearest to `word`, the first of several; empty where none is within a third of
// the letters of the longer one, at least one.
std::string near_word(std::string_view word, std::span<const std::string> known);

}  // namespace foldwave
