#include "ui/window/run_log.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

RunLog::RunLog(LogBook& log, const JobList& jobs) : log_(log) {
  connect(&jobs, &JobList::ended, this, &RunLog::take_job);
}

void RunLog::take(const Findings& findings) {
  for (const Finding& f : findings) {
    if (std::find(logged_.begin(), logged_.end(), f) != logged_.end()) continue;
    const std::string words = f.path + ": " + f.problem + (f.remedy.empty() ? "" : "; " + f.remedy);
    log_.add(f.severity == Severity::error     ? LogLevel::error
             : f.severity == Severity::warning ? LogLevel::warning
                                               : LogLevel::info,
             said(words));
  }
  logged_ = findings;
}

void RunLog::take_job(const JobRecord& job) {
  const QString name = job.about.isEmpty() ? job.name : tr("%1: %2").arg(job.name, job.about);
  const QString took = job.started.isValid() ? QString::fromStdString(seconds_text(job.seconds)) : QString();
  if (job.stage == JobStage::failed)
    return log_.add(LogLevel::error, tr("%1 failed after %2: %3").arg(name, took, job.message));
  QStringList figures;
  if (!took.isEmpty()) figures << took;
  if (const QString rate = rate_text(job.state); !rate.isEmpty()) figures << rate;
  if (!job.facts.where.isEmpty()) figures << job.facts.where;
  const QString words = job.stage == JobStage::stopped ? tr("%1 stopped (%2)") : tr("%1 done (%2)");
  log_.add(LogLevel::info, words.arg(name, figures.join(", ")));
  for (const QString& warning : job.facts.warnings)
    log_.add(LogLevel::warning, warning);
}

}  // namespace foldwave
