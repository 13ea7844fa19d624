// Protects the window's liveness: no single event of its thread (a repaint, a result that arrives, a drag)
// may cost more than 100 ms, from the first frame over the fold, a drag and a running wave to the stop, on a
// machine whose graphics driver has compiled nothing yet.
// How a step is judged on a busy or a slow machine: step_judge.hpp.
//
// FOLDWAVE_RESPONSE_NODES=128 measures another grid than the test's own.
#include <vtkRenderer.h>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QFileInfo>
#include <QPoint>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <cmath>
#include <functional>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/horizon/edit_points.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/window/step_judge.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/ready_drawing.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"

namespace test_responsiveness {

using namespace foldwave;

namespace {

constexpr int patience = 120000;  // ms: the machine may be busy
constexpr int live_snapshots = 12;
constexpr int many_columns = 25, many_rows = 20;  // of control points: 500

const char* const first_example = FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json";

// That the graphics driver has compiled and kept, in bytes; Mesa's.
qint64 compiled() {
  qint64 bytes = 0;
  QDirIterator at(qEnvironmentVariable("XDG_CACHE_HOME"), {"*"}, QDir::Files, QDirIterator::Subdirectories);
  while (at.hasNext())
    if (const QFileInfo file(at.next()); file.path().contains("/mesa_shader_cache")) bytes += file.size();
  return bytes;
}

Scenario example(int n) {
  Scenario s = load_scenario(first_example);
  if (s.grid.n[0] == n) return s;
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  s.survey.wavelet.frequency *= n / 128.0;
  s.propagation.dt = 0.0;
  s.outputs.snapshot_steps = 4;
  return s;
}

}  // namespace

class TestResponsiveness : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void no_event_blocks_the_window();
  void fits_are_made_elsewhere_data();
  void fits_are_made_elsewhere() {
    const QString words = judge_.often_too_long([this] { add_stroke_and_extrude(); });
    QVERIFY2(words.isEmpty(), qPrintable(words));
  }
  void a_busy_event_is_noticed();

 private:
  void open_fold_drag_and_run();
  void add_stroke_and_extrude();

  // A point in the middle of those that are seen, up by 30 pixels.
  static void drag_on(VtkView* view, const HandleScene& scene) {
    const PlotPoint p = scene.plot_point(scene.handles()[scene.handles().size() / 2].local),
                    d = scene.to_display(p[0], p[1]);
    const QPoint at(static_cast<int>(d[0]), view->height() - 1 - static_cast<int>(d[1]));
    QTest::mousePress(view, Qt::LeftButton, Qt::NoModifier, at);
    for (int step = 1; step <= 20; ++step) {
      QTest::mouseMove(view, at - QPoint(0, step + step / 2));
      QTest::qWait(20);
    }
    QTest::mouseRelease(view, Qt::LeftButton, Qt::NoModifier, at - QPoint(0, 30));
  }

  StepJudge judge_;
  QTemporaryDir dir_;
  qint64 ready_ = 0;  // bytes
};

// A fresh machine's first start, as the program does it.
void TestResponsiveness::initTestCase() {
  if (!check_opengl().off_screen) return;  // a card draws: nothing is made ready
  QVERIFY(make_drawing_ready(first_example));
  QVERIFY(!make_drawing_ready(first_example));  // once
  do {
    ready_ = compiled();
    QTest::qWait(500);  // the driver writes on a thread of its own
  } while (ready_ != compiled());
}

void TestResponsiveness::no_event_blocks_the_window() {
  const QString words = judge_.often_too_long([this] { open_fold_drag_and_run(); });
  QVERIFY2(words.isEmpty(), qPrintable(words));
  // So next to nothing was left to compile, where the driver keeps such.
  QTest::qWait(500);
  if (!check_opengl().off_screen) return;
  QVERIFY2(compiled() <= ready_ + ready_ / 100,
           qPrintable(QString("%1 bytes compiled before, %2 after").arg(ready_).arg(compiled())));
}

