// Protects unsaved work: it outlives a kill -9 to the byte, goes when it is saved, is not taken from a
// program that still runs, and a full disk, a folder that cannot be written or a broken file is told, not
// fatal.
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/model/scenario_json.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"
#include "ui/edit/recovery.hpp"

namespace test_recovery {

using namespace foldwave;

namespace {

Scenario edited() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  std::get<PointsHorizon>(s.events.front().horizon).points[2].z = 432.125;
  s.name = "Antiform, \"edited\" \u00e6";
  return s;
}

QStringList unsaved_files(const QString& folder) {
  return QDir(folder).entryList({"*.unsaved"}, QDir::Files);
}

}  // namespace

class TestRecovery : public QObject {
  Q_OBJECT
 private slots:
  void unsaved_work_outlives_a_kill() {
    const QTemporaryDir dir;
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {"test_recovery", "--keep-and-wait", dir.path()});
    QTRY_COMPARE_WITH_TIMEOUT(unsaved_files(dir.path()).size(), 1, 20000);
    {
      Recovery early(dir.path());
      QVERIFY(!early.take_over());  // the child still runs
    }
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    QVERIFY(child.waitForFinished());

    Recovery next(dir.path());
    const auto work = next.take_over();
    QVERIFY(work.has_value());
    QVERIFY(scenario_text(work->scenario) == scenario_text(edited()));
    QVERIFY(work->scenario == edited());
    QCOMPARE(work->file, "/somewhere/antiform.json");
    // It is kept on as this program's own, and nobody else's.
    QCOMPARE(unsaved_files(dir.path()), QStringList{QFileInfo(next.file()).fileName()});
    QVERIFY(!Recovery(dir.path()).take_over());
  }

  void saved_work_is_forgotten() {
    const QTemporaryDir dir;
    Recovery recovery(dir.path());
    recovery.keep({edited(), {}});
    QTRY_VERIFY(QFile::exists(recovery.file()));
    recovery.keep({edited(), {}});
    recovery.forget();
    QTRY_VERIFY(!QFile::exists(recovery.file()));
    QTest::qWait(1200);  // no late write brings it back
    QVERIFY(!QFile::exists(recovery.file()));
  }

  // Closing the window forgets and goes at once, perhaps while a write runs.
  void forgotten_work_does_not_come_back_after_the_end() {
    const QTemporaryDir dir;
    for (int round = 0; round < 6; ++round) {
      Recovery recovery(dir.path());
      recovery.keep({edited(), {}});
      QTRY_VERIFY(QFile::exists(recovery.file()));
      recovery.forget();
    }
    QVERIFY(unsaved_files(dir.path()).isEmpty());
  }

  void a_broken_file_is_told_and_stays() {
    const QTemporaryDir dir;
    QFile broken(dir.filePath("x.unsaved"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{\"format\": \"foldwave-unsaved\", \"scenario\": \"{\"}");
    broken.close();
    Recovery recovery(dir.path());
    const QSignalSpy told(&recovery, &Recovery::failed);
    QVERIFY(!recovery.take_over());
    QCOMPARE(told.count(), 1);
    QVERIFY(told.first().first().toString().contains("x.unsaved"));
    QVERIFY(broken.exists());
  }

  void a_full_disk_is_told_once_and_loses_nothing() {
    const QTemporaryDir dir;
    Scenario first = edited(), second = edited();
    first.name = "first";
    second.name = "second";
    second.description = std::string(20000, 'x');
    {
      Recovery recovery(dir.path());
      const QSignalSpy told(&recovery, &Recovery::failed);
      recovery.keep({first, {}});
      QTRY_VERIFY(QFile::exists(recovery.file()));
      {
        const test::FullDisk full(8000);
        recovery.keep({second, {}});
        QTRY_COMPARE(told.count(), 1);
        recovery.keep({second, {}});
        QTest::qWait(1500);
        QCOMPARE(told.count(), 1);
      }
      QVERIFY(told.first().first().toString().contains("free space"));
      QCOMPARE(QDir(dir.path()).entryList({"*.part"}, QDir::Files), QStringList());
    }
    // What was kept before is whole; with room again the newest is kept.
    Recovery next(dir.path());
    const auto work = next.take_over();
    QVERIFY(work && work->scenario == first);
    next.keep({second, {}});
    QTRY_VERIFY(QFileInfo(next.file()).size() > 20000);
  }

  void a_place_that_cannot_be_written_is_told_once() {
    const QTemporaryDir dir;
    QFile file(dir.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    Recovery recovery(dir.filePath("file/unsaved"));
    const QSignalSpy told(&recovery, &Recovery::failed);
    recovery.keep({edited(), {}});
    QTRY_COMPARE(told.count(), 1);
    QVERIFY(told.first().first().toString().contains("is not being kept"));
    recovery.keep({edited(), {}});
    QTest::qWait(1500);
    QCOMPARE(told.count(), 1);
  }
};

int run(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  if (argc == 3 && QString(argv[1]) == "--keep-and-wait") {
    Recovery recovery(argv[2]);
    recovery.keep({edited(), "/somewhere/antiform.json"});
    return QCoreApplication::exec();
  }
  TestRecovery test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_recovery

FOLDWAVE_TEST(test_recovery, test_recovery::run)
#include "test_recovery.moc"
