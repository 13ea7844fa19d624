// What drawing a wave costs the run that makes it: the same run with and without live frames, in turn.
//
// Usage: live_loss [NODES a side, 128] [SECONDS a run, 8] [PAIRS, 5]
//
// Prints points a second of both, the loss, frames a second of the wave and of the gather, and how much of
// all processors the window's thread and the software renderer's took: the better measure on a busy machine.
#include <unistd.h>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QSurfaceFormat>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "core/model/scenario_json.hpp"
#include "ui/views/gather_pane.hpp"
#include "ui/views/vtk_view.hpp"
#include "ui/views/wave_pane.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/theme.hpp"

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

struct Row {
  double rate = 0.0, seconds = 0.0, drawing = 0.0;
  int frames = 0, gathers = 0;
};

Row run(MainWindow& window, bool live) {
  window.findChild<QAction*>("watch")->setChecked(live);
  Row row;
  const auto count = [&](VtkView* view, int& n) {
    return QObject::connect(view, &VtkView::drawn, [&n] { ++n; });
  };
  QEventLoop loop;
  const auto ended = QObject::connect(&window.session(), &Session::finished, &loop, &QEventLoop::quit);
  const auto wave = count(window.wave()->view(), row.frames),
             gather = count(window.gather()->view(), row.gathers);
  const double before = drawing_time();
  window.run_wave();
  loop.exec();
  row.drawing = drawing_time() - before;
  for (const auto& c : {ended, wave, gather})
    QObject::disconnect(c);
  const WaveRun& done = window.session().wave()->result.run;
  row.rate = done.points_per_second;
  row.seconds = done.seconds;
  return row;
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
  const double wanted = argc > 2 ? std::atof(argv[2]) : 8.0;
  const int pairs = argc > 3 ? std::max(1, std::atoi(argv[3])) : 5;

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
  QObject::connect(&window.session(), &Session::finished, &loop, &QEventLoop::quit);
  save_scenario(s, file.toStdString());
  window.open_file(file);
  loop.exec();
  // Long enough by the rate of a first run.
  const Row first = run(window, true);
  s.propagation.duration *= wanted / first.seconds;
  save_scenario(s, file.toStdString());
  window.open_file(file);
  loop.exec();
  run(window, true);

  std::vector<double> losses;
  for (int pair = 0; pair < pairs; ++pair) {
    // Each comes first as often as second: a machine that slows down favours neither.
    const bool live_first = pair % 2 == 0;
    const Row one = run(window, live_first), other = run(window, !live_first);
    const Row &with = live_first ? one : other, &without = live_first ? other : one;
    losses.push_back(1.0 - with.rate / without.rate);
    const auto share = [](const Row& row) {
      return 100.0 * row.drawing / row.seconds / std::thread::hardware_concurrency();
    };
    std::printf(
        "with %.1f, without %.1f M points/s: loss %.1f %%; %.1f frames/s, %.1f gathers/s; drawing took "
        "%.1f %% of the processors (%.1f %% without)\n",
        1e-6 * with.rate, 1e-6 * without.rate, 100.0 * losses.back(), with.frames / with.seconds,
        with.gathers / with.seconds, share(with), share(without));
    std::fflush(stdout);
  }
  std::sort(losses.begin(), losses.end());
  const std::size_t n_pairs = losses.size();
  std::printf("loss: median %.1f %%, half of the pairs between %.1f and %.1f %%\n",
              100.0 * losses[n_pairs / 2], 100.0 * losses[n_pairs / 4], 100.0 * losses[3 * n_pairs / 4]);
  return 0;
}
