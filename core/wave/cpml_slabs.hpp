// Where the CPML works: one slab for each CPML face, as wide as its pad, over all padded nodes of the other
// two axes, so that slabs overlap along edges and in corners. Memory is taken for the slabs alone.
//
//   sigma(s) = sigma_0 s^m,   alpha(s) = pi f (1 - s),   s = depth in the pad / W
//   sigma_0 = -(m + 1) v ln(R_0) / (2 W),   m = 2,  v the largest velocity on the face
//   b = exp(-(sigma + alpha) dt),   c = sigma / (sigma + alpha) (b - 1)
//
// R_0 is what a wave at normal incidence would leave behind were space exact; f is the peak frequency of the
// sources (Komatitsch and Martin 2007).
//
// psi and zeta of a slab have the same layout, x fastest. Along the slab's axis an array holds the padded
// coordinates `low` .. `high` - 1: the pad's nodes, R nodes before and 2R nodes behind its inner edge that
// stay zero in psi, so that d_a psi is taken at pad and R inner nodes without branches. Along the other axes
// it holds the padded nodes.
//
// A pad's nodes need p at R nodes inwards, and the user's grid has more than R: what lies behind the opposite
// face, where R more are read with weights of zero, never counts, and no images are made for the pads.
#pragma once

#include <vector>

#include "core/wave/cpml_kernel.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

inline constexpr double cpml_power = 2.0;        // m
inline constexpr double cpml_reflection = 1e-4;  // R_0

struct CpmlSlab {
  int axis = 0;
  std::array<int, 3> first{}, last{};            // psi is updated at first .. last - 1: the pad
  std::array<int, 3> term_first{}, term_last{};  // the term is added here: R more nodes inwards
  std::array<int, 3> low{};                      // padded coordinates of the arrays' first value
  std::array<int, 3> shape{};                    // of psi and of zeta
  std::vector<double> b, c;  // by padded coordinate less low[axis]; b = c = 0 out of the pad

  Index row() const { return shape[0]; }
  Index plane() const { return Index{1} * shape[0] * shape[1]; }
  Index size() const { return plane() * shape[2]; }
  Index index(int i, int j, int k) const {
    return (i - low[0]) + row() * (j - low[1]) + plane() * (k - low[2]);
  }
  Index stride() const { return axis == 0 ? 1 : axis == 1 ? row() : plane(); }
};

// In the order of the faces; a grid without CPML faces has none. `frequency` as in WaveModel.
std::vector<CpmlSlab> cpml_slabs(const PaddedGrid& padded, const Field<float>& velocity, double dt,
                                 double frequency);

// The same without profiles.
std::vector<CpmlSlab> cpml_slab_layouts(const PaddedGrid& padded);

template <class Real>
CpmlStencil<Real> cpml_stencil(const PaddedGrid& padded, int axis);

}  // namespace foldwave
