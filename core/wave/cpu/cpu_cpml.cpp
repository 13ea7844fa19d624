#include "core/wave/cpu/cpu_cpml.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

namespace {

// Rows hold whole vectors from the first value that is worked on: in a slab of the x axis the terms' first,
// a radius behind the margin, else the first node.
void widen(CpmlSlab& slab, int radius) {
  if (slab.axis == 0)
    slab.shape[0] = 2 * radius + whole_lanes(slab.term_last[0] - slab.term_first[0]);
  else
    slab.shape[0] = whole_lanes(slab.shape[0]);
}

}  // namespace

template <class Real>
CpuCpml<Real>::CpuCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency,
                       const RowKernels<Real>& kernels)
    : kernels_(kernels) {
  for (CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    Slab slab;
    slab.stencil = cpml_stencil<Real>(padded, layout.axis);
    slab.b.assign(layout.b.begin(), layout.b.end());
    slab.c.assign(layout.c.begin(), layout.c.end());
    widen(layout, padded.radius);
    if (layout.axis == 0) {
      slab.b.resize(static_cast<std::size_t>(layout.shape[0]));
      slab.c.resize(static_cast<std::size_t>(layout.shape[0]));
    }
    slab.psi = Field<Real>(layout.shape);
    slab.zeta = Field<Real>(layout.shape);
    slab.layout = std::move(layout);
    slabs_.push_back(std::move(slab));
  }
}

template <class Real>
std::int64_t CpuCpml<Real>::values(const PaddedGrid& padded) {
  std::int64_t values = 0;
  for (CpmlSlab& slab : cpml_slab_layouts(padded)) {
    widen(slab, padded.radius);
    values += 2 * slab.size();
  }
  return values;
}

template <class Real>
bool CpuCpml<Real>::on_axis(int axis) const {
  return std::any_of(slabs_.begin(), slabs_.end(), [&](const Slab& s) { return s.layout.axis == axis; });
}

template <class Real>
std::vector<Field<Real>*> CpuCpml<Real>::memory() {
  std::vector<Field<Real>*> fields;
  for (Slab& slab : slabs_)
    fields.insert(fields.end(), {&slab.psi, &slab.zeta});
  return fields;
}

template <class Real>
std::vector<std::pair<Real*, Index>> CpuCpml<Real>::planes() {
  std::vector<std::pair<Real*, Index>> all;
  for (Slab& slab : slabs_)
    if (slab.layout.axis != 2)
      for (Field<Real>* const field : {&slab.psi, &slab.zeta})
        all.emplace_back(field->data(), slab.layout.plane());
  return all;
}

// From padded node (x, y, z) on, without what takes the terms.
template <class Real>
CpmlRow<Real> CpuCpml<Real>::row(Slab& slab, const LeapfrogFields<Real>& fields, const Real* p, int x, int y,
                                 int z) const {
  const CpmlSlab& s = slab.layout;
  const Index at = s.index(x, y, z);
  const int profile = (s.axis == 0 ? x : s.axis == 1 ? y : z) - s.low[static_cast<std::size_t>(s.axis)];
  CpmlRow<Real> row;
  row.p = p + x + y * fields.row + z * fields.plane;
  row.stride = s.axis == 0 ? 1 : s.axis == 1 ? fields.row : fields.plane;
  row.psi = slab.psi.data() + at;
  row.zeta = slab.zeta.data() + at;
  row.psi_stride = s.stride();
  row.b = slab.b.data() + profile;
  row.c = slab.c.data() + profile;
  row.stencil = &slab.stencil;
  return row;
}

template <class Real>
void CpuCpml<Real>::update_psi(const Real* p, const LeapfrogFields<Real>& fields, const RowRange& range,
                               const RowRange& ahead) {
  for (Slab& slab : slabs_) {
    const CpmlSlab& s = slab.layout;
    if (s.axis == 0) continue;
    const RowRange& rows = s.axis == 1 ? ahead : range;
    const RowRange& planes = s.axis == 2 ? ahead : range;
    for (int z = std::max(planes.first[1], s.first[2]); z < std::min(planes.last[1], s.last[2]); ++z)
      for (int y = std::max(rows.first[0], s.first[1]); y < std::min(rows.last[0], s.last[1]); ++y) {
        CpmlRow<Real> part = row(slab, fields, p, 0, y, z);
        part.width = whole_lanes(s.last[0]);
        kernels_.cpml_psi[0](part);
      }
  }
}

template <class Real>
void CpuCpml<Real>::add_terms(const Real* p, Real* to, const LeapfrogFields<Real>& fields, int y, int z) {
  for (Slab& slab : slabs_) {
    const CpmlSlab& s = slab.layout;
    if (y < s.term_first[1] || y >= s.term_last[1] || z < s.term_first[2] || z >= s.term_last[2]) continue;
    if (s.axis == 0) {
      CpmlRow<Real> part = row(slab, fields, p, s.first[0], y, z);
      part.width = whole_lanes(s.last[0] - s.first[0]);
      kernels_.cpml_psi[1](part);
    }
    const int x = s.axis == 0 ? s.term_first[0] : 0;
    const Index at = x + y * fields.row + z * fields.plane;
    CpmlRow<Real> part = row(slab, fields, p, x, y, z);
    part.width = whole_lanes(s.term_last[0] - x);
    part.v2dt2 = fields.v2dt2 + at;
    part.gx = fields.gx + x;
    part.g = fields.gy[y] * fields.gz[z];
    part.to = to + at;
    kernels_.cpml_terms[s.axis == 0](part);
  }
}

template class CpuCpml<float>;
template class CpuCpml<double>;

}  // namespace foldwave
