// The models of a GPU kernel's time (core/forecast/gpu_model) beside what was measured, for `foldwave-cli
// bench kernel-models`: one time step of the kernel of one thread a point, over orders, grids and shapes of
// blocks.
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/forecast/gpu_model/kernel_rows.hpp"
#include "core/forecast/gpu_model/model_errors.hpp"

namespace foldwave {

struct KernelModelPlan {
  std::vector<int> orders{2, 4, 8, 16};
  std::vector<int> sizes{64, 96, 128, 192, 256, 384, 512};  // nodes a side
  // 8 x 8 x 4 is the thesis's.
  std::vector<std::array<int, 3>> blocks{{8, 8, 4},  {16, 4, 4}, {32, 4, 2},
                                         {32, 8, 1}, {32, 4, 4}, {128, 1, 1}};
};

// What a run of one shape told. The shape's active blocks are filled in by who measures.
struct KernelRun {
  LaunchShape shape;
  int registers = 0;
  double seconds = 0.0;
};
std::vector<KernelModelRow> bench_kernel_models(const KernelModelPlan& plan, const DeviceFigures& figures,
                                                const std::function<KernelRun(const LaunchShape&)>& measure,
                                                const std::function<void(const KernelModelRow&)>& done);

struct KernelModelSummary {
  std::array<ModelErrors, 4> errors;
  std::size_t winner = 0;  // the least median; of equal ones the better ranks
};
KernelModelSummary summary_of(const std::vector<KernelModelRow>& rows);

nlohmann::ordered_json to_json(const KernelModelSummary& summary);

}  // namespace foldwave
