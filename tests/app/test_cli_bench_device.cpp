// Protects `bench device` and `bench kernel-models`: without a device they say so with a remedy, with one the
// figures are there; earlier runs are foretold anew from their file, and a file that is none is refused.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/bench/kernel_models.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/core/forecast/gpu_model/figures_for_tests.hpp"
#include "tests/test_program.hpp"

namespace test_cli_bench_device {

using namespace foldwave;
using namespace foldwave::test;

// Runs that a device of round numbers might have made, a tenth slower than the corrected model says.
QByteArray some_runs() {
  const DeviceFigures f = round_figures();
  nlohmann::ordered_json j{{"figures", to_json(f)}, {"results", nlohmann::ordered_json::array()}};
  for (const int n : {64, 128, 256}) {
    const LaunchShape shape{8, {n, n, n}, {32, 4, 2}, 4};
    KernelModelRow row = foretell(shape, 1.0, 32, f);
    row.seconds = 1.1 * row.predicted[1];
    j["results"].push_back(to_json(row));
  }
  return QByteArray::fromStdString(j.dump());
}

class TestCliBenchDevice : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

 private slots:
  void withoutADeviceItSaysSo() {
    for (const char* bench : {"device", "kernel-models"}) {
      const Outcome outcome = cli({"bench", bench, "--json", "--repeat", "3"});
      if (outcome.exit == 0) {
        QVERIFY(QJsonDocument::fromJson(outcome.out).isObject());
        continue;
      }
      QCOMPARE(outcome.exit, 1);
      QVERIFY(outcome.out.isEmpty());
      QCOMPARE(outcome.error_lines().size(), 1);
      QVERIFY2(outcome.err.contains("no CUDA device: ") && outcome.err.contains("NVIDIA device"),
               outcome.err);
    }
  }

  void runsAreForetoldAnew() {
    const QString file = folder_.filePath("runs.json"), to = folder_.filePath("again.json");
    ScenarioFile::write_text(file, some_runs());
    const Outcome outcome = cli({"bench", "kernel-models", "--from", file, "--json", "--to", to});
    QVERIFY2(outcome.exit == 0, outcome.err);
    const QJsonObject j = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(j["results"].toArray().size(), 3);
    QCOMPARE(j["summary"]["winner"].toString(), "corrected");
    QVERIFY(std::abs(j["summary"]["models"]["corrected"]["median_error"].toDouble() - (1.0 - 1.0 / 1.1)) <
            1e-9);
    QCOMPARE(bytes_of(to), outcome.out);
    // What it wrote it reads.
    const Outcome again = cli({"bench", "kernel-models", "--from", to});
    QCOMPARE(again.exit, 0);
    QVERIFY(again.out.contains("least median error: corrected"));
  }

  void filesThatAreNoneAreRefused() {
    const QString file = folder_.filePath("broken.json");
    for (const QByteArray& text :
         {QByteArray("{"), QByteArray("{}"), QByteArray("[1, 2]"), some_runs().replace("clock_hz", "clock"),
          some_runs().replace("nodes", "nods")}) {
      ScenarioFile::write_text(file, text);
      const Outcome outcome = cli({"bench", "kernel-models", "--from", file});
      QCOMPARE(outcome.exit, 1);
      QVERIFY2(outcome.err.contains("broken.json"), outcome.err);
    }
    QCOMPARE(cli({"bench", "kernel-models", "--from", folder_.filePath("none.json")}).exit, 1);
    QCOMPARE(cli({"bench", "kernel-models", "--order", "3"}).exit, 2);
    QCOMPARE(cli({"bench", "device", "--repeat", "1"}).exit, 2);
  }
};

}  // namespace test_cli_bench_device

FOLDWAVE_TEST(test_cli_bench_device, run_guiless<test_cli_bench_device::TestCliBenchDevice>)
#include "test_cli_bench_device.moc"
