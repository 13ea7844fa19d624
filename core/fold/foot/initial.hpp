// From a horizon to a fold problem: exact values in a band of nodes along the horizon, and on the faces of
// the box through which the front enters from the continued horizon, so that no node of the box lies in a
// shadow.
#pragma once

#include "core/fold/fold_model.hpp"
#include "core/horizon/foot_search.hpp"

namespace foldwave {

struct InitialOptions {
  int band = 2;              // nodes with a node of the other side within so many steps are held
  double held_radius = 0.0;  // metres: nodes nearer than this to the horizon (in depth) are held too
};

// Throws Stopped when the stop token is set. Real: float, double.
template <class Real>
StartValues<Real> make_start_values(const Horizon& horizon, const Grid3& grid, double F, Vec3 b,
                                    const InitialOptions& options, const Job& job);

// The problem's own start values, converted, or those that its horizon gives. Throws InputError when it has
// neither.
template <class Real>
StartValues<Real> take_start_values(FoldProblem& problem, const Job& job);

// The exact T (Hopf-Lax) at every node, for tests and comparisons: slow.
Field<float> exact_arrival(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, const Job& job);

}  // namespace foldwave
