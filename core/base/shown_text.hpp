// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace foldwave {

std::string shown_text(double value);  // to a sensible digit: 409.69, 6712345.75
std::string short_text(double value,
                       int significant = 3);  // 0.0123, 409; digits before the point stay: 12346
std::string count_text(std::int64_t count);   // by thousands, with thin spaces: 1 234 567
std::string metres_text(double metres);       // 2.46 m, 409.7 m, 12346 m
std::string azimuth_text(double degrees);     // whole ones, 0 to below 360, three digits: 046

// A text that begins with a number, with three digits before its point: "46.5" as "046.5". Others stay.
std::string three_digits(const std::string& text);

}  // namespace foldwave
