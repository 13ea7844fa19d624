// What the checks of the wave share.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

inline Grid3 make_grid(std::array<int, 3> n, std::array<double, 3> h) {
  return {n, h, {}, {}, {}, 0};
}

inline Gather record(const Backend& backend, const WaveModel& model, const Job& job) {
  WaveRun run = backend.make_wave_propagator()->run(model, nullptr, job);
  if (run.stopped) throw Stopped();
  // What is verified is this back end, not the one that it may fall back on.
  if (!run.warnings.empty()) throw ResourceError(backend.name(), run.warnings.front(), "use --backend cpu");
  return std::move(run.gather);
}

inline std::vector<double> trace_of(const Gather& gather, std::size_t receiver) {
  const float* const trace = gather.trace(static_cast<int>(receiver));
  return {trace, trace + gather.samples};
}

}  // namespace foldwave
