#include "core/forecast/gpu_model/kernel_rows.hpp"

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace foldwave {

KernelModelRow foretell(const LaunchShape& shape, double seconds, int registers,
                        const DeviceFigures& figures) {
  const KernelFacts& facts = naive_facts(shape.order);
  KernelModelRow row{shape, registers, seconds, {}, ""};
  const RooflineResult ceilings = roofline(facts, figures, shape);
  row.predicted = {thesis_seconds(thesis_model(thesis_inputs(facts, figures, shape)), figures),
                   mwp_cwp(facts, figures, shape).seconds, hong_kim(facts, figures, shape).seconds,
                   ceilings.seconds};
  row.bound_by = ceilings.bound_by;
  return row;
}

nlohmann::ordered_json to_json(const KernelModelRow& row) {
  nlohmann::ordered_json j{{"order", row.shape.order},   {"nodes", row.shape.nodes},
                           {"block", row.shape.block},   {"active_blocks", row.shape.active_blocks},
                           {"registers", row.registers}, {"seconds", row.seconds},
                           {"bound_by", row.bound_by}};
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model)
    j["models"][kernel_model_names[model]] = {{"seconds", row.predicted[model]}, {"error", row.error(model)}};
  return j;
}

std::vector<KernelModelRow> rows_from_json(const nlohmann::ordered_json& rows, const DeviceFigures& figures,
                                           const std::string& place) {
  try {
    std::vector<KernelModelRow> all;
    for (const nlohmann::ordered_json& j : rows) {
      LaunchShape shape;
      j.at("order").get_to(shape.order);
      j.at("nodes").get_to(shape.nodes);
      j.at("block").get_to(shape.block);
      j.at("active_blocks").get_to(shape.active_blocks);
      all.push_back(foretell(shape, j.at("seconds").get<double>(), j.at("registers").get<int>(), figures));
    }
    return all;
  } catch (const nlohmann::ordered_json::exception& e) {
    throw InputError(place, std::string("these are no runs of the bench: ") + e.what(),
                     "write them with: foldwave-cli bench kernel-models --json --to FILE");
  }
}

MeasuredKernels kernels_from_json(const nlohmann::ordered_json& json, const std::string& place) {
  if (!json.is_object())
    throw InputError(place, "these are no figures of a device", "give what foldwave-cli bench device kept");
  const bool of_kernels = json.contains("figures") && json.contains("results");
  MeasuredKernels found;
  found.figures = device_figures_from_json(of_kernels ? json["figures"] : json, place);
  if (of_kernels) found.rows = rows_from_json(json["results"], found.figures, place);
  return found;
}

}  // namespace foldwave
