// What both readers of wells share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/wells/well.hpp"

namespace foldwave {

std::string upper_word(std::string_view text);
std::string letters_of(std::string_view text);  // in upper case, without anything else
int find_word(const std::vector<std::string>& names, std::initializer_list<std::string_view> wanted);
double metres_in(std::string_view unit);  // "M", "F", "ft", ...; 1 where it is none

// Whether its depths grow and its angles are some; tops by their depth, and the bottom, are set. Throws.
void check_survey(Well& well, const std::string& name);

}  // namespace foldwave
