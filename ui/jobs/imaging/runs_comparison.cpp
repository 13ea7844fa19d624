// A recorded gather, read and held against the wave that the scenario sends to its receivers.
#include <utility>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

void Runs::run_comparison(const std::filesystem::path& file) {
  worker_.supersede(comparison_job_);
  auto asked = std::make_shared<ComparisonOutcome>();
  asked->scenario = results_.now();
  asked->file = file;
  Worker::Order order{comparison_name(), QString::fromStdString(file.filename().string())};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  comparison_job_ = worker_.start(
      order, [this, asked, fold = results_.fold(), backend = backend_, post = poster()](const Job& job) {
        make_comparison(asked, fold, *taken(backend, asked->scenario), post, job);
      });
}

// On the worker's thread.
void Runs::make_comparison(const std::shared_ptr<ComparisonOutcome>& asked,
                           std::shared_ptr<const FoldOutcome> fold, const Backend& backend, const Post& post,
                           const Job& job) {
  const Scenario& scenario = asked->scenario;
  if (const auto last = last_fold_.lock(); last && (!fold || !is_fold_of(*fold, scenario))) fold = last;
  const bool is_folded = fold && is_fold_of(*fold, scenario);
  foretell(scenario, backend, is_folded ? Stages{"wave"} : Stages{"fold", "wave"});
  if (is_folded)
    check_before(scenario, backend, post, job, false);
  else
    fold = make_fold(scenario, backend, post, job, true, false);
  asked->result =
      compare_with_recorded(scenario, fold->result, backend, recorded_file(scenario, asked->file), true, job);
  JobFacts facts{QString::fromStdString(made_by_text(made_by(backend)))};
  for (const std::string& warning : asked->result.warnings)
    facts.warnings << said(warning);
  worker_.tell(facts);
  post([this, asked] { results_.take_comparison(asked); });
}

}  // namespace foldwave
