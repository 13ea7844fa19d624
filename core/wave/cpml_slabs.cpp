#include "core/wave/cpml_slabs.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {

std::vector<CpmlSlab> cpml_slab_layouts(const PaddedGrid& padded) {
  std::vector<CpmlSlab> slabs;
  for (int face = 0; face < 6; ++face) {
    const auto f = static_cast<std::size_t>(face);
    const int width = padded.pad[f];
    if (padded.boundaries[f] != Boundary::cpml || width == 0) continue;
    CpmlSlab slab;
    slab.axis = face / 2;
    const auto a = static_cast<std::size_t>(slab.axis);
    slab.first = slab.term_first = padded.first;
    slab.last = slab.term_last = padded.last;
    slab.shape = padded.n;
    const bool lower = face % 2 == 0;
    const int inwards = padded.radius;
    slab.first[a] = lower ? 0 : padded.n[a] - width;
    slab.last[a] = slab.first[a] + width;
    slab.term_first[a] = std::max(padded.first[a], slab.first[a] - (lower ? 0 : inwards));
    slab.term_last[a] = std::min(padded.last[a], slab.last[a] + (lower ? inwards : 0));
    slab.low[a] = slab.first[a] - (lower ? 1 : 2) * padded.radius;
    slab.shape[a] = width + 3 * padded.radius;
    slabs.push_back(std::move(slab));
  }
  return slabs;
}

std::vector<CpmlSlab> cpml_slabs(const PaddedGrid& padded, const Field<float>& velocity, double dt,
                                 double frequency) {
  auto slabs = cpml_slab_layouts(padded);
  for (CpmlSlab& slab : slabs) {
    const auto a = static_cast<std::size_t>(slab.axis);
    const bool lower = slab.first[a] == 0;
    const int width = slab.last[a] - slab.first[a];
    const double length = width * padded.grid.h[a];
    const double fastest = fastest_on_face(padded, velocity, 2 * slab.axis + (lower ? 0 : 1));
    const double strongest = -(cpml_power + 1.0) * fastest * std::log(cpml_reflection) / (2.0 * length);
    const double shift = std::numbers::pi * (frequency > 0.0 ? frequency : fastest / length);
    slab.b.assign(static_cast<std::size_t>(slab.shape[a]), 0.0);
    slab.c = slab.b;
    for (int d = 1; d <= width; ++d) {
      const double s = static_cast<double>(d) / width;
      const double sigma = strongest * std::pow(s, cpml_power);
      const double alpha = shift * (1.0 - s);
      const int node = lower ? width - d : padded.n[a] - 1 - width + d;
      const auto at = static_cast<std::size_t>(node - slab.low[a]);
      slab.b[at] = std::exp(-(sigma + alpha) * dt);
      slab.c[at] = sigma / (sigma + alpha) * (slab.b[at] - 1.0);
    }
  }
  return slabs;
}

template <class Real>
CpmlStencil<Real> cpml_stencil(const PaddedGrid& padded, int axis) {
  const double h = padded.grid.h[static_cast<std::size_t>(axis)];
  CpmlStencil<Real> stencil;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(padded.radius); ++k) {
    stencil.first[k] = static_cast<Real>(padded.stencil.first[k] / h);
    stencil.second[k] = static_cast<Real>(padded.stencil.second[k] / (h * h));
  }
  return stencil;
}
template CpmlStencil<float> cpml_stencil<float>(const PaddedGrid&, int);
template CpmlStencil<double> cpml_stencil<double>(const PaddedGrid&, int);

}  // namespace foldwave