void TestResponsiveness::open_fold_drag_and_run() {
  const int asked = qEnvironmentVariableIntValue("FOLDWAVE_RESPONSE_NODES"), n = asked > 0 ? asked : 64;
  const QString file = dir_.filePath("example.json");
  save_scenario(example(n), file.toStdString());

  judge_.begin();
  MainWindow window(cpu_backend());
  Runs& runs = window.runs();
  Results& results = window.results();
  window.resize(1500, 950);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QTest::qWait(500);
  judge_.end("start");

  QSignalSpy shown(&window, &MainWindow::fold_picture);
  QVERIFY(window.files().open(file));
  QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1 && !runs.busy(), patience);
  QTest::qWait(500);
  judge_.end("first fold");

  StructureScene& scene = window.panes().structure->scene();
  StructureView* const view = window.panes().structure->structure_view();
  const auto old = results.fold();
  const Vec3 seen = world_to_display(scene.renderer(), to_world(scene.handles()[2].local));
  const QPoint at(static_cast<int>(seen.x), view->height() - 1 - static_cast<int>(seen.y));
  QTest::mousePress(view, Qt::LeftButton, Qt::NoModifier, at);
  for (int step = 1; step <= 10; ++step) {
    QTest::mouseMove(view, at - QPoint(0, 3 * step));
    QTest::qWait(20);
  }
  QTest::mouseRelease(view, Qt::LeftButton, Qt::NoModifier, at - QPoint(0, 30));
  judge_.end("drag");
  QTRY_VERIFY_WITH_TIMEOUT(results.fold() != old && !runs.busy(), patience);
  QTest::qWait(500);
  judge_.end("fold after the drag");

  window.findChild<QDockWidget*>("map")->raise();
  QTRY_VERIFY(!window.panes().map->scene().contours().empty());
  judge_.end("the map appears");
  drag_on(window.panes().map->map_view(), window.panes().map->scene());
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  judge_.end("drag on the map");
  window.findChild<QDockWidget*>("section")->raise();
  QTRY_VERIFY(!window.panes().section->scene().profile().empty());
  judge_.end("the section appears");
  drag_on(window.panes().section->section_view(), window.panes().section->scene());
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  judge_.end("drag in the section");
  window.findChild<QDockWidget*>("structure")->raise();
  QTest::qWait(300);
  judge_.end("the 3D view comes back");

  window.runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(results.snapshots().size() >= live_snapshots, patience);
  QVERIFY(runs.busy());
  QTRY_VERIFY(window.panes().wave->scene().snapshot() != nullptr);
  judge_.end("live wave");
  window.runs().stop_and_keep();
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  QTest::qWait(500);
  judge_.end("stop");

  // The newest snapshot is what is seen in the end.
  QTRY_COMPARE(window.panes().wave->scene().snapshot(), results.snapshots().back().get());
}

void TestResponsiveness::fits_are_made_elsewhere_data() {
  QTest::addColumn<PointsMethod>("method");
  QTest::newRow("thin plate") << PointsMethod::thin_plate;
  QTest::newRow("bicubic") << PointsMethod::bicubic;
}

