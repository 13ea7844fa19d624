// Protects the snapshots of a run as .hdf files: named by the series with their times, within the bound that
// the files and the report tell, lossless at 0; a stop and a full disk leave files that are whole and named.
#include <signal.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/worst.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_snapshots {

using namespace foldwave;
using namespace foldwave::test;

class TestCliSnapshots : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }
  std::filesystem::path file(const QString& name) const { return at(name).toStdString(); }

  // Every file below the snapshots is whole and one of the series. Gives how many.
  int whole_snapshots(const QString& out) const {
    const auto frames = read_hdf_series(file(out + "/wave/snapshots.hdf.series"));
    for (const auto& frame : frames) {
      const VolumeFile volume(file(out + "/wave/" + QString::fromStdString(frame.name)));
      if (volume.read_all().size() != volume.grid().size() || volume.index().facts.time != frame.time)
        return -1;
    }
    const bool all = files_below(at(out + "/wave/snapshots")).size() == qsizetype(frames.size());
    return all ? int(frames.size()) : -2;
  }

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
  }

  void values_lie_within_the_bound() {
    ScenarioFile().set("/outputs/snapshots", R"({"interval": 0.02})").write(at("usual.json"));
    ScenarioFile().set("/outputs/snapshots", R"({"interval": 0.02, "error": 0})").write(at("exact.json"));
    for (const QString name : {"usual", "exact"})
      QCOMPARE(cli({"run", at(name + ".json"), "--out", at(name)}).exit, 0);
    const int snapshots = whole_snapshots("usual");
    QVERIFY2(snapshots >= 5, qPrintable(QString::number(snapshots)));
    QCOMPARE(whole_snapshots("exact"), snapshots);
    const QJsonValue stage = json_of(at("usual/report.json"))["stages"].toArray().at(1);
    QCOMPARE(stage["snapshots"].toInt(), snapshots);
    QCOMPARE(stage["snapshot_format"].toString(), QString("hdf"));
    QCOMPARE(json_of(at("exact/report.json"))["stages"].toArray().at(1)["snapshot_error_bound"].toDouble(),
             0.0);

    double largest = 0.0, bound = 0.0, worst = 0.0;
    for (const auto& frame : read_hdf_series(file("usual/wave/snapshots.hdf.series"))) {
      const VolumeFile usual(file("usual/wave/" + QString::fromStdString(frame.name)));
      const VolumeFile exact(file("exact/wave/" + QString::fromStdString(frame.name)));
      QCOMPARE(exact.index().facts.error_bound, 0.0);
      const Field<float> a = usual.read_all(), b = exact.read_all();
      for (Index m = 0; m < a.size(); ++m)
        largest = worst_of(largest, std::abs(double(b[m])));
      bound = usual.index().facts.error_bound;
      QVERIFY(std::abs(bound - 1e-4 * largest) <= 1e-9 * largest);
      for (Index m = 0; m < a.size(); ++m)
        worst = worst_of(worst, std::abs(double(a[m]) - double(b[m])) / (bound > 0.0 ? bound : 1.0));
    }
    QVERIFY2(worst <= 1.0 && worst > 0.2, qPrintable(QString::number(worst)));
    QVERIFY(bound > 0.0);
    QCOMPARE(stage["snapshot_error_bound"].toDouble(), bound);
    // All that was written is told.
    QStringList told = strings(json_of(at("usual/report.json"))["outputs"]);
    told.append("report.json");
    told.sort();
    QCOMPARE(files_below(at("usual")), told);
  }

  void a_stop_keeps_what_is_written() {
    ScenarioFile()
        .set("/grid/nodes", "[48, 48, 48]")
        .set("/propagation/duration", "30")
        .set("/propagation/error_budget", "0.5")
        .set("/outputs/snapshots", R"({"every_steps": 200})")
        .write(at("long.json"));
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, {"run", at("long.json"), "--out", at("stopped")});
    QVERIFY(process.waitForStarted());
    QElapsedTimer patience;
    patience.start();
    while (!QFile::exists(at("stopped/wave/snapshots/step_000600.hdf")) && patience.elapsed() < 120000 &&
           !process.waitForFinished(20)) {
    }
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10000));
    QVERIFY(whole_snapshots("stopped") >= 4);
    QStringList told = strings(json_of(at("stopped/report.json"))["outputs"]);
    told.append("report.json");
    told.sort();
    QCOMPARE(files_below(at("stopped")), told);
  }

  void a_full_disk_is_an_error_and_leaves_whole_files() {
    ScenarioFile().set("/outputs/snapshots", R"({"every_steps": 2, "error": 0})").write(at("full.json"));
    QProcess process;
    process.start("/bin/bash", {"-c", "ulimit -f 30; exec \"$@\"", "bash", FOLDWAVE_CLI, "run",
                                at("full.json"), "--out", at("full")});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 1);
    const QByteArray error = process.readAllStandardError();
    QVERIFY2(error.contains("wave/snapshots/step_") && error.contains("cannot be written in full"),
             error.constData());
    QVERIFY(whole_snapshots("full") > 0);
  }
};

}  // namespace test_cli_snapshots

FOLDWAVE_TEST(test_cli_snapshots, run_guiless<test_cli_snapshots::TestCliSnapshots>)
#include "test_cli_snapshots.moc"
