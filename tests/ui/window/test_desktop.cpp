// Protects what a person does at the desktop, in a real window: open, drag a control point, run and stop a
// wave, see that results went stale, type a bad value, save and open again, close in mid-run.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QPoint>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/work_clock.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"

namespace test_desktop {

using namespace foldwave;

namespace {

constexpr int patience = 60000;  // ms: the machine may be busy

// The first example on a small grid, n nodes a side over the same box.
Scenario small_example(int n, double duration) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  s.survey.wavelet.frequency = 2.0;
  s.propagation.dt = 0.0;
  s.propagation.duration = duration;
  s.propagation.pad_cells = 8;
  s.outputs.snapshot_steps = 5;
  return s;
}

}  // namespace

class TestDesktop : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void opens_and_folds();
  void dragging_a_control_point_changes_T();
  void wave_sends_snapshots_and_a_gather();
  void stop_acts_at_once();
  void edits_make_results_stale();
  void bad_values_are_told_beside_their_fields();
  void saves_and_opens_again();
  void a_file_that_cannot_be_read_changes_nothing();
  void closing_and_opening_in_mid_run_is_safe();

 private:
  QString written(const Scenario& s, const char* name) {
    const QString file = dir_.filePath(name);
    save_scenario(s, file.toStdString());
    return file;
  }
  void open(int n, double duration) {
    QVERIFY(window_->files().open(written(small_example(n, duration), "small.json")));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
  }

  QTemporaryDir dir_;
  std::unique_ptr<MainWindow> window_;
};

void TestDesktop::init() {
  window_ = std::make_unique<MainWindow>(cpu_backend());
  window_->resize(1240, 760);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestDesktop::cleanup() {
  window_.reset();
}

void TestDesktop::opens_and_folds() {
  QSignalSpy first(window_.get(), &MainWindow::first_picture),
      folded(window_.get(), &MainWindow::fold_picture);
  open(24, 0.3);
  QTRY_COMPARE_WITH_TIMEOUT(folded.count(), 1, patience);
  QCOMPARE(first.count(), 1);
  const auto fold = window_->results().fold();
  QCOMPARE(fold->result.arrival.shape(), (std::array{24, 24, 24}));
  QCOMPARE(fold->geometry.boundaries.size(), std::size_t{5});
  QCOMPARE(window_->panes().structure->scene().handles().size(), std::size_t{25});
  QVERIFY(!window_->isWindowModified());

  // The picture on the screen is the model's, not an empty background.
  const QImage image = window_->panes().structure->structure_view()->grabFramebuffer();
  QSet<QRgb> colors;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3)
      colors.insert(image.pixel(x, y));
  QVERIFY2(colors.size() > 300, qPrintable(QString::number(colors.size())));
}

