// SEG-Y files byte by byte, of either byte order, by the standard's own 1-based places: an oracle that shares
// nothing with the program's writer.
#pragma once

#include <QByteArray>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

#include "core/formats/segy/segy.hpp"

namespace foldwave::test {

struct Bytes {
  QByteArray all;
  bool little = false;

  // An unsigned word of so many bytes at a place counted from 1.
  void put(qsizetype place, int bytes, std::uint64_t value) {
    if (all.size() < place - 1 + bytes) all.append(QByteArray(place - 1 + bytes - all.size(), '\0'));
    for (int i = 0; i < bytes; ++i)
      all[place - 1 + (little ? i : bytes - 1 - i)] = static_cast<char>(value >> (8 * i));
  }
  void put_double(qsizetype place, double value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    put(place, 8, word);
  }
  void put_float(qsizetype place, float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    put(place, 4, word);
  }
};

// Textual and binary header; words beyond are for the test to set.
inline Bytes file_header(bool little, int format, int samples, int microseconds = 2000) {
  Bytes bytes;
  bytes.little = little;
  bytes.all = QByteArray("C 1 BY HAND").leftJustified(3200, ' ') + QByteArray(400, '\0');
  bytes.put(3217, 2, static_cast<std::uint64_t>(microseconds));
  bytes.put(3221, 2, static_cast<std::uint64_t>(samples));
  bytes.put(3225, 2, static_cast<std::uint64_t>(format));
  return bytes;
}

// A trace header at the end of the file; gives the place before its first byte, to add header places to.
inline qsizetype add_header(Bytes& bytes, int samples) {
  const qsizetype before = bytes.all.size();
  bytes.all.append(QByteArray(240, '\0'));
  bytes.put(before + 115, 2, static_cast<std::uint64_t>(samples));
  bytes.put(before + 117, 2, 2000);
  return before;
}

inline void add_float(Bytes& bytes, float value) {
  bytes.put_float(bytes.all.size() + 1, value);
}

inline SegyFile parse_bytes(const QByteArray& bytes, const std::string& name = "g.sgy",
                            const SegyCubeWords& words = {}) {
  std::istringstream stream(bytes.toStdString());
  return read_segy(stream, static_cast<std::uintmax_t>(bytes.size()), name, {}, {}, words);
}

inline bool says(const std::vector<std::string>& warnings, const char* words) {
  return std::ranges::any_of(warnings,
                             [&](const std::string& w) { return w.find(words) != std::string::npos; });
}

}  // namespace foldwave::test