// An added point, a stroke and an extrusion each fit a surface of hundreds of points.
void TestResponsiveness::add_stroke_and_extrude() {
  QFETCH(PointsMethod, method);
  Scenario s = example(48);
  PointsHorizon many = to_control_points(s.events.front().horizon, s.grid, {}, many_columns, many_rows);
  many.method = method;
  s.events.front().horizon = many;
  const QString file = dir_.filePath("many.json");
  save_scenario(s, file.toStdString());
  MainWindow window(cpu_backend());
  Runs& runs = window.runs();
  Results& results = window.results();
  const QUndoStack& steps = window.editor().history().stack();
  window.resize(1500, 950);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QVERIFY(window.files().open(file));
  QTRY_VERIFY_WITH_TIMEOUT(results.fold() && !runs.busy(), patience);

  window.findChild<QDockWidget*>("map")->raise();
  QTRY_VERIFY(!window.panes().map->scene().contours().empty());
  MapView* const map = window.panes().map->map_view();
  const auto on_map = [&](double x, double y) {
    const PlotPoint d = window.panes().map->scene().to_display(x, y);
    return QPoint(static_cast<int>(d[0]), map->height() - 1 - static_cast<int>(d[1]));
  };
  judge_.begin();
  const Vec3 e = s.grid.extent();
  QTest::mouseDClick(map, Qt::LeftButton, {},
                     on_map(e.x * 12.5 / (many_columns - 1), e.y * 9.5 / (many_rows - 1)));
  QTRY_COMPARE_WITH_TIMEOUT(steps.count(), 1, patience);
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  judge_.end("an added point");

  window.findChild<QDockWidget*>("section")->raise();
  QTRY_VERIFY(!window.panes().section->scene().profile().empty());
  SectionView* const section = window.panes().section->section_view();
  window.panes().section->findChild<QToolButton*>("section stroke")->click();
  QTest::qWait(300);
  judge_.begin();
  const auto in_section = [&](double along) {
    const PlotPoint d =
        window.panes().section->scene().to_display(along * e.x, -e.z * (0.5 - 0.1 * std::sin(9.0 * along)));
    return QPoint(static_cast<int>(d[0]), section->height() - 1 - static_cast<int>(d[1]));
  };
  QTest::mousePress(section, Qt::LeftButton, {}, in_section(0.3));
  for (double along = 0.31; along < 0.7; along += 0.02) {
    QTest::mouseMove(section, in_section(along));
    QTest::qWait(20);
  }
  QTest::mouseRelease(section, Qt::LeftButton, {}, in_section(0.7));
  QTRY_COMPARE_WITH_TIMEOUT(steps.count(), 2, patience);
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  judge_.end("a stroke");
  window.panes().section->extrude(0.0, 0.0, 5);
  QTRY_COMPARE_WITH_TIMEOUT(steps.count(), 3, patience);
  QTRY_VERIFY_WITH_TIMEOUT(!runs.busy(), patience);
  judge_.end("an extrusion");
}

// The clock and the judge themselves: work is counted, waiting is not.
void TestResponsiveness::a_busy_event_is_noticed() {
  const auto event_of = [this](const std::function<void()>& work) {
    bool done = false;
    QTimer::singleShot(0, this, [&] { work(), done = true; });
    QTRY_VERIFY(done);
    judge_.end("an event");
  };
  int runs = 0;
  const auto wait = [&] { ++runs, event_of([] { QTest::qSleep(150); }); };
  QCOMPARE(judge_.often_too_long(wait), QString());
  QCOMPARE(runs, 1);

  // As much work as a quiet machine does in 200 ms: half of that is left for a pace that changes meanwhile.
  // Once is forgiven.
  const auto work = [&] {
    PaceWork piece;
    for (double done = 0.0; done < 200.0; done += PaceWork::quiet_milliseconds)
      piece.once();
  };
  runs = 0;
  const auto work_once = [&] { event_of(++runs == 1 ? std::function<void()>(work) : [] {}); };
  QCOMPARE(judge_.often_too_long(work_once), QString());
  QCOMPARE(runs, 3);
  QVERIFY(judge_.often_too_long([&] { event_of(work); }).count("an event") >= 2);
}

int run(int argc, char** argv) {
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  const QTemporaryDir caches;
  qputenv("XDG_CACHE_HOME", caches.path().toUtf8());
  EventClock application(argc, argv);
  set_theme(application);
  TestResponsiveness test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_responsiveness

FOLDWAVE_TEST(test_responsiveness, test_responsiveness::run)
#include "test_responsiveness.moc"
