// Protects the window against what people do while a job runs: close, quit, open another file, undo, stop,
// resize, dock and undock, again and again, each at another moment of the run. Nothing may crash, hang or
// leak, and the window must do the next thing that it is asked for.
//
// FOLDWAVE_ACCIDENTS=100 says how often each, waves and folds in turn; packaging/accidents does so under the
// sanitizers.
#include <QDockWidget>
#include <QFile>
#include <QIODevice>
#include <QMenuBar>
#include <QPoint>
#include <QSize>

#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/docks.hpp"

namespace test_accidents {

using namespace foldwave;

namespace {

constexpr int nodes = 20, other_nodes = 16;

int how_often() {
  bool given = false;
  const int n = qEnvironmentVariableIntValue("FOLDWAVE_ACCIDENTS", &given);
  return given ? n : 2;
}

// Waves that end by none of this.
Scenario shot() {
  return shot_on(nodes, 120.0, 10);
}

// A run of the window's, a wave or a fold, is caught at another moment each time.
void begin(ShownWindow& window, int moment) {
  if (moment % 2 == 0)
    window->runs().run_wave();
  else
    window->runs().run_fold();
  QTest::qWait(7 * moment % 90);
}

// It lives on: it stops, and now and then it is shown that what is asked for next is done.
bool is_well(ShownWindow& window, int moment) {
  window->runs().stop();
  if (!QTest::qWaitFor([&] { return !window->runs().busy(); }, patience)) return false;
  if (moment % 5 > 1) return true;
  window->runs().run_fold();
  return window.settled();
}

void dock_and_undock(MainWindow& window, int moment) {
  const QStringList names{"wave", "structure", "gather", "map", "section"};
  auto* const dock = window.findChild<QDockWidget*>(names[moment % names.size()]);
  dock->setFloating(true);
  QTest::qWait(10);
  dock->setFloating(false);
  QTest::qWait(10);
  window.docks().reset();
}

void open_broken(ShownWindow& window) {
  QFile file(window.path("broken.json"));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"format\": 7") > 0);
  file.close();
  QVERIFY(!window->files().open(file.fileName()));
}

}  // namespace

class TestAccidents : public QObject {
  Q_OBJECT

 private slots:
  void in_mid_run_data() {
    QTest::addColumn<QString>("accident");
    for (const char* const accident : {"open", "broken file", "undo", "stop", "stop and run again", "resize",
                                       "dock and undock", "hide a view"})
      QTest::newRow(accident) << QString(accident);
  }

  void in_mid_run() {
    QFETCH(QString, accident);
    ShownWindow window;
    for (int moment = 0; moment < how_often(); ++moment) {
      if (moment == 0 || accident == "open") QVERIFY(window.open(shot()));
      begin(window, moment);
      if (accident == "open") {
        QVERIFY(window.open(example_on(other_nodes), "other.json"));
        QCOMPARE(window->results().fold()->scenario.grid.n[0], other_nodes);
      } else if (accident == "broken file") {
        open_broken(window);
      } else if (accident == "undo") {
        window.type("/survey/wavelet/frequency", QString::number(5 + moment % 3));
        window->editor().history().stack().undo();
        QCOMPARE(window->editor().now().survey.wavelet.frequency, shot().survey.wavelet.frequency);
      } else if (accident == "stop") {
        window->runs().stop();
      } else if (accident == "stop and run again") {
        window->runs().stop();
        window->runs().run_wave();
        QTest::qWait(3 * moment % 50);
      } else if (accident == "resize") {
        for (const QSize size : {QSize(900, 600), QSize(1280, 780), QSize(700 + moment, 500 + moment)}) {
          window->resize(size);
          QTest::qWait(5);
        }
      } else if (accident == "dock and undock") {
        dock_and_undock(*window, moment);
      } else {
        auto* const dock = window.child<QDockWidget>(moment % 2 == 0 ? "wave" : "structure");
        dock->hide();
        QTest::qWait(10);
        dock->show();
      }
      QVERIFY2(is_well(window, moment), qPrintable(accident));
    }
  }

  void the_window_goes_data() {
    QTest::addColumn<QString>("by");
    for (const char* const by : {"close", "quit", "end"})
      QTest::newRow(by) << QString(by);
  }

  void the_window_goes() {
    QFETCH(QString, by);
    for (int moment = 0; moment < how_often(); ++moment) {
      ShownWindow window;
      QVERIFY(window.open(shot()));
      begin(window, moment);
      if (by == "close") QVERIFY(window->close());
      if (by == "quit") find_command(*window->menuBar(), "Quit")->trigger();
      if (by != "end") QVERIFY(!window->isVisible());
    }
  }

  // The pointer holds a point of the horizon when its world goes.
  void in_mid_drag() {
    for (int moment = 0; moment < how_often(); ++moment) {
      ShownWindow window;
      QVERIFY(window.open(shot()));
      StructureScene& scene = window->panes().structure->scene();
      StructureView* const view = window->panes().structure->structure_view();
      QTRY_VERIFY(!scene.handles().empty());
      const Vec3 seen = world_to_display(scene.renderer(), to_world(scene.handles()[2].local));
      const QPoint at = widget_place(*view, {seen.x, seen.y});
      QTest::mousePress(view, Qt::LeftButton, {}, at);
      for (int step = 1; step <= 3 + moment % 5; ++step) {
        move_pointer(view, at - QPoint(0, 4 * step));
        QTest::qWait(moment % 12);
      }
      if (moment % 4 == 0) continue;  // the window goes
      if (moment % 4 == 1) QVERIFY(window->files().open(window.path("example.json")));
      if (moment % 4 == 2) window->runs().run_wave();
      if (moment % 4 == 3) window.child<QDockWidget>("structure")->setFloating(true);
      QTest::mouseRelease(view, Qt::LeftButton, {}, at);
      QVERIFY(is_well(window, moment));
    }
  }
};

}  // namespace test_accidents

FOLDWAVE_TEST(test_accidents, run_in_windows<test_accidents::TestAccidents>)
#include "test_accidents.moc"
