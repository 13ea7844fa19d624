// Protects what is seen of a wave while it runs, in a real window: frames before the end, a gather that
// fills, slices that move with the next frame, words on how far it is; that the end brings the snapshots, and
// that stop, undo, another scenario and the end of the window in mid-run are safe and never block.
#include <QAction>
#include <QSlider>

#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/ui/window/step_judge.hpp"
#include "ui/canvas/ready_drawing.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/jobs/live_wave.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_live_wave {

using namespace foldwave;

namespace {

// Rows of a picture in which red or blue is strong: the wave's colours, but for the scale at the side.
int colored_rows(const QImage& picture) {
  int rows = 0;
  for (int y = picture.height() / 4; y < picture.height(); ++y)
    for (int x = picture.width() / 4; x < picture.width() * 2 / 3; ++x) {
      const QColor c = picture.pixelColor(x, y);
      if (std::abs(c.red() - c.blue()) < 120) continue;
      ++rows;
      break;
    }
  return rows;
}

}  // namespace

class TestLiveWave : public QObject {
  Q_OBJECT

 private slots:
  // As when a device fails while a frame is under way, and the CPU takes the run over.
  void a_run_that_begins_anew_is_shown_anew() {
    LiveWave live;
    live.set_wish({{1, -1, -1}, false});
    const auto view = live.watcher([](const std::function<void()>& call) { call(); }, false);
    WaveModel model;
    model.steps = 10;
    view->begin(model);
    QVERIFY(view->wish());
    QVERIFY(!view->wish());  // until the first one is drawn
    view->begin(model);
    QVERIFY(view->wish());
  }

  void frames_come_and_the_gather_fills() {
    const QString words = judge_.often_too_long([this] { watch_a_run(); });
    QVERIFY2(words.isEmpty(), qPrintable(words));
  }

  void the_end_brings_the_snapshots() {
    ShownWindow window;
    QVERIFY(window.open(shot_on(48, 30.0, 20)));
    const WaveScene& wave = window->panes().wave->scene();
    QSlider* const time = window->panes().wave->time_slider();
    window->runs().run_wave();
    // Live frames stand behind the snapshots, at the slider's end.
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr && time->maximum() > 1, patience);
    QCOMPARE(time->value(), time->maximum());
    // What is drawn of the gather follows what is there.
    VtkView* const view = window->panes().gather->view();
    QTRY_VERIFY_WITH_TIMEOUT(colored_rows(view->grabFramebuffer()) > 0, patience);
    keep_picture(*window, "live-gather");
    window->runs().stop_and_keep();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    const auto snapshots = window->results().snapshots();
    QTRY_COMPARE_WITH_TIMEOUT(wave.snapshot(), snapshots.back().get(), patience);
    QVERIFY(wave.live() == nullptr);
    QCOMPARE(time->maximum(), static_cast<int>(snapshots.size()) - 1);
  }

  void a_snapshot_that_is_looked_at_stays() {
    ShownWindow window;
    QVERIFY(window.open(shot_on(48, 60.0, 20)));
    const WaveScene& wave = window->panes().wave->scene();
    QSlider* const time = window->panes().wave->time_slider();
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr && time->maximum() > 3, patience);
    time->setValue(1);
    QCOMPARE(wave.snapshot(), window->results().snapshots()[1].get());
    QTest::qWait(1500);
    QCOMPARE(wave.snapshot(), window->results().snapshots()[1].get());
    // At the slider's end the wave is live again.
    time->setValue(time->maximum());
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr, patience);
  }

  void it_can_be_switched_off() {
    ShownWindow window;
    QVERIFY(window.open(shot_on(48, 60.0)));
    auto* const watch = window.child<QAction>("watch");
    watch->setChecked(false);
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().live().running(), patience);
    QTest::qWait(1000);
    QVERIFY(window->runs().busy() && window->panes().wave->scene().live() == nullptr);
    watch->setChecked(true);
    QTRY_VERIFY_WITH_TIMEOUT(window->panes().wave->scene().live() != nullptr, patience);
  }

  void closing_in_mid_run_is_safe() {
    for (int i = 0; i < 5; ++i) {
      ShownWindow window;
      QVERIFY(window.open(shot_on(48, 60.0)));
      window->runs().run_wave();
      QTRY_VERIFY_WITH_TIMEOUT(window->panes().wave->scene().live() != nullptr, patience);
      QTest::qWait(40 * i);
    }
  }

 private:
  void watch_a_run() {
    ShownWindow window;
    QVERIFY(window.open(shot_on(48, 60.0)));
    const WaveScene& wave = window->panes().wave->scene();
    const GatherScene& gather = window->panes().gather->scene();
    judge_.begin();
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr && gather.samples() > 0, patience);
    const int step = wave.live()->step, samples = gather.samples();
    QTRY_VERIFY_WITH_TIMEOUT(wave.live()->step > step && gather.samples() > samples, patience);
    QVERIFY(window->runs().busy() && wave.snapshot() == nullptr);
    QVERIFY(gather.samples() < gather.gather()->samples);
    QTRY_VERIFY_WITH_TIMEOUT(wave.note().find("points/s") != std::string::npos, patience);
    QVERIFY2(wave.note().starts_with("live: step ") && wave.note().find(" s left") != std::string::npos,
             wave.note().c_str());
    // The planes are those of the slices.
    for (int axis = 0; axis < 3; ++axis)
      QCOMPARE(wave.live()->node[static_cast<std::size_t>(axis)], wave.slice(axis));

    // A slice that is moved comes with the next frame.
    window->panes().wave->findChild<SliceBar*>()->slider(2)->setValue(7);
    QCOMPARE(wave.slice(2), 7);
    QTRY_COMPARE_WITH_TIMEOUT(wave.live()->node[2], 7, patience);

    // An edit and its undo leave the run alone.
    const int before = wave.live()->step;
    window.type("/survey/wavelet/frequency", "5");
    QTRY_VERIFY_WITH_TIMEOUT(wave.note().starts_with("stale"), patience);
    window->editor().history().stack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(wave.live()->step > before, patience);
    keep_picture(*window, "live-wave");

    // Stopped, the last frame stays while there is no snapshot, and the gather ends where the run did.
    window->runs().stop_and_keep();
    QTRY_VERIFY_WITH_TIMEOUT(!window->runs().busy(), patience);
    QVERIFY(wave.live() != nullptr && window->results().wave()->result.run.stopped);
    QCOMPARE(gather.gather(), &window->results().wave()->result.run.gather);
    judge_.end("a run");

    // Nothing of it is left when another scenario is opened.
    QVERIFY(window.open(shot_on(20, 60.0), "other.json"));
    QVERIFY(wave.live() == nullptr && gather.gather() == nullptr);
  }

  StepJudge judge_;
};

int run(int argc, char** argv) {
  use_core_profile();
  EventClock application(argc, argv);
  set_theme(application);
  make_drawing_ready(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  TestLiveWave test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_live_wave

FOLDWAVE_TEST(test_live_wave, test_live_wave::run)
#include "test_live_wave.moc"
