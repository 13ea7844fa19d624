#include "core/wave/cpu_cpml.hpp"

#include <array>
#include <utility>

#include "core/wave/flush_denormals.hpp"

namespace foldwave {

template <class Real>
CpuCpml<Real>::CpuCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency)
    : radius_(padded.radius) {
  for (CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    Slab slab;
    slab.stencil = cpml_stencil<Real>(padded, layout.axis);
    slab.b.assign(layout.b.begin(), layout.b.end());
    slab.c.assign(layout.c.begin(), layout.c.end());
    slab.psi = Field<Real>(layout.shape);
    slab.zeta = Field<Real>(layout.shape);
    slab.layout = std::move(layout);
    slabs_.push_back(std::move(slab));
  }
}

template <class Real>
template <int Radius>
void CpuCpml<Real>::update(Slab& slab, const Real* p, Real* to, const LeapfrogFields<Real>& fields) const {
  const CpmlSlab& s = slab.layout;
  const auto a = static_cast<std::size_t>(s.axis);
  const Index stride = s.axis == 0 ? 1 : s.axis == 1 ? fields.row : fields.plane;
  const CpmlStencil<Real> weights = slab.stencil;
  // Profiles run along x in a slab of the x axis and are one value a row in the others.
  const auto profile = [&](int i, int j, int k) { return std::array{i, j, k}[a] - s.low[a]; };
#pragma omp for collapse(2) schedule(static)
  for (int k = s.first[2]; k < s.last[2]; ++k)
    for (int j = s.first[1]; j < s.last[1]; ++j) {
      const Index m = j * fields.row + k * fields.plane;
      Real* __restrict const psi = slab.psi.data() + s.index(0, j, k);
      const Real* const b = slab.b.data() + (a == 0 ? -s.low[0] : profile(0, j, k));
      const Real* const c = slab.c.data() + (a == 0 ? -s.low[0] : profile(0, j, k));
      const Real* __restrict const from = p + m;
      if (a == 0)
        for (int i = s.first[0]; i < s.last[0]; ++i)
          psi[i] = cpml_psi<Radius>(from + i, 1, psi[i], b[i], c[i], weights);
      else
        for (int i = s.first[0]; i < s.last[0]; ++i)
          psi[i] = cpml_psi<Radius>(from + i, stride, psi[i], *b, *c, weights);
    }
#pragma omp for collapse(2) schedule(static)
  for (int k = s.term_first[2]; k < s.term_last[2]; ++k)
    for (int j = s.term_first[1]; j < s.term_last[1]; ++j) {
      const Index m = j * fields.row + k * fields.plane;
      const Real* const psi = slab.psi.data() + s.index(0, j, k);
      Real* __restrict const zeta = slab.zeta.data() + s.index(0, j, k);
      const Real* const b = slab.b.data() + (a == 0 ? -s.low[0] : profile(0, j, k));
      const Real* const c = slab.c.data() + (a == 0 ? -s.low[0] : profile(0, j, k));
      const Real* const from = p + m;
      const Real* const v = fields.v2dt2 + m;
      Real* __restrict const sum = to + m;
      const Real g = fields.gy[j] * fields.gz[k];
      const Index along = s.stride();
      const Index step = a == 0 ? 1 : 0;
      for (int i = s.term_first[0]; i < s.term_last[0]; ++i)
        sum[i] +=
            g * fields.gx[i] * v[i] *
            cpml_term<Radius>(from + i, stride, psi + i, along, zeta[i], b[i * step], c[i * step], weights);
    }
}

template <class Real>
void CpuCpml<Real>::add_terms(const Real* p, Real* to, const LeapfrogFields<Real>& fields) {
#pragma omp parallel
  {
    const FlushDenormals flush;
    for (Slab& slab : slabs_) {
      const auto run = [&]<int... Below>(std::integer_sequence<int, Below...>) {
        ((radius_ == Below + 1 ? update<Below + 1>(slab, p, to, fields) : void()), ...);
      };
      run(std::make_integer_sequence<int, 8>{});
    }
  }
}

template class CpuCpml<float>;
template class CpuCpml<double>;

}  // namespace foldwave
