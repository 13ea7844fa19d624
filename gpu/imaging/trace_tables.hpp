// What goes into a stepper's wave, sources and traces alike, as the lists that the device's kernels take.
#pragma once

#include <array>
#include <vector>

#include "core/wave/stepper.hpp"
#include "gpu/imaging/stepper_kernels.cuh"

namespace foldwave {

template <class Real>
struct TraceLists {
  std::vector<Index> nodes;
  std::vector<int> start;
  std::vector<TraceEntry<Real>> entries;
  std::vector<float> samples;  // by step, traces fastest; sources come first
  int traces = 0, steps = 0;
};

// `factors`: the sponge's, which the adjoint's traces take.
template <class Real>
TraceLists<Real> list_traces(const PaddedGrid& padded, const StepperSetup& setup,
                             const std::array<std::vector<double>, 3>& factors);

}  // namespace foldwave
