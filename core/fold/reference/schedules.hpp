// The four orders in which the Godunov stencil is applied. Each works on the signed times in place until they
// are its fixed point (or for max_sweeps), gives back the sweeps that it took, and throws Stopped.
#pragma once

#include <cstdint>

#include "core/base/field.hpp"
#include "core/fold/fold_model.hpp"
#include "core/fold/reference/godunov_kernel.hpp"

namespace foldwave {

template <class Real>
struct GodunovWork {
  GodunovGrid<Real> grid;
  Field<Real> T;              // signed; +-infinity: not reached yet
  Field<std::uint8_t> fixed;  // not 0: never updated
};

// A change smaller than this share of a value is rounding, not news.
template <class Real>
inline constexpr Real godunov_rounding = Real(2) * std::numeric_limits<Real>::epsilon();

enum class Update { none, rounding, news };

// Takes the node's new time if it is earlier.
template <class Real>
Update update_node(const GodunovGrid<Real>& g, Real* T, int i, int j, int k, Index m) {
  const Real old = std::abs(T[m]);
  const Real time = godunov_arrival(g, T, i, j, k, m);
  if (!(time < old)) return Update::none;
  T[m] = std::copysign(time, T[m]);
  return time < old * (Real(1) - godunov_rounding<Real>) ? Update::news : Update::rounding;
}

// The sweep directions of a grid: bit a of d set means that axis a is walked backwards. A section has 4.
inline int direction_count(const std::array<int, 3>& n) {
  return n[1] == 1 ? 4 : 8;
}
struct Walk {
  bool back[3];
};
inline Walk walk_of(int d, const std::array<int, 3>& n) {
  if (n[1] == 1) return {{(d & 2) != 0, false, (d & 1) != 0}};
  return {{(d & 4) != 0, (d & 2) != 0, (d & 1) != 0}};
}

template <class Real>
int fast_marching(GodunovWork<Real>& work, const FoldOptions& options, const Job& job);
template <class Real>
int fast_sweeping(GodunovWork<Real>& work, const FoldOptions& options, const Job& job);
template <class Real>
int parallel_fast_sweeping(GodunovWork<Real>& work, const FoldOptions& options, const Job& job);
template <class Real>
int fast_iterative(GodunovWork<Real>& work, const FoldOptions& options, const Job& job);

}  // namespace foldwave
