#include "ui/jobs/imaging/shared_image.hpp"

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QThread>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/model/scenario_check.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

constexpr int workers_pause = 200, workers_wait = 5000;  // ms

// Processes at a survey's folder; they end with it.
class WorkerProcesses {
 public:
  WorkerProcesses(const SharedImage& order, const std::filesystem::path& folder) {
    const int threads = std::max(1, thread_count() / std::max(1, order.workers));
    for (int w = 0; w < order.workers; ++w) {
      auto& worker = *workers_.emplace_back(std::make_unique<QProcess>());
      worker.setStandardOutputFile(QProcess::nullDevice());
      worker.start(order.program, {"--threads", QString::number(threads), "--quiet", "survey", "work",
                                   QString::fromStdString(folder.string())});
      if (!worker.waitForStarted())
        throw ResourceError(order.program.toStdString(),
                            Runs::tr("cannot be started (%1)").arg(worker.errorString()).toStdString(),
                            Runs::tr("start workers by hand").toStdString());
    }
  }
  // A worker gives back what it holds.
  ~WorkerProcesses() {
    for (const auto& worker : workers_)
      if (worker->state() != QProcess::NotRunning) worker->terminate();
    for (const auto& worker : workers_)
      if (worker->state() != QProcess::NotRunning && !worker->waitForFinished(workers_wait)) {
        worker->kill();
        worker->waitForFinished(workers_wait);
      }
  }
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  // Some time, in which what all of them say is read: a full pipe would hold a worker up.
  void wait() const {
    bool waited = false;
    for (const auto& worker : workers_) {
      if (worker->state() == QProcess::NotRunning) continue;
      worker->waitForFinished(waited ? 0 : workers_pause);
      waited = true;
    }
    if (!waited) QThread::msleep(workers_pause);
  }
  // The last words of the last that failed, where none is left.
  QString failure() const {
    QString said;
    for (const auto& worker : workers_) {
      if (worker->state() != QProcess::NotRunning) return {};
      if (worker->exitStatus() == QProcess::NormalExit && worker->exitCode() == 0) continue;
      said = QString::fromLocal8Bit(worker->readAllStandardError()).trimmed().section('\n', -1);
      if (said.isEmpty()) said = Runs::tr("it ended with code %1").arg(worker->exitCode());
    }
    return said;
  }

 private:
  std::vector<std::unique_ptr<QProcess>> workers_;
};

int shots_there(const SurveyPlan& plan) {
  const TaskFolder tasks = plan.tasks();
  int count = 0;
  for (int shot = 0; shot < plan.shots; ++shot) {
    std::error_code unseen;
    if (std::filesystem::exists(tasks.result(shot), unseen)) ++count;
  }
  return count;
}

void have_shots_made(const SurveyPlan& plan, const SharedImage& order, const Job& job) {
  const std::string words = Runs::tr("image: shots by workers").toStdString();
  int there = shots_there(plan);
  if (there == plan.shots) return;
  const WorkerProcesses workers(order, plan.folder);
  while (there < plan.shots) {
    job.report({words, there, plan.shots, 0.0, {}});
    job.throw_if_stopped();
    workers.wait();
    there = shots_there(plan);
    if (const QString said = workers.failure(); !said.isEmpty() && there < plan.shots)
      throw ResourceError(plan.folder.string(), Runs::tr("no worker is left: %1").arg(said).toStdString(),
                          Runs::tr("do it again: what was made stays").toStdString());
  }
}

// Workers of this computer take together what one process takes; of others nothing is known.
std::vector<ForetoldStretch> stretches_of_shared(const Scenario& scenario, const SharedImage& order,
                                                 const Backend& backend) {
  if (order.workers == 0) return {};
  auto row = foretold_stretches(scenario, backend, {"survey"});
  std::ranges::move(foretold_stretches(scenario, backend, {"fold"}), std::back_inserter(row));
  return row;
}

// On the worker's thread.
std::shared_ptr<const SurveyOutcome> shared_image(const Scenario& scenario, const SharedImage& order,
                                                  const Backend& backend, const Job& job) {
  constexpr double lease = 8.0;
  throw_first_error(check_scenario(scenario));
  throw_first_error(check_survey_setup(scenario, backend, job));
  const SurveyPlan plan = plan_survey(scenario, backend, order.folder.toStdString(), lease, job);
  have_shots_made(plan, order, job);
  auto fold = std::make_shared<FoldOutcome>();
  fold->scenario = scenario;
  fold->result = run_fold(scenario, backend, job);
  auto made = std::make_shared<SurveyOutcome>();
  made->scenario = scenario;
  made->result = merge_survey(plan, fold->result, backend, job);
  made->fold = std::move(fold);
  return made;
}

}  // namespace

QString command_line_program() {
  const QString here =
      QStandardPaths::findExecutable("foldwave-cli", {QCoreApplication::applicationDirPath()});
  return here.isEmpty() ? QStandardPaths::findExecutable("foldwave-cli") : here;
}

void run_shared_image(Runs& runs, const Scenario& scenario, const SharedImage& order, ImageCame came) {
  Worker::Order named{Runs::tr("Image by workers"), QString::fromStdString(scenario.name)};
  named.facts.where = QString::fromStdString(made_by_text(made_by(runs.backend())));
  Worker* const worker = &runs.worker();
  worker->start(named, [worker, scenario, order, backend = runs.shared_backend(),
                        came = std::move(came)](const Job& job) {
    worker->foretell(stretches_of_shared(scenario, order, *backend));
    const auto made = shared_image(scenario, order, *backend, job);
    JobFacts facts{QString::fromStdString(made_by_text(made->result.made_by))};
    for (const std::string& warning : made->result.warnings)
      facts.warnings << said(warning);
    worker->tell(facts);
    worker->hand_over([came, made] { came(made); });
  });
}

}  // namespace foldwave