void TestDesktop::dragging_a_control_point_changes_T() {
  open(24, 0.3);
  StructureScene& scene = window_->panes().structure->scene();
  StructureView* const view = window_->panes().structure->structure_view();
  view->grabFramebuffer();
  QTRY_VERIFY(scene.is_complete());  // the camera stands only then
  const int handle = 2;              // in front, where nothing hides it
  const Vec3 before = scene.handles()[handle].local;
  const auto old = window_->results().fold();
  double camera_before[3], camera_after[3];
  const auto display = [&] { return world_to_display(scene.renderer(), to_world(before)); };
  QTRY_COMPARE(scene.handle_at(display().x, display().y), handle);
  scene.renderer()->GetActiveCamera()->GetPosition(camera_before);
  const Vec3 seen = display();
  const QPoint at(static_cast<int>(seen.x), view->height() - 1 - static_cast<int>(seen.y));
  QTest::mousePress(view, Qt::LeftButton, Qt::NoModifier, at);
  for (int step = 1; step <= 8; ++step)
    QTest::mouseMove(view, at - QPoint(0, 3 * step));
  QCOMPARE(window_->results().fold(), old);  // nothing is solved before the release
  QTest::mouseRelease(view, Qt::LeftButton, Qt::NoModifier, at - QPoint(0, 24));

  const auto& points = std::get<PointsHorizon>(window_->editor().now().events.front().horizon).points;
  QVERIFY2(points[handle].z < before.z - 50.0, qPrintable(QString::number(points[handle].z)));
  QVERIFY(std::abs(points[handle].x - before.x) < 1e-6 && std::abs(points[handle].y - before.y) < 1e-6);
  QVERIFY(window_->isWindowModified());
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() != old && !window_->runs().busy(), patience);
  scene.renderer()->GetActiveCamera()->GetPosition(camera_after);
  for (int a = 0; a < 3; ++a)
    QCOMPARE(camera_after[a], camera_before[a]);

  // Under the point that rose, the same node now lies deeper below the horizon: T is smaller.
  const auto fresh = window_->results().fold();
  const Grid3& g = fresh->result.grid;
  const int i = static_cast<int>(std::lround(before.x / g.h[0])),
            k = static_cast<int>(std::lround(before.z / g.h[2]));
  QVERIFY(fresh->result.arrival(i, 0, k) < old->result.arrival(i, 0, k) - 20.0F);

  // Ctrl+Z takes the whole drag back, with its name in the menu, and the fold follows.
  const Scenario moved = window_->editor().now();
  QCOMPARE(window_->editor().history().stack().undoText(), "Move point 3");
  QApplication::setActiveWindow(window_.get());
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  const auto& back = std::get<PointsHorizon>(window_->editor().now().events.front().horizon).points;
  QCOMPARE(back[handle].z, before.z + g.origin.z);
  QVERIFY(!window_->isWindowModified());
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() != fresh && !window_->runs().busy(), patience);
  QVERIFY(window_->results().fold()->result.arrival(i, 0, k) == old->result.arrival(i, 0, k));
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(window_->editor().now() == moved);
}

void TestDesktop::wave_sends_snapshots_and_a_gather() {
  open(24, 0.6);
  QSignalSpy shown(window_->panes().wave, &WavePane::time_shown);
  window_->runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().wave() && !window_->runs().busy(), patience);
  const auto snapshots = window_->results().snapshots();
  QVERIFY(snapshots.size() >= 5);
  QVERIFY(shown.count() >= 1);
  QTRY_COMPARE(window_->panes().wave->scene().snapshot(), snapshots.back().get());
  QVERIFY(snapshots.back()->limit > 0.0);
  QVERIFY(snapshots.back()->time > 0.4);
  QVERIFY(window_->panes().gather->scene().gather() != nullptr);
  QCOMPARE(window_->panes().gather->scene().gather()->receivers.size(), std::size_t{124});
  QVERIFY(!window_->results().wave_is_stale());

  // The time slider shows an earlier one.
  window_->panes().wave->time_slider()->setValue(1);
  QCOMPARE(window_->panes().wave->scene().snapshot(), snapshots[1].get());

  // Snapshots that come at once after it was moved do not take the view away.
  window_->panes().wave->time_slider()->setValue(static_cast<int>(snapshots.size()) - 1);
  window_->panes().wave->show_snapshots(snapshots);
  window_->panes().wave->time_slider()->setValue(1);
  QTest::qWait(300);
  QCOMPARE(window_->panes().wave->scene().snapshot(), snapshots[1].get());
}

void TestDesktop::stop_acts_at_once() {
  open(48, 60.0);
  QSignalSpy finished(&window_->runs(), &Runs::finished);
  window_->runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().snapshots().size() >= 2, patience);
  finished.clear();
  WorkClock time;
  double taken = -1.0;
  connect(&window_->runs(), &Runs::finished, window_.get(), [&] { taken = time.milliseconds(); });
  time.start();
  window_->runs().stop_and_keep();
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
  QVERIFY2(taken >= 0.0 && taken <= 200.0 * machine_pace(), qPrintable(QString("%1 ms").arg(taken)));
  QCOMPARE(finished[0][1].value<Outcome>(), Outcome::stopped);
  // What there is stays and says that it was stopped.
  QVERIFY(window_->results().wave() && window_->results().wave()->result.run.stopped);
  QVERIFY(window_->results().snapshots().size() >= 2);
}

