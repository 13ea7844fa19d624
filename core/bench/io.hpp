// Measured runs of packed volumes between memory and a slow disk, for `foldwave-cli bench io`: the tables of
// Aqrawi 2010 (appendix C) on this machine. The disk is a file whose reads and writes are held to a rate:
// each waits until its bytes would have passed at that rate, and no faster. A volume goes through in blocks
// of bricks of 64^3; unpacking and packing use all threads. One by one: disk and codec take turns.
// Overlapped: each on a thread of its own (core/base/stages/run_stages.hpp).
// The values are a wave that fills its box (core/bench/codec_cases.hpp), bounded by a share of its largest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"

namespace foldwave {

enum class IoDirection { reading, writing };

struct IoBenchPlan {
  std::vector<int> sizes{256};                            // nodes a side
  std::vector<double> disks{34.76e6, 69.32e6, 140.23e6};  // bytes a second; the thesis's three
  std::vector<std::string> codecs;                        // empty: all
  std::vector<IoDirection> directions{IoDirection::reading, IoDirection::writing};
  double error = 1e-3;  // of the largest value
  int repeat = 3;       // of these, the median is told
};

struct IoBenchRow {
  std::string codec;
  IoDirection direction = IoDirection::reading;
  int n = 0;  // nodes a side
  double disk_rate = 0.0;
  double ratio = 0.0;
  double codec_seconds = 0.0, codec_rate = 0.0;  // alone, by all threads; bytes of values a second
  double largest_error = 0.0, error_bound = 0.0;
  int blocks = 0;
  double plain_seconds = 0.0;                                 // of the values as they are, measured
  double one_by_one_seconds = 0.0, overlapped_seconds = 0.0;  // measured in turns with the codec alone
  double one_by_one_model = 0.0, overlapped_model = 0.0, gain_limit = 0.0;
  double pipeline_model = 0.0;  // of what is overlapped, by core/forecast/io/pipeline_model.hpp
  std::string limit;            // the stage that it says is busy longest
  bool same_bytes = false;      // what came out overlapped is what came out one by one

  double gain() const { return plain_seconds / overlapped_seconds; }
  double share_of_limit() const { return gain() / gain_limit; }
};

std::vector<std::string> io_bench_codecs();

// Files lie in `folder` while it runs and are gone after it. Throws InputError for a codec that is not there.
std::vector<IoBenchRow> bench_io(const IoBenchPlan& plan, const std::string& folder,
                                 const std::function<void(const IoBenchRow&)>& done, const Job& job = {});

}  // namespace foldwave
