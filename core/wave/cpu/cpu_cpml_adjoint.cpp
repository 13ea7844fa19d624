#include "core/wave/cpu/cpu_cpml_adjoint.hpp"

#include <algorithm>

#include "core/wave/density_line.hpp"

namespace foldwave {

template <class Real>
CpuCpmlAdjoint<Real>::CpuCpmlAdjoint(const PaddedGrid& padded, const Field<float>& velocity,
                                     const Field<float>* density, double dt, double frequency)
    : padded_(padded) {
  if (density != nullptr) {
    density_ = padded_density<Real>(padded, *density);
    inverse_density_ = density_.clone();
    for (Real& value : inverse_density_.values())
      value = value > Real(0) ? Real(1) / value : Real(0);
  }
  for (CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    Slab slab;
    slab.stencil = cpml_stencil<Real>(padded, layout.axis);
    slab.b.assign(layout.b.begin(), layout.b.end());
    slab.c.assign(layout.c.begin(), layout.c.end());
    slab.first = Field<Real>(layout.shape);
    slab.second = Field<Real>(layout.shape);
    slab.sum = Field<Real>(layout.shape);
    slab.layout = std::move(layout);
    slabs_.push_back(std::move(slab));
  }
}

template <class Real>
std::vector<Field<Real>*> CpuCpmlAdjoint<Real>::memory() {
  std::vector<Field<Real>*> fields;
  for (Slab& slab : slabs_)
    fields.insert(fields.end(), {&slab.first, &slab.second});
  return fields;
}

// B in the pad, and q / rho + B as far as the first difference there reaches.
template <class Real>
void CpuCpmlAdjoint<Real>::update_second(Slab& slab, const Real* q, const LeapfrogFields<Real>& fields) {
  const CpmlSlab& s = slab.layout;
  const auto a = static_cast<std::size_t>(s.axis);
  std::array<int, 3> from = s.first, to = s.last;
  from[a] = std::max(padded_.first[a], s.first[a] - padded_.radius);
  to[a] = std::min(padded_.last[a], s.last[a] + padded_.radius);
  const Real* const inverse =
      inverse_density_.empty() ? nullptr : inverse_density_.data() + padded_.index(0, 0, 0);
#pragma omp parallel for collapse(2) schedule(static) if (padded_.nodes() >= 30000)
  for (int z = from[2]; z < to[2]; ++z)
    for (int y = from[1]; y < to[1]; ++y)
      for (int x = from[0]; x < to[0]; ++x) {
        const Index node = x + y * fields.row + z * fields.plane;
        const Real value = inverse != nullptr ? q[node] * inverse[node] : q[node];
        const int along = s.axis == 0 ? x : s.axis == 1 ? y : z;
        const auto profile = static_cast<std::size_t>(along - s.low[a]);
        const Index at = s.index(x, y, z);
        if (along >= s.first[a] && along < s.last[a])
          slab.second[at] = slab.b[profile] * slab.second[at] + slab.c[profile] * value;
        slab.sum[at] = value + slab.second[at];
      }
}

template <class Real>
void CpuCpmlAdjoint<Real>::update_first(Slab& slab) {
  const CpmlSlab& s = slab.layout;
  const auto a = static_cast<std::size_t>(s.axis);
  const Index stride = s.stride();
#pragma omp parallel for collapse(2) schedule(static) if (padded_.nodes() >= 30000)
  for (int z = s.first[2]; z < s.last[2]; ++z)
    for (int y = s.first[1]; y < s.last[1]; ++y)
      for (int x = s.first[0]; x < s.last[0]; ++x) {
        const auto profile = static_cast<std::size_t>((s.axis == 0 ? x : s.axis == 1 ? y : z) - s.low[a]);
        const Index at = s.index(x, y, z);
        Real slope{};
        for (int k = 1; k <= padded_.radius; ++k)
          slope += slab.stencil.first[k] * (slab.sum[at + k * stride] - slab.sum[at - k * stride]);
        slab.first[at] = slab.b[profile] * slab.first[at] + slab.c[profile] * slope;
      }
}

template <class Real>
void CpuCpmlAdjoint<Real>::prepare(const Real* q, const LeapfrogFields<Real>& fields) {
  for (Slab& slab : slabs_) {
    update_second(slab, q, fields);
    update_first(slab);
  }
}

template <class Real>
void CpuCpmlAdjoint<Real>::add_terms(Real* to, const LeapfrogFields<Real>& fields, int y0, int y1,
                                     int z) const {
  const Index origin = padded_.index(0, 0, 0);
  for (const Slab& slab : slabs_) {
    const CpmlSlab& s = slab.layout;
    if (z < s.term_first[2] || z >= s.term_last[2]) continue;
    const Index stride = s.stride();
    for (int y = std::max(y0, s.term_first[1]); y < std::min(y1, s.term_last[1]); ++y) {
      const Real g = fields.gy[y] * fields.gz[z];
      for (int x = s.term_first[0]; x < s.term_last[0]; ++x) {
        const Index at = s.index(x, y, z);
        Real terms = slab.stencil.second[0] * slab.second[at];
        for (int k = 1; k <= padded_.radius; ++k)
          terms += slab.stencil.first[k] * (slab.first[at + k * stride] - slab.first[at - k * stride]) +
                   slab.stencil.second[k] * (slab.second[at + k * stride] + slab.second[at - k * stride]);
        const Index node = x + y * fields.row + z * fields.plane;
        const Real rho = density_.empty() ? Real(1) : density_[origin + node];
        to[node] += g * fields.gx[x] * fields.v2dt2[node] * rho * terms;
      }
    }
  }
}

template class CpuCpmlAdjoint<float>;
template class CpuCpmlAdjoint<double>;

}  // namespace foldwave
