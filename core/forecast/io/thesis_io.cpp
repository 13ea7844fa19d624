#include "core/forecast/io/thesis_io.hpp"

namespace foldwave {

const std::array<ThesisIoRow, 8>& thesis_io_rows() {
  static constexpr const char* within = "";
  static constexpr std::array<ThesisIoRow, 8> rows{{
      {"RLE", 9395.54, 68.2, 68.7, {339.0, 203.0, 135.2}, {269.0, 136.0, 70.0}, within},
      {"Huffman", 8648.83, 40.5, 39.8, {289.8, 165.0, 102.1}, {247.0, 125.0, 62.0}, within},
      {"DCT 1D", 7955.24, 29.9, 29.7, {259.0, 144.6, 86.6}, {227.0, 115.0, 57.0}, within},
      {"DCT 2D",
       4018.15,
       30.5,
       30.2,
       {146.0, 88.0, 58.8},
       {115.0, 58.0, 33.0},
       "on the third disk both take the same time, and the mean of the longer of two is more than the longer "
       "of "
       "their means"},
      {"AAN 1D", 7955.24, 17.6, 17.8, {247.0, 132.3, 74.3}, {227.0, 115.0, 57.0}, within},
      {"AAN 2D",
       4196.08,
       20.1,
       19.9,
       {141.0, 80.6, 50.0},
       {114.0, 58.0, 31.0},
       "on two disks less than its packed bytes take at the disk's rate, which no overlap can reach: those "
       "of the "
       "plain DCT 2D's ratio"},
      {"AAN 3D",
       1853.94,
       21.1,
       20.9,
       {74.0, 47.6, 34.11},
       {65.0, 29.5, 26.0},
       "58, 13 and 25 ms more a block: no start-up, ratio or codec time gives all three"},
      {"LOT 1D",
       7955.24,
       19.9,
       19.9,
       {249.0, 134.6, 76.6},
       {235.0, 123.0, 62.0},
       "a start-up of 35 ms a block"},
  }};
  return rows;
}

IoCase thesis_io_case(const ThesisIoRow& row, std::size_t disk) {
  const double codec_seconds = (row.pack_seconds + row.unpack_seconds) / 2.0;
  return {thesis_io_megabytes, thesis_io_megabytes / row.packed_megabytes, thesis_io_disks[disk],
          thesis_io_megabytes / codec_seconds, thesis_io_blocks};
}

}  // namespace foldwave
