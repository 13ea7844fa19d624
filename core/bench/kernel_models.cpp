#include "core/bench/kernel_models.hpp"

#include <nlohmann/json.hpp>

namespace foldwave {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

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

}  // namespace foldwave
