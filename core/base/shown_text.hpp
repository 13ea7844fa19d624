// Numbers as people read them.
#pragma once

#include <string>

namespace foldwave {

std::string shown_text(double value);      // to a sensible digit: 409.69, 6712345.75
std::string azimuth_text(double degrees);  // whole ones, 0 to below 360, three digits: 046

// A text that begins with a number, with three digits before its point: "46.5" as "046.5". Others stay.
std::string three_digits(const std::string& text);

}  // namespace foldwave
