#include "core/wave/cpu_leapfrog.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/wave/flush_denormals.hpp"

namespace foldwave {

namespace {

// Tiles of y whose planes within the stencil's reach stay in a core's second-level cache while z goes by.
std::vector<BlockRange> make_blocks(const PaddedGrid& g, std::size_t value_bytes) {
  constexpr double cache_bytes = 400e3;
  const double rows = cache_bytes / (static_cast<double>(value_bytes) * g.shape[0] * (2 * g.radius + 3));
  const int rows_y = g.last[1] - g.first[1];
  const int tile_y = std::clamp(static_cast<int>(rows) - 2 * g.radius, 8, std::max(8, rows_y));
  const int tile_z = g.section ? 16 : 32;
  std::vector<BlockRange> blocks;
  for (int z = g.first[2]; z < g.last[2]; z += tile_z)
    for (int y = g.first[1]; y < g.last[1]; y += tile_y)
      blocks.push_back(
          {g.first[0], g.last[0], y, std::min(y + tile_y, g.last[1]), z, std::min(z + tile_z, g.last[2])});
  return blocks;
}

}  // namespace

template <class Real>
CpuLeapfrog<Real>::CpuLeapfrog(const PaddedGrid& padded, const Field<float>& velocity, double dt)
    : padded_(padded),
      present_(padded.shape),
      past_(padded.shape),
      v2dt2_(foldwave::squared_velocity_steps<Real>(padded, velocity, dt)),
      fields_(leapfrog_stencils<Real>(padded)),
      block_(leapfrog_block<Real>(padded.radius, padded.section)),
      blocks_(make_blocks(padded, sizeof(Real))) {
  const auto factors = sponge_factors(padded, velocity, dt);
  for (std::size_t axis = 0; axis < 3; ++axis)
    sponge_[axis].assign(factors[axis].begin(), factors[axis].end());
  ones_.assign(static_cast<std::size_t>(*std::max_element(padded.n.begin(), padded.n.end())), Real(1));
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
void CpuLeapfrog<Real>::fill_images(Field<Real>& p) {
  const auto& g = padded_;
  const std::array<Index, 3> stride{1, g.row(), g.plane()};
  for (const MirrorPlane& m : g.mirrors) {
    const auto a = static_cast<std::size_t>(m.axis);
    const std::size_t inner = a == 0 ? 1 : 0, outer = a == 2 ? 1 : 2;
    const Real sign = static_cast<Real>(m.sign);
    Real* const origin = p.data() + g.index(0, 0, 0);
    const Index shift = (m.from - m.to) * stride[a];
#pragma omp for schedule(static) nowait
    for (int o = 0; o < g.n[outer]; ++o) {
      Real* const line = origin + m.to * stride[a] + o * stride[outer];
      for (int i = 0; i < g.n[inner]; ++i)
        line[i * stride[inner]] = sign * line[i * stride[inner] + shift];
    }
  }
#pragma omp barrier
}

template <class Real>
bool CpuLeapfrog<Real>::step(const std::stop_token& stop) {
  fields_.present = present_.data() + padded_.index(0, 0, 0);
  fields_.oldest = past_.data() + padded_.index(0, 0, 0);
  const auto count = static_cast<Index>(blocks_.size());
  // Below some tens of microseconds a step, meeting at the barriers costs more than the second thread brings.
  const bool small = padded_.nodes() < 30000;
#pragma omp parallel if (!small)
  {
    const FlushDenormals flush;
    fill_images(present_);
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < count; ++b)
      if (!stop.stop_requested()) block_(fields_, blocks_[static_cast<std::size_t>(b)]);
  }
  std::swap(present_, past_);
  return !stop.stop_requested();
}

template <class Real>
LeapfrogFields<Real> CpuLeapfrog<Real>::undamped_fields() const {
  LeapfrogFields<Real> fields = fields_;
  fields.gx = fields.gy = fields.gz = ones_.data();
  return fields;
}

template <class Real>
void CpuLeapfrog<Real>::apply(Field<Real>& p, Field<Real>& out, const std::stop_token& stop) {
  LeapfrogFields<Real> fields = undamped_fields();
  fields.present = p.data() + padded_.index(0, 0, 0);
  fields.oldest = out.data() + padded_.index(0, 0, 0);
  const auto count = static_cast<Index>(blocks_.size());
  const Index size = p.size();
#pragma omp parallel
  {
    const FlushDenormals flush;
    fill_images(p);
    // The step's 2 p - oldest is then exactly zero.
#pragma omp for schedule(static)
    for (Index m = 0; m < size; ++m)
      out[m] = Real(2) * p[m];
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < count; ++b)
      if (!stop.stop_requested()) block_(fields, blocks_[static_cast<std::size_t>(b)]);
  }
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
