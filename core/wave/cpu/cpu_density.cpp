#include "core/wave/cpu/cpu_density.hpp"

namespace foldwave {

template <class Real>
CpuDensity<Real>::CpuDensity(const PaddedGrid& padded, const Field<float>& density,
                             const RowKernels<Real>& kernels)
    : padded_(padded),
      kernels_(kernels),
      density_(padded_density<Real>(padded, density)),
      zeros_(static_cast<std::size_t>(whole_lanes(padded.n[0]))) {
  for (std::size_t a = 0; a < 3; ++a) {
    if (a == 1 && padded.section) continue;
    if (a > 0) flux_[a] = Field<Real>(padded.shape);
    for (const double weight : staggered_coefficients(padded.radius))
      weights_[a].push_back(static_cast<Real>(weight / padded.grid.h[a]));
  }
}

template <class Real>
std::int64_t CpuDensity<Real>::memory_bytes(const PaddedGrid& padded) {
  return static_cast<std::int64_t>(sizeof(Real)) * (padded.section ? 2 : 3) * std::int64_t{padded.size()};
}

// Half nodes behind row y of plane z.
template <class Real>
FluxRow<Real> CpuDensity<Real>::flux_row(const Real* p, std::size_t axis, int y, int z) const {
  const Index origin = padded_.index(0, 0, 0);
  const int radius = padded_.radius, at = axis == 1 ? y : z;
  const Index here = offset(y, z), stride = axis == 1 ? padded_.row() : padded_.plane();
  FluxRow<Real> row;
  row.width = static_cast<int>(zeros_.size());
  for (int m = 0; m < 2 * radius; ++m) {
    const int node = at - radius + 1 + m;
    const bool in_array = node >= -radius && node < padded_.n[axis] + radius;
    row.taps[m] = in_array ? p + here + (node - at) * stride : zeros_.data();
  }
  row.rho = density_.data() + origin + here;
  row.rho_after = row.rho + stride;
  row.e = weights_[axis].data();
  return row;
}

template <class Real>
void CpuDensity<Real>::make_flux(const Real* p, const RowRange& range) {
  const Index origin = padded_.index(0, 0, 0);
  // The half nodes that go with updated nodes first .. last - 1: with the outermost those beyond them.
  const auto halves = [&](std::size_t axis, int first, int last) {
    const bool free_low = padded_.boundaries[2 * axis] == Boundary::free;
    const bool free_high = padded_.boundaries[2 * axis + 1] == Boundary::free;
    if (first == padded_.first[axis]) first = free_low ? 0 : -padded_.radius;
    if (last == padded_.last[axis]) last = padded_.n[axis] - 1 + (free_high ? 0 : padded_.radius);
    return std::array{first, last};
  };
  if (range.first[0] >= range.last[0] || range.first[1] >= range.last[1]) return;
  const auto make = [&](std::size_t axis, int y, int z) {
    FluxRow<Real> row = flux_row(p, axis, y, z);
    row.to = flux_[axis].data() + origin + offset(y, z);
    kernels_.flux(row);
  };
  if (!padded_.section) {
    const auto [first, last] = halves(1, range.first[0], range.last[0]);
    for (int z = range.first[1]; z < range.last[1]; ++z)
      for (int y = first; y < last; ++y)
        make(1, y, z);
  }
  const auto [first, last] = halves(2, range.first[1], range.last[1]);
  for (int z = first; z < last; ++z)
    for (int y = range.first[0]; y < range.last[0]; ++y)
      make(2, y, z);
}

template <class Real>
void CpuDensity<Real>::update(RowEnd end, const LeapfrogFields<Real>& fields, const Real* p, const Real* f,
                              Real* to, const RowRange& range) const {
  const Index origin = padded_.index(0, 0, 0);
  const int radius = padded_.radius, lead = padded_.lead[0], nodes = padded_.n[0];
  // Flux is even about a free end: the half node whose value stands at t.
  const auto image = [&](std::size_t axis, int t) {
    const int last = padded_.n[axis] - 1;
    if (t < 0 && padded_.boundaries[2 * axis] == Boundary::free) return -t - 1;
    if (t >= last && padded_.boundaries[2 * axis + 1] == Boundary::free) return 2 * last - t - 1;
    return t;
  };
  FluxRow<Real> x;
  x.width = lead + whole_lanes(static_cast<int>(zeros_.size()) + radius);
  x.e = weights_[0].data();
  std::vector<Real> line(static_cast<std::size_t>(x.width));
  x.to = line.data();
  Real* const flux = line.data() + lead;
  DensityRow<Real> row;
  row.width = static_cast<int>(zeros_.size());
  row.x = flux;
  row.gx = fields.gx;
  for (std::size_t a = 0; a < 3; ++a)
    row.e[a] = weights_[a].data();
  for (int z = range.first[1]; z < range.last[1]; ++z)
    for (int y = range.first[0]; y < range.last[0]; ++y) {
      const Index here = offset(y, z);
      row.rho = density_.data() + origin + here;
      for (int m = 0; m < 2 * radius; ++m)
        x.taps[m] = f + here - lead + m - radius + 1;
      x.rho = row.rho - lead;
      x.rho_after = x.rho + 1;
      kernels_.flux(x);
      for (int t = -radius; t < 0; ++t)
        flux[t] = flux[image(0, t)];
      for (int t = nodes - 1; t < nodes - 1 + radius; ++t)
        flux[t] = flux[image(0, t)];
      for (int m = 0; m < 2 * radius; ++m) {
        if (!padded_.section) row.y[m] = flux_[1].data() + origin + offset(image(1, y - radius + m), z);
        row.z[m] = flux_[2].data() + origin + offset(y, image(2, z - radius + m));
      }
      row.v2dt2 = fields.v2dt2 + here;
      if (end != RowEnd::terms) row.g = fields.gy[y] * fields.gz[z];
      row.p = p + here;
      row.f = f + here;
      row.to = to + here;
      kernels_.density[static_cast<std::size_t>(end)](row);
    }
}

template class CpuDensity<float>;
template class CpuDensity<double>;

}  // namespace foldwave
