// Newton's look of the foot-point method (foot_kernel.hpp) at many nodes at once: one loop over lanes for the
// compiler to vectorise, for the instruction set that the machine has. The plain path is the same loop at the
// build's own instruction set.
#pragma once

#include "core/fold/fold_model.hpp"
#include "core/fold/foot/foot_kernel.hpp"

namespace foldwave {

// Arrays of `n` lanes. Nodes in metres, z less the table's mean; (u, v) a guess before and the foot after.
template <class Real>
struct FootLanes {
  int n = 0;
  const Real *x = nullptr, *y = nullptr, *z = nullptr;
  Real *u = nullptr, *v = nullptr;
  Real* time = nullptr;
  Real* change = nullptr;   // of T by the step; infinite after a step too long for T's third order
  Real* quality = nullptr;  // of the place where the look was taken; -1 where it means nothing
};

// What a look judges itself by.
template <class Real>
struct FootLimits {
  Real longest;         // steps are cut to this length, metres
  Real settled;         // a longer step leaves T's third order in doubt
  Real u0, v0, u1, v1;  // where the table stands for the horizon
};

template <class Real>
using FootLook = void (*)(const SurfaceView<Real>&, const FootSpeeds<Real>&, const FootLimits<Real>&,
                          const FootLanes<Real>&);

// Throws InputError when a path is asked for that the machine lacks.
template <class Real>
FootLook<Real> foot_look(bool section, FoldPath path);

}  // namespace foldwave
