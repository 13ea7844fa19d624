// Numbers as text for people: always with '.' as the decimal sign, whatever the locale. Names as text for
// files.
#pragma once

#include <string>

namespace foldwave {

std::string number_text(double value, int significant = 6);  // 12.5, 1e-07
std::string fixed_text(double value, int decimals);          // 12.50
std::string exact_text(double value);                        // the shortest that reads back as the same
std::string bytes_text(double bytes);                        // 1.5 GB
std::string seconds_text(double seconds);                    // 0.42 s, 3 min 20 s

// A name as part of a file's name: lower case, at most 60 letters, words parted by '-'; else `otherwise`.
std::string slug(const std::string& name, const std::string& otherwise);

}  // namespace foldwave
