// The 48 rows of Aqrawi 2010, appendix C: seconds of 12,207 MB through three disks, disk and codec in turn
// and at once, and what eq. 5.1 to 5.5 make of the codecs' own table.
#pragma once

#include <array>
#include <string>

#include "core/forecast/io/io_model.hpp"

namespace foldwave {

inline constexpr double thesis_io_megabytes = 12207.03;
inline constexpr double thesis_io_blocks = 200.0;
inline constexpr std::array<double, 3> thesis_io_disks{34.76, 69.32, 140.23};  // MB/s

struct ThesisIoRow {
  const char* method = "";
  double packed_megabytes = 0.0;
  double pack_seconds = 0.0,
         unpack_seconds = 0.0;                 // of all; RLE and Huffman by four cores, the rest by the GPU
  std::array<double, 3> in_turn{}, at_once{};  // seconds, as printed, by disk
  const char* why = "";                        // the printed times at once depart from the model
};

const std::array<ThesisIoRow, 8>& thesis_io_rows();

// The printed rows do not say whether they read or write: the codec's rate is the mean of its two times.
IoCase thesis_io_case(const ThesisIoRow& row, std::size_t disk);

}  // namespace foldwave
