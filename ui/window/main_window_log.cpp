// What the window says: in the status bar, and what of it goes into the log.
#include <QLabel>
#include <QStyle>
#include <algorithm>

#include "core/base/text.hpp"
#include "ui/log/log_book.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::show_words(const QString& text, bool is_error) {
  words_->setText(text);
  words_->setToolTip(text);
  if (const char* const state = is_error ? "error" : ""; words_->property("state").toString() != state) {
    words_->setProperty("state", state);
    words_->style()->polish(words_);
  }
  emit message(text);
}

void MainWindow::say(const QString& text, bool is_error) {
  log_.add(is_error ? LogLevel::error : LogLevel::info, text);
  show_words(text, is_error);
}

// Those that were not there before.
void MainWindow::log_findings() {
  for (const Finding& f : session_.findings()) {
    if (std::find(logged_findings_.begin(), logged_findings_.end(), f) != logged_findings_.end()) continue;
    const std::string words = f.path + ": " + f.problem + (f.remedy.empty() ? "" : "; " + f.remedy);
    log_.add(f.severity == Severity::error     ? LogLevel::error
             : f.severity == Severity::warning ? LogLevel::warning
                                               : LogLevel::info,
             QString::fromStdString(words));
  }
  logged_findings_ = session_.findings();
}

void MainWindow::log_job(const JobRecord& job) {
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
