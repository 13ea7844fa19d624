#include "core/imaging/locate/clocked_traces.hpp"

#include <cmath>

namespace foldwave {

ClockedTraces clocked_traces(const Gather& gather, const LocateSetup& setup, BadTraces bad) {
  const WaveModel& medium = setup.medium;
  const double lasts = static_cast<double>(setup.wavelet.size()) * medium.dt;
  UsableGather usable = usable_gather(gather, medium, setup.band, lasts, bad);
  const Gather& good = usable.gather;
  ClockedTraces clocked{{}, std::move(usable.left_out)};
  Traces& traces = clocked.traces;
  traces.receivers = good.receivers;
  traces.samples = static_cast<int>(std::floor((good.samples - 1) * good.dt / medium.dt + 1e-6)) + 1;
  traces.values =
      on_clock(good.traces, good.samples, {good.dt, setup.data_step, 0.0},
               {medium.dt, medium.time_order == 2 ? medium.dt : 0.0, 0.0}, traces.samples, setup.band);
  return clocked;
}

}  // namespace foldwave