void TestDesktop::edits_make_results_stale() {
  open(24, 0.3);
  window_->runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().wave() && !window_->runs().busy(), patience);
  auto* const field = window_->panes().panel->findChild<QLineEdit*>("/survey/wavelet/frequency");
  QVERIFY(field != nullptr);
  field->setText("2.5");
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(window_->editor().now().survey.wavelet.frequency, 2.5);
  QVERIFY(window_->results().wave_is_stale());
  QVERIFY(!window_->results().fold_is_stale());
  const auto is_marked = [](const auto* pane_scene) { return pane_scene->note().starts_with("Stale"); };
  const StructureScene* const structure = &window_->panes().structure->scene();
  const WaveScene* const wave = &window_->panes().wave->scene();
  const GatherScene* const gather = &window_->panes().gather->scene();
  QVERIFY(!is_marked(structure) && is_marked(wave) && is_marked(gather));

  auto* const lambda = window_->panes().panel->findChild<QLineEdit*>("/events/0/fold/lambda");
  lambda->setText("0.1");
  QTest::keyClick(lambda, Qt::Key_Return);
  QVERIFY(window_->results().fold_is_stale());
  QVERIFY(is_marked(structure) && is_marked(wave) && is_marked(gather));
  // It is folded again shortly after the edit, and matches again.
  QTRY_VERIFY_WITH_TIMEOUT(!window_->results().fold_is_stale() && !window_->runs().busy(), patience);
  QCOMPARE(window_->results().fold()->scenario.events.front().fold.parameters.psi, 0.1);
  QVERIFY(!is_marked(structure) && is_marked(wave) && is_marked(gather));

  // Undone, the wave would match, but the layers drawn with it are still those of the other fold.
  window_->editor().history().stack().undo();
  window_->editor().history().stack().undo();
  QVERIFY(!window_->results().wave_is_stale() && window_->results().fold_is_stale());
  QVERIFY(is_marked(structure) && is_marked(wave) && !is_marked(gather));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->results().fold_is_stale() && !window_->runs().busy(), patience);
  QVERIFY(!is_marked(wave));

  // A scenario that cannot be folded is said so; without a wave the wave view's layers are marked too.
  open(24, 0.3);
  QVERIFY(!is_marked(wave));
  lambda->setText("0.2");
  QTest::keyClick(lambda, Qt::Key_Return);
  QVERIFY(is_marked(structure) && is_marked(wave) && !is_marked(gather));
  auto* const psi = window_->panes().panel->findChild<QLineEdit*>("/events/0/fold/psi");
  psi->setText("-3");
  QTest::keyClick(psi, Qt::Key_Return);
  QVERIFY(structure->note().find("cannot be run") != std::string::npos);
}

void TestDesktop::bad_values_are_told_beside_their_fields() {
  open(24, 0.3);
  ScenarioPanel* const panel = window_->panes().panel;
  const auto type = [&](const char* name, const char* text) {
    auto* const field = panel->findChild<QLineEdit*>(name);
    QVERIFY2(field != nullptr, name);
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return);
  };
  const auto label = [&](const char* path) { return panel->findChild<QLabel*>(QString("message:") + path); };

  type("/survey/wavelet/frequency", "-5");
  QLabel* const words = label("/survey/wavelet/frequency");
  QVERIFY(words->isVisibleTo(panel));
  QVERIFY2(words->text().contains("-5"), qPrintable(words->text()));
  type("/survey/wavelet/frequency", "2");
  QVERIFY(!words->isVisibleTo(panel));

  // No number at all: the last good value stays, and the field says so.
  type("/propagation/duration", "soon");
  QVERIFY(label("/propagation/duration")->text().contains("soon"));
  QCOMPARE(window_->editor().now().propagation.duration, 0.3);
  type("/propagation/duration", "0.4");
  QVERIFY(label("/propagation/duration")->text().isEmpty());

  // A bad grid is never run.
  const auto fold = window_->results().fold();
  type("/grid/nodes/0", "2");
  QVERIFY(label("/grid/nodes")->text().contains("2 nodes"));
  QSignalSpy finished(&window_->runs(), &Runs::finished);
  window_->runs().run_fold();
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
  QCOMPARE(finished[0][1].value<Outcome>(), Outcome::failed);
  QCOMPARE(window_->results().fold(), fold);
  QVERIFY(window_->findChild<QLabel*>("status")->text().contains("Grid, nodes"));
}

