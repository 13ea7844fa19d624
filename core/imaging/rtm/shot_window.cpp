#include "core/imaging/rtm/shot_window.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foldwave {

namespace {

NodeField cut_out(const NodeField& field, const ShotWindow& window) {
  if (field == nullptr) return nullptr;
  auto part = std::make_shared<Field<float>>(window.n);
  const auto& [i, j, k] = window.first;
  for (int z = 0; z < window.n[2]; ++z)
    for (int y = 0; y < window.n[1]; ++y)
      std::copy_n(&(*field)(i, j + y, k + z), window.n[0], &(*part)(0, y, z));
  return part;
}

// Nodes to either side of the source: as many as the pads' scheme needs, however small the aperture is.
double reach_of(const Grid3& grid, std::size_t axis, int radius, double aperture) {
  return std::max(window_of_aperture * aperture / grid.h[axis], 4.0 * radius);
}

Vec3 corner_of(const Grid3& grid, const ShotWindow& window) {
  return grid.local(window.first[0], window.first[1], window.first[2]);
}

}  // namespace

ShotWindow window_about(const Grid3& grid, int radius, Vec3 source, double aperture) {
  ShotWindow window{{}, grid.n};
  if (!(aperture > 0.0)) return window;
  const std::array<double, 3> at{source.x, source.y, source.z};
  for (const std::size_t axis : {0, 1}) {
    const double reach = reach_of(grid, axis, radius, aperture);
    const double middle = at[axis] / grid.h[axis], last = grid.n[axis] - 1.0;
    const int low = static_cast<int>(std::clamp(std::floor(middle - reach), 0.0, last));
    const int high = static_cast<int>(std::clamp(std::ceil(middle + reach), 0.0, last));
    window.first[axis] = low;
    window.n[axis] = high - low + 1;
  }
  return window;
}

WaveModel model_in(const WaveModel& model, const ShotWindow& window) {
  WaveModel part = model;
  const Vec3 corner = corner_of(model.grid, window);
  part.grid.n = window.n;
  part.grid.origin = model.grid.origin + corner;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (window.first[axis] > 0) part.boundaries[2 * axis] = Boundary::cpml;
    if (window.first[axis] + window.n[axis] < model.grid.n[axis])
      part.boundaries[2 * axis + 1] = Boundary::cpml;
  }
  part.velocity = cut_out(model.velocity, window);
  part.density = cut_out(model.density, window);
  return part;
}

Vec3 place_in(const Grid3& grid, const ShotWindow& window, Vec3 place) {
  return place - corner_of(grid, window);
}

bool has_inside(const Grid3& grid, const ShotWindow& window, Vec3 place) {
  const Vec3 at = place_in(grid, window, place);
  const auto within = [&](double along, std::size_t axis) {
    const double rounding = 1e-6 * grid.h[axis];
    return along >= -rounding && along <= (window.n[axis] - 1) * grid.h[axis] + rounding;
  };
  return within(at.x, 0) && (grid.is_section() || within(at.y, 1));
}

Gather gather_in(const Grid3& grid, const ShotWindow& window, const Gather& gather) {
  Gather part{gather.dt, gather.samples, {}, {}};
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    if (!has_inside(grid, window, gather.receivers[r])) continue;
    part.receivers.push_back(place_in(grid, window, gather.receivers[r]));
    const float* const trace = gather.trace(static_cast<int>(r));
    part.traces.insert(part.traces.end(), trace, trace + gather.samples);
  }
  return part;
}

Field<float> back_in_grid(const Grid3& grid, const ShotWindow& window, const Field<float>& values) {
  Field<float> all(grid.n);
  const auto& [i, j, k] = window.first;
  for (int z = 0; z < window.n[2]; ++z)
    for (int y = 0; y < window.n[1]; ++y)
      std::copy_n(&values(0, y, z), window.n[0], &all(i, j + y, k + z));
  return all;
}

Gather among_all(const Grid3& grid, const ShotWindow& window, const std::vector<Vec3>& receivers,
                 const Gather& inside, int samples) {
  const auto each = static_cast<std::size_t>(samples);
  Gather all{inside.dt, samples, receivers, std::vector<float>(receivers.size() * each)};
  int next = 0;
  for (std::size_t r = 0; r < receivers.size(); ++r)
    if (has_inside(grid, window, receivers[r]))
      std::copy_n(inside.trace(next++), each, &all.traces[r * each]);
  return all;
}

ShotWindow widest_window(const Grid3& grid, int radius, double aperture) {
  const Vec3 end = grid.extent();
  return window_about(grid, radius, {0.5 * end.x, 0.5 * end.y, 0.0}, aperture);
}

ShotWindow mean_window(const Grid3& grid, int radius, double aperture) {
  ShotWindow window{{}, grid.n};
  if (!(aperture > 0.0)) return window;
  for (const std::size_t axis : {0, 1}) {
    const double all = grid.n[axis], reach = std::min(all, reach_of(grid, axis, radius, aperture));
    window.n[axis] = std::min(grid.n[axis], static_cast<int>(std::ceil(2.0 * reach - reach * reach / all)));
  }
  return window;
}

}  // namespace foldwave
