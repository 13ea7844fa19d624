// Protects `forecast`: what it prints is the contract's shape, a machine that was never measured is measured
// first, one whose calibration is damaged or of other threads says so, a scenario that cannot run is refused
// with what can be told; `run` keeps what it took beside what was foretold and mends the calibration.
#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_forecast {

using namespace foldwave;
using namespace foldwave::test;

class TestCliForecast : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }
  // The first, of all threads: a run with others keeps one of its own.
  static QString cache_file() {
    static QString file;
    if (!file.isEmpty()) return file;
    const QDir cache(no_display().value("XDG_CACHE_HOME") + "/foldwave");
    const QStringList names = cache.entryList({"forecast-*-cpu-*.json"});
    if (!names.isEmpty()) file = cache.filePath(names.front());
    return file;
  }
  // What lies in a folder is what was foretold.
  void check_disk(const QString& folder, const QJsonObject& foretold) const {
    double disk = 0.0;
    for (const QString& file : files_below(at(folder)))
      disk += static_cast<double>(QFileInfo(at(folder + "/" + file)).size());
    const double on_disk = foretold["total"]["disk_bytes"].toDouble();
    qInfo("disk %g MB, foretold %g MB", 1e-6 * disk, 1e-6 * on_disk);
    QVERIFY2(std::abs(on_disk / disk - 1.0) < 0.2, qPrintable(QString("%1 of %2").arg(on_disk).arg(disk)));
  }
  static QJsonObject printed(const Outcome& run) { return QJsonDocument::fromJson(run.out).object(); }

 private slots:
  void initTestCase() { ScenarioFile().write(at("s.json")); }

  // The first: it measures the machine for those that follow.
  void a_new_machine_is_measured_first() {
    QElapsedTimer clock;
    clock.start();
    const Outcome run = cli({"forecast", at("s.json"), "--json", "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    QVERIFY2(run.err.contains("calibrating"), run.err);
    QVERIFY(!cache_file().isEmpty());
    const QJsonObject j = printed(run);
    for (const char* const key : {"stages", "total", "largest_grid", "calibration", "warnings"})
      QVERIFY2(j.contains(key), key);
    const QJsonArray stages = j["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0]["name"].toString(), "fold");
    QCOMPARE(stages[1]["name"].toString(), "wave");
    for (const QJsonValue& stage : stages) {
      QVERIFY(stage["low"].toDouble() > 0.0 && stage["low"].toDouble() < stage["seconds"].toDouble());
      QVERIFY(stage["high"].toDouble() > stage["seconds"].toDouble());
      QVERIFY(stage["memory_bytes"].toDouble() > 1e5 && stage["device_memory_bytes"].toDouble(-1.0) == 0.0);
      QVERIFY(stage["disk_bytes"].toDouble() > 1e3);
      QVERIFY(!stage["kernel"].toString().isEmpty());
      QVERIFY(QStringList({"memory", "arithmetic", "launches", "disk", "files", "pictures"})
                  .contains(stage["bound_by"].toString()));
    }
    QCOMPARE(stages[0]["kernel"].toString(), "foot-point");
    QCOMPARE(stages[1]["kernel"].toString(), "one-step");
    QVERIFY(stages[1]["kernel_shape"].toString().startsWith("1 step a pass, "));
    QVERIFY(j["total"]["disk_free_bytes"].toDouble() > 0.0);
    QVERIFY(QStringList({"direct", "flushed"}).contains(j["calibration"]["disk_way"].toString()));
    QCOMPARE(j["backend"]["name"].toString(), "cpu");
    QCOMPARE(j["largest_grid"].toArray().size(), 3);
    QVERIFY(j["calibration"]["calibrated_parts"].toInt() > 20);
    const QString state = j["calibration"]["state"].toString();
    QVERIFY2(state == "good" || state == "busy", qPrintable(state));
    QCOMPARE(j["warnings"].toArray().isEmpty(), state == "good");
  }

  void later_ones_are_quick_and_readable() {
    const Outcome run = cli({"forecast", at("s.json"), "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    QVERIFY2(!run.err.contains("calibrating"), run.err);
    for (const char* const word : {"fold", "wave", "total", "largest grid", "bound by", "calibrated",
                                   "kernel", "one-step: 1 step a pass", "free on the disk: "})
      QVERIFY2(run.out.contains(word), run.out);
    const Outcome fold = cli({"forecast", at("s.json"), "--json", "--stages", "fold", "--backend", "cpu"});
    QCOMPARE(printed(fold)["stages"].toArray().size(), 1);
  }

  void slurm_is_asked_for_enough() {
    const Outcome run = cli({"forecast", at("s.json"), "--slurm", "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    const QString text = QString::fromUtf8(run.out);
    const auto time =
        QRegularExpression("^#SBATCH --time=(\\d+):(\\d\\d):00$", QRegularExpression::MultilineOption)
            .match(text);
    QVERIFY2(time.hasMatch() && time.captured(1).toInt() * 60 + time.captured(2).toInt() >= 1, run.out);
    const auto memory =
        QRegularExpression("^#SBATCH --mem=(\\d+)M$", QRegularExpression::MultilineOption).match(text);
    QVERIFY2(memory.hasMatch() && memory.captured(1).toInt() >= 64, run.out);
    QVERIFY2(text.startsWith("#!/bin/sh\n") && !text.contains("gpus"), run.out);
    QCOMPARE(cli({"forecast", at("s.json"), "--slurm", "--json"}).exit, 2);
  }

  void storage_is_planned() {
    const Outcome run =
        cli({"forecast", at("s.json"), "--storage", "--json", "--backend", "cpu", "--disk", "1,1e6"});
    if (!has_volume_store()) {
      QCOMPARE(run.exit, 1);
      return;
    }
    QVERIFY2(run.exit == 0, run.err);
    const QJsonObject j = printed(run);
    QCOMPARE(j["disks"].toArray().size(), 3);
    const QJsonArray choices = j["choices"].toArray();
    QVERIFY(choices.size() >= 6 && choices.size() % 3 == 0);
    // Whatever a codec costs, it pays on 1 MB/s and costs time on 1 TB/s.
    QVERIFY(!j["disks"][1]["quickest_to_write"].isNull() && j["disks"][2]["quickest_to_write"].isNull());
    for (const QJsonValue& one : choices) {
      QVERIFY(one["bytes"].toDouble() > 0.0 && one["bytes"].toDouble() < 2.0 * one["plain_bytes"].toDouble());
      const QJsonValue writing = one["writing"];
      QVERIFY(writing["seconds"].toDouble() > 0.0);
      QCOMPARE(writing["pays"].toBool(), writing["seconds"].toDouble() < writing["plain_seconds"].toDouble());
    }
    const Outcome table = cli({"forecast", at("s.json"), "--storage", "--backend", "cpu"});
    QVERIFY2(table.exit == 0 && table.out.contains("pays below") && table.out.contains("this machine"),
             table.out);
    QCOMPARE(cli({"forecast", at("s.json"), "--disk", "5"}).exit, 2);
  }

  // Of a machine that is not here: taken where it is asked for by name, and said whose it is.
  void another_machines_calibration_is_taken_when_asked() {
    QFile mine(cache_file());
    QVERIFY(mine.open(QIODevice::ReadOnly));
    QJsonObject there = QJsonDocument::fromJson(mine.readAll()).object();
    there["machine"] = "gauss";
    there["processor"] = "a processor of another";
    there["threads"] = 48;
    const QString file = at("gauss.json");
    ScenarioFile::write_text(file, QJsonDocument(there).toJson());
    const Outcome run = cli({"forecast", at("s.json"), "--device", file, "--json"});
    QVERIFY2(run.exit == 0, run.err);
    QVERIFY2(run.err.contains("for gauss (a processor of another), 48 threads, by "), run.err);
    const QJsonObject j = printed(run);
    QCOMPARE(j["calibration"]["machine"].toString(), "gauss");
    QCOMPARE(j["calibration"]["file"].toString(), file);
    QVERIFY(j["calibration"]["state"].toString() != "foreign");
    QVERIFY(j["total"]["disk_free_bytes"].isNull() && j["largest_grid"].isNull());
    QVERIFY(j["stages"].toArray().size() == 2 && j["total"]["seconds"].toDouble() > 0.0);
    const Outcome table = cli({"forecast", at("s.json"), "--device", file});
    QVERIFY2(table.out.contains("gauss (a processor of another), 48 threads"), table.out);
    // Slurm is asked for that machine's threads.
    QVERIFY(cli({"forecast", at("s.json"), "--device", file, "--slurm"}).out.contains("--cpus-per-task=48"));
    ScenarioFile::write_text(at("none.json"), "{}");
    const Outcome none = cli({"forecast", at("s.json"), "--device", at("none.json")});
    QVERIFY2(none.exit == 1 && none.err.contains("is no calibration"), none.err);
    QCOMPARE(cli({"forecast", at("s.json"), "--device", file, "--calibrate"}).exit, 2);
    QCOMPARE(cli({"forecast", at("s.json"), "--device", at("nowhere.json")}).exit, 2);
  }

  void what_cannot_run_is_told() {
    ScenarioFile().set("/propagation/order", "7").write(at("odd.json"));
    const Outcome run = cli({"forecast", at("odd.json"), "--json", "--backend", "cpu"});
    QCOMPARE(run.exit, 1);
    QVERIFY2(run.err.contains("/propagation/order"), run.err);
    QCOMPARE(printed(run)["stages"].toArray().size(), 1);
    ScenarioFile().set("/propagation/dt", "0.1").write(at("unstable.json"));
    const Outcome unstable = cli({"forecast", at("unstable.json"), "--json", "--backend", "cpu"});
    QCOMPARE(unstable.exit, 1);
    QVERIFY2(unstable.err.contains("/propagation/dt"), unstable.err);
    QCOMPARE(cli({"forecast", at("nowhere.json")}).exit, 1);
  }

  void runs_keep_what_they_took() {
    const auto parts_of_runs = [] { return json_of(cache_file())["from_runs"].toArray().size(); };
    const auto before = parts_of_runs();
    const Outcome run = cli({"run", at("s.json"), "--out", at("out"), "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    for (const QJsonValue& stage : json_of(at("out/report.json"))["stages"].toArray()) {
      const QJsonValue forecast = stage["forecast"];
      QVERIFY(forecast["low"].toDouble() > 0.0 &&
              forecast["low"].toDouble() < forecast["seconds"].toDouble());
      QVERIFY(forecast["seconds"].toDouble() < forecast["high"].toDouble());
      QVERIFY(forecast["actual_seconds"].toDouble() >= stage["seconds"].toDouble());
    }
    // rest, solve, geometry, files; model, set-up, steps, gather, snapshots, files.
    QVERIFY2(parts_of_runs() - before >= 9, qPrintable(QString::number(parts_of_runs() - before)));
    // Fewer threads are another machine.
    const auto after = parts_of_runs();
    const Outcome other =
        cli({"--threads", "1", "run", at("s.json"), "--out", at("one"), "--backend", "cpu"});
    QVERIFY2(other.exit == 0, other.err);
    QCOMPARE(parts_of_runs(), after);
  }

  // In a cache and a folder of its own, which go again.
  void whole_jobs_are_held_against_what_is_asked() {
    const QByteArray before = bytes_of(cache_file());
    const auto left = [] { return QDir::temp().entryList({"foldwave-jobs-*"}).size(); };
    const auto folders = left();
    const Outcome run =
        cli({"bench", "forecast", "--jobs", "2", "--taught", "1", "--json", "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    const QJsonObject j = printed(run);
    QCOMPARE(j["summary"]["jobs"].toInt(), 2);
    int in_time = 0;
    for (const QJsonValue& job : j["results"].toArray()) {
      QVERIFY(job["seconds"].toDouble() > 0.0 && job["memory_bytes"].toDouble() > 1e6);
      QVERIFY(job["disk_bytes"].toDouble() > 1e3 && job["foretold_disk_bytes"].toDouble() > 1e3);
      QVERIFY(job["asked_seconds"].toDouble() > job["foretold"]["high"].toDouble());
      in_time += job["seconds"].toDouble() <= job["asked_seconds"].toDouble() ? 1 : 0;
    }
    QCOMPARE(j["summary"]["ended_in_time"].toDouble(), 0.5 * in_time);
    QCOMPARE(bytes_of(cache_file()), before);
    QCOMPARE(left(), folders);
  }

  void memory_and_disk_are_as_foretold() {
#ifndef FOLDWAVE_HAS_VTK
    FOLDWAVE_NOT_HERE("VTK, without which less is written");
#endif
    // Of a grid where the fields count.
    ScenarioFile()
        .set("/grid/nodes", "[120, 120, 120]")
        .set("/events/0/horizon/point", "[595, 595, 595]")
        .set("/outputs", R"({"pictures": false})")
        .set("/propagation/duration", "0.02")
        .write(at("large.json"));
    const QJsonObject foretold = printed(cli({"forecast", at("large.json"), "--json", "--backend", "cpu"}));
    // What who starts the run holds is none of its memory.
    const QByteArray held(400'000'000, 'x');
    const Outcome run = cli({"run", at("large.json"), "--out", at("large"), "--backend", "cpu"});
    QVERIFY2(run.exit == 0 && held.back() == 'x', run.err);
    const double peak = json_of(at("large/report.json"))["peak_memory_bytes"].toDouble();
    const double memory = foretold["total"]["memory_bytes"].toDouble();
    qInfo("peak %g MB, foretold %g MB", 1e-6 * peak, 1e-6 * memory);
    QVERIFY2(std::abs(memory / peak - 1.0) < 0.05, qPrintable(QString("%1 of %2").arg(memory).arg(peak)));
    check_disk("large", foretold);
  }

  // Rows of a fold that is the same across y repeat; of one that is not they do not.
  void files_of_folds_and_locations_are_foretold() {
#ifndef FOLDWAVE_HAS_VTK
    FOLDWAVE_NOT_HERE("VTK, without which less is written");
#endif
    for (const char* const azimuth : {"90", "40"}) {
      ScenarioFile()
          .set("/grid/nodes", "[48, 44, 40]")
          .set("/events/0/horizon",
               (std::string(R"({"type": "cosine", "depth": 195, "trains": [{"amplitude": 20,
                                "wavelength": 230, "crest": [200, 0], "azimuth": )") +
                azimuth + "}]}")
                   .c_str())
          .set("/outputs", R"({"pictures": false})")
          .set("/survey/sources/0/position", "[235, 215, 190]")
          .set("/survey/receivers/0",
               R"({"type": "carpet", "from": [40, 40], "to": [420, 380], "depth": 20, "count": [9, 9]})")
          .set("/propagation/duration", "0.3")
          .set("/imaging", R"({"purpose": "focus"})")
          .write(at("folded.json"));
      const QJsonObject foretold =
          printed(cli({"forecast", at("folded.json"), "--json", "--backend", "cpu"}));
      const Outcome run = cli({"run", at("folded.json"), "--out", at(azimuth), "--backend", "cpu"});
      QVERIFY2(run.exit == 0, run.err);
      check_disk(azimuth, foretold);
    }
  }

  // The last: it spoils the file.
  void damaged_calibrations_are_told() {
    const auto write = [](const QByteArray& text) { ScenarioFile::write_text(cache_file(), text); };
    const QByteArray whole = bytes_of(cache_file());
    write(whole.left(whole.size() / 2));
    const Outcome run = cli({"run", at("s.json"), "--out", at("damaged"), "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
    const QJsonObject stage = json_of(at("damaged/report.json"))["stages"][1].toObject();
    const QJsonValue forecast = stage["forecast"];
    QVERIFY(forecast["high"].toDouble() > 2.0 * forecast["low"].toDouble());
    // What the run took is kept all the same, and so is the damaged file.
    QCOMPARE(bytes_of(cache_file() + ".before"), whole.left(whole.size() / 2));
    QVERIFY(json_of(cache_file())["from_runs"].toArray().size() >= 9);
  }
};

}  // namespace test_cli_forecast

FOLDWAVE_TEST(test_cli_forecast, run_guiless<test_cli_forecast::TestCliForecast>)
#include "test_cli_forecast.moc"
