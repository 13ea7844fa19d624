// The measures of volumes, for `foldwave-cli bench volumes`: every one of one machine in a call, each a row
// with its limits (core/bench/measure_row.hpp). They are the other benches' figures and those of the codecs'
// and filters' definitions; volume_groups.hpp lists them. A row that cannot be measured here has failed, and
// its note says why.
//
// On the processor `threads` of it work. A back end that is a device adds the rows of the device, and the
// run with its files is the device's.
#pragma once

#include <string>
#include <vector>

#include "core/bench/measure_row.hpp"
#include "core/engine/backend.hpp"

namespace foldwave {

struct VolumesBenchPlan {
  std::vector<std::string> cases;  // the first words of rows' names; empty: all
  int size = 256;                  // nodes a side; of a device's volumes twice as many
  int threads = 2;
  int repeat = 3;                                         // the median is told
  double values = 1e7;                                    // hostile ones, a row of a bound
  double gigabytes = 10.0;                                // of the file that is sliced
  std::vector<double> disks{34.76e6, 69.32e6, 140.23e6};  // bytes a second
  std::string folder;                                     // where files lie meanwhile
  std::string example = "resources/scenarios/antiform.json";

  bool wants(const std::string& name) const { return wants_measure(cases, name); }
};

// Rows told to `done` as soon as they are there. The number of threads is given back as it was. Throws
// Stopped.
std::vector<MeasureRow> bench_volumes(const Backend& backend, const VolumesBenchPlan& plan,
                                      const MeasureDone& done, const Job& job);

}  // namespace foldwave
