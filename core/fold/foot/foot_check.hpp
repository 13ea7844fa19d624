// What the foot-point method refuses, on the CPU and on a device: InputError.
#pragma once

#include "core/fold/fold_model.hpp"

namespace foldwave {

// Whether a grid of one node along x or z is solved.
enum class ThinGrids { refused, solved };

// No horizon, or numbers that leave single precision's range.
void check_foot_numbers(const FoldProblem& problem, ThinGrids thin);

// A front that is left behind somewhere on the horizon (fold/normal_speed.hpp).
void check_foot_speed(const FoldProblem& problem);

// Tells of a surface table that misses its horizon by far more than was asked for; metres.
void warn_of_misfit(double misfit, double tolerance, FoldSolution& solution);

}  // namespace foldwave
