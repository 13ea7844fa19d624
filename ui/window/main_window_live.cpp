// The wave while it runs: which planes and traces are in sight, the frames that come, how far the run is.
#include <QLabel>
#include <QProgressBar>
#include <algorithm>

#include "ui/canvas/vtk_view.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

QStringList rate_words(const JobState& state) {
  QStringList words{rate_text(state), left_text(state)};
  words.removeAll(QString());
  return words;
}

void MainWindow::connect_live() {
  LiveWave& live = session_.live();
  connect(&live, &LiveWave::changed, this, &MainWindow::show_live);
  connect(&session_, &Session::started, this, &MainWindow::look_at_wave);
  connect(wave_, &WavePane::wish_changed, this, &MainWindow::look_at_wave);
  // Queued: only then is the picture on the screen.
  if (wave_->view() != nullptr)
    connect(
        wave_->view(), &VtkView::drawn, &live,
        [&live, view = wave_->view()] { live.drawn(view->drawn_alone()); }, Qt::QueuedConnection);
}

// Words in the status bar cost more than a picture in a view: the whole window is composed anew and uploaded.
// While pictures come, the wave view has them too.
void MainWindow::show_job() {
  const int interval = session_.live().running() ? 2000 : 450;  // ms
  if (job_shown_.elapsed() < interval) return;
  job_shown_.start();
  bar_->setValue(static_cast<int>(1000 * std::max(job_.part, 0.0)));
  show_words(job_.step);
  rate_->setText(rate_words(job_).join(",  "));
}

void MainWindow::look_at_wave() {
  session_.live().set_wish({wave_->wished_planes(), wave_->is_watched() && gather_->is_in_front()});
}

QString MainWindow::live_words() const {
  const LiveWave& live = session_.live();
  const QString step = tr("live: step %1 of %2").arg(live.frame() ? live.frame()->step : 0).arg(live.steps());
  return step + '\n' + rate_words(job_).join(", ");  // two short lines: beside them stands the colours' scale
}

void MainWindow::show_live() {
  LiveWave& live = session_.live();
  refresh_notes();
  if (!live.running()) return wave_->show_live(nullptr);
  const auto frame = live.frame();
  if (!frame) return;
  wave_->show_live(frame);
  gather_->show_live(live.gather(), live.source(), live.samples());
  if (!wave_->is_in_front()) live.drawn(true);
}

}  // namespace foldwave
