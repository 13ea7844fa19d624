// The two tests that a pair of Born modelling and its adjoint has to stand, whoever makes the steppers, in
// the precision of the model.
#pragma once

#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

// | <F m, d> - <m, F' d> | / | <F m, d> |: m is noise, d half the Born wave's own data and half noise, as the
// product with noise alone is small by chance. Sums are taken in double precision.
double adjoint_error(const StepperMaker& make, const WaveModel& model, const Shot& shot, const Job& job);

// The order at which |F(m) - F(0) - F' m| vanishes, for m of 1 % and half of it, zero on the outermost nodes:
// 2 where F' is the derivative. In double precision.
double taylor_order(const StepperMaker& make, const WaveModel& model, const Shot& shot, const Job& job);

}  // namespace foldwave
