#include "core/engine/location/quick_focus.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/trilinear.hpp"
#include "core/engine/location/image_setup.hpp"
#include "core/engine/wave_fields.hpp"

namespace foldwave {

namespace {

constexpr int most_coarser = 8, fewest_nodes = 12;
constexpr std::size_t most_gain_bytes = 268'435'456;  // illuminations that are kept
constexpr double step_share = 0.98;  // of the stability limit, where the scenario's own step is too long

int coarser_for(const Grid3& grid, int steps, double most_updates) {
  const double dimensions = grid.is_section() ? 2.0 : 3.0;
  const double work = static_cast<double>(grid.size()) * steps;
  int c = static_cast<int>(std::ceil(std::pow(std::max(1.0, work / most_updates), 1.0 / (dimensions + 1.0))));
  for (const int n : grid.n)
    if (n > 1) c = std::min(c, std::max(1, (n - 1) / fewest_nodes));
  return std::clamp(c, 1, most_coarser);
}

Grid3 coarse_grid(const Grid3& grid, int c) {
  Grid3 coarse = grid;
  for (std::size_t a = 0; a < 3; ++a) {
    if (grid.n[a] == 1) continue;
    coarse.n[a] = (grid.n[a] - 1) / c + 1;
    coarse.h[a] = grid.h[a] * (grid.n[a] - 1) / (coarse.n[a] - 1);
  }
  return coarse;
}

// Traces nearer to each other than the coarse cells say nothing more.
Gather thinned(const Gather& gather, double distance) {
  Gather thin;
  thin.dt = gather.dt;
  thin.samples = gather.samples;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    if (!thin.receivers.empty() && norm(gather.receivers[r] - thin.receivers.back()) < distance) continue;
    thin.receivers.push_back(gather.receivers[r]);
    const float* const trace = gather.trace(static_cast<int>(r));
    thin.traces.insert(thin.traces.end(), trace, trace + gather.samples);
  }
  return thin;
}

}  // namespace

QuickFocus::QuickFocus(const Scenario& scenario, const FoldResult& fold, const ImageResult& image,
                       const Backend& backend, const QuickFocusLimits& limits, const Job& job)
    : propagator_(backend.make_wave_propagator()), waves_(locate_waves(backend, *propagator_)) {
  if (!scenario.imaging || image.gather == nullptr)
    throw InputError("/imaging", "has located nothing yet", "find the events first");
  Imaging imaging = *scenario.imaging;
  WaveFields fields = make_wave_media(scenario, fold, job);
  const double limit =
      stable_dt(fields, scenario, fold, job) / std::max(1.0, imaging.velocity_scale * limits.fastest);
  TimeStep time = choose_time_step(scenario, limit);
  if (time.dt > limit) {
    time.dt = step_share * limit;
    time.steps = std::max(1, static_cast<int>(std::lround(scenario.propagation.duration / time.dt)));
  }
  const Grid3& grid = scenario.grid;
  coarser_ = coarser_for(grid, time.steps, limits.most_updates);
  const double spacing = *std::ranges::min_element(grid.h) * coarser_;
  Scenario coarse = scenario;
  coarse.grid = coarse_grid(grid, coarser_);
  time.dt *= coarser_;
  time.steps = std::max(1, time.steps / coarser_);
  setup_ = make_locate_setup(coarse, time);
  setup_.data_step = image.data_step;
  setup_.frequency /= coarser_;
  setup_.medium.frequency /= coarser_;
  setup_.band = {setup_.band.full / coarser_, setup_.band.none / coarser_};
  std::move(fields).give_to(setup_.medium, fold.velocity);
  setup_.medium.start = setup_.medium.start_past = nullptr;
  if (coarser_ > 1) imaging.velocity_smoothing = std::hypot(imaging.velocity_smoothing, 0.4 * spacing);
  const NodeField velocity = imaging_velocity(imaging, grid, *setup_.medium.velocity, job);
  if (coarser_ > 1) {
    setup_.medium.density = nullptr;
    setup_.medium.velocity =
        std::make_shared<const Field<float>>(resampled(*velocity, grid, coarse.grid, job));
  } else {
    setup_.medium.velocity = velocity;
  }
  options_ = make_locate_options(imaging);
  options_.refined = false;
  options_.most_events = 1;
  options_.condition = FocusCondition::illuminated_peak;
  options_.receiver_zone = std::max(imaging.receiver_zone, 2.0 * spacing);
  // The whole location has said which traces are bad.
  options_.bad_traces = BadTraces::leave_out;
  gather_ = thinned(*image.gather, 0.99 * (coarser_ > 1 ? spacing : 0.0));
}

FocusFrame QuickFocus::frame_of(double factor, Gain& gain, const Job& job) const {
  if (!(factor > 0.0) || !std::isfinite(factor))
    throw InputError("velocity factor", "is not above 0", "give a factor near 1");
  LocateSetup scaled = setup_;
  auto velocity = std::make_shared<Field<float>>(setup_.medium.velocity->clone());
  for (float& v : velocity->values())
    v *= static_cast<float>(factor);
  scaled.medium.velocity = velocity;
  LocateOptions options = options_;
  options.gain = gain;
  LocateResult located = locate(waves_, gather_, scaled, options, job);
  gain = located.gain;
  FocusFrame frame;
  frame.factor = factor;
  frame.grid = setup_.medium.grid;
  frame.taken_over = located.taken_over_by.has_value();
  frame.focus = std::move(located.focus);
  frame.found = !located.events.empty();
  if (frame.found) {
    const LocatedEvent& event = located.events.front();
    frame.place = event.state.position;
    frame.time = event.state.time;
    frame.z = event.z;
  }
  return frame;
}

FocusFrame QuickFocus::at(double factor, const Job& job) {
  return std::move(at(std::span(&factor, 1), job).front());
}

std::vector<FocusFrame> QuickFocus::at(std::span<const double> factors, const Job& job) {
  std::vector<FocusFrame> frames(factors.size());
  std::vector<Gain> gains;
  for (const double factor : factors)
    gains.push_back(gains_.contains(factor) ? gains_.at(factor) : nullptr);
  for_each_part(waves_.devices, static_cast<int>(factors.size()), job, [&](int part, const Job& own) {
    const auto at = static_cast<std::size_t>(part);
    frames[at] = frame_of(factors[at], gains[at], own);
  });
  const std::size_t each = static_cast<std::size_t>(grid().size()) * sizeof(float);
  if ((gains_.size() + factors.size()) * each > most_gain_bytes) gains_.clear();
  for (std::size_t f = 0; f < factors.size(); ++f)
    gains_[factors[f]] = std::move(gains[f]);
  return frames;
}

}  // namespace foldwave