void TestDesktop::saves_and_opens_again() {
  open(24, 0.3);
  Scenario changed = window_->editor().now();
  changed.name = "saved again";
  changed.events.front().fold.axial_line.plunge = 71.0;
  emit window_->panes().panel->edited(changed);
  QVERIFY(window_->isWindowModified());
  const QString file = dir_.filePath("again.json");
  QVERIFY(window_->files().save_to(file));
  QVERIFY(!window_->isWindowModified());
  QVERIFY(window_->windowTitle().contains("saved again"));

  QVERIFY(window_->files().open(file));
  QCOMPARE(window_->editor().now().name, std::string("saved again"));
  QCOMPARE(window_->editor().now().events, changed.events);
  QCOMPARE(window_->editor().now().stack, changed.stack);
  QCOMPARE(window_->editor().now().survey, changed.survey);

  // Saved elsewhere, a horizon's file is still found.
  QVERIFY(QDir(dir_.path()).mkdir("elsewhere"));
  QFile picks(dir_.filePath("picks.xyz"));
  QVERIFY(picks.open(QIODevice::WriteOnly));
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 8; ++j)
      picks.write(QString("%1 %2 %3\n").arg(i * 317.5).arg(j * 317.5).arg(-1200 + 10 * i).toLatin1());
  picks.close();
  changed = window_->editor().now();
  changed.events.front().horizon = XyzHorizon{"picks.xyz", VerticalSense::elevation, 0.0, {}, {}, {}};
  emit window_->panes().panel->edited(changed);
  QVERIFY(window_->files().save_to(dir_.filePath("elsewhere/moved.json")));
  QVERIFY(window_->files().open(dir_.filePath("elsewhere/moved.json")));
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);

  // So is a mesh's.
  changed = window_->editor().now();
  changed.events.front().horizon = MeshHorizon{"fold.ts", {}, {}, {}, YoungerSide::below, {}};
  emit window_->panes().panel->edited(changed);
  QVERIFY(window_->files().save_to(dir_.filePath("back.json")));
  QVERIFY(window_->files().open(dir_.filePath("back.json")));
  const auto& mesh = std::get<MeshHorizon>(window_->editor().now().events.front().horizon);
  QCOMPARE(QString::fromStdString(mesh.file), dir_.filePath("elsewhere/fold.ts"));
  QVERIFY(mesh.younger == YoungerSide::below);

  QVERIFY(!window_->files().save_to(dir_.filePath("no/folder/x.json")));
  QVERIFY(window_->findChild<QLabel*>("status")->text().contains("no/folder"));
}

void TestDesktop::a_file_that_cannot_be_read_changes_nothing() {
  open(24, 0.3);
  const Scenario before = window_->editor().now();
  QFile broken(dir_.filePath("broken.json"));
  QVERIFY(broken.open(QIODevice::WriteOnly));
  broken.write("{ \"format\": ");
  broken.close();
  QVERIFY(!window_->files().open(broken.fileName()));
  QVERIFY(window_->editor().now() == before);
  QVERIFY(window_->results().fold() != nullptr);
  QVERIFY(window_->findChild<QLabel*>("status")->text().contains("broken.json"));
}

void TestDesktop::closing_and_opening_in_mid_run_is_safe() {
  open(48, 60.0);
  window_->runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->results().snapshots().empty(), patience);

  // Another scenario: nothing of the old run arrives any more.
  QVERIFY(window_->files().open(written(small_example(20, 60.0), "other.json")));
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
  QVERIFY(window_->results().snapshots().empty());
  QVERIFY(!window_->results().wave());
  QCOMPARE(window_->results().fold()->result.grid.n[0], 20);

  // An edit in mid-run leaves the run alone.
  window_->runs().run_wave();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->results().snapshots().empty(), patience);
  Scenario changed = window_->editor().now();
  changed.grid.n = {16, 16, 16};
  changed.grid.h = {160, 160, 160};
  emit window_->panes().panel->edited(changed);
  const auto so_far = window_->results().snapshots().size();
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().snapshots().size() > so_far + 3, patience);
  QVERIFY(window_->results().wave_is_stale());

  const WorkClock time;
  window_.reset();
  const double taken = time.milliseconds();
  QVERIFY2(taken < 1000.0 * machine_pace(), qPrintable(QString("%1 ms").arg(taken)));
}

}  // namespace test_desktop

FOLDWAVE_TEST(test_desktop, run_in_windows<test_desktop::TestDesktop>)
#include "test_desktop.moc"
