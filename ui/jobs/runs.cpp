#include "ui/jobs/runs.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/clock.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/forecast/choose_backend.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_check.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

bool concerns_fold(const Finding& f) {
  return f.path.starts_with("/grid") || f.path.starts_with("/events") || f.path.starts_with("/layers") ||
         f.path.starts_with("/velocity");
}

void refuse_errors(const Findings& findings, bool fold_only) {
  for (const Finding& f : findings)
    if (f.severity == Severity::error && (!fold_only || concerns_fold(f)))
      throw InputError(f.path, f.problem, f.remedy);
}

}  // namespace

Runs::Runs(Results& results, std::shared_ptr<const Backend> backend, std::shared_ptr<FoldTurns> turns,
           QObject* parent)
    : QObject(parent), results_(results), backend_(std::move(backend)), turns_(std::move(turns)) {
  connect(&worker_, &Worker::started, this, &Runs::started);
  connect(&worker_, &Worker::progressed, this, &Runs::progressed);
  connect(&worker_, &Worker::finished, this, &Runs::finished);
  connect(&worker_, &Worker::told, this, &Runs::job_told);
}

void Runs::job_told(const JobRecord& record) {
  if (!record.ended()) return;
  waves_.erase(record.id);
  if (record.id == fold_job_) fold_job_ = 0;
  if (record.id == image_job_) image_job_ = 0;
  if (record.id == survey_job_) survey_job_ = 0;
  if (record.id == reversed_job_) reversed_job_ = 0;
  if (record.id == comparison_job_) comparison_job_ = 0;
}

void Runs::set_backend(std::shared_ptr<const Backend> backend) {
  backend_ = std::move(backend);
  emit backend_changed();
}

void Runs::drop_all() {
  stop_all();
  ++generation_;
  run_findings_.clear();
  results_.clear();
}

void Runs::follow() {
  // A fold that waits behind a wave and is not needed any more.
  if (fold_job_ != 0 && worker_.running() != fold_job_ && results_.fold() && !results_.fold_is_stale())
    worker_.supersede(fold_job_);
  refresh_findings();
}

void Runs::refresh_findings() {
  findings_ = check_scenario(results_.now());
  // What only a run could find out still holds while the scenario is the one it was found for.
  if (run_scenario_ == results_.now())
    for (const Finding& f : run_findings_)
      if (std::find(findings_.begin(), findings_.end(), f) == findings_.end()) findings_.push_back(f);
  emit findings_changed();
}

Runs::Post Runs::poster() {
  return [this, generation = generation_](std::function<void()> call) {
    worker_.hand_over([this, generation, call = std::move(call)] {
      if (generation == generation_) call();
    });
  };
}

// On the worker's thread: of a device that was not asked for and the processor, what is foretold to end
// first.
std::shared_ptr<const Backend> Runs::taken(std::shared_ptr<const Backend> asked, const Scenario& scenario) {
  BackendChoice choice = choose_backend(scenario, std::move(asked));
  worker_.tell({QString::fromStdString(made_by_text(made_by(*choice.backend)))});
  return std::move(choice.backend);
}

// What the surfaces of a fold are drawn of.
double Runs::drawn_of(const Scenario& scenario) const {
  double nodes = 1.0;
  for (const int n : scenario.grid.n)
    nodes *= std::min(n, detail_.nodes);
  return nodes * static_cast<double>(scenario.stack.layers.size());
}

// On the worker's thread: what is left of the job from here on. A fold is the first, and drawn when it is
// there.
void Runs::foretell(const Scenario& scenario, const Backend& backend, const Stages& stages) {
  std::vector<ForetoldStretch> row = foretold_stretches(scenario, backend, stages);
  if (!row.empty() && stages.front() == "fold")
    row.insert(row.begin() + 1, {{"drawing"}, drawing_pace_ * drawn_of(scenario), true});
  worker_.foretell(std::move(row));
}

// On the worker's thread, when its turn comes. In the background only a fold of what is edited is shown.
std::shared_ptr<const FoldOutcome> Runs::make_fold(const Scenario& scenario, const Backend& backend,
                                                   const Post& post, const Job& job, bool is_wave,
                                                   bool is_background) {
  auto outcome = std::make_shared<FoldOutcome>();
  outcome->scenario = scenario;
  const Post in_sight = [this, post, is_background, outcome](std::function<void()> call) {
    post([this, is_background, outcome, call = std::move(call)] {
      if (!is_background || same_fold(outcome->scenario, results_.now())) call();
    });
  };
  turns_->run(FoldRank::full, job,
              [&](const Job& turn) { fill_fold(*outcome, backend, in_sight, turn, !is_wave); });
  const FoldResult& result = outcome->result;
  JobFacts facts{QString::fromStdString(made_by_text(result.made_by))};
  for (const std::string& warning : result.warnings)
    facts.warnings << said(warning);
  worker_.tell(facts);
  last_fold_ = outcome;
  in_sight([this, outcome] { results_.take_fold(outcome); });
  return outcome;
}

// Refuses what cannot run, shows the horizon early, solves, makes the surfaces.
void Runs::fill_fold(FoldOutcome& outcome, const Backend& backend, const Post& post, const Job& job,
                     bool fold_only) {
  const Scenario& scenario = outcome.scenario;
  job.report({"reading the horizon", 0, 0, 0, ""});
  refuse_errors(check_scenario(scenario), fold_only);
  const auto surface = horizon_surface(scenario, detail_, job);
  post([this, surface] { emit horizon_ready(surface); });
  job.throw_if_stopped();
  check_before(scenario, backend, post, job, fold_only);
  outcome.result = foldwave::run_fold(scenario, backend, job);
  const Clock drawing;
  outcome.geometry = structure_geometry(outcome.result, job, detail_);
  drawing_pace_ = drawing.seconds() / drawn_of(scenario);
}

void Runs::check_before(const Scenario& scenario, const Backend& backend, const Post& post, const Job& job,
                        bool fold_only) {
  const Findings found = preflight(scenario, backend, job);
  if (!has_errors(found)) {
    Scenario stages = scenario;
    stages.propagation.enabled = stages.propagation.enabled && !fold_only;
    const MemoryNeed need = memory_need(stages, backend);
    const bool on_host = backend.on_host();
    worker_.tell({{}, need.host + (on_host || need.on_cpu_instead ? 0.0 : need.device)});
  }
  post([this, found, scenario] {
    run_findings_ = found;
    run_scenario_ = scenario;
    refresh_findings();
  });
  refuse_errors(found, fold_only);
}

void Runs::run_fold() {
  worker_.supersede(fold_job_);
  Worker::Order order{tr("Fold"), QString::fromStdString(results_.now().name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  order.first = true;
  fold_job_ = worker_.start(
      order, [this, scenario = results_.now(), backend = backend_, post = poster()](const Job& job) {
        const std::shared_ptr<const Backend> own = taken(backend, scenario);
        foretell(scenario, *own, {"fold"});
        make_fold(scenario, *own, post, job, false, false);
      });
}

void Runs::stop() {
  // A wave that was asked for just now may still wait for the end of one that was stopped before it.
  std::vector<JobId> wanted = waves_for_now();
  wanted.insert(wanted.end(),
                {fold_job_, image_job_, survey_job_, reversed_job_, comparison_job_, worker_.current()});
  for (const JobId id : wanted)
    worker_.stop(id);
}

void Runs::stop_all() {
  worker_.stop();
}

void Runs::stop_fold() {
  worker_.supersede(fold_job_);
}

}  // namespace foldwave
