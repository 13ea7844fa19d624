// How fast steppers of sections go on a device, so many side by side on threads of their own, as the shots of
// a survey do: steps a second of all together, and nodes. JSON lines. CPML all round, order 8, single
// precision; with `traces`, as many go in as there are columns. Arguments: steps, and a grid's columns and
// rows in place of four.
//
//   cmake --build build/release --target section_pace
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "gpu/imaging/cuda_stepper.hpp"

namespace {

using namespace foldwave;

StepperSetup setup_of(const NodeField& velocity, std::array<int, 3> n, int steps, bool receivers) {
  StepperSetup setup;
  WaveModel& model = setup.model;
  model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.velocity = velocity;
  model.boundaries.fill(Boundary::cpml);
  model.frequency = 10.0;
  model.dt = 0.001;
  model.steps = steps;
  if (!receivers) {
    model.sources = {{{5.0 * n[0], 0.0, 20.0}, std::vector<float>(200, 1.0F)}};
    return setup;
  }
  auto gather = std::make_shared<Gather>();
  gather->dt = model.dt;
  gather->samples = steps + 1;
  for (int i = 0; i < n[0]; ++i)
    gather->receivers.push_back({10.0 * i, 0.0, 10.0});
  gather->traces.assign(gather->receivers.size() * static_cast<std::size_t>(gather->samples), 1e-3F);
  setup.traces = TraceSources{gather, {}, true, 1.0};
  return setup;
}

}  // namespace

int main(int count, char** values) try {
  const int steps = count > 1 ? std::atoi(values[1]) / 8 * 8 : 4000;
  std::vector<std::array<int, 3>> grids{{100, 1, 100}, {675, 1, 210}, {961, 1, 401}, {1601, 1, 401}};
  if (count > 3) grids = {{std::atoi(values[2]), 1, std::atoi(values[3])}};
  for (const auto& n : grids)
    for (const bool receivers : {false, true})
      for (const int together : {1, 4, 8, 16}) {
        const auto velocity = std::make_shared<const Field<float>>(n, 3000.0F);
        std::vector<std::unique_ptr<WaveStepper>> steppers;
        for (int s = 0; s < together; ++s)
          steppers.push_back(make_cuda_stepper(setup_of(velocity, n, steps + 64, receivers)));
        for (const auto& stepper : steppers) {
          stepper->advance(64);
          static_cast<void>(stepper->largest());  // waits for it
        }
        const auto begin = std::chrono::steady_clock::now();
        {
          std::vector<std::jthread> threads;
          for (const auto& stepper : steppers)
            threads.emplace_back([&stepper, steps] {
              for (int done = 0; done < steps; done += 8)
                stepper->advance(8);
              static_cast<void>(stepper->largest());
            });
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const double all = 1.0 * steps * together / seconds;
        const PaddedGrid& padded = steppers.front()->padded();
        std::printf(
            "{\"nodes\": [%d, %d], \"traces\": %s, \"together\": %d, \"steps_per_second\": %.4g, "
            "\"g_nodes_per_second\": %.4g}\n",
            padded.n[0], padded.n[2], receivers ? "true" : "false", together, all,
            1e-9 * all * static_cast<double>(padded.nodes()));
      }
  return 0;
} catch (const foldwave::Error& error) {
  std::printf("%s\n", error.what());
  return 2;
}
