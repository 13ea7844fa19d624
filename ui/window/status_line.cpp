#include "ui/window/status_line.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QStyle>
#include <algorithm>

#include "ui/jobs/job_list.hpp"

namespace foldwave {

QStringList rate_words(const JobState& state) {
  QStringList words{rate_text(state), left_text(state)};
  words.removeAll(QString());
  return words;
}

StatusLine::StatusLine(QStatusBar* bar, LogBook& log)
    : QObject(bar),
      log_(log),
      words_(new QLabel(bar)),
      rate_(new QLabel(bar)),
      backend_(new QLabel(bar)),
      bar_(new QProgressBar(bar)) {
  words_->setObjectName("status");
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setSizePolicy(QSizePolicy::Ignored,
                        QSizePolicy::Preferred);  // a long message never widens the window
  rate_->setProperty("role", "unit");
  bar_->setFixedWidth(180);
  bar_->setTextVisible(false);
  bar_->hide();
  backend_->setObjectName("back end");
  backend_->setProperty("role", "unit");
  bar->addWidget(words_, 1);
  bar->addPermanentWidget(rate_);
  bar->addPermanentWidget(bar_);
  bar->addPermanentWidget(backend_);
}

void StatusLine::pass(const QString& text, bool is_error) {
  words_->setText(text);
  words_->setToolTip(text);
  if (const char* const state = is_error ? "error" : ""; words_->property("state").toString() != state) {
    words_->setProperty("state", state);
    words_->style()->polish(words_);
  }
  emit message(text);
}

void StatusLine::say(const QString& text, bool is_error) {
  log_.add(is_error ? LogLevel::error : LogLevel::info, text);
  pass(text, is_error);
}

void StatusLine::show_backend(const Backend& backend) {
  backend_->setText(tr("Back end: %1").arg(QString::fromStdString(backend.name())));
  backend_->setToolTip(QString::fromStdString(backend.description()));
}

void StatusLine::begin_job(const QString& name) {
  // Never the endless animation: each of its frames would compose the whole window anew, three views and all.
  bar_->setRange(0, 1000);
  bar_->setValue(0);
  job_shown_.start();
  step_shown_.clear();
  bar_->show();
  pass(name);
}

// Words here cost more than a picture in a view: the whole window is composed anew and uploaded. While
// pictures come, the wave view has them too. What comes next is told soon: a forecast is for its beginning.
void StatusLine::show_job(const JobState& state, bool live) {
  const int interval = state.step != step_shown_ ? 160 : live ? 2000 : 450;  // ms
  if (job_shown_.elapsed() < interval) return;
  job_shown_.start();
  step_shown_ = state.step;
  bar_->setValue(static_cast<int>(1000 * std::max(state.part, 0.0)));
  if (!state.step.isEmpty()) pass(state.step);
  rate_->setText(rate_words(state).join(",  "));
}

void StatusLine::end_job() {
  bar_->hide();
  rate_->clear();
}

}  // namespace foldwave
