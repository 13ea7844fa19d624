// Protects what the command line does with files that are none: a device without end, a pipe that nobody
// writes into, a file of a terabyte, a folder, wherever a scenario or an option names them; and with names
// that are longer than a file's may be.
#include <sys/stat.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_special_files {

using namespace foldwave::test;

class TestCliSpecialFiles : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // With 2 GB of address space, as memory without end would end the machine, too; the address sanitizer wants
  // more.
#ifdef FOLDWAVE_SANITIZED
  inline static const QString limit;
#else
  inline static const QString limit = "ulimit -v 2000000; ";
#endif
  static Outcome bounded(const QStringList& arguments) {
    return start("/bin/bash",
                 QStringList{"-c", limit + "exec timeout 30 \"$@\"", "bash", FOLDWAVE_CLI} + arguments);
  }

  static void require_refused(const Outcome& outcome, const QStringList& words) {
    QCOMPARE(outcome.exit, 1);
    for (const QString& word : words)
      QVERIFY2((outcome.err + outcome.out).contains(word.toUtf8()),
               qPrintable(word + " is not in: " + outcome.err));
  }

 private slots:
  void initTestCase() {
    ScenarioFile().write(at("good.json"));
    QCOMPARE(::mkfifo(qPrintable(at("fifo")), 0600), 0);
    ScenarioFile::write_text(at("sparse"), {});
    std::error_code ignored;
    std::filesystem::resize_file(at("sparse").toStdString(), std::uintmax_t{1} << 40, ignored);
    QVERIFY(QDir(folder_.path()).mkpath("folder"));
  }

  void everyReaderRefusesWhatIsNone_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("words");
    QTest::addRow("endless device") << "/dev/zero"
                                    << "is a device, not a file";
    QTest::addRow("empty device") << "/dev/null"
                                  << "is a device, not a file";
    QTest::addRow("folder") << at("folder") << "is a folder";
    QTest::addRow("pipe") << at("fifo") << "is a pipe";
    QTest::addRow("terabyte") << at("sparse") << "holds 1.1 TB";
  }
  void everyReaderRefusesWhatIsNone() {
    QFETCH(QString, file);
    QFETCH(QString, words);
    const QByteArray quoted = '"' + file.toUtf8() + '"';
    const auto named = [&](const QString& path, const QByteArray& value) {
      ScenarioFile().set(path, value.constData()).write(at("names.json"));
      return at("names.json");
    };
    for (const QString& command : QStringList{"validate", "run", "export"}) {
      QStringList arguments{command, file};
      if (command == "run") arguments += {"--out", at("out")};
      if (command == "export") arguments += {"--to", at("out.sgy")};
      require_refused(bounded(arguments), {file, words});
    }
    require_refused(bounded({"fit", at("good.json"), "--horizon", file}), {file, words});
    for (const char* suffix : {"", ".sgy", ".vti"}) {
      const QString link = at(QString("volume") + suffix);
      QFile::remove(link);
      QVERIFY(QFile::link(file, link));
      const QByteArray volume =
          "{\"file\": \"" + link.toUtf8() + "\"" +
          (*suffix == 0 ? ", \"nodes\": [8192, 8192, 4096], \"spacing\": [1, 1, 1]}" : "}");
#ifndef FOLDWAVE_HAS_VTK
      if (QByteArray(suffix) == ".vti") continue;
#endif
      require_refused(bounded({"validate", named("/velocity", volume)}), {link, words});
    }
    const QByteArray types[] = {"{\"type\": \"xyz\", \"file\": " + quoted + "}",
                                "{\"type\": \"mesh\", \"file\": " + quoted + "}"};
    for (const QByteArray& horizon : types)
      require_refused(bounded({"validate", named("/events/0/horizon", horizon)}), {file, words});
    require_refused(
        bounded({"validate",
                 named("/survey/wavelet", R"({"type": "file", "frequency": 20, "file": )" + quoted + "}")}),
        {file, words});
    QVERIFY(!QFile::exists(at("out")));
  }

  void aScenarioComesThroughAPipe() {
    const Outcome outcome =
        start("/bin/bash", {"-c", "cat \"$1\" | \"$0\" validate /dev/stdin", FOLDWAVE_CLI, at("good.json")});
    QCOMPARE(outcome.exit, 0);
    QVERIFY(outcome.out.contains("nothing to complain of"));
  }

  void anEndlessPipeIsBounded() {
    const Outcome outcome =
        start("/bin/bash", {"-c", "yes | (" + limit + "\"$0\" validate /dev/stdin)", FOLDWAVE_CLI});
    require_refused(outcome, {"/dev/stdin: is a pipe that brings more than"});
  }

  void longNamesMakeFilesAllTheSame() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it writes no file a layer");
#endif
    const QByteArray name = '"' + QByteArray(300, 'a') + "\"",
                     wide = '"' + QByteArray("\xc3\xa4").repeated(300) + '"';
    ScenarioFile()
        .set("/name", name.constData())
        .set("/layers/list/0/name", wide.constData())
        .set("/layers/list/1/name", name.constData())
        .set("/events/0/name", name.constData())
        .set("/propagation/enabled", "false")
        .write(at("long.json"));
    const Outcome outcome = cli({"run", at("long.json"), "--out", at("long")});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    QCOMPARE(files_below(at("long/fold/layers")).size(), 1);
    for (const QString& file : files_below(at("long")))
      QVERIFY2(QFileInfo(file).fileName().toUtf8().size() <= 100, qPrintable(file));
  }
};

}  // namespace test_cli_special_files

FOLDWAVE_TEST(test_cli_special_files, run_guiless<test_cli_special_files::TestCliSpecialFiles>)
#include "test_cli_special_files.moc"
