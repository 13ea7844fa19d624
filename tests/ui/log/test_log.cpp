// Protects the log: lines come from any thread, the table is bounded and can be filtered and copied, the file
// begins with what a report needs, stays small, and never disturbs where it cannot be written.
#include <vtkOutputWindow.h>

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/log/log_book.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/log/program_messages.hpp"

namespace test_log {

using namespace foldwave;

namespace {

QString text_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString words(const LogBook& log, int row) {
  return log.index(row, LogBook::text_column).data().toString();
}

}  // namespace

class TestLog : public QObject {
  Q_OBJECT

 private slots:
  void lines_come_from_any_thread_and_the_table_is_bounded() {
    LogBook log(nullptr, 100);
    const QAbstractItemModelTester tester(&log, QAbstractItemModelTester::FailureReportingMode::QtTest);
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < 4; ++t)
        threads.emplace_back([&log, t] {
          for (int i = 0; i < 200; ++i)
            log.add(LogLevel::info, QString("thread %1 line %2").arg(t).arg(i));
        });
    }
    log.add(LogLevel::error, "the last");
    QTRY_COMPARE(log.rowCount(), 100);
    QCOMPARE(words(log, 99), QString("the last"));
    log.add(LogLevel::info, "one more");
    QTRY_COMPARE(words(log, 99), QString("one more"));
    QCOMPARE(log.rowCount(), 100);
  }

  void the_file_begins_with_the_facts_and_stays_small() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("state/foldwave/foldwave.log");
    {
      LogFile file(path.toStdString(), 1000, 3);
      file.set_opening("facts\n");
      for (int i = 0; i < 200; ++i)
        file.write(QString("line %1 of the log\n").arg(i).toStdString());
      QVERIFY(file.problem().empty());
    }
    QVERIFY(text_of(path).endsWith("line 199 of the log\n"));
    for (const char* const suffix : {"", ".1", ".2"}) {
      QVERIFY(text_of(path + suffix).startsWith("facts\n"));
      QVERIFY(QFileInfo(path + suffix).size() <= 1000);
    }
    QVERIFY(!QFile::exists(path + ".3"));
    // The next start of the program begins a file of its own.
    LogFile next(path.toStdString());
    next.write("next\n");
    QCOMPARE(text_of(path), QString("next\n"));
    QVERIFY(text_of(path + ".1").endsWith("line 199 of the log\n"));
  }

  void a_file_that_cannot_be_written_is_said_once() {
    LogBook log;
    const QTemporaryDir folder;
    QVERIFY(QFile(folder.filePath("not-a-folder")).open(QIODevice::WriteOnly));
    log.write_to(folder.filePath("not-a-folder/foldwave.log"), "facts\n");
    for (int i = 0; i < 3; ++i)
      log.add(LogLevel::info, "a line");
    QTRY_COMPARE(log.rowCount(), 4);
    QCOMPARE(words(log, 0), QString("a line"));
    QVERIFY2(words(log, 1).contains("the log is not written"), qPrintable(words(log, 1)));
    QCOMPARE(words(log, 3), QString("a line"));
  }

  void a_full_disk_is_said() {
    if (!QFile::exists("/dev/full")) QSKIP("there is no device that is always full");
    LogFile full("/dev/full", 1'000'000, 1);  // one file: nothing is renamed
    full.write("a line\n");
    QVERIFY2(full.problem().starts_with("/dev/full"), full.problem().c_str());
    full.write("another\n");
  }

  void what_qt_and_vtk_say_is_in_it() {
    LogBook log;
    {
      const ProgramMessages messages(log);
      QTest::ignoreMessage(QtWarningMsg, "a warning of Qt");
      qWarning("a warning of Qt");
      vtkOutputWindow::GetInstance()->DisplayErrorText("an error of VTK\n");
    }
    vtkOutputWindow::GetInstance()->DisplayText("nobody hears this\n");
    QTRY_COMPARE(log.rowCount(), 2);
    QCOMPARE(words(log, 0), QString("Qt: a warning of Qt"));
    QCOMPARE(words(log, 1), QString("VTK: an error of VTK"));
    QCOMPARE(log.index(1, 0).data(LogBook::level_role).toInt(), int(LogLevel::error));
  }

  void the_panel_filters_and_copies() {
    LogBook log;
    LogPanel panel(log);
    log.add(LogLevel::debug, "a detail");
    log.add(LogLevel::info, "a message");
    log.add(LogLevel::error, "an error");
    const QAbstractItemModel* const shown = panel.list()->model();
    QTRY_COMPARE(shown->rowCount(), 2);
    panel.set_level(LogLevel::error);
    QCOMPARE(shown->rowCount(), 1);
    QVERIFY(panel.copied_text().endsWith("error   an error\n"));
    panel.set_level(LogLevel::debug);
    QCOMPARE(panel.copied_text().count('\n'), 3);
    panel.list()->setCurrentIndex(shown->index(1, 0));
    QVERIFY(panel.copied_text().endsWith("info    a message\n"));
  }

  void the_facts_are_what_a_report_needs() {
    const QString facts = program_facts();
    for (const char* const word :
         {"Foldwave ", "Qt 6", "VTK 9", "OpenGL: ", "Processor: ", " threads", "Back end cpu: "})
      QVERIFY2(facts.contains(word), word);
  }
};

}  // namespace test_log

FOLDWAVE_TEST(test_log, run_in_windows<test_log::TestLog>)
#include "test_log.moc"
