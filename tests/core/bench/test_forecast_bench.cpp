// Protects the bench of the forecast: what it holds out can run, is the same every time and is no case of the
// calibration; errors are signed and counted; it ends with a row for each run.
#include <QTest>
#include <cmath>

#include "core/bench/forecast.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/model/scenario_check.hpp"
#include "tests/test_program.hpp"

namespace test_forecast_bench {

using namespace foldwave;

class TestForecastBench : public QObject {
  Q_OBJECT
 private slots:
  void what_is_held_out_is_new() {
    const ForecastBenchPlan plan;
    const auto cases = held_out_cases(*cpu_backend(), plan);
    QCOMPARE(static_cast<int>(cases.size()), plan.waves + plan.folds + plan.images);
    const auto again = held_out_cases(*cpu_backend(), plan);
    std::vector<Scenario> calibrated = wave_cases(*cpu_backend());
    for (Scenario& s : fold_cases(*cpu_backend()))
      calibrated.push_back(std::move(s));
    int waves = 0, images = 0, surveys = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Scenario& s = cases[i].scenario;
      for (const Finding& f : check_scenario(s))
        QVERIFY2(f.severity != Severity::error, (cases[i].name + ": " + f.line()).c_str());
      QVERIFY(s == again[i].scenario);
      for (const Scenario& other : calibrated)
        QVERIFY2(s.grid.n != other.grid.n, cases[i].name.c_str());
      waves += cases[i].stage == "wave" ? 1 : 0;
      images += cases[i].stage == "image" ? 1 : 0;
      surveys += cases[i].stage == "survey" ? 1 : 0;
    }
    QCOMPARE(waves, plan.waves);
    QCOMPARE(images + surveys, plan.images);
    QVERIFY(images > 0 && surveys > 0);
    ForecastBenchPlan other;
    other.seed = 2;
    QVERIFY(held_out_cases(*cpu_backend(), other).front().scenario != cases.front().scenario);
  }

  void summaries_are_of_a_stage() {
    ForecastBench bench;
    for (const double seconds : {1.0, 2.0, 4.0}) {
      ForecastBenchRow row;
      row.stage = "wave";
      row.seconds = seconds;
      row.scatter = 0.1 * seconds;
      row.calibrated = {2.0, 1.5, 2.5, 3.0};
      row.mended = {seconds, 0.9 * seconds, 1.1 * seconds, 2.0 * seconds};
      bench.rows.push_back(row);
    }
    bench.rows.push_back({"fold", "failed", 0.0, 0.0, {}, {}, "no memory"});
    const ForecastBenchSummary s = bench.summary("wave");
    QCOMPARE(s.calibrated.runs, 3);
    QVERIFY(std::abs(s.calibrated.median - 0.5) < 1e-12 && std::abs(s.calibrated.worst - 1.0) < 1e-12);
    QVERIFY(std::abs(s.calibrated.coverage - 1.0 / 3.0) < 1e-12);
    QVERIFY(s.mended.worst < 1e-12 && s.mended.coverage == 1.0);
    QVERIFY(std::abs(s.scatter - 0.2) < 1e-12);
    QCOMPARE(bench.summary("fold").calibrated.runs, 0);
  }

  void rows_come_for_each_run() {
    ForecastBenchPlan plan;
    plan.waves = 1;
    plan.folds = 1;
    plan.images = 1;
    plan.repeat = 1;
    int told = 0;
    const ForecastBench bench =
        bench_forecast(*cpu_backend(), plan, [&](const ForecastBenchRow&) { ++told; }, {});
    QCOMPARE(told, 3);
    for (const ForecastBenchRow& row : bench.rows) {
      QVERIFY2(row.failure.empty(), row.failure.c_str());
      QVERIFY(row.seconds > 0.0 && row.calibrated.low < row.calibrated.high && row.mended.seconds > 0.0);
      double parts = 0.0;
      for (const auto& [part, seconds] : row.parts)
        parts += seconds;
      QVERIFY(parts > 0.3 * row.seconds && parts < 1.001 * row.seconds);
    }
    QVERIFY(bench.calibration.measured());
    QVERIFY(bench.rounds == 1 && bench.left_out == 0);
    plan.most_seconds = 1e-9;
    const ForecastBench none = bench_forecast(*cpu_backend(), plan, [](const ForecastBenchRow&) {}, {});
    QVERIFY(none.rows.empty() && none.left_out == 3);
  }

  void jobs_can_run_and_are_the_same_again() {
    const auto jobs = drawn_jobs(3, 40);
    QCOMPARE(jobs.size(), std::size_t{40});
    QVERIFY(jobs == drawn_jobs(3, 40) && jobs != drawn_jobs(4, 40));
    int snapshots = 0;
    for (const Scenario& s : jobs) {
      for (const Finding& f : check_scenario(s))
        QVERIFY2(f.severity != Severity::error, (s.name + ": " + f.line()).c_str());
      snapshots += s.outputs.snapshot_steps > 0 ? 1 : 0;
    }
    QVERIFY(snapshots > 5 && snapshots < 25);
  }
};

}  // namespace test_forecast_bench

FOLDWAVE_TEST(test_forecast_bench, run_alone<test_forecast_bench::TestForecastBench>)
#include "test_forecast_bench.moc"
