#include "core/wave/wave_check.hpp"
#include "core/wave/run_control.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

void check_position(const Grid3& grid, const std::string& place, Vec3 position) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const double length = (grid.n[a] - 1) * grid.h[a];
    // A section stands for half a cell on either side of its plane.
    const double tolerance = (grid.n[a] == 1 ? 0.5 : 1e-6) * grid.h[a];
    if (position[axis] >= -tolerance && position[axis] <= length + tolerance) continue;
    throw InputError(place,
                     std::string(1, "xyz"[axis]) + " = " + number_text(position[axis], 10) +
                         " m is outside the grid (0 to " + number_text(length, 10) + " m from its origin)",
                     "move it inside");
  }
}

namespace {

// Smallest and largest value; not-a-number comes back as the smallest.
std::pair<float, float> range_of(const Field<float>& values) {
  const float* const v = values.data();
  const Index size = values.size();
  float low = v[0], high = v[0];
  Index bad = 0;
#pragma omp parallel for schedule(static) reduction(min : low) reduction(max : high) reduction(+ : bad)
  for (Index m = 0; m < size; ++m) {
    low = std::min(low, v[m]);
    high = std::max(high, v[m]);
    bad += std::isfinite(v[m]) ? 0 : 1;
  }
  return {bad > 0 ? std::nanf("") : low, high};
}

}  // namespace

void check_wave_model(const WaveModel& model, const std::stop_token& stop) {
  const Grid3& grid = model.grid;
  if (grid.n[0] < 2 || grid.n[1] < 1 || grid.n[2] < 2)
    throw InputError("/grid", "a wave needs at least 2 nodes along x and z", "make the grid larger");
  if (model.velocity == nullptr || model.velocity->shape() != grid.n)
    throw InputError("velocity", "there is not one value for each node of the grid",
                     "give it the grid's shape");
  if (model.pad_cells < 0)
    throw InputError("/propagation/pad_cells", std::to_string(model.pad_cells) + " is negative",
                     "give 0 or more");
  if (model.steps < 0)
    throw InputError("/propagation/duration", std::to_string(model.steps) + " steps",
                     "give a positive duration");
  if (!(model.dt > 0.0) || !std::isfinite(model.dt))
    throw InputError("/propagation/dt", number_text(model.dt) + " s is not positive", "give a step above 0");
  const auto [slowest, fastest] = range_of(*model.velocity);
  if (!(slowest > 0.0F))
    throw InputError("velocity", "it goes down to " + number_text(slowest) + " m/s",
                     "give velocities above 0");

  if (model.density != nullptr && model.density->shape() != grid.n)
    throw InputError("density", "there is not one value for each node of the grid",
                     "give it the grid's shape");
  if (model.density != nullptr && !(range_of(*model.density).first > 0.0F))
    throw InputError("density", "it goes down to " + number_text(range_of(*model.density).first) + " kg/m3",
                     "give densities above 0");
  for (const NodeField& field : {model.start, model.start_past})
    if (field != nullptr && field->shape() != grid.n)
      throw InputError("start", "there is not one value for each node of the grid",
                       "give it the grid's shape");
  if (model.time_order != 2 && model.time_order != 4)
    throw InputError("/propagation/time_order", std::to_string(model.time_order) + " is no order in time",
                     "give 2 or 4");
  for (std::size_t a = 0; a < 3; ++a)
    if (!(a == 1 && grid.is_section()) && grid.n[a] <= model.stencil.radius)
      throw InputError("/propagation/order",
                       model.stencil.name + " reaches " + std::to_string(model.stencil.radius) +
                           " nodes and the grid has " + std::to_string(grid.n[a]) + " along " + "xyz"[a],
                       "lower the order or enlarge the grid");

  // The limit itself is admitted: a step computed from it must not fail by its last digit.
  const double limit = !model.check_stability ? model.dt
                       : model.density != nullptr
                           ? stable_dt(model, stop)
                           : stable_dt(grid, model.stencil, double{fastest}, model.time_order);
  if (model.dt > limit * (1.0 + 1e-9) && !stop.stop_requested())
    throw InputError("/propagation/dt",
                     number_text(model.dt) + " s is unstable, " + model.stencil.name + ", at " +
                         number_text(fastest) + " m/s",
                     "give at most " + number_text(limit) + " s, or 0 for an automatic step");

  for (std::size_t s = 0; s < model.sources.size(); ++s)
    check_position(grid, "source " + std::to_string(s), model.sources[s].position);
  for (std::size_t r = 0; r < model.receivers.size(); ++r)
    check_position(grid, "receiver " + std::to_string(r), model.receivers[r]);
}

}  // namespace foldwave
