#include "core/wave/run_control.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/wave/density_limit.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

Gather make_gather(const WaveModel& model) {
  Gather gather;
  gather.dt = model.dt;
  gather.samples = model.steps + 1;
  gather.receivers = model.receivers;
  gather.traces.assign(model.receivers.size() * static_cast<std::size_t>(gather.samples), 0.0F);
  return gather;
}

std::int64_t gather_bytes(const WaveModel& model) {
  return static_cast<std::int64_t>(model.receivers.size()) *
         (4 * (std::int64_t{model.steps} + 1) + static_cast<std::int64_t>(sizeof(Vec3)));
}

bool takes_snapshots(const WaveModel& model) {
  return model.snapshot_every > 0 || !model.snapshot_steps.empty();
}

int snapshot_count(const WaveModel& model) {
  if (model.snapshot_every > 0) return 1 + model.steps / model.snapshot_every;
  return static_cast<int>(
      std::ranges::count_if(model.snapshot_steps, [&](int step) { return step <= model.steps; }));
}

bool is_snapshot_step(const WaveModel& model, int step) {
  if (model.snapshot_every > 0) return step % model.snapshot_every == 0;
  return std::binary_search(model.snapshot_steps.begin(), model.snapshot_steps.end(), step);
}

std::vector<float> injected_series(const std::vector<float>& series, int time_order) {
  std::vector<float> injected = series;
  if (time_order != 4 || series.empty()) return injected;
  const auto at = [&](std::size_t n) { return n < series.size() ? series[n] : 0.0F; };
  injected.push_back(0.0F);
  for (std::size_t n = 0; n < injected.size(); ++n)
    injected[n] = at(n) + (at(n + 1) - 2.0F * at(n) + (n > 0 ? at(n - 1) : 0.0F)) / 6.0F;
  return injected;
}

void check_memory(std::int64_t needed, std::int64_t available, bool on_device) {
  if (available <= 0 || needed <= available) return;
  const std::string problem = "the wave needs " + bytes_text(static_cast<double>(needed)) +
                              " and there are " + bytes_text(static_cast<double>(available));
  const char* const remedy = "use fewer nodes, pad cells or receivers";
  if (on_device) throw DeviceError("/grid", problem, remedy);
  throw ResourceError("/grid", problem, remedy);
}

bool is_overflow_check(int steps_done, int steps) {
  return steps_done % 50 == 0 || steps_done == steps;
}

template <class Real>
std::string place_of_largest(const PaddedGrid& padded, const Field<Real>& field) {
  std::array<int, 3> at{};
  Real most = -1;
  bool bad = false;
  for (int k = 0; k < padded.n[2] && !bad; ++k)
    for (int j = 0; j < padded.n[1] && !bad; ++j)
      for (int i = 0; i < padded.n[0] && !bad; ++i) {
        const Real size = std::abs(field[padded.index(i, j, k)]);
        bad = !std::isfinite(size);
        if (!bad && size <= most) continue;
        most = size;
        at = {i - padded.user[0], j - padded.user[1], k - padded.user[2] + padded.grid.offset[2]};
      }
  const auto& h = padded.grid.h;
  return "x = " + number_text(at[0] * h[0], 8) + ", y = " + number_text(at[1] * h[1], 8) +
         ", z = " + number_text(at[2] * h[2], 8) + " m from the grid's origin";
}
template std::string place_of_largest<float>(const PaddedGrid&, const Field<float>&);
template std::string place_of_largest<double>(const PaddedGrid&, const Field<double>&);

void throw_overflowed(int step, const WaveModel& model, const std::string& where) {
  throw NumericError("wave",
                     "the field grew without bound by step " + std::to_string(step) +
                         (where.empty() ? "" : ", most at " + where) + ", with dt = " +
                         number_text(model.dt) + " s (stable up to " + number_text(stable_dt(model)) + " s)",
                     "lower dt or the sources' amplitude");
}

double stable_dt(const WaveModel& model, const std::stop_token& stop) {
  const auto velocity = model.velocity->values();
  if (model.density == nullptr)
    return stable_dt(model.grid, model.stencil, *std::max_element(velocity.begin(), velocity.end()),
                     model.time_order);
  return density_stable_dt(PaddedGrid(model), *model.velocity, *model.density, model.time_order, stop);
}

void finish_run(WaveRun& run, Index padded_nodes, double seconds) {
  run.seconds = seconds;
  if (run.parts.step_seconds > 0.0)
    run.points_per_second = static_cast<double>(padded_nodes) * run.steps_done / run.parts.step_seconds;
}

void StepReporter::done(int step) {
  const auto now = std::chrono::steady_clock::now();
  if (step != 1 && step != steps_ && now - last_ < std::chrono::milliseconds(50)) return;
  last_ = now;
  job_.report({"wave: step", step, steps_, static_cast<double>(nodes_), "points"});
}

}  // namespace foldwave
