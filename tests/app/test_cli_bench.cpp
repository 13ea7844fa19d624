// Protects `bench fold`: the shape of its JSON, a row for every method, precision, thread count and schedule
// asked for, figures that make sense, a bench that goes on when memory is not to be had, and wrong usage.
#include <signal.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QMap>
#include <QProcess>
#include <QTest>
#include <cmath>

#include "tests/app/cli_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"

namespace test_cli_bench {

using namespace foldwave::test;

class TestCliBench : public QObject {
  Q_OBJECT

  static QJsonObject bench(const QStringList& options) {
    const Outcome outcome = cli(QStringList{"bench", "fold", "--backend", "cpu", "--json"} + options);
    if (outcome.exit != 0) qWarning("%s", outcome.err.constData());
    return outcome.exit == 0 ? QJsonDocument::fromJson(outcome.out).object() : QJsonObject();
  }

  static QStringList values(const QJsonArray& rows, const QString& key) {
    QStringList all;
    for (const QJsonValue& row : rows)
      if (!all.contains(row[key].toVariant().toString())) all.append(row[key].toVariant().toString());
    return all;
  }

 private slots:
  void everyRowIsThere() {
    const QJsonObject j = bench({"--sizes", "16,20", "--threads", "1,2", "--repeat", "3"});
    for (const char* key : {"cpu", "threads", "memory_bytes", "backend", "device", "program_version"})
      QVERIFY2(j["machine"].toObject().contains(key), key);
    const QJsonArray rows = j["results"].toArray();
    QCOMPARE(values(rows, "case"), QStringList({"seed-16", "isotropic-16", "seed-20", "isotropic-20"}));
    QCOMPARE(values(rows, "precision"), QStringList({"single", "double"}));
    for (const char* solver : {"pmm", "fmm", "fsm", "pfsm", "fim"})
      QVERIFY2(values(rows, "solver").contains(solver), solver);
    QMap<QString, int> pmm;  // rows of the seed's case by schedule
    for (const QJsonValue& row : rows) {
      const QString text = QJsonDocument(row.toObject()).toJson();
      for (const char* key : {"backend", "n", "threads", "sweeps", "unreached_nodes", "device_seconds",
                              "rate", "rate_unit", "transfer_seconds", "error_unit", "peak_memory_bytes"})
        QVERIFY2(row.toObject().contains(key), key);
      const int n = row["case"].toString().section('-', 1).toInt();
      QCOMPARE(row["n"].toArray(), QJsonArray({n, n, n}));
      QVERIFY2(row["seconds"].toDouble() > row["start_seconds"].toDouble(), qPrintable(text));
      QVERIFY(row["solve_seconds"].toDouble() > 0.0);
      QVERIFY(row["device_seconds"].isNull());
      QVERIFY(std::abs(row["rate"].toDouble() * row["seconds"].toDouble() - n * n * n) < 1e-9);
      QVERIFY2(row["largest_error"].toDouble(1.0) < 0.03, qPrintable(text));
      QVERIFY2(row["mean_error"].toDouble(1.0) <= row["largest_error"].toDouble(), qPrintable(text));
      QVERIFY(row["peak_memory_bytes"].toDouble() > 1e6);
      QCOMPARE(row["unreached_nodes"].toInt(-1), 0);
      const QString solver = row["solver"].toString();
      QVERIFY(solver != "fmm" || row["threads"].toInt() == 1);
      if (!row["case"].toString().startsWith("seed")) continue;
      // What is written for psi = 0 is not measured with a current.
      QVERIFY2(!QStringList({"fmm", "fsm", "pfsm", "fim"}).contains(solver), qPrintable(text));
      if (solver != "pmm") continue;
      if (!row["to_convergence"].toBool()) QCOMPARE(row["sweeps"].toInt(), 8);
      ++pmm[row["to_convergence"].toBool()       ? "converged"
            : row["every_node_visited"].toBool() ? "every node"
                                                 : "settled skipped"];
    }
    // Two sizes, precisions and thread counts.
    QCOMPARE(pmm, (QMap<QString, int>{{"converged", 8}, {"every node", 8}, {"settled skipped", 8}}));
  }

  void oneMethodAlone() {
    const QJsonArray rows =
        bench({"--sizes", "16", "--only", "fmm", "--precision", "single"})["results"].toArray();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0]["case"].toString(), "isotropic-16");
  }

  void theErrorFallsWithTheSpacing() {
    const QJsonArray rows =
        bench({"--sizes", "24,64", "--only", "fsm", "--precision", "single"})["results"].toArray();
    QCOMPARE(rows.size(), 2);
    QVERIFY(rows[1]["mean_error"].toDouble() < 0.7 * rows[0]["mean_error"].toDouble());
    QVERIFY(rows[1]["largest_error"].toDouble() < 0.7 * rows[0]["largest_error"].toDouble());
  }

  void aSizeWithoutMemoryIsOneRow() {
    const QStringList one{"--only", "pmm", "--case", "isotropic", "--precision", "single", "--threads", "1"};
    const QJsonArray rows = bench(one + QStringList{"--sizes", "50000,12"})["results"].toArray();
    QCOMPARE(rows.size(), 2);
    QVERIFY(rows[0]["failure"].toString().startsWith("memory: "));
    QVERIFY(!rows[0].toObject().contains("seconds"));
    QVERIFY(!rows[1].toObject().contains("failure"));
    const Outcome nothing = cli(QStringList{"bench", "fold", "--sizes", "50000"} + one);
    QCOMPARE(nothing.exit, 1);
    QVERIFY(nothing.out.contains("memory: "));
  }

  void theTableIsReadable() {
    const Outcome outcome =
        cli({"bench", "fold", "--sizes", "12", "--only", "fim", "--threads", "1", "--backend", "cpu"});
    QCOMPARE(outcome.exit, 0);
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines[3].startsWith("case"));
    QVERIFY(lines[4].contains("isotropic-12") && lines[4].contains("single"));
    QVERIFY(lines[5].contains("double"));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QStringList& words) { QTest::addRow("%s", name) << words; };
    row("nothing to measure", {"bench"});
    row("unknown", {"bench", "sandwich"});
    row("size 0", {"bench", "fold", "--sizes", "0"});
    row("a word as size", {"bench", "fold", "--sizes", "16,big"});
    row("method", {"bench", "fold", "--only", "magic"});
    row("precision", {"bench", "fold", "--precision", "half"});
    row("case", {"bench", "fold", "--case", "other"});
    row("threads", {"bench", "fold", "--threads", "1,0"});
    row("repeat", {"bench", "fold", "--repeat", "0"});
    row("an even number of runs", {"bench", "fold", "--repeat", "2"});
    row("backend", {"bench", "fold", "--backend", "tpu"});
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
    process.start(FOLDWAVE_CLI, {"bench", "fold", "--sizes", "120", "--only", "fsm", "--repeat", "999",
                                 "--backend", "cpu"});
    QVERIFY(process.waitForStarted());
    QVERIFY(!process.waitForFinished(1500));
    double took = 0.0;
    const Outcome outcome = signalled(process, SIGINT, took);
    QVERIFY2(took < 1000.0 * foldwave::machine_pace(), qPrintable(QString::number(took)));
    QCOMPARE(outcome.signal, SIGINT);
    QVERIFY(outcome.err.contains("stopped on request"));
  }
};

}  // namespace test_cli_bench

FOLDWAVE_TEST(test_cli_bench, run_guiless<test_cli_bench::TestCliBench>)
#include "test_cli_bench.moc"
