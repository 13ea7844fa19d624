// How long a film of the wave view takes: 100 snapshots of a cube drawn to PNG frames of 1280 x 720 and,
// where ffmpeg is there, made into a movie.
//
// Usage: movie_pace [NODES a side, 128] [FRAMES, 100] [REPEATS, 3]
//
// Prints seconds and frames a second of each recording; the bar for the defaults is 30 s.
#include <QApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <cstdio>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/ui/rings.hpp"
#include "ui/jobs/wave_recorder.hpp"

using namespace foldwave;

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const int n = argc > 1 ? std::atoi(argv[1]) : 128;
  const int frames = argc > 2 ? std::atoi(argv[2]) : 100;
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 3;

  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  RecordingPlan plan;
  plan.film.fold = std::make_shared<FoldResult>(run_fold(s, *cpu_backend(), {}));
  plan.film.scenario = s;
  plan.film.stack = s.stack;
  plan.film.width = 1280;
  plan.film.height = 720;
  plan.snapshots = rings(s.grid, frames);
  plan.ffmpeg = find_ffmpeg();

  for (int repeat = 0; repeat < repeats; ++repeat) {
    const QTemporaryDir folder;
    plan.folder = folder.path();
    WaveRecorder recorder;
    QEventLoop loop;
    Outcome outcome = Outcome::failed;
    QString words;
    QObject::connect(&recorder, &WaveRecorder::finished, &loop, [&](Outcome what, const QString& said) {
      outcome = what;
      words = said;
      loop.quit();
    });
    recorder.start(plan);
    loop.exec();
    std::printf("%s: %.1f s, %.1f frames/s\n", qPrintable(words), recorder.seconds(),
                frames / recorder.seconds());
    std::fflush(stdout);
    if (outcome != Outcome::done) return 1;
  }
  return 0;
}
