// The seismic image: a survey over the folded model, seen shot by shot. Stopped, what was stacked stays, and
// the same survey goes on from there.
#include <QDir>
#include <QStandardPaths>
#include <atomic>
#include <utility>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_check.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

// What a view shows of a survey so far.
SurveyResult seen_of(const SurveyResult& so_far) {
  SurveyResult seen;
  seen.grid = so_far.grid;
  seen.line = so_far.line;
  seen.survey = so_far.survey;
  seen.image = so_far.image.clone();
  seen.illumination = so_far.illumination.clone();
  seen.shots = so_far.shots;
  seen.shots_done = so_far.shots_done;
  seen.data = so_far.data;
  return seen;
}

constexpr std::ptrdiff_t most_kept = 8;

// Where a stopped survey waits to go on, in this session or a later one. Of many the oldest go; empty:
// nowhere.
std::filesystem::path waiting_stack(const Scenario& scenario) {
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/surveys");
  if (!folder.mkpath(".")) return {};
  const QStringList stacks = folder.entryList({"*.partial"}, QDir::Files, QDir::Time);
  for (const QString& old : stacks.mid(most_kept - 1))
    QFile::remove(folder.filePath(old));
  const QString name = QString::fromStdString(image_key(survey_part(scenario))) + ".partial";
  return folder.filePath(name).toStdString();
}

}  // namespace

void Runs::run_survey() {
  worker_.supersede(survey_job_);
  auto asked = std::make_shared<SurveyOutcome>();
  asked->scenario = results_.now();
  asked->fold = results_.fold();
  Worker::Order order{survey_name(), QString::fromStdString(asked->scenario.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  survey_job_ = worker_.start(order, [this, asked, backend = backend_, post = poster()](const Job& job) {
    make_survey(asked, *taken(backend, asked->scenario), post, job);
  });
}

// On the worker's thread.
void Runs::make_survey(const std::shared_ptr<SurveyOutcome>& asked, const Backend& backend, const Post& post,
                       const Job& job) {
  const Scenario& scenario = asked->scenario;
  if (const auto last = last_fold_.lock(); last && (!asked->fold || !is_fold_of(*asked->fold, scenario)))
    asked->fold = last;
  const bool is_folded = asked->fold && is_fold_of(*asked->fold, scenario);
  foretell(scenario, backend, is_folded ? Stages{"survey"} : Stages{"fold", "survey"});
  if (!is_folded) asked->fold = make_fold(scenario, backend, post, job, false, false);
  if (scenario.imaging && scenario.imaging->survey)
    throw_first_error(check_survey_setup(scenario, backend, job));
  auto told = std::make_shared<std::atomic<bool>>(false);
  SurveyRunOptions options;
  options.partial = waiting_stack(scenario);
  options.seen = [this, asked, told, post](const SurveyResult& so_far) {
    if (so_far.shots_done >= so_far.shots || told->exchange(true)) return;
    auto seen = std::make_shared<SurveyOutcome>();
    seen->scenario = asked->scenario;
    seen->fold = asked->fold;
    seen->result = seen_of(so_far);
    post([this, seen, told] {
      told->store(false);
      results_.take_survey(seen);
    });
  };
  auto whole = std::make_shared<SurveyOutcome>();
  whole->scenario = scenario;
  whole->fold = asked->fold;
  whole->result = foldwave::run_survey(scenario, asked->fold->result, backend, options, job);
  JobFacts facts{QString::fromStdString(made_by_text(whole->result.made_by))};
  for (const std::string& warning : whole->result.warnings)
    facts.warnings << said(warning);
  worker_.tell(facts);
  post([this, whole] { results_.take_survey(whole); });
  if (whole->result.stopped) throw Stopped();
}

}  // namespace foldwave
