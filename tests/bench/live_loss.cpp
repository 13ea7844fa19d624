// What drawing a wave costs the run that makes it: the same run, watched and not watched in turn.
//
// Usage: live_loss [NODES a side, 128] [SECONDS a turn, 1] [TURNS watched, 40]
//
// Runs of about ten seconds, each in short turns side by side: machines slow down and come back within
// seconds. Prints of each watched turn its steps a second and those of the turn after it, the loss against
// both its neighbours, frames a second of the wave and of the gather, and how much of all processors the
// window's thread and the software renderer's took; then the medians, and the mean loss.
#include <unistd.h>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSurfaceFormat>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"

using namespace foldwave;

namespace {

// Of this thread and those that draw for it, in seconds.
double drawing_time() {
  double sum = 0.0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name.find("llvmpipe") == std::string::npos && name.find("live_loss") == std::string::npos) continue;
    double nanoseconds = 0.0;
    if (name.find("llvmpipe") != std::string::npos || task.path().filename() == std::to_string(getpid()))
      std::ifstream(task.path() / "schedstat") >> nanoseconds;
    sum += 1e-9 * nanoseconds;
  }
  return sum;
}

// What happened between the first and the last of the run's own reports in a turn.
struct Turn {
  double begin = 0.0, end = 0.0;      // seconds of the run
  double first = 0.0, last = 0.0;     // steps done
  double drawing = 0.0, until = 0.0;  // seconds of processors, of which `drawing` before `begin`
  int frames = 0, gathers = 0;

  double seconds() const { return end - begin; }
  double rate() const { return (last - first) / seconds(); }
  double share() const { return 100.0 * (until - drawing) / seconds() / std::thread::hardware_concurrency(); }
};

constexpr double settling = 0.15;  // seconds: frames under way at the turn's begin belong to neither

std::vector<Turn> run(MainWindow& window, double seconds) {
  auto* const watch = window.findChild<QAction*>("watch");
  std::vector<Turn> done;
  Turn now;
  QElapsedTimer clock;
  double begun = 0.0;
  QObject here;
  const auto count = [&](VtkView* view, int& n) {
    QObject::connect(view, &VtkView::drawn, &here, [&] { n += now.begin > 0.0 ? 1 : 0; });
  };
  count(window.panes().wave->view(), now.frames);
  count(window.panes().gather->view(), now.gathers);
  QEventLoop loop;
  QObject::connect(&window.runs(), &Runs::finished, &here, [&] { loop.quit(); });
  QObject::connect(&window.runs().worker(), &Worker::progressed, &here, [&](const JobState& state) {
    if (state.done == 0) return;
    if (!clock.isValid()) clock.start();
    const double at = 1e-9 * static_cast<double>(clock.nsecsElapsed()) + 1e-9;
    if (now.begin == 0.0 && at - begun > settling) {
      now = {at, at, static_cast<double>(state.done), 0.0, drawing_time(), 0.0, 0, 0};
    } else if (now.begin > 0.0) {
      now.end = at;
      now.last = static_cast<double>(state.done);
      if (at - begun < seconds) return;
      now.until = drawing_time();
      done.push_back(now);
      now = {};
      begun = at;
      watch->setChecked(!watch->isChecked());
    }
  });
  watch->setChecked(true);
  window.runs().run_wave();
  loop.exec();
  return done;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int argc, char** argv) {
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication application(argc, argv);
  set_theme(application);
  const int n = argc > 1 ? std::atoi(argv[1]) : 128;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 1.0;
  const int watched = argc > 3 ? std::max(1, std::atoi(argv[3])) : 40;

  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  s.survey.wavelet.frequency *= n / 128.0;
  s.propagation.dt = 0.0;
  s.outputs.snapshot_steps = 0;
  s.outputs.snapshot_interval = 0.0;
  const QString file = QDir::temp().filePath("live_loss.json");

  MainWindow window(cpu_backend());
  window.resize(1280, 760);
  window.show();
  QEventLoop loop;
  QObject::connect(&window.runs(), &Runs::finished, &loop, &QEventLoop::quit);
  save_scenario(s, file.toStdString());
  window.files().open(file);
  loop.exec();
  // As long as is wanted by the rate of a first run, which also warms all that is kept.
  window.runs().run_wave();
  loop.exec();
  s.propagation.duration *= 10.0 / window.results().wave()->result.run.seconds;
  save_scenario(s, file.toStdString());
  window.files().open(file);
  loop.exec();

  std::vector<double> losses, frames, gathers, with, without;
  while (static_cast<int>(losses.size()) < watched) {
    const std::vector<Turn> turns = run(window, seconds);
    for (std::size_t t = 2; t + 1 < turns.size(); t += 2) {
      const Turn &one = turns[t - 1], &on = turns[t], &other = turns[t + 1];
      losses.push_back(100.0 * (1.0 - 2.0 * on.rate() / (one.rate() + other.rate())));
      frames.push_back(on.frames / on.seconds());
      gathers.push_back(on.gathers / on.seconds());
      with.push_back(on.share());
      without.push_back(other.share());
      std::printf(
          "%.1f steps/s watched, %.1f not: loss %.1f %%; %.1f frames/s, %.1f gathers/s; "
          "drawing took %.1f %% of the processors (%.1f %% not watched)\n",
          on.rate(), other.rate(), losses.back(), frames.back(), gathers.back(), with.back(), without.back());
      std::fflush(stdout);
    }
    if (turns.size() < 4) {
      std::printf("the run is too short for such turns\n");
      return 1;
    }
  }
  const double n_turns = static_cast<double>(losses.size());
  double mean = 0.0, squares = 0.0, frames_mean = 0.0, gathers_mean = 0.0;
  for (std::size_t t = 0; t < losses.size(); ++t) {
    mean += losses[t] / n_turns;
    frames_mean += frames[t] / n_turns;
    gathers_mean += gathers[t] / n_turns;
  }
  for (const double loss : losses)
    squares += (loss - mean) * (loss - mean);
  std::printf(
      "loss: median %.1f %%, mean %.1f %% with a standard error of %.1f; %.1f frames/s, %.1f gathers/s; "
      "drawing took %.1f %% of the processors (%.1f %% not watched)\n",
      median(losses), mean, std::sqrt(squares / (n_turns - 1.0) / n_turns), frames_mean, gathers_mean,
      median(with), median(without));
  return 0;
}
