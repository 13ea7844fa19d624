#include "core/wave/cpu/cpu_leapfrog.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/system.hpp"
#include "core/wave/cpu/flush_denormals.hpp"

namespace foldwave {

template <class Real>
CpuLeapfrog<Real>::CpuLeapfrog(const PaddedGrid& padded, const Field<float>& velocity, double dt)
    : padded_(padded),
      present_(padded.shape),
      past_(padded.shape),
      v2dt2_(foldwave::squared_velocity_steps<Real>(padded, velocity, dt)),
      fields_(leapfrog_stencils<Real>(padded)),
      kernels_(row_kernels<Real>(best_instruction_set(), padded.radius, padded.section)),
      width_(whole_lanes(padded.n[0])) {
  const auto factors = sponge_factors(padded, velocity, dt);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sponge_[axis].assign(factors[axis].begin(), factors[axis].end());
    sponge_[axis].resize(factors[axis].size() + 2 * row_lanes, Real(1));
  }
  ones_.assign(
      sponge_[static_cast<std::size_t>(std::max_element(padded.n.begin(), padded.n.end()) - padded.n.begin())]
          .size(),
      Real(1));
  // The free faces' own nodes stay zero although rows are updated from end to end.
  for (const int x : {0, padded.n[0] - 1})
    if (x < padded.first[0] || x >= padded.last[0])
      for (int k = 0; k < padded.n[2]; ++k)
        for (int j = 0; j < padded.n[1]; ++j)
          v2dt2_[padded.index(x, j, k)] = Real(0);
  fields_.gx = sponge_[0].data();
  fields_.gy = sponge_[1].data();
  fields_.gz = sponge_[2].data();
  fields_.v2dt2 = v2dt2_.data() + padded.index(0, 0, 0);
}

template <class Real>
std::int64_t CpuLeapfrog<Real>::memory_bytes(const PaddedGrid& padded) {
  const std::int64_t lines = std::int64_t{padded.n[0]} + padded.n[1] + padded.n[2];
  return static_cast<std::int64_t>(sizeof(Real)) * (3 * std::int64_t{padded.size()} + lines);
}

template <class Real>
LeapfrogFields<Real> CpuLeapfrog<Real>::fields_at(int level) {
  LeapfrogFields<Real> fields = fields_;
  const Index origin = padded_.index(0, 0, 0);
  fields.present = (level % 2 == 0 ? present_ : past_).data() + origin;
  fields.oldest = (level % 2 == 0 ? past_ : present_).data() + origin;
  return fields;
}

std::vector<int> section_spans(const PaddedGrid& padded, const SweepPlan& plan, int threads) {
  const int reach = (plan.levels - 1) * plan.lag[1], first = plan.range.first[1], last = plan.range.last[1];
  const auto beside = [&](std::size_t face, std::size_t end) {
    const int pad = padded.boundaries[face] == Boundary::cpml ? padded.pad[face] : 0;
    return pad + 2 * padded.radius + (plan.levels - 1) * plan.inset[end];
  };
  const int low = first + beside(4, 0), high = last - beside(5, 1);
  std::vector<int> spans{first};
  for (int t = 1; t < threads; ++t) {
    const int at = first + static_cast<int>(Index{last - first} * t / threads);
    const int before = spans.size() == 1 ? low : spans.back() + reach;
    if (at - reach >= before && at + reach <= high) spans.push_back(at);
  }
  spans.push_back(last);
  return spans;
}

template <class Real>
SweepPlan CpuLeapfrog<Real>::plan(int levels, std::array<bool, 2> cpml, int after) const {
  const auto& g = padded_;
  const int threads = thread_count();
  SweepPlan plan;
  plan.levels = levels;
  plan.range = {{g.first[1], g.first[2]}, {g.last[1], g.last[2]}};
  const int beyond = (levels - 1 + after) * g.radius;
  if (g.cut[4]) plan.range.first[1] = std::max(g.first[2], g.right_first - beyond);
  if (g.cut[5]) plan.range.last[1] = std::min(g.last[2], g.right_last + beyond);
  plan.inset = {g.cut[4] ? g.radius : 0, g.cut[5] ? g.radius : 0};
  for (std::size_t a = 0; a < 2; ++a) {
    plan.lag[a] = (cpml[a] ? 2 : 1) * g.radius;
    plan.lead[a] = cpml[a] ? g.radius : 0;
  }
  // Tiles whose planes within the stencil's reach stay in a core's second-level cache while z goes by.
  constexpr double cache_bytes = 700e3;
  const double row_bytes = static_cast<double>(sizeof(Real)) * static_cast<double>(g.row());
  const int most = static_cast<int>(cache_bytes / (row_bytes * (2 * g.radius + 3))) - 2 * g.radius;
  const int rows = g.last[1] - g.first[1] + (levels - 1) * plan.lag[0];
  int tiles = (rows + std::max(8, most) - 1) / std::max(8, most);
  const int planes = plan.range.last[1] - plan.range.first[1];
  if (levels > 1 && g.section) {
    plan.size[1] = std::max(8, static_cast<int>(cache_bytes / (3.0 * row_bytes)));
    plan.spans = section_spans(g, plan, threads);
  } else if (levels > 1) {
    // Threads take turns: as many tiles for each.
    tiles = (tiles + threads - 1) / threads * threads;
    plan.size[1] = 8;
  } else {
    const int pieces = std::max(1, 8 * threads / tiles);
    plan.size[1] = std::clamp(planes / pieces, std::min(8, planes), 64);
  }
  plan.size[0] = std::max(1, (rows + tiles - 1) / tiles);
  // Below some tens of microseconds a step, meeting at barriers costs more than the second thread brings.
  plan.parallel = g.nodes() >= 30000;
  return plan;
}

template <class Real>
void CpuLeapfrog<Real>::fill_images(Field<Real>& p) const {
#pragma omp parallel for schedule(static)
  for (int z = 0; z < padded_.n[2]; ++z)
    foldwave::fill_images(padded_, p.data() + padded_.index(0, 0, 0), 0, padded_.n[1], z);
}

template <class Real>
bool CpuLeapfrog<Real>::step(const std::stop_token& stop) {
  fill_images(present_);
  const LeapfrogFields<Real> fields = fields_at(0);
  sweep(
      plan(1, {}), stop, [](auto&&...) {},
      [&](int, const RowRange& part) {
        for (int z = part.first[1]; z < part.last[1]; ++z)
          update(fields, part.first[0], part.last[0], z);
      });
  exchange();
  return !stop.stop_requested();
}

template <class Real>
LeapfrogFields<Real> CpuLeapfrog<Real>::undamped_fields() const {
  LeapfrogFields<Real> fields = fields_;
  fields.gx = fields.gy = fields.gz = ones_.data();
  return fields;
}

template <class Real>
Real CpuLeapfrog<Real>::largest() const {
  const auto& g = padded_;
  Real most = 0;
  bool bad = false;
#pragma omp parallel for schedule(static) reduction(max : most) reduction(|| : bad)
  for (int k = 0; k < g.n[2]; ++k)
    for (int j = 0; j < g.n[1]; ++j) {
      const Real* const p = present_.data() + g.index(0, j, k);
      Real high = 0, zero = 0;
      for (int i = 0; i < g.n[0]; ++i) {
        high = std::max(high, std::abs(p[i]));
        zero += p[i] * Real(0);
      }
      most = std::max(most, high);
      bad = bad || zero != Real(0);
    }
  return bad ? std::numeric_limits<Real>::infinity() : most;
}

template class CpuLeapfrog<float>;
template class CpuLeapfrog<double>;

}  // namespace foldwave
