// Protects `bench wave`: the shape of its JSON, a row for every size, order, precision, boundary, kernel and
// thread count asked for, rates and bytes that belong together, the seeds' cases, a bench that goes on past
// what a back end cannot do, and wrong usage.
#include <signal.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QSet>
#include <QTest>
#include <cmath>

#include "core/bench/wave_cases.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_kernel_name.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"

namespace test_cli_bench_wave {

using namespace foldwave;
using namespace foldwave::test;

class TestCliBenchWave : public QObject {
  Q_OBJECT

  static QJsonArray bench(const QStringList& options, int exit = 0) {
    const Outcome outcome =
        cli(QStringList{"bench", "wave", "--backend", "cpu", "--json", "--repeat", "1"} + options);
    if (outcome.exit != exit) qWarning("exit %d: %s", outcome.exit, outcome.err.constData());
    return outcome.exit == exit ? QJsonDocument::fromJson(outcome.out)["results"].toArray() : QJsonArray();
  }

  static QStringList values(const QJsonArray& rows, const QString& key) {
    QStringList all;
    for (const QJsonValue& row : rows)
      all.append(row[key].toVariant().toString());
    return all;
  }

 private slots:
  void everyRowIsThere() {
    const Outcome outcome =
        cli({"bench", "wave", "--backend", "cpu", "--json", "--sizes", "20,24", "--steps", "4", "--order",
             "4,8", "--precision", "single,double", "--threads", "1,2", "--repeat", "3"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    const QJsonObject j = QJsonDocument::fromJson(outcome.out).object();
    for (const char* key : {"cpu", "threads", "memory_bytes", "backend", "device", "program_version"})
      QVERIFY2(j["machine"].toObject().contains(key), key);
    const QJsonArray rows = j["results"].toArray();
    // Sizes, orders, boundaries, velocities, precisions, threads.
    QCOMPARE(rows.size(), 2 * 2 * 2 * 2 * 2 * 2);
    const QStringList names = values(rows, "case");
    QCOMPARE(QSet<QString>(names.begin(), names.end()),
             QSet<QString>({"cube-20", "cube-20-layered", "cube-20-cpml", "cube-20-layered-cpml", "cube-24",
                            "cube-24-layered", "cube-24-cpml", "cube-24-layered-cpml"}));
    for (const QJsonValue& row : rows) {
      const QByteArray text = QJsonDocument(row.toObject()).toJson();
      for (const char* key : {"backend", "asked_kernel", "kernel", "copied_every_step", "order", "threads",
                              "snapshots", "seconds", "rate_unit", "set_up_seconds", "snapshot_seconds",
                              "gather_seconds", "bandwidth_unit", "peak_memory_bytes"})
        QVERIFY2(row.toObject().contains(key), key);
      const bool pads = row["case"].toString().endsWith("cpml");
      const int n = row["case"].toString().section('-', 1, 1).toInt();
      const double side = pads ? n + 2 * default_pad_cells(Boundary::cpml, 4) : n;
      QCOMPARE(row["n"].toArray(), QJsonArray({n, n, n}));
      QCOMPARE(row["padded_n"].toArray(), QJsonArray({side, side, side}));
      QCOMPARE(row["points"].toDouble(), side * side * side);
      QCOMPARE(row["receivers"].toInt(), pads ? n * n : 0);
      QCOMPARE(row["steps"].toInt(), 4);
      QCOMPARE(row["bytes_per_point"].toDouble(), row["precision"].toString() == "double" ? 32.0 : 16.0);
      const double rate = row["rate"].toDouble(), step_s = 1e-3 * row["step_ms"].toDouble();
      QVERIFY2(rate > 0.0 && std::abs(rate * step_s / row["points"].toDouble() - 1.0) < 1e-6, text);
      QVERIFY2(4.0 * step_s <= row["seconds"].toDouble(), text);
      QVERIFY2(std::abs(4.0 * step_s / row["step_seconds"].toDouble() - 1.0) < 1e-6, text);
      QCOMPARE(row["gather_bytes"].toDouble(), pads ? 4.0 * n * n * 5 : 0.0);
      QCOMPARE(row["start"].toString(), "noise");
      const double share = rate * row["bytes_per_point"].toDouble() / row["bandwidth"].toDouble();
      QVERIFY2(std::abs(row["bandwidth_share"].toDouble() / share - 1.0) < 1e-6, text);
      // From one slow channel to several sockets.
      QVERIFY2(row["bandwidth"].toDouble() > 5e8 && row["bandwidth"].toDouble() < 1e13, text);
    }
  }

  void theSeedsCases() {
    const QJsonArray rows = bench({"--case", "seed001,seed002", "--steps", "510"});
    QCOMPARE(values(rows, "case"), QStringList({"seed001", "seed002", "seed002", "seed002"}));
    QCOMPARE(values(rows, "order"), QStringList({"16", "2", "4", "8"}));
    // 50 cells of sponge at the sides and the bottom.
    QCOMPARE(rows[0]["n"].toArray(), QJsonArray({675, 1, 210}));
    QCOMPARE(rows[0]["padded_n"].toArray(), QJsonArray({775, 1, 260}));
    QCOMPARE(rows[0]["receivers"].toInt(), 675);
    QCOMPARE(rows[0]["snapshots"].toInt(), 2);  // of 50, 500, 1000, 1500, 1950
    QCOMPARE(rows[1]["n"].toArray(), QJsonArray({50, 50, 50}));
    QCOMPARE(rows[1]["padded_n"].toArray(), QJsonArray({50, 50, 50}));
  }

  // Fields of zeros are kinder to a machine than waves: cubes start from noise, the seeds' cases as theirs
  // did.
  void theStartIsNoise() {
    const QStringList ladder{"--case", "ladder", "--sizes", "20", "--steps", "2", "--kernel", "auto"};
    QCOMPARE(values(bench(ladder), "start"), QStringList("noise"));
    QCOMPARE(values(bench(ladder + QStringList{"--start", "rest"}), "start"), QStringList("rest"));
    QCOMPARE(values(bench({"--case", "seed002", "--order", "2", "--steps", "2"}), "start"),
             QStringList("rest"));

    WaveBenchPlan plan;
    plan.sizes = {20};
    const Field<float> start = wave_bench_setups(WaveBenchCase::cube, plan, false).front().start_field();
    QCOMPARE(start.shape(), (std::array<int, 3>{20, 20, 20}));
    double sum = 0.0, squares = 0.0;
    for (const float p : start.values()) {
      QVERIFY(std::abs(p) <= 1.0F);
      sum += double{p};
      squares += double{p} * double{p};
    }
    // Of 18^3 values spread evenly over -1 to 1; the faces are 0.
    const double inner = 18.0 * 18.0 * 18.0;
    QVERIFY(std::abs(sum / inner) < 0.05 && std::abs(squares / inner - 1.0 / 3.0) < 0.02);
    QVERIFY(start(0, 5, 5) == 0.0F && start(5, 19, 5) == 0.0F && start(5, 5, 19) == 0.0F);
  }

  void aBoundaryAlone() {
    const QJsonArray rows = bench({"--sizes", "20", "--steps", "2", "--boundary", "sponge"});
    QCOMPARE(values(rows, "case"), QStringList({"cube-20-sponge", "cube-20-layered-sponge"}));
    const int side = 20 + 2 * default_pad_cells(Boundary::sponge, 4);
    QCOMPARE(rows[0]["padded_n"].toArray(), QJsonArray({side, side, side}));
  }

  void whatIsNotThereIsOneRow() {
    const QStringList small{"--case", "ladder", "--sizes", "20", "--steps", "2"};
    const QJsonArray rows = bench(small + QStringList{"--kernel", "register-queue,auto"});
    QCOMPARE(rows.size(), 2);
    QVERIFY(
        rows[0]["failure"].toString().contains("\"register-queue\" is not in the cpu back end; use auto"));
    QVERIFY(!rows[0].toObject().contains("rate"));
    QVERIFY(!rows[1].toObject().contains("failure"));
    const QJsonArray copied = bench(small + QStringList{"--copy-every-step"});
    QCOMPARE(values(copied, "copied_every_step"), QStringList({"false", "true"}));
    QVERIFY(!copied[0].toObject().contains("failure"));
    QVERIFY(copied[1]["failure"].toString().contains("nothing to copy"));
    QCOMPARE(bench(small + QStringList{"--kernel", "tiles"}, 1).size(), 1);
    const QJsonArray large = bench({"--sizes", "50000", "--boundary", "none", "--steps", "1"}, 1);
    QVERIFY(!large.isEmpty() && large[0]["failure"].toString().startsWith("memory: "));
  }

  void theTableIsReadable() {
    const Outcome outcome = cli({"bench", "wave", "--backend", "cpu", "--case", "ladder", "--sizes", "20",
                                 "--steps", "2", "--repeat", "1", "--threads", "1,2"});
    QCOMPARE(outcome.exit, 0);
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 10);  // auto, one-step and wavefront, by one thread and by two
    QVERIFY(lines[3].startsWith("case"));
    QVERIFY(lines[4].contains("ladder-20") && lines[4].contains("single"));
  }

  // A step reads p, p_old and v^2 dt^2 and writes p_new; several at once read the same and write two levels.
  void bytesAPoint() {
    for (const WaveKernel kernel : all_wave_kernels()) {
      const double bytes = kernel == WaveKernel::two_steps   ? 10.0
                           : kernel == WaveKernel::wavefront ? 5.0
                                                             : 16.0;
      QCOMPARE(least_bytes_a_point(kernel, Precision::binary32), bytes);
      QCOMPARE(least_bytes_a_point(kernel, Precision::binary64), 2.0 * bytes);
      QCOMPARE(wave_kernel_named(wave_kernel_name(kernel)).value(), kernel);
    }
    QVERIFY(!wave_kernel_named("magic"));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QStringList& words) {
      QTest::addRow("%s", name) << QStringList{"bench", "wave"} + words;
    };
    row("size 0", {"--sizes", "0"});
    row("a word as size", {"--sizes", "64,big"});
    row("an odd order", {"--order", "7"});
    row("kernel", {"--kernel", "magic"});
    row("precision", {"--precision", "half"});
    row("case", {"--case", "seed003"});
    row("boundary", {"--boundary", "wall"});
    row("steps", {"--steps", "0"});
    row("threads", {"--threads", "1,0"});
    row("repeat", {"--repeat", "0"});
    row("an even number of runs", {"--repeat", "4"});
    row("start", {"--start", "still"});
    row("backend", {"--backend", "tpu"});
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    const Outcome outcome = cli(words);
    QCOMPARE(outcome.exit, 2);
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY(outcome.out.isEmpty());
  }

  void aStopIsHeard() {
    QProcess process;
    process.setProcessEnvironment(no_display());
    // Minutes of work.
    process.start(FOLDWAVE_CLI, {"bench", "wave", "--backend", "cpu", "--sizes", "100", "--steps", "100000"});
    QVERIFY(process.waitForStarted());
    QVERIFY(!process.waitForFinished(1500));
    double took = 0.0;
    const Outcome outcome = signalled(process, SIGINT, took);
    QVERIFY2(took < 1000.0 * foldwave::machine_pace(), qPrintable(QString::number(took)));
    QCOMPARE(outcome.signal, SIGINT);
    QVERIFY(outcome.err.contains("stopped on request"));
  }
};

}  // namespace test_cli_bench_wave

FOLDWAVE_TEST(test_cli_bench_wave, run_guiless<test_cli_bench_wave::TestCliBenchWave>)
#include "test_cli_bench_wave.moc"
