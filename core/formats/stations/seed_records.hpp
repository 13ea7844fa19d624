// The records of a miniSEED file one by one, whose headers are checked before libmseed, which trusts them, is
// given one. Errors: as in miniseed.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foldwave {

struct SeedRecord {
  std::string network, station, location, channel;
  std::int64_t start = 0;      // microseconds since 1970
  double rate = 0.0;           // samples a second
  std::vector<float> samples;  // empty: none, or text
  bool is_text = false;
  std::size_t bytes = 0;  // its length
};

// The record that begins at byte `at` of the file.
SeedRecord seed_record(std::string_view file, std::size_t at, const std::string& name);

}  // namespace foldwave
