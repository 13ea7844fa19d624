// How long packed data take between a disk and memory (Aqrawi 2010, eq. 5.1 to 5.5):
//
//   plain        n / r
//   one by one   n C / r + n / c
//   overlapped   t_io + (b - 1) max(t_io, t_codec) + t_codec     of one block of n / b, b blocks
//
// n bytes of values, C packed over plain, r the disk's rate, c the codec's in bytes of values; units: bytes,
// seconds. The gain over plain cannot pass min(1 / C, c / r). pipeline_model.hpp goes past it.
#pragma once

#include <algorithm>

namespace foldwave {

struct IoCase {
  double bytes = 0.0;       // of values
  double ratio = 1.0;       // plain over packed: 1 / C
  double disk_rate = 0.0;   // bytes a second
  double codec_rate = 0.0;  // bytes of values a second
  double blocks = 1.0;

  double disk_seconds() const { return bytes / ratio / disk_rate; }
  double codec_seconds() const { return bytes / codec_rate; }
};

inline double plain_seconds(const IoCase& c) {
  return c.bytes / c.disk_rate;
}
inline double one_by_one_seconds(const IoCase& c) {
  return c.disk_seconds() + c.codec_seconds();
}
inline double overlapped_seconds(const IoCase& c) {
  const double io = c.disk_seconds() / c.blocks, codec = c.codec_seconds() / c.blocks;
  return io + (c.blocks - 1.0) * std::max(io, codec) + codec;
}
inline double gain_limit(const IoCase& c) {
  return std::min(c.ratio, c.codec_rate / c.disk_rate);
}

}  // namespace foldwave
