// Protects a whole session as a person has it: open, drag a point and see T change, release, undo, redo,
// save, edit on, be killed, and find all of it again. The program that is killed is this one, started anew.
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QPoint>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/engine/backend.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_whole_session {

using namespace foldwave;

namespace {

constexpr std::size_t handle = 2;

bool settled(MainWindow& window) {
  return QTest::qWaitFor(
      [&] {
        return window.results().fold() && !window.runs().busy() && !window.results().fold_is_stale() &&
               window.panes().structure->scene().is_complete();
      },
      patience);
}

std::vector<float> times(const FoldOutcome& fold) {
  const auto T = fold.result.arrival.values();
  return {T.begin(), T.end()};
}

// Drags the handle up by `pixels`; the previews' T is compared with the full fold's at the handle's column.
bool drag(MainWindow& window, int pixels, bool& changed) {
  StructureScene& scene = window.panes().structure->scene();
  StructureView* const view = window.panes().structure->structure_view();
  const auto found = [&] {
    const Vec3 at = world_to_display(scene.renderer(), to_world(scene.handles()[handle].local));
    return scene.handle_at(at.x, at.y) == static_cast<int>(handle);
  };
  if (!QTest::qWaitFor(found, patience)) return false;
  const Vec3 seen = world_to_display(scene.renderer(), to_world(scene.handles()[handle].local));
  const QPoint at(static_cast<int>(seen.x), view->height() - 1 - static_cast<int>(seen.y));
  std::shared_ptr<const FoldOutcome> shown;
  const QObject scope;
  QObject::connect(&window.editor().preview(), &FoldPreview::ready, &scope,
                   [&](const std::shared_ptr<const FoldOutcome>& fold) { shown = fold; });
  QTest::mousePress(view, Qt::LeftButton, {}, at);
  QTest::mouseMove(view, at - QPoint(0, pixels / 2));
  if (!QTest::qWaitFor([&] { return shown != nullptr; }, patience)) return false;
  const auto first = shown;
  shown = nullptr;
  QTest::mouseMove(view, at - QPoint(0, pixels));
  if (!QTest::qWaitFor([&] { return shown != nullptr; }, patience)) return false;
  changed = times(*first) != times(*shown);
  QTest::mouseRelease(view, Qt::LeftButton, {}, at - QPoint(0, pixels));
  return settled(window);
}

// The session up to the kill. Its steps are told on the standard output; the parent reads them.
void say(const char* step) {
  std::fprintf(stdout, "%s\n", step);
  std::fflush(stdout);
}
#define MUST(condition)                                 \
  do {                                                  \
    if (!(condition)) {                                 \
      std::fprintf(stderr, "failed: %s\n", #condition); \
      return 1;                                         \
    }                                                   \
  } while (false)

int work_until_killed(const QString& folder) {
  MainWindow window(cpu_backend());
  window.resize(1240, 760);
  window.show();
  window.editor().keep_work_in(folder + "/unsaved");
  MUST(QTest::qWaitForWindowExposed(&window));
  MUST(window.files().open(folder + "/work.json"));
  MUST(settled(window));
  const Scenario first = window.editor().now();
  const auto before = times(*window.results().fold());
  say("opened");
  bool changed = false;
  MUST(drag(window, 40, changed));
  MUST(changed);  // T follows the pointer
  const Scenario moved = window.editor().now();
  const auto after = times(*window.results().fold());
  MUST(!(moved == first) && after != before);
  say("dragged");
  QUndoStack& steps = window.editor().history().stack();
  MUST(steps.count() == 1);
  steps.undo();
  MUST(settled(window));
  MUST(window.editor().now() == first && times(*window.results().fold()) == before);
  steps.redo();
  MUST(settled(window));
  MUST(window.editor().now() == moved && times(*window.results().fold()) == after);
  say("undone and redone");
  MUST(window.files().save_to(folder + "/work.json"));
  MUST(load_scenario((folder + "/work.json").toStdString()) == moved);
  MUST(!window.isWindowModified());
  say("saved");
  MUST(drag(window, -25, changed));
  save_scenario(window.editor().now(), (folder + "/expected.json").toStdString());
  const QDir unsaved(folder + "/unsaved");
  MUST(QTest::qWaitFor([&] { return !unsaved.entryList({"*.unsaved"}, QDir::Files).isEmpty(); }, patience));
  QTest::qWait(1500);  // the newest work is written within a second
  say("edited on");
  QTest::qWait(patience);  // until the kill
  return 1;
}

}  // namespace

class TestWholeSession : public QObject {
  Q_OBJECT

 private slots:
  void work_is_seen_saved_killed_and_found_again() {
    const QTemporaryDir dir;
    save_scenario(example_on(32), dir.filePath("work.json").toStdString());
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {"test_whole_session", "--work", dir.path()});
    QByteArray said;
    QElapsedTimer waited;
    waited.start();
    while (!said.contains("edited on") && child.state() != QProcess::NotRunning &&
           waited.elapsed() < 2 * patience)
      if (child.waitForReadyRead(500)) said += child.readAllStandardOutput();
    QVERIFY2(said.contains("edited on"), said + child.readAllStandardError());
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    QVERIFY(child.waitForFinished());

    // What was saved is whole, and what was not comes back.
    const Scenario expected = load_scenario(dir.filePath("expected.json").toStdString());
    QVERIFY(!(load_scenario(dir.filePath("work.json").toStdString()) == expected));
    MainWindow window(cpu_backend());
    window.resize(1240, 760);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.editor().keep_work_in(dir.filePath("unsaved"));
    QVERIFY(window.files().recover());
    QVERIFY(window.editor().now() == expected);
    QCOMPARE(window.editor().document().file(), dir.filePath("work.json"));
    QVERIFY(window.isWindowModified());
    QVERIFY(settled(window));
    QVERIFY(window.files().save_to(dir.filePath("work.json")));
    QVERIFY(load_scenario(dir.filePath("work.json").toStdString()) == expected);
  }
};

int run(int argc, char** argv) {
  use_core_profile();
  const QApplication application(argc, argv);
  if (argc == 3 && QString(argv[1]) == "--work") return work_until_killed(argv[2]);
  TestWholeSession test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_whole_session

FOLDWAVE_TEST(test_whole_session, test_whole_session::run)
#include "test_whole_session.moc"
