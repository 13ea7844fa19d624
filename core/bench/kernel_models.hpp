// The models of a GPU kernel's time (core/forecast/gpu_model) beside what was measured, for `foldwave-cli
// bench kernel-models`: one time step of the kernel of one thread a point, over orders, grids and shapes of
// blocks.
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/forecast/gpu_model/kernel_models.hpp"
#include "core/forecast/gpu_model/model_errors.hpp"

namespace foldwave {

inline constexpr std::array<const char*, 4> kernel_model_names{"thesis", "corrected", "hong-kim", "roofline"};

struct KernelModelPlan {
  std::vector<int> orders{2, 4, 8, 16};
  std::vector<int> sizes{64, 96, 128, 192, 256, 384, 512};  // nodes a side
  // 8 x 8 x 4 is the thesis's.
  std::vector<std::array<int, 3>> blocks{{8, 8, 4},  {16, 4, 4}, {32, 4, 2},
                                         {32, 8, 1}, {32, 4, 4}, {128, 1, 1}};
};

struct KernelModelRow {
  LaunchShape shape;
  int registers = 0;                  // as the device's own code has them
  double seconds = 0.0;               // a step, measured
  std::array<double, 4> predicted{};  // by kernel_model_names
  const char* bound_by = "";          // by the roofline

  double error(std::size_t model) const { return predicted[model] / seconds - 1.0; }
};

// The predictions for what was measured; `seconds` and `shape` are taken over.
KernelModelRow foretell(const LaunchShape& shape, double seconds, int registers,
                        const DeviceFigures& figures);

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

nlohmann::ordered_json to_json(const KernelModelRow& row);
nlohmann::ordered_json to_json(const KernelModelSummary& summary);
// Rows that to_json wrote, foretold anew. Throws InputError where it is no such list; `place` names the file.
std::vector<KernelModelRow> rows_from_json(const nlohmann::ordered_json& rows, const DeviceFigures& figures,
                                           const std::string& place);

}  // namespace foldwave
