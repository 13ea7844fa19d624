#include "core/imaging/locate/gather_check.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

bool outside_grid(const Grid3& grid, Vec3 at) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const double slack = (grid.n[a] == 1 ? 0.5 : 1e-6) * grid.h[a];
    if (!(at[axis] >= -slack && at[axis] <= (grid.n[a] - 1) * grid.h[a] + slack)) return true;
  }
  return false;
}

bool on_free_face(const WaveModel& model, Vec3 at) {
  for (std::size_t face = 0; face < 6; ++face) {
    const int axis = static_cast<int>(face) / 2;
    const auto a = static_cast<std::size_t>(axis);
    if (model.boundaries[face] != Boundary::free || model.grid.n[a] == 1) continue;
    const double place = face % 2 == 0 ? 0.0 : (model.grid.n[a] - 1) * model.grid.h[a];
    if (std::abs(at[axis] - place) < 1e-6 * model.grid.h[a]) return true;
  }
  return false;
}

// What is wrong with a trace; empty: nothing.
std::string fault_of(const Gather& gather, const WaveModel& model, int r) {
  const Vec3 at = gather.receivers[static_cast<std::size_t>(r)];
  if (outside_grid(model.grid, at))
    return "has its receiver outside the grid, at x = " + number_text(at.x) + ", y = " + number_text(at.y) +
           ", z = " + number_text(at.z) + " m from its origin";
  if (on_free_face(model, at)) return "has its receiver on a free face, where the pressure is zero";
  const std::span<const float> trace(gather.trace(r), static_cast<std::size_t>(gather.samples));
  for (std::size_t n = 0; n < trace.size(); ++n)
    if (!std::isfinite(trace[n]))
      return "holds " + number_text(double{trace[n]}) + " at sample " + std::to_string(n);
  if (std::ranges::all_of(trace, [&](float p) { return p == trace.front(); })) return "is dead";
  return {};
}

void check_whole(const Gather& gather, const Band& band, double wavelet_seconds) {
  if (gather.receivers.empty())
    throw InputError("gather", "it has no traces", "give the recorded traces with their receivers");
  if (gather.samples < 0 ||
      gather.traces.size() != gather.receivers.size() * static_cast<std::size_t>(gather.samples))
    throw InputError("gather", "its traces do not have " + std::to_string(gather.samples) + " samples each",
                     "give traces of one length");
  if (!(gather.dt > 0.0) || !std::isfinite(gather.dt))
    throw InputError("gather", number_text(gather.dt) + " s is no sample interval",
                     "give the interval that it was recorded with");
  if (0.5 / gather.dt < band.full)
    throw InputError("gather",
                     "a sample every " + number_text(gather.dt) + " s holds nothing above " +
                         number_text(0.5 / gather.dt) + " Hz, and the wavelet reaches " +
                         number_text(band.full) + " Hz",
                     "check the interval, or lower the wavelet's frequency");
  if (gather.samples * gather.dt < wavelet_seconds)
    throw InputError("gather",
                     "its traces last " + number_text(gather.samples * gather.dt) + " s and the wavelet " +
                         number_text(wavelet_seconds) + " s",
                     "check the sample interval, or give longer traces");
}

}  // namespace

UsableGather usable_gather(const Gather& gather, const WaveModel& model, const Band& band,
                           double wavelet_seconds, BadTraces bad) {
  check_whole(gather, band, wavelet_seconds);
  const int count = static_cast<int>(gather.receivers.size());
  if (std::ranges::all_of(gather.receivers, [&](Vec3 at) { return outside_grid(model.grid, at); }))
    throw InputError("gather", "none of its " + std::to_string(count) + " receivers lies in the grid",
                     "give the grid that it was recorded over, or the receivers in its coordinates");
  UsableGather usable;
  usable.gather.dt = gather.dt;
  usable.gather.samples = gather.samples;
  for (int r = 0; r < count; ++r) {
    const std::string fault = fault_of(gather, model, r);
    const auto i = static_cast<std::size_t>(r);
    const std::string name = gather.names.empty() ? "trace " + std::to_string(r + 1) : gather.names[i];
    if (!fault.empty() && bad == BadTraces::refuse)
      throw InputError(name, fault, "mend it, or have such traces left out");
    if (!fault.empty()) {
      usable.left_out.push_back(name + " " + fault);
      continue;
    }
    usable.kept.push_back(r);
    usable.gather.receivers.push_back(gather.receivers[i]);
    if (!gather.names.empty()) usable.gather.names.push_back(name);
    usable.gather.traces.insert(usable.gather.traces.end(), gather.trace(r),
                                gather.trace(r) + gather.samples);
  }
  if (usable.kept.empty())
    throw InputError(
        "gather", "none of its " + std::to_string(count) + " traces can be used: " + usable.left_out.front(),
        "give other traces");
  return usable;
}

}  // namespace foldwave
