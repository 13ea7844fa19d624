// Protects the fold that follows the mouse: it comes while a control point is held, the newest wins, the
// release gives the full fold, Escape gives back what was. Prints the frames a second that a person sees;
// FOLDWAVE_PREVIEW_NODES=128 for the figure of the example as it is.
#include <QElapsedTimer>
#include <QPoint>
#include <QSignalSpy>
#include <QSlider>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/work_clock.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/window/main_window.hpp"

namespace test_preview {

using namespace foldwave;

namespace {

constexpr int patience = 60000;
constexpr double slowest_preview = 200.0;  // ms of work in all threads: half of it by the clock on two cores
constexpr int handle = 2;                  // in front, where nothing hides it

Scenario example(int n) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  return s;
}

}  // namespace

class TestPreview : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    const int n = qEnvironmentVariableIntValue("FOLDWAVE_PREVIEW_NODES");
    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->resize(1240, 760);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    const QString file = dir_.filePath("example.json");
    save_scenario(example(n > 0 ? n : 64), file.toStdString());
    QVERIFY(window_->files().open(file));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
    scene_ = &window_->panes().structure->scene();
    view_ = window_->panes().structure->structure_view();
    QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
    const auto display = [this] {
      return world_to_display(scene_->renderer(), to_world(scene_->handles()[handle].local));
    };
    QTRY_COMPARE(scene_->handle_at(display().x, display().y), handle);
    start_ = QPoint(static_cast<int>(display().x), view_->height() - 1 - static_cast<int>(display().y));
  }
  void cleanup() { window_.reset(); }

  void the_fold_follows_the_mouse() {
    const auto before = window_->results().fold();
    const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
    const Scenario still = window_->editor().now();
    std::vector<double> frames;  // ms from one drawn preview to the next
    std::vector<double> quiet;   // the same, as a machine would have it that does nothing else
    QElapsedTimer clock;
    WorkClock work;
    bool fresh = false;
    QElapsedTimer release;
    qint64 shown = -1;    // ms from the release to the frame that has the full fold
    const QObject scope;  // the watching ends with this function
    connect(&window_->editor().preview(), &FoldPreview::ready, &scope, [&fresh] { fresh = true; });
    connect(view_, &VtkView::drawn, &scope, [&] {
      if (std::exchange(fresh, false)) {
        frames.push_back(static_cast<double>(clock.restart()));
        quiet.push_back(work.milliseconds());
        work.start();
      }
      if (shown < 0 && window_->results().fold() != before) shown = release.elapsed();
    });
    QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start_);
    clock.start();
    work.start();
    // As a mouse tells it: 60 times a second, up and down.
    for (int step = 0; step < 180; ++step) {
      QTest::mouseMove(view_, start_ - QPoint(0, static_cast<int>(std::lround(40 * std::sin(step / 20.0)))));
      QTest::qWait(16);
    }
    QTRY_VERIFY_WITH_TIMEOUT(ready.count() >= 3, patience);
    QVERIFY(window_->editor().now() == still);  // nothing is edited yet
    QCOMPARE(window_->results().fold(), before);
    QVERIFY(frames.size() >= 3);
    std::sort(frames.begin(), frames.end());
    std::sort(quiet.begin(), quiet.end());
    const double median = quiet[quiet.size() / 2];
    qInfo("preview: %zu frames, median %.0f ms, %.0f of work", frames.size(), frames[frames.size() / 2],
          median);
    QVERIFY2(median < slowest_preview * machine_pace(), qPrintable(QString("%1 ms").arg(median)));

    QTest::mouseMove(view_, start_ - QPoint(0, 30));
    release.start();
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start_ - QPoint(0, 30));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() != before && !window_->results().fold_is_stale(),
                             patience);
    QTRY_VERIFY(shown >= 0);
    qInfo("release to the full fold on screen: %lld ms", static_cast<long long>(shown));
    // A preview that was under way must not take its place.
    const auto after = window_->results().fold();
    const auto seen = ready.count();
    QTest::qWait(300);
    QCOMPARE(ready.count(), seen);
    QCOMPARE(window_->results().fold(), after);
    QCOMPARE(window_->editor().history().stack().count(), 1);  // one drag, one step
  }

  void the_fold_follows_the_knob() {
    auto* const knob = window_->findChild<QSlider*>("lambda knob");
    QVERIFY(knob != nullptr);
    const Scenario still = window_->editor().now();
    const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
    knob->setSliderDown(true);
    knob->setSliderPosition(knob->value() - 30);
    QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, patience);
    QVERIFY(window_->editor().now() == still);
    const auto shown = ready.last().front().value<std::shared_ptr<const FoldOutcome>>();
    QVERIFY(shown->scenario.events.front().fold.parameters.psi <
            still.events.front().fold.parameters.psi - 0.25);
    knob->setSliderDown(false);
    QCOMPARE(window_->editor().history().stack().undoText(), "Change the class knob \u03bb");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->runs().busy() && !window_->results().fold_is_stale(), patience);
  }

  // A knob that is let go where it was: no edit, and the full fold is back.
  void a_drag_to_where_it_was_leaves_no_preview() {
    auto* const knob = window_->findChild<QSlider*>("lambda knob");
    const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
    const auto before = window_->results().fold();
    const int at = knob->value();
    knob->setSliderDown(true);
    knob->setSliderPosition(at - 30);
    QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, patience);
    knob->setSliderPosition(at);
    knob->setSliderDown(false);
    QCOMPARE(window_->editor().history().stack().count(), 0);
    QCOMPARE(scene_->shown_fold(), &before->result);
  }

  void a_fold_too_fine_for_a_preview_is_not_refused() {
    Scenario fine = window_->editor().now();
    fine.grid.n[0] = 300;
    fine.grid.h[0] = 2540.0 / 299;
    fine.events.front().horizon = TrainsHorizon{1200.0, {{10.0, 80.0, 90.0, {0.0, 0.0}, {}}}, {}};
    FoldPreview preview;
    const QSignalSpy refused(&preview, &FoldPreview::refused);
    preview.follow(fine);
    QTest::qWait(500);
    QCOMPARE(refused.count(), 0);
    fine.events.front().fold.parameters = {-1.0, 0.5, false};
    preview.follow(fine);
    preview.end();  // what is said after the end is not heard
    QTest::qWait(500);
    QCOMPARE(refused.count(), 0);
    preview.follow(fine);
    QTRY_COMPARE(refused.count(), 1);
  }

  // A fold that ends while a point is held must not take it out of the hand.
  void a_fold_that_ends_leaves_what_is_held() {
    QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start_);
    QTest::mouseMove(view_, start_ - QPoint(0, 40));
    const Vec3 held = scene_->handles()[handle].local;
    const auto before = window_->results().fold();
    window_->runs().run_fold();
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() != before && !window_->runs().busy(), patience);
    QVERIFY(scene_->handles()[handle].local == held);
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start_ - QPoint(0, 40));
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Move point %1").arg(handle + 1));
  }

  // Undone while it is held, a point is let go: the scenario has no such point any more.
  void undo_takes_a_new_point_out_of_the_hand() {
    Scenario more = window_->editor().now();
    std::get<PointsHorizon>(more.events[0].horizon).points.push_back({900.0, 100.0, 700.0});
    window_->editor().history().push(more);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->runs().busy() && !window_->results().fold_is_stale(), patience);
    const int last = static_cast<int>(scene_->handles().size()) - 1;
    const auto display = [&] {
      return world_to_display(scene_->renderer(),
                              to_world(scene_->handles()[static_cast<std::size_t>(last)].local));
    };
    QTRY_COMPARE(scene_->handle_at(display().x, display().y), last);
    const QPoint at(static_cast<int>(display().x), view_->height() - 1 - static_cast<int>(display().y));
    QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, at);
    QTest::mouseMove(view_, at - QPoint(0, 20));
    window_->editor().history().stack().undo();
    QCOMPARE(static_cast<int>(scene_->handles().size()), last);
    QTest::mouseMove(view_, at - QPoint(0, 40));
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, at - QPoint(0, 40));
    QCOMPARE(window_->editor().history().stack().index(), 0);
  }

  void escape_gives_back_what_was() {
    const auto before = window_->results().fold();
    QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
    QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start_);
    QTest::mouseMove(view_, start_ - QPoint(0, 40));
    QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, patience);
    const Vec3 held = scene_->handles()[handle].local;
    QTest::keyClick(view_, Qt::Key_Escape);
    QVERIFY(!(scene_->handles()[handle].local == held));
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start_ - QPoint(0, 40));
    QVERIFY(!window_->isWindowModified());
    QCOMPARE(window_->results().fold(), before);
    QCOMPARE(window_->editor().history().stack().count(), 0);
  }

 private:
  QTemporaryDir dir_;
  std::unique_ptr<MainWindow> window_;
  StructureScene* scene_ = nullptr;
  StructureView* view_ = nullptr;
  QPoint start_;
};

}  // namespace test_preview

FOLDWAVE_TEST(test_preview, run_in_windows<test_preview::TestPreview>)
#include "test_preview.moc"
