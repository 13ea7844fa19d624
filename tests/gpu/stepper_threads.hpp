// Steppers of the device in several threads, as the shots of a survey have them.
#pragma once

#include <array>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "gpu/imaging/cuda_stepper.hpp"
#include "tests/core/wave/stepper_help.hpp"

namespace foldwave::test {

// Of 40 waves that four threads set up, run and take down beside each other: how many have not the bits of
// one alone, or fail.
inline int unlike_side_by_side() {
  StepCase c;
  c.n = {101, 1, 61};
  c.faces = step_faces[2];
  c.precision = Precision::binary32;
  c.steps = 400;
  const StepModel model(c);
  const auto samples = [&] {
    const auto wave = make_cuda_stepper(model.setup);
    wave->advance(c.steps);
    return wave->exact_samples();
  };
  const std::vector<double> alone = samples();
  std::array<int, 4> unlike{};
  {
    std::vector<std::jthread> threads;
    for (int& mine : unlike)
      threads.emplace_back([&] {
        for (int n = 0; n < 10; ++n)
          try {
            mine += samples() == alone ? 0 : 1;
          } catch (const Error&) {
            ++mine;
          }
      });
  }
  return unlike[0] + unlike[1] + unlike[2] + unlike[3];
}

}  // namespace foldwave::test
