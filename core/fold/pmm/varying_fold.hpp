// What surrounds the marching of a fold whose F, psi and a vary in space, on the CPU and on a device: the box
// to march in, its speeds and start values beforehand, and the box of the problem cut out of it afterwards.
#pragma once

#include "core/fold/pmm/varying_start.hpp"

namespace foldwave {

template <class Real>
struct VaryingProblem {
  EnlargedBox box;     // the problem's own when it brings start values
  SpeedVolume speeds;  // on the nodes of `box`
  StartValues<Real> start;
};

// Takes the problem's start values, if it has some. Throws InputError, Stopped.
template <class Real>
VaryingProblem<Real> prepare_varying(FoldProblem& problem, const Job& job);

// The warning of a box that could not be made large enough, if so.
void add_box_warning(const EnlargedBox& box, FoldSolution& solution);

// The part of `larger` from node `first` on that `grid` covers, as it is or rounded to single.
template <class To, class Real>
Field<To> cut_out(const Field<Real>& larger, const std::array<int, 3>& first, const Grid3& grid) {
  Field<To> part(grid.n);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        part(i, j, k) = static_cast<To>(larger(first[0] + i, first[1] + j, first[2] + k));
  return part;
}

// `time`, of a box that starts `before` nodes before the grid, as the solution's arrival.
template <class Real>
void put_arrival(Field<Real> time, const std::array<int, 3>& before, const Grid3& grid,
                 FoldSolution& solution);

}  // namespace foldwave
