// What was measured of a machine, which a forecast is made from: its physical bounds, parts of short runs
// that were made to measure it, and of the user's own runs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/forecast/cost/work.hpp"
#include "core/forecast/io/storage_plan.hpp"

namespace foldwave {

// Whose measurements they are.
struct MachineStamp {
  std::string machine;  // its name in the network
  std::string processor;
  int threads = 0;
  std::string backend;  // "cpu"
  std::string device;   // in words
  std::string program;  // the version that measured
  int shares = 1;       // slabs into which it cuts a wave
  int devices = 1;      // to which whole shots go in turn
  bool operator==(const MachineStamp&) const = default;
};

// What nothing can be faster than; 0: not measured.
struct MachineBounds {
  double triad = 0.0;       // bytes a second of the memory
  double arithmetic = 0.0;  // single-precision operations a second
  double launch = 0.0;      // seconds of a loop over all threads with nothing in it, or of a launch
  double disk_write = 0.0, disk_read = 0.0;  // bytes a second of the run's folder
  std::string disk_way{};  // how the system's memory was kept out (engine/forecast/machine/disk_speed.hpp);
                           // empty: not
  bool operator==(const MachineBounds&) const = default;
};

inline constexpr std::size_t most_calibrated = 1000, most_from_runs = 300, most_codecs = 40;

struct Calibration {
  MachineStamp stamp;
  std::string date;  // "2026-01-31", of the measurement; empty: nothing was measured
  MachineBounds bounds;
  double repeat_scatter = 0.0;      // of ln seconds, of one run again and again while it was measured
  bool busy = false;                // others were at work meanwhile
  double packed_factor = 0.0;       // packed snapshots of runs, over what is foretold of them; 0: not known
  double drawing_bytes = 0.0;       // of memory that pictures take beside their nodes; 0: not known
  std::vector<CodecFigure> codecs;  // with the same error; empty: not measured
  std::vector<Observation> calibrated;
  std::vector<Observation> from_runs;  // oldest first; the newest `most_from_runs` are kept
  bool operator==(const Calibration&) const = default;

  bool measured() const { return !date.empty(); }
  std::vector<Observation> observations() const;
  void add_run(std::vector<Observation> parts);  // of a run that ended
};

MachineStamp machine_stamp(const std::string& backend, const std::string& device);

// A repeat scatter above this means that others were at work.
inline constexpr double busy_scatter = 0.10;

}  // namespace foldwave
