// Times of a device's kernel of one thread a point, measured and foretold by every model, and as JSON.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/forecast/gpu_model/kernel_models.hpp"

namespace foldwave {

inline constexpr std::array<const char*, 4> kernel_model_names{"thesis", "corrected", "hong-kim", "roofline"};

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

nlohmann::ordered_json to_json(const KernelModelRow& row);
// Rows that to_json wrote, foretold anew. Throws InputError where it is no such list; `place` names the file.
std::vector<KernelModelRow> rows_from_json(const nlohmann::ordered_json& rows, const DeviceFigures& figures,
                                           const std::string& place);

// What `bench device` or `bench kernel-models` wrote; of the first there are no rows.
struct MeasuredKernels {
  DeviceFigures figures;
  std::vector<KernelModelRow> rows;
};
// Throws InputError where it is neither.
MeasuredKernels kernels_from_json(const nlohmann::ordered_json& json, const std::string& place);

}  // namespace foldwave
