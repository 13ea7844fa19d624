#include "core/bench/kernel_models.hpp"

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

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

std::vector<KernelModelRow> bench_kernel_models(const KernelModelPlan& plan, const DeviceFigures& figures,
                                                const std::function<KernelRun(const LaunchShape&)>& measure,
                                                const std::function<void(const KernelModelRow&)>& done) {
  std::vector<KernelModelRow> rows;
  for (const int order : plan.orders)
    for (const int n : plan.sizes)
      for (const auto& block : plan.blocks) {
        const KernelRun run = measure({order, {n, n, n}, block, 1});
        rows.push_back(foretell(run.shape, run.seconds, run.registers, figures));
        done(rows.back());
      }
  return rows;
}

KernelModelSummary summary_of(const std::vector<KernelModelRow>& rows) {
  KernelModelSummary s;
  std::vector<double> measured, predicted;
  for (const KernelModelRow& row : rows)
    measured.push_back(row.seconds);
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model) {
    predicted.clear();
    for (const KernelModelRow& row : rows)
      predicted.push_back(row.predicted[model]);
    s.errors[model] = model_errors(predicted, measured);
    const ModelErrors &ours = s.errors[model], &best = s.errors[s.winner];
    if (ours.median < best.median || (ours.median == best.median && ours.spearman > best.spearman))
      s.winner = model;
  }
  return s;
}

Json to_json(const KernelModelRow& row) {
  Json j{{"order", row.shape.order},   {"nodes", row.shape.nodes},
         {"block", row.shape.block},   {"active_blocks", row.shape.active_blocks},
         {"registers", row.registers}, {"seconds", row.seconds},
         {"bound_by", row.bound_by}};
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model)
    j["models"][kernel_model_names[model]] = {{"seconds", row.predicted[model]}, {"error", row.error(model)}};
  return j;
}

Json to_json(const KernelModelSummary& summary) {
  Json j;
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model) {
    const ModelErrors& e = summary.errors[model];
    j["models"][kernel_model_names[model]] = {{"median_error", e.median},
                                              {"mean_error", e.mean},
                                              {"worst_error", e.worst},
                                              {"spearman", e.spearman}};
  }
  j["winner"] = kernel_model_names[summary.winner];
  return j;
}

std::vector<KernelModelRow> rows_from_json(const Json& rows, const DeviceFigures& figures,
                                           const std::string& place) {
  try {
    std::vector<KernelModelRow> all;
    for (const Json& j : rows) {
      LaunchShape shape;
      j.at("order").get_to(shape.order);
      j.at("nodes").get_to(shape.nodes);
      j.at("block").get_to(shape.block);
      j.at("active_blocks").get_to(shape.active_blocks);
      all.push_back(foretell(shape, j.at("seconds").get<double>(), j.at("registers").get<int>(), figures));
    }
    return all;
  } catch (const Json::exception& e) {
    throw InputError(place, std::string("these are no runs of the bench: ") + e.what(),
                     "write them with: foldwave-cli bench kernel-models --json --to FILE");
  }
}

}  // namespace foldwave
