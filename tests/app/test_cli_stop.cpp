// Protects what Ctrl-C leaves behind: the program ends soon, says so, and every file that it wrote is whole
// and named; a disk that fills up ends in an error and no half-written file.
#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"

namespace test_cli_stop {

using namespace foldwave::test;

class TestCliStop : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // The run is signalled as soon as `ready` holds, and its outcome given back.
  template <class Ready>
  Outcome stopped_run(const QString& out, int signal_number, Ready&& ready, double& milliseconds) {
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, {"run", at("long.json"), "--out", at(out)});
    if (!process.waitForStarted()) return {};
    QElapsedTimer patience;
    patience.start();
    while (!ready() && patience.elapsed() < 120000 && !process.waitForFinished(20)) {
    }
    return signalled(process, signal_number, milliseconds);
  }

 private slots:
  void initTestCase() {
    // A run of minutes, with a frame every few steps.
    ScenarioFile()
        .set("/grid/nodes", "[48, 48, 48]")
        .set("/propagation/duration", "30")
        .set("/propagation/error_budget", "0.5")
        .set("/outputs/snapshots", R"({"every_steps": 200, "format": "vti"})")
        .write(at("long.json"));
    QCOMPARE(cli({"validate", at("long.json")}).exit, 0);
  }

  void interruptedWave_data() {
    QTest::addColumn<int>("signal");
    QTest::addRow("SIGINT") << SIGINT;
    QTest::addRow("SIGTERM") << SIGTERM;
  }
  void interruptedWave() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: there is no frame to wait for");
