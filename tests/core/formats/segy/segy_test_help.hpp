// A small gather on real map coordinates, and single bytes of a SEG-Y file by the standard's 1-based
// positions.
#pragma once

#include <QByteArray>
#include <cmath>
#include <vector>

#include "core/formats/segy/segy.hpp"

namespace foldwave::test {

struct Example {
  std::vector<float> traces;
  SegyGather gather;
};

// Two shots of two traces, five samples, near Perth: eastings of six and northings of seven digits.
inline Example example_gather() {
  Example e;
  e.gather.dt = 0.002;
  e.gather.delay = -0.1;
  e.gather.samples = 5;
  e.gather.text = {"Foldwave test gather", "caf\xc3\xa9 & {braces} [brackets] ~ ^ | \\"};
  for (int t = 0; t < 4; ++t) {
    SegyTrace trace;
    trace.source = {550551.81 + 12.34 * (t / 2), 7821921.87, t < 2 ? 250.25 : -12.5};
    trace.receiver = {550651.81 + 25.0 * t, 7821996.87, t % 2 == 0 ? 10.75 : -3.5};
    trace.field_record = 7 + t / 2;
    trace.source_point = 101 + t / 2;
    trace.inline_number = 100 + t;
    trace.crossline_number = 200 + t;
    e.gather.geometry.push_back(trace);
    for (int i = 0; i < 5; ++i)
      e.traces.push_back(static_cast<float>(std::sin(0.7 * (5 * t + i)) * std::pow(10.0, 4 * t - 8)));
  }
  e.gather.traces = e.traces;
  return e;
}

// Words of the file headers (3201...) and of the header of trace `trace` (0-based) of `samples` 4-byte
// samples.
inline int word16(const QByteArray& file, qsizetype position) {
  return static_cast<std::int16_t>((static_cast<unsigned char>(file[position - 1]) << 8) |
                                   static_cast<unsigned char>(file[position]));
}
inline int word32(const QByteArray& file, qsizetype position) {
  std::uint32_t word = 0;
  for (qsizetype i = 0; i < 4; ++i)
    word = (word << 8) | static_cast<unsigned char>(file[position - 1 + i]);
  return static_cast<std::int32_t>(word);
}
inline qsizetype in_trace(int trace, int samples, qsizetype position) {
  return 3600 + trace * (240 + 4 * qsizetype{samples}) + position;
}

}  // namespace foldwave::test
