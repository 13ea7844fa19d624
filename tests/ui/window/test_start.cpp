// Protects the first moment: a file that cannot be opened leaves no dead window but the example and a
// message, a horizon comes in by its dialog, and what needs no display asks for none.
#include <QFile>
#include <QIODevice>
#include <QMessageBox>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/system.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/import_dialog.hpp"

namespace test_start {

using namespace foldwave;

namespace {

struct Ended {
  int code = -1;
  QString out, err;
};

// The program, with or without a display.
Ended run_program(const QStringList& arguments, bool display) {
  QProcess program;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (!display) environment.remove(name);
  program.setProcessEnvironment(environment);
  program.start(FOLDWAVE_PROGRAM, arguments);
  if (!program.waitForFinished(patience)) return {};
  return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1,
          QString::fromUtf8(program.readAllStandardOutput()),
          QString::fromUtf8(program.readAllStandardError())};
}

}  // namespace

class TestStart : public QObject {
  Q_OBJECT

 private slots:
  void help_and_version_need_no_display() {
    for (const char* const option : {"--help", "-h"}) {
      const Ended help = run_program({option}, false);
      QVERIFY2(help.code == 0 && help.out.contains("--screenshot"), qPrintable(help.out + help.err));
    }
    const Ended version = run_program({"--version"}, false);
    QVERIFY2(version.code == 0, qPrintable(version.err));
    QVERIFY(version.out.contains(QString::fromStdString(program_version())));
  }

  void a_picture_of_a_missing_file_says_why() {
    const QString picture = folder_.filePath("picture.png");
    const Ended ended = run_program({"--screenshot", picture, folder_.filePath("missing.json")}, true);
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains("missing.json") && ended.err.contains("is not there"), qPrintable(ended.err));
    QVERIFY(!QFile::exists(picture));
  }

  void a_bad_file_gives_way_to_the_example_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("missing") << "missing.json" << QByteArray();
    QTest::newRow("no JSON") << "broken.json" << QByteArray("{");
    QTest::newRow("no scenario") << "other.json" << QByteArray("{\"format\": \"else\"}");
    QTest::newRow("missing horizon") << "missing.xyz" << QByteArray();
    QTest::newRow("no suffix") << "notes" << QByteArray("some words\n");
  }
  void a_bad_file_gives_way_to_the_example() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    const QString file = folder_.filePath(name);
    if (!content.isEmpty()) write(file, content);
    ShownWindow window;
    window->files().open_first(file, example());
    auto* const box = window->findChild<QMessageBox*>();
    QVERIFY(box != nullptr && box->isVisible());
    QVERIFY2(box->text().contains(name), qPrintable(box->text()));
    QVERIFY(window->editor().now() == load_scenario(example().toStdString()));
    box->accept();
    QVERIFY(window.settled());
  }

  void a_horizon_comes_in_by_its_dialog() {
    QByteArray picks;
    for (int j = 0; j < 12; ++j)
      for (int i = 0; i < 12; ++i)
        picks += QString("%1 %2 %3\n").arg(230 * i).arg(230 * j).arg(-900 - 5 * i).toUtf8();
    const QString file = folder_.filePath("picks.xyz");
    write(file, picks);
    ShownWindow window;
    window->files().open_first(file, example());
    auto* const dialog = window->findChild<ImportDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(window->findChild<QMessageBox*>() == nullptr);
    dialog->reject();
    QVERIFY(window.settled());
  }

  void a_good_file_is_opened() {
    const QString file = folder_.filePath("good.json");
    Scenario good = example_on(16);
    good.name = "good";
    save_scenario(good, file.toStdString());
    ShownWindow window;
    window->files().open_first(file, example());
    QVERIFY(window->findChild<QMessageBox*>() == nullptr);
    QCOMPARE(window->editor().now().name, "good");
    QCOMPARE(window->editor().document().file(), file);
  }

 private:
  QString example() {
    const QString file = folder_.filePath("example.json");
    if (!QFile::exists(file)) save_scenario(example_on(16), file.toStdString());
    return file;
  }
  static void write(const QString& file, const QByteArray& content) {
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size()) qFatal("not written");
  }

  QTemporaryDir folder_;
};

}  // namespace test_start

FOLDWAVE_TEST(test_start, run_in_windows<test_start::TestStart>)
#include "test_start.moc"
