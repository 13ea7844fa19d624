#include "ui/jobs/variant_folds.hpp"

#include <algorithm>

#include "core/engine/backend.hpp"
#include "core/engine/forecast/choose_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/same_results.hpp"
#include "ui/jobs/results.hpp"

namespace foldwave {

VariantFolds::VariantFolds(std::shared_ptr<const Backend> backend, std::shared_ptr<FoldTurns> turns,
                           QObject* parent)
    : QObject(parent), backend_(std::move(backend)), turns_(std::move(turns)) {
  // Where nobody else asked for it, the user did.
  connect(&worker_, &Worker::told, this, [this](const JobRecord& job) {
    const auto at =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.job == job.id; });
    if (at == entries_.end() || (job.stage != JobStage::stopped && job.stage != JobStage::failed)) return;
    at->problem = job.stage == JobStage::failed ? job.message : tr("it was stopped");
    emit changed();
  });
}

VariantFolds::Entry* VariantFolds::find(const Scenario& scenario) {
  const auto at = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry& e) { return same_fold(e.scenario, scenario); });
  return at == entries_.end() ? nullptr : &*at;
}

QString VariantFolds::problem(const Scenario& scenario) const {
  const Entry* const entry = const_cast<VariantFolds*>(this)->find(scenario);
  return entry == nullptr ? QString() : entry->problem;
}

std::shared_ptr<const FoldOutcome> VariantFolds::get(const Scenario& scenario) {
  if (const Entry* const entry = find(scenario)) return entry->fold;
  entries_.push_back({scenario, nullptr, {}});
  Worker::Order order{tr("Fold of a variant"), QString::fromStdString(scenario.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  const JobId job_id = worker_.start(
      order, [this, scenario, backend = backend_, turns = turns_, detail = detail_](const Job& job) {
        auto outcome = std::make_shared<FoldOutcome>();
        outcome->scenario = scenario;
        Scenario alone = scenario;
        alone.propagation.enabled = false;
        const auto taken = choose_backend(scenario, backend).backend;
        turns->run(FoldRank::variant, job, [&](const Job& turn) {
          throw_first_error(preflight(alone, *taken, turn));
          outcome->result = run_fold(scenario, *taken, turn);
          outcome->geometry = structure_geometry(outcome->result, turn, detail);
        });
        worker_.hand_over([this, outcome] { ended(outcome); });
      });
  entries_.back().job = job_id;
  return nullptr;
}

void VariantFolds::ended(const std::shared_ptr<const FoldOutcome>& fold) {
  Entry* const entry = find(fold->scenario);
  if (entry == nullptr) return;  // no longer needed
  entry->fold = fold;
  emit changed();
}

void VariantFolds::fold_again(const Scenario& scenario) {
  const Entry* const entry = find(scenario);
  if (entry == nullptr || entry->problem.isEmpty()) return;
  entries_.erase(entries_.begin() + (entry - entries_.data()));
  get(scenario);
  emit changed();
}

void VariantFolds::adopt(const std::shared_ptr<const FoldOutcome>& fold) {
  if (!fold) return;
  if (Entry* const entry = find(fold->scenario)) {
    entry->fold = fold;
    entry->problem.clear();
  } else {
    entries_.push_back({fold->scenario, fold, {}});
  }
}

void VariantFolds::keep_only(const std::vector<Scenario>& scenarios) {
  bool running = false;  // one that nobody needs now
  std::erase_if(entries_, [&](const Entry& e) {
    const bool needed = std::any_of(scenarios.begin(), scenarios.end(),
                                    [&](const Scenario& s) { return same_fold(s, e.scenario); });
    running = running || (!needed && !e.fold && e.problem.isEmpty());
    return !needed;
  });
  if (!running) return;
  // Those that waited are asked for again.
  std::erase_if(entries_, [](const Entry& e) { return !e.fold && e.problem.isEmpty(); });
  worker_.stop();
}

}  // namespace foldwave
