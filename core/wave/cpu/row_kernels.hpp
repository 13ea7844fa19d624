// The CPU's loops over rows of the field, for several instruction sets of x86-64 and chosen at run time: the
// leapfrog of wave/wave_kernel.hpp, the operator of variable density (wave/cpu/cpu_density.hpp) and the CPML
// of wave/cpml_kernel.hpp (core/wave/cpu/wide_rows.hpp is their body). Sets differ in the last digits by
// fused multiply-adds.
//
// A row is worked on in whole vectors from padded x = 0 on, `width` values, so up to row_lanes - 1 more than
// its nodes: v^2 dt^2 must be zero, and the sponge's factor finite, at what is never updated. Such nodes keep
// a zero; images in the halo are to be made anew.
#pragma once

#include "core/wave/cpml_kernel.hpp"
#include "core/wave/wave_kernel.hpp"

namespace foldwave {

inline constexpr int row_lanes = 16;  // `width` is a multiple

inline int whole_lanes(int values) {
  return (values + row_lanes - 1) / row_lanes * row_lanes;
}

enum class InstructionSet { baseline, avx2, avx512 };

InstructionSet best_instruction_set();                 // of this machine
const char* instruction_set_name(InstructionSet set);  // "baseline", "avx2", "avx512"

// Part of one row in a CPML slab; all pointers are at its first value. b and c are one value for the row, or
// in a slab of the x axis one for each x; v2dt2, gx, g and to are of the terms alone.
template <class Real>
struct CpmlRow {
  int width = 0;
  const Real* p = nullptr;
  Index stride = 0;  // of the slab's axis in p
  Real* psi = nullptr;
  Real* zeta = nullptr;
  Index psi_stride = 0;  // of the slab's axis in psi
  const Real* b = nullptr;
  const Real* c = nullptr;
  const CpmlStencil<Real>* stencil = nullptr;
  const Real* v2dt2 = nullptr;
  const Real* gx = nullptr;
  Real g{};            // the sponge's factors of y and z
  Real* to = nullptr;  // takes the terms
};

// What becomes of A f, f a field and g the sponge's factor:
//   next:   to = g (2 p - g to + A f), with f = p
//   terms:  to = A f
//   fourth: to = g (2 p - g to + f + A f / 12), with f = A p
enum class RowEnd { next, terms, fourth };

// Half nodes of one axis along a row: to = 2 / (rho + rho after) sum over k of e_k (taps[R - 1 + k] - taps[R
// - k]), taps from R - 1 nodes before to R after.
template <class Real>
struct FluxRow {
  int width = 0;
  const Real* taps[16]{};
  const Real* rho = nullptr;
  const Real* rho_after = nullptr;
  const Real* e = nullptr;
  Real* to = nullptr;
};

// Nodes of a row from the flux about them: half nodes from R before to R - 1 after the node.
template <class Real>
struct DensityRow {
  int width = 0;
  const Real* x = nullptr;
  const Real* y[16]{};
  const Real* z[16]{};
  const Real* e[3]{};
  const Real* v2dt2 = nullptr;
  const Real* rho = nullptr;
  const Real* gx = nullptr;
  Real g{};
  const Real* p = nullptr;
  const Real* f = nullptr;
  Real* to = nullptr;
};

// What a row gives to a sum over time (wave/stepper.hpp): levels of one or two waves, and what is added to.
template <class Real>
struct SinkRow {
  int width = 0;
  const Real* p = nullptr;
  const Real* p_past = nullptr;
  const Real* q = nullptr;
  const Real* q_past = nullptr;
  Real step{};
  Real* to = nullptr;
  Real* steps = nullptr;  // of the largest
};
enum class SinkRowKind { largest, product, rates };

template <class Real>
struct RowKernels {
  // Rows y0 .. y1 - 1 of plane z.
  void (*leapfrog)(const LeapfrogFields<Real>& fields, int width, int y0, int y1, int z) = nullptr;
  // A f for `terms` and `fourth`: f is fields.present, `to` fields.oldest.
  void (*laplacian[2])(const LeapfrogFields<Real>& fields, const Real* p, int width, int y0, int y1,
                       int z) = {};
  void (*flux)(const FluxRow<Real>& row) = nullptr;
  void (*density[3])(const DensityRow<Real>& row) = {};  // by RowEnd
  void (*cpml_psi[2])(const CpmlRow<Real>& row) = {};    // [1]: in a slab of the x axis
  void (*cpml_terms[2])(const CpmlRow<Real>& row) = {};  // updates zeta, too
  void (*sinks[3])(const SinkRow<Real>& row) = {};       // by SinkRowKind
};

// `radius` 1 .. 8. The machine must have the set.
template <class Real>
RowKernels<Real> row_kernels(InstructionSet set, int radius, bool section);

// Each in a file of its own, which is compiled for that set.
template <InstructionSet set, class Real>
RowKernels<Real> row_kernels_of(int radius, bool section);

}  // namespace foldwave
