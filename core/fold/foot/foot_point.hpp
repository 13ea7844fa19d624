// The foot-point method on the CPU: T by the formula of Hopf and Lax at every node, exact for constant F and
// psi a, any sign of F (classes 1A to 3), past caustics and shocks too. The error is that of the horizon's
// table, 1e-7 of the box in single precision, and rounding. The same result for any number of threads.
//
// A lattice of exact feet (foot_lattice.hpp) is refined from 16 nodes down to the finest cells; a cell whose
// corners agree is filled at once (foot_fill.hpp), one that a shock crosses goes to the next level, and at
// the last every branch around it competes.
#pragma once

#include <functional>

#include "core/fold/foot/foot_lattice.hpp"
#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_foot_point_solver();

// The nodes [low, high] of a block: whether any of them is wanted.
using BlockWanted = std::function<bool(std::array<int, 3> low, std::array<int, 3> high)>;

// Exact T, signed, at every node of the blocks that hold wanted nodes; other nodes are 0.
// `wanted` empty: all. `sketch`: the lattice stays at cells of four nodes, so that a branch which reaches few
// nodes beside a shock may be missed. Throws Stopped.
template <class Real>
struct FootArrival {
  Field<Real> time;
  double preparation_seconds = 0.0;
  double misfit = 0.0;     // of the horizon's table, metres
  double tolerance = 0.0;  // that it was asked for
};
template <class Real>
FootArrival<Real> foot_arrival(const FootSetting& setting, FoldPath path, const BlockWanted& wanted,
                               const Job& job, bool sketch = false);

}  // namespace foldwave
