// Protects the first minute, done with mouse and keys alone: the example is there, folded; a point is dragged
// and the layers follow; the wave runs, its snapshots move and the gather fills while it computes; the export
// writes what ParaView opens upright with the right times; and undo walks the edit back to the byte.
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QLineEdit>
#include <QPoint>
#include <QSignalSpy>
#include <QSlider>

#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_first_minute {

using namespace foldwave;

namespace {

constexpr std::size_t grip = 2;  // the control point that is dragged
constexpr double wave_seconds = 8.0;

Scenario first_example() {
  // Few long steps: each waits for the slower thread, which on a busy machine is most of its time.
  Scenario s = shot_on(64, wave_seconds);
  s.outputs.snapshot_interval = 0.5;
  return s;
}

QByteArray bytes_of(const QString& file) {
  QFile f(file);
  return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
}

// The times of a .pvd, in its order.
QList<double> times_of(const QByteArray& pvd) {
  QList<double> times;
  for (qsizetype at = 0; (at = pvd.indexOf("timestep=\"", at)) >= 0; ++at)
    times << pvd.mid(at + 10, pvd.indexOf('"', at + 10) - at - 10).toDouble();
  return times;
}

}  // namespace

class TestFirstMinute : public QObject {
  Q_OBJECT

 private slots:
  void with_mouse_and_keys() {
    ShownWindow window;
    QApplication::setActiveWindow(&*window);
    QVERIFY(window.open(first_example()));
    const std::string opened = to_text(window->editor().now());
    drag_a_point(window);
    if (QTest::currentTestFailed()) return;
    QVERIFY(to_text(window->editor().now()) != opened);

    watch_the_wave(window);
    if (QTest::currentTestFailed()) return;
    export_it(window);
    if (QTest::currentTestFailed()) return;

    QApplication::setActiveWindow(&*window);
    QTest::keyClick(&*window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(to_text(window->editor().now()), opened);
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), patience);
    // The wave is of the dragged horizon, and says so.
    QVERIFY(window->results().wave_is_stale());
  }

 private:
  static std::string to_text(const Scenario& scenario) { return scenario_text(scenario); }

  static void drag_a_point(ShownWindow& window) {
    StructureScene& scene = window->panes().structure->scene();
    StructureView* const view = window->panes().structure->structure_view();
    QTRY_VERIFY_WITH_TIMEOUT(scene.is_complete(), patience);
    const Vec3 seen = world_to_display(scene.renderer(), to_world(scene.handles()[grip].local));
    const QPoint at = widget_place(*view, {seen.x, seen.y});
    const double depth = scene.handles()[grip].local.z;
    QSignalSpy previews(&window->editor().preview(), &FoldPreview::ready);
    QTest::mousePress(view, Qt::LeftButton, {}, at);
    for (int i = 1; i <= 10; ++i) {
      move_pointer(view, at - QPoint(0, 3 * i));
      QTest::qWait(20);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!previews.isEmpty(), patience);
    QVERIFY(scene.note().starts_with("preview"));
    const auto before = window->results().fold();
    QTest::mouseRelease(view, Qt::LeftButton, {}, at - QPoint(0, 30));
    QVERIFY(window.settled());
    QVERIFY(window->results().fold() != before);
    QVERIFY(scene.handles()[grip].local.z < depth - 10.0);
    QCOMPARE(window->editor().history().stack().count(), 1);
  }

  static void watch_the_wave(ShownWindow& window) {
    const WaveScene& wave = window->panes().wave->scene();
    const GatherScene& gather = window->panes().gather->scene();
    QTest::keyClick(&*window, Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr && gather.samples() > 0, patience);
    const int step = wave.live()->step, samples = gather.samples();
    QTRY_VERIFY_WITH_TIMEOUT(wave.live() != nullptr && wave.live()->step > step && gather.samples() > samples,
                             patience);
    QVERIFY(window->runs().busy() && gather.samples() < gather.gather()->samples);
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    QCOMPARE(gather.samples(), gather.gather()->samples);
    // Home and End of the time slider are the first and the last snapshot.
    QSlider* const time = window->panes().wave->time_slider();
    const auto snapshots = window->results().snapshots();
    QCOMPARE(time->maximum(), static_cast<int>(snapshots.size()) - 1);
    time->setFocus();
    QTest::keyClick(time, Qt::Key_Home);
    QTRY_COMPARE_WITH_TIMEOUT(wave.snapshot(), snapshots.front().get(), patience);
    QTest::keyClick(time, Qt::Key_End);
    QTRY_COMPARE_WITH_TIMEOUT(wave.snapshot(), snapshots.back().get(), patience);
  }

  static void export_it(ShownWindow& window) {
    QTest::keyClick(&*window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto* const dialog = window->findChild<ExportDialog*>();
    QVERIFY(dialog != nullptr && QTest::qWaitForWindowExposed(dialog));
    const QString folder = window.path("export");
    auto* const where = dialog->findChild<QLineEdit*>("export folder");
    QVERIFY(where != nullptr);
    where->setFocus();
    where->selectAll();
    QTest::keyClicks(where, folder);
    QSignalSpy done(dialog, &ExportDialog::exported);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!done.isEmpty(), patience);

    const QDir written(folder);
    const QStringList pvd = written.entryList({"*-snapshots.pvd"}),
                      script = written.entryList({"*-paraview.py"}),
                      velocity = written.entryList({"*-velocity.vti"});
    QVERIFY2(pvd.size() == 1 && script.size() == 1 && velocity.size() == 1,
             qPrintable(written.entryList().join(' ')));
    const QList<double> times = times_of(bytes_of(written.filePath(pvd.front())));
    const auto snapshots = window->results().snapshots();
    QCOMPARE(times.size(), static_cast<qsizetype>(snapshots.size()));
    for (qsizetype i = 0; i < times.size(); ++i)
      QVERIFY(std::abs(times[i] - snapshots[static_cast<std::size_t>(i)]->time) < 1e-6 * wave_seconds);
    // Depth counts downwards in the program and elevation upwards in the file.
    const QByteArray head = bytes_of(written.filePath(velocity.front())).left(2000);
    const double depth = window->editor().now().grid.extent().z;
    const qsizetype at = head.indexOf("Origin=\"");
    QVERIFY(at > 0);
    const QList<QByteArray> origin = head.mid(at + 8, head.indexOf('"', at + 8) - at - 8).split(' ');
    QCOMPARE(origin.size(), 3);
    QVERIFY2(std::abs(origin[2].toDouble() + depth) < 1e-3 * depth, head.constData());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window->findChild<ExportDialog*>() == nullptr || !dialog->isVisible());
  }
};

}  // namespace test_first_minute

FOLDWAVE_TEST(test_first_minute, run_in_windows<test_first_minute::TestFirstMinute>)
#include "test_first_minute.moc"
