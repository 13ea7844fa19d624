// Protects the bench of choices: every kernel that can take a wave is measured, the chosen one is among them,
// and a slower choice, or a time that is no number, is told.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/bench/choices.hpp"
#include "tests/test_program.hpp"

namespace test_bench_choices {

using namespace foldwave;

namespace {

ChoiceBenchRow row_of(double chosen, double other, double scatter) {
  ChoiceBenchRow row{"w", {{"one-step", chosen}, {"wavefront", other}}, "one-step", "one-step", scatter};
  if (other < chosen) row.fastest = "wavefront";
  return row;
}

}  // namespace

class TestBenchChoices : public QObject {
  Q_OBJECT
 private slots:
  void each_kernel_is_measured() {
    ChoiceBenchPlan plan;
    plan.waves = 4;
    plan.repeat = 1;
    plan.seed = 3;
    std::size_t told = 0;
    const auto rows = bench_choices(*cpu_backend(), plan, [&](const ChoiceBenchRow&) { ++told; }, {});
    QVERIFY(!rows.empty() && rows.size() <= 4);
    QCOMPARE(told, rows.size());
    for (const ChoiceBenchRow& row : rows) {
      QCOMPARE(row.seconds.size(), std::size_t{2});
      QVERIFY(row.seconds.contains(row.chosen) && !row.run.empty());
      for (const auto& [kernel, seconds] : row.seconds)
        QVERIFY(seconds > 0.0 && seconds >= row.seconds.at(row.fastest));
    }
  }

  void slower_choices_are_told() {
    std::vector<ChoiceBenchRow> rows(19, row_of(1.0, 2.0, 0.0));
    rows.push_back(row_of(1.02, 1.0, 0.01));
    const ChoiceBenchSummary good = summary_of(rows);
    QVERIFY(good.passed() && good.choices == 20 && good.right == 19);
    QVERIFY(std::abs(good.worst - 0.02) < 1e-12);
    rows.push_back(row_of(1.02, 1.0, 0.03));  // by no more than it scatters
    QCOMPARE(summary_of(rows).right, 20);
    rows.push_back(row_of(1.04, 1.0, 0.01));
    QVERIFY(!summary_of(rows).passed());
    QVERIFY(!summary_of({row_of(std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0)}).passed());
    QVERIFY(!summary_of({}).passed());
  }

  void a_stop_ends_it() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, bench_choices(*cpu_backend(), {}, [](const ChoiceBenchRow&) {},
                                                    {nullptr, stop.get_token()}));
  }
};

}  // namespace test_bench_choices

FOLDWAVE_TEST(test_bench_choices, run_alone<test_bench_choices::TestBenchChoices>)
#include "test_bench_choices.moc"
