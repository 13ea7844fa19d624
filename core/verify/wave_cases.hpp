// What the checks of the wave share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/verify/groups.hpp"

namespace foldwave {

inline Grid3 make_grid(std::array<int, 3> n, std::array<double, 3> h) {
  return {n, h, {}, {}, {}, 0};
}

inline std::array<Boundary, 6> all_faces(Boundary boundary) {
  std::array<Boundary, 6> faces{};
  faces.fill(boundary);
  return faces;
}

inline WaveRun run_model(const Backend& backend, const WaveModel& model, SnapshotSink* sink, const Job& job) {
  WaveRun run = backend.make_wave_propagator()->run(model, sink, job);
  if (run.stopped) throw Stopped();
  // What is verified is this back end, not the one that it may fall back on.
  if (run.taken_over_by)
    throw ResourceError(backend.name(),
                        run.warnings.empty() ? "gave way to " + *run.taken_over_by : run.warnings.front(),
                        "use --backend cpu");
  return run;
}

inline Gather record(const Backend& backend, const WaveModel& model, const Job& job) {
  return std::move(run_model(backend, model, nullptr, job).gather);
}

inline std::vector<double> trace_of(const Gather& gather, std::size_t receiver) {
  const float* const trace = gather.trace(static_cast<int>(receiver));
  return {trace, trace + gather.samples};
}

inline double largest_magnitude(const std::vector<double>& trace) {
  double most = 0.0;
  for (const double p : trace)
    most = worst_of(most, std::abs(p));
  return most;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    most = worst_of(most, std::abs(a[n] - b[n]));
  return most;
}

// The largest difference of two gathers' traces, each over the peak of the second's.
inline double gather_difference(const Gather& found, const Gather& wanted) {
  double most = 0.0;
  for (std::size_t r = 0; r < wanted.receivers.size(); ++r) {
    const auto trace = trace_of(wanted, r);
    most = worst_of(most, largest_difference(trace_of(found, r), trace) / largest_magnitude(trace));
  }
  return most;
}

}  // namespace foldwave
