#include "core/wave/cpu_density.hpp"

#include <algorithm>
#include <cmath>

#include "core/wave/flush_denormals.hpp"

namespace foldwave {

double effective_velocity(double velocity, double density, double smallest_density) {
  return velocity * std::sqrt(2.0 * density / (density + smallest_density));
}

double density_stable_dt(const Grid3& grid, int radius, double effective_velocity, int time_order) {
  double sum = 0.0;
  for (const double e : staggered_coefficients(radius))
    sum += std::abs(e);
  double inverse_squares = 0.0;
  for (std::size_t a = 0; a < 3; ++a)
    if (!(a == 1 && grid.is_section())) inverse_squares += 4.0 * sum * sum / (grid.h[a] * grid.h[a]);
  return std::sqrt((time_order == 4 ? 12.0 : 4.0) / inverse_squares) / effective_velocity;
}

namespace {

// The node whose value stands at coordinate `t` of a line, and its sign: odd through free ends, none beyond
// others.
MirrorPlane source_of(int t, int last, bool free_low, bool free_high) {
  MirrorPlane plane{0, t, t, 1};
  while (plane.from < 0 || plane.from > last) {
    const bool low = plane.from < 0;
    if (!(low ? free_low : free_high)) return {0, t, low ? 0 : last, 0};
    plane.from = low ? -plane.from : 2 * last - plane.from;
    plane.sign = -plane.sign;
  }
  return plane;
}

constexpr int columns_at_once = 64;

}  // namespace

template <class Real>
Field<Real> padded_density(const PaddedGrid& padded, const Field<float>& density) {
  Field<Real> values(padded.shape);
  const auto& m = padded.grid.n;
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < padded.n[2]; ++k)
    for (int j = 0; j < padded.n[1]; ++j)
      for (int i = 0; i < padded.n[0]; ++i)
        values[padded.index(i, j, k)] = static_cast<Real>(
            density(std::clamp(i - padded.user[0], 0, m[0] - 1), std::clamp(j - padded.user[1], 0, m[1] - 1),
                    std::clamp(k - padded.user[2], 0, m[2] - 1)));
  return values;
}
template Field<float> padded_density<float>(const PaddedGrid&, const Field<float>&);
template Field<double> padded_density<double>(const PaddedGrid&, const Field<float>&);

std::vector<MirrorPlane> density_line(const PaddedGrid& padded, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const int reach = 2 * padded.radius;
  std::vector<MirrorPlane> line;
  for (int t = -reach; t < padded.n[a] + reach; ++t)
    line.push_back(source_of(t, padded.n[a] - 1, padded.boundaries[2 * a] == Boundary::free,
                             padded.boundaries[2 * a + 1] == Boundary::free));
  return line;
}

template <class Real>
CpuDensity<Real>::CpuDensity(const PaddedGrid& padded, const Field<float>& density)
    : padded_(padded), density_(padded_density<Real>(padded, density)) {
  const auto e = staggered_coefficients(padded.radius);
  for (std::size_t a = 0; a < 3; ++a) {
    if (a == 1 && padded.section) continue;
    beyond_[a] = density_line(padded, static_cast<int>(a));
    for (const double weight : e)
      weights_[a].push_back(static_cast<Real>(weight / padded.grid.h[a]));
  }
}

template <class Real>
std::int64_t CpuDensity<Real>::memory_bytes(const PaddedGrid& padded) {
  return static_cast<std::int64_t>(sizeof(Real)) * std::int64_t{padded.size()};
}

// `columns` neighbouring lines along the axis from array position `at` (its node 0): values are gathered with
// what lies beyond the ends, columns side by side, so that a node's neighbour k along the line is k columns
// on.
template <class Real>
void CpuDensity<Real>::line(std::size_t axis, Index at, int columns, const Field<Real>& p,
                            const Field<Real>& v2dt2, Field<Real>& out, Scratch& s) const {
  const Index stride = axis == 0 ? 1 : axis == 1 ? padded_.row() : padded_.plane();
  const auto& from = beyond_[axis];
  const auto& e = weights_[axis];
  const Index length = static_cast<Index>(from.size()), c = columns;
  const int reach = 2 * padded_.radius;
  for (auto* const values : {&s.p, &s.rho, &s.flux})
    values->assign(static_cast<std::size_t>(length * c), Real(0));
  for (Index t = 0; t < length; ++t) {
    const MirrorPlane& plane = from[static_cast<std::size_t>(t)];
    const Index node = at + plane.from * stride;
    for (Index q = 0; q < c; ++q) {
      s.p[static_cast<std::size_t>(t * c + q)] = static_cast<Real>(plane.sign) * p[node + q];
      s.rho[static_cast<std::size_t>(t * c + q)] = density_[node + q];
    }
  }
  // flux[t] lies half a node behind t.
  const Real* __restrict const value = s.p.data();
  const Real* __restrict const rho = s.rho.data();
  Real* __restrict const flux = s.flux.data();
  const Index radius = padded_.radius;
  for (Index t = (radius - 1) * c; t < (length - radius) * c; ++t) {
    Real slope{};
    for (Index k = 1; k <= radius; ++k)
      slope += e[static_cast<std::size_t>(k) - 1] * (value[t + k * c] - value[t - (k - 1) * c]);
    flux[t] = Real(2) * slope / (rho[t] + rho[t + c]);
  }
  for (int i = padded_.first[axis]; i < padded_.last[axis]; ++i)
    for (Index q = 0; q < c; ++q) {
      const Index t = (i + reach) * c + q;
      Real divergence{};
      for (Index k = 1; k <= radius; ++k)
        divergence += e[static_cast<std::size_t>(k) - 1] * (flux[t + (k - 1) * c] - flux[t - k * c]);
      const Index node = at + i * stride + q;
      const Real term = v2dt2[node] * rho[t] * divergence;
      out[node] = axis == 0 ? term : out[node] + term;
    }
}

template <class Real>
void CpuDensity<Real>::apply(const Field<Real>& p, const Field<Real>& v2dt2, Field<Real>& out) const {
  const auto& first = padded_.first;
  const auto& last = padded_.last;
#pragma omp parallel
  {
    const FlushDenormals flush;
    Scratch scratch;
#pragma omp for collapse(2) schedule(static)
    for (int k = first[2]; k < last[2]; ++k)
      for (int j = first[1]; j < last[1]; ++j)
        line(0, padded_.index(0, j, k), 1, p, v2dt2, out, scratch);
    if (!padded_.section) {
#pragma omp for collapse(2) schedule(static)
      for (int k = first[2]; k < last[2]; ++k)
        for (int i = first[0]; i < last[0]; i += columns_at_once)
          line(1, padded_.index(i, 0, k), std::min(columns_at_once, last[0] - i), p, v2dt2, out, scratch);
    }
#pragma omp for collapse(2) schedule(static)
    for (int j = first[1]; j < last[1]; ++j)
      for (int i = first[0]; i < last[0]; i += columns_at_once)
        line(2, padded_.index(i, j, 0), std::min(columns_at_once, last[0] - i), p, v2dt2, out, scratch);
  }
}

template class CpuDensity<float>;
template class CpuDensity<double>;

}  // namespace foldwave