#endif
    QFETCH(int, signal);
    const QString out = QString("wave-%1").arg(signal);
    double took = 0.0;
    const QString third = at(out + "/wave/snapshots/step_000600.vti");
    const Outcome outcome = stopped_run(
        out, signal, [&] { return QFile::exists(third); }, took);
    QVERIFY(QFile::exists(third));
    QCOMPARE(outcome.signal, signal);
    QVERIFY2(took < 1000.0 * foldwave::machine_pace(), qPrintable(QString("%1 ms").arg(took)));
    QVERIFY(outcome.error_lines().contains("stopped; what was done is in " + at(out).toUtf8()));

    const QJsonObject report = json_of(at(out + "/report.json"));
    const QJsonArray stages = report["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QVERIFY(!stages[0].toObject().contains("stopped"));
    QVERIFY(stages[1]["stopped"].toBool());
    QVERIFY(stages[1]["steps"].toInt() >= 600);

    QStringList told = strings(report["outputs"]);
    told.append("report.json");
    told.sort();
    QCOMPARE(files_below(at(out)), told);
    QStringList frames = frames_of(at(out + "/wave/snapshots.pvd"));
    QCOMPARE(frames.size(), stages[1]["snapshots"].toInt());
    QVERIFY(frames.size() >= 4);
    for (const QString& frame : frames)
      QVERIFY2(QFile::exists(at(out + "/wave/" + frame)), qPrintable(frame));

    if (!python_has("vtkmodules.vtkIOXML")) QSKIP("VTK's Python readers are not installed (python3-vtk9)");
    const PythonResult read = python(R"(
import sys
from vtkmodules.vtkIOXML import vtkXMLImageDataReader
for name in sys.argv[1:]:
    reader = vtkXMLImageDataReader()
    reader.SetFileName(name)
    reader.Update()
    image = reader.GetOutput()
    assert reader.GetErrorCode() == 0, name
    assert image.GetDimensions() == (48, 48, 48), name
    low, high = image.GetPointData().GetArray("pressure").GetRange()
    assert -1e6 < low <= high < 1e6, name
print("read", len(sys.argv) - 1)
)",
                                     [&] {
                                       QStringList paths;
                                       for (const QString& frame : frames)
                                         paths.append(at(out + "/wave/" + frame));
                                       return paths;
                                     }());
    QVERIFY2(read.ok, read.output.constData());
    QCOMPARE(read.output.trimmed(), QByteArray("read ") + QByteArray::number(frames.size()));
  }

  void interruptedFoldWritesNoVolume() {
    ScenarioFile()
        .set("/grid/nodes", "[200, 200, 200]")
        .set("/propagation/enabled", "false")
        .write(at("big.json"));
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, {"run", at("big.json"), "--out", at("fold")});
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(30000));
    double took = 0.0;
    const Outcome outcome = signalled(process, SIGINT, took);
    QCOMPARE(outcome.signal, SIGINT);
    QVERIFY2(took < 1000.0 * foldwave::machine_pace(), qPrintable(QString("%1 ms").arg(took)));
    QCOMPARE(files_below(at("fold")), QStringList{"report.json"});
    const QJsonObject report = json_of(at("fold/report.json"));
    QVERIFY(report["stages"].toArray().at(0)["stopped"].toBool());
    QVERIFY(report["outputs"].toArray().isEmpty());
  }

  // Ctrl-C goes to the shell and to the program; a shell goes on where the program was not ended by the
  // signal.
  void interruptedLoopOfAShellEnds() {
    QProcess shell;
    shell.setProcessEnvironment(no_display());
    shell.setChildProcessModifier([] {
      ::setpgid(0, 0);
      ::signal(SIGINT, SIG_DFL);
    });
    shell.start("/bin/bash", {"-c", "for i in 1 2 3; do \"$@\"; echo next; done", "bash", FOLDWAVE_CLI, "run",
                              at("long.json"), "--out", at("loop")});
    shell.setReadChannel(QProcess::StandardError);
    QVERIFY(shell.waitForReadyRead(60000));
    ::kill(-static_cast<pid_t>(shell.processId()), SIGINT);
    const Outcome outcome = outcome_of(shell, 60000);
    QCOMPARE(outcome.signal, SIGINT);
    QVERIFY2(!outcome.out.contains("next"), outcome.out.constData());
    QVERIFY(json_of(at("loop/report.json"))["stages"].toArray().last()["stopped"].toBool());
  }

  void interruptedExportEndsByTheSignalToo() {
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, {"export", at("long.json"), "--to", at("long.sgy")});
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(60000));
    double took = 0.0;
    const Outcome outcome = signalled(process, SIGTERM, took);
    QCOMPARE(outcome.signal, SIGTERM);
    QVERIFY(outcome.err.contains("stopped on request"));
    QVERIFY(!QFile::exists(at("long.sgy")));
  }

  // A file that may not outgrow its limit stands for a full disk: the write fails in its middle.
  void fullDiskIsAnErrorAndLeavesNoPart_data() {
    QTest::addColumn<int>("kilobytes");
    QTest::addColumn<QString>("at_file");
#ifdef FOLDWAVE_HAS_VTK
    QTest::addRow("the first file") << 2 << "fold/horizon.vtp";
    QTest::addRow("a snapshot") << 16 << "wave/snapshots/step_";
#else
    QTest::addRow("the gather") << 4 << "wave/gather.sgy";
#endif
  }
  void fullDiskIsAnErrorAndLeavesNoPart() {
    QFETCH(int, kilobytes);
    QFETCH(QString, at_file);
    ScenarioFile().write(at("small.json"));
    const QString out = at(QString("full-%1").arg(kilobytes));
    const Outcome outcome = start("/bin/bash", {"-c", QString("ulimit -f %1; exec \"$@\"").arg(kilobytes),
                                                "bash", FOLDWAVE_CLI, "run", at("small.json"), "--out", out});
    QCOMPARE(outcome.exit, 1);
    const QByteArray last = outcome.error_lines().last();
    QVERIFY2(last.contains((out + "/" + at_file).toUtf8()), last.constData());
    QVERIFY2(last.contains("cannot be written in full"), last.constData());
    QVERIFY2(last.contains("free space"), last.constData());
    const QByteArray named = last.mid(qstrlen("foldwave-cli: ")).split(':').front();
    QVERIFY2(!QFile::exists(named), named.constData());
    for (const QString& file : files_below(out))
      QVERIFY2(!file.endsWith(".part"), qPrintable(file));
    if (!at_file.contains("snapshots")) return;
    // What was written before stays whole: the report of the fold, and every snapshot that the series names.
    QVERIFY(json_of(out + "/report.json")["stages"].toArray().at(0)["name"] == "fold");
    QFile series(out + "/wave/snapshots.pvd");
    QVERIFY(series.open(QIODevice::ReadOnly));
    const QByteArray text = series.readAll();
    QVERIFY(text.contains("</VTKFile>"));
    const auto kept = text.count("file=\"");
    QCOMPARE(QDir(out + "/wave/snapshots").entryList({"*.vti"}).size(), kept);
    QVERIFY2(kept > 0, text.constData());
    for (const QString& name : QDir(out + "/wave/snapshots").entryList({"*.vti"})) {
      QVERIFY(text.contains(name.toUtf8()));
      QFile snapshot(out + "/wave/snapshots/" + name);
      QVERIFY(snapshot.open(QIODevice::ReadOnly) && snapshot.readAll().trimmed().endsWith("</VTKFile>"));
    }
  }

  void fullStandardOutputIsAnError() {
    if (!QFile::exists("/dev/full")) QSKIP("this system has no /dev/full");
    const Outcome outcome =
        start("/bin/bash", {"-c", "exec \"$@\" > /dev/full", "bash", FOLDWAVE_CLI, "info", "--json"});
    QCOMPARE(outcome.exit, 1);
    QVERIFY(outcome.err.contains("standard output"));
  }
};

}  // namespace test_cli_stop

FOLDWAVE_TEST(test_cli_stop, run_guiless<test_cli_stop::TestCliStop>)
#include "test_cli_stop.moc"
