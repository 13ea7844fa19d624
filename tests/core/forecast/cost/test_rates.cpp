// Protects the fit of rates and what is foretold by them: rates behind made-up times come back, scatter is
// found, 90 % of what was held out lies inside the interval, an outlier moves nothing, and what was never
// measured is told as unsure.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/forecast/cost/hold_out.hpp"
#include "core/forecast/cost/remaining.hpp"
#include "core/forecast/cost/student.hpp"
#include "core/forecast/cost/time_left.hpp"
#include "tests/test_program.hpp"

namespace test_rates {

using namespace foldwave;

namespace {

double told(TimeLeft& left, const char* step, int done, int total, double now) {
  return left.after({step, done, total, 0.0, ""}, now);
}

const std::vector<ExpectedRate> expected{
    {"node", 5e-9, 1.0}, {"node.wide", 5e-9, 1.0}, {"double", 1.5, 0.5}, {"launch", 1e-5, 1.0}};

constexpr double node = 1.3e-9, wide = 4.1e-9, twofold = 1.9, launch = 3e-5;

// Steps of a stencil between two that are known, in either precision.
PartWork step_work(double nodes, double steps, double width, bool in_double) {
  WorkTerm of_nodes{nodes * steps, {{"node", 1.0 - width}, {"node.wide", width}}};
  if (in_double) of_nodes.rates.push_back({"double", 1.0});
  return {"steps", {of_nodes, {steps, {{"launch", 1.0}}}}};
}
double true_seconds(double nodes, double steps, double width, bool in_double) {
  return nodes * steps * std::pow(node, 1.0 - width) * std::pow(wide, width) * (in_double ? twofold : 1.0) +
         steps * launch;
}

std::vector<Observation> made_up(int count, double scatter, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0.0, 1.0);
  std::vector<Observation> all;
  for (int i = 0; i < count; ++i) {
    const double nodes = 2e3 * std::pow(10.0, i % 4), steps = 50.0 * (1 + i % 3), width = 0.25 * (i % 5);
    const bool in_double = i % 7 > 4;
    all.push_back({step_work(nodes, steps, width, in_double),
                   true_seconds(nodes, steps, width, in_double) * std::exp(scatter * noise(random))});
  }
  return all;
}

double rate(const Rates& rates, const char* name) {
  return std::exp(rates.log_value.at(rates.index.at(name)));
}

}  // namespace

class TestRates : public QObject {
  Q_OBJECT
 private slots:
  void quantiles_are_those_of_tables() {
    // Abramowitz and Stegun 1964, table 26.10.
    const double of_table[][3]{{0.90, 1, 6.314},  {0.90, 4, 2.132},  {0.90, 30, 1.697},
                               {0.98, 1, 31.821}, {0.98, 10, 2.764}, {0.95, 120, 1.980}};
    double worst = 0.0;
    for (const auto& [share, degrees, value] : of_table)
      worst = worst_of(worst, std::abs(student_quantile(share, degrees) / value - 1.0));
    QVERIFY2(worst < 4e-4, qPrintable(QString::number(worst)));
  }

  void rates_come_back() {
    const Rates rates = fit_rates(expected, made_up(60, 0.0, 1));
    double worst = 0.0;
    const std::pair<const char*, double> all[]{
        {"node", node}, {"node.wide", wide}, {"double", twofold}, {"launch", launch}};
    for (const auto& [name, value] : all)
      worst = worst_of(worst, std::abs(rate(rates, name) / value - 1.0));
    qInfo("worst rate %g", worst);
    QVERIFY2(worst < 2e-3, qPrintable(QString::number(worst)));
    QCOMPARE(rates.observations, 60);
  }

  void scatter_is_found() {
    const Rates rates = fit_rates(expected, made_up(200, 0.08, 2));
    const double s = rates.scatter.at("steps").log_scatter;
    QVERIFY2(s > 0.06 && s < 0.1, qPrintable(QString::number(s)));
  }

  // Rates do not follow outliers, but an interval must know of them.
  void scatter_tells_of_outliers() {
    std::vector<Observation> all = made_up(80, 0.03, 5);
    for (std::size_t i = 0; i < all.size(); i += 8)
      all[i].seconds *= 1.6;
    const double put_in = std::hypot(0.03, std::log(1.6) / std::sqrt(8.0));
    const double s = fit_rates(expected, all).scatter.at("steps").log_scatter;
    qInfo("%g told, %g put in", s, put_in);
    QVERIFY2(s > 0.8 * put_in && s < 1.3 * put_in, qPrintable(QString::number(s)));
  }

  void intervals_hold_what_they_say() {
    int inside = 0, runs = 0;
    for (unsigned seed = 10; seed < 20; ++seed)
      for (const HeldOut& held : hold_out(expected, made_up(60, 0.08, seed), 5)) {
        inside += held.inside() ? 1 : 0;
        ++runs;
      }
    const double share = static_cast<double>(inside) / runs;
    qInfo("%d of %d inside", inside, runs);
    QVERIFY2(share > 0.85 && share < 0.96, qPrintable(QString::number(share)));
  }

  void one_that_was_disturbed_moves_little() {
    std::vector<Observation> all = made_up(60, 0.03, 3);
    const PartWork asked = step_work(1e6, 100.0, 0.5, false);
    const double before = estimate(fit_rates(expected, all), std::span(&asked, 1)).seconds;
    all[11].seconds *= 5.0;
    const double after = estimate(fit_rates(expected, all), std::span(&asked, 1)).seconds;
    QVERIFY2(std::abs(after / before - 1.0) < 0.02, qPrintable(QString::number(after / before)));
  }

  void what_was_not_measured_is_unsure() {
    const PartWork asked = step_work(1e6, 100.0, 0.0, false);
    const TimeEstimate unmeasured = estimate(fit_rates(expected, {}), std::span(&asked, 1));
    QVERIFY(std::abs(unmeasured.seconds / (1e8 * 5e-9 + 1e-3) - 1.0) < 1e-6);
    QVERIFY(unmeasured.high / unmeasured.low > 5.0);
    const Rates fitted = fit_rates(expected, made_up(60, 0.03, 4));
    const TimeEstimate sure = estimate(fitted, std::span(&asked, 1));
    QVERIFY(sure.low < sure.seconds && sure.seconds < sure.high && sure.high < sure.most);
    QVERIFY2(sure.high / sure.low < 1.25, qPrintable(QString::number(sure.high / sure.low)));
    const TimeEstimate wider = estimate(fitted, std::span(&asked, 1), 0.5);
    QVERIFY(wider.high / wider.low > 4.0);
    const PartWork strange{"steps", {{1.0, {{"nobody knows", 1.0}}}}};
    QVERIFY(std::isinf(estimate(fitted, std::span(&strange, 1)).seconds));
  }

  void what_remains_follows_the_pace() {
    QCOMPARE(remaining_seconds(10.0, 0.0, 0.0), 10.0);
    // Twice as slow as foretold: half of that is believed at a tenth, all of it from a fifth on.
    QVERIFY(std::abs(remaining_seconds(10.0, 0.1, 2.0) - 0.9 * 15.0) < 1e-12);
    QVERIFY(std::abs(remaining_seconds(10.0, 0.5, 10.0) - 10.0) < 1e-12);
    QCOMPARE(remaining_seconds(10.0, 1.0, 20.0), 0.0);
    QVERIFY(std::abs(remaining_seconds(0.0, 0.25, 1.0) - 3.0) < 1e-12);
    QVERIFY(remaining_seconds(0.0, 0.0, 0.0) < 0.0);
  }

  // A fold that counts, a wave behind it, and what is done silently at the end.
  void a_job_in_a_row_knows_what_is_left() {
    const std::vector<ForetoldStretch> row{
        {{"fold"}, 10.0, true}, {{"wave"}, 4.0, false}, {{"wave: step"}, 100.0, true}, {{}, 6.0, false}};
    TimeLeft left(row, 50.0);
    QCOMPARE(foretold_seconds(row), 120.0);
    QCOMPARE(left.at(52.0), 118.0);
    QCOMPARE(told(left, "fold: sweep 1", 0, 10, 53.0), 117.0);
    // Half in 5 s, where half of the 7 that were left was foretold: its own pace is believed.
    QCOMPARE(told(left, "fold: sweep 2", 5, 10, 58.0), 5.0 + 110.0);
    // The wave begins where the fold ended.
    told(left, "fold: sweep 2", 10, 10, 60.0);
    QCOMPARE(told(left, "wave: means over cells", 1, 2, 61.0), 3.0 + 106.0);
    QCOMPARE(told(left, "wave: step", 0, 100, 64.0), 97.0 + 6.0);
    QVERIFY(std::abs(told(left, "wave: step", 50, 100, 164.0) - (100.0 + 6.0)) < 1e-9);
    QCOMPARE(told(left, "wave: step", 100, 100, 264.0), 6.0);
    // Words that nobody foretold have their own pace.
    QCOMPARE(told(left, "drawing", 0, 4, 264.0), 6.0);
    QCOMPARE(told(left, "drawing", 1, 4, 265.0), 3.0 + 6.0);
  }

  // Several counts of unknown number: the forecast holds, and more where a count takes longer.
  void counts_that_begin_anew_do_not_end_it() {
    TimeLeft left({{{"imaging"}, 20.0, false}}, 0.0);
    told(left, "imaging: wave 1", 0, 100, 0.0);
    QCOMPARE(told(left, "imaging: wave 1", 100, 100, 8.0), 12.0);
    told(left, "imaging: wave 2", 0, 100, 9.0);
    QCOMPARE(told(left, "imaging: wave 2", 10, 100, 15.0), 54.0);
    QCOMPARE(told(left, "imaging: wave 2", 100, 100, 30.0), 3.0);
    // Shots of which three of four were made before.
    TimeLeft again({{{"image"}, 40.0, true}}, 0.0);
    QCOMPARE(told(again, "image: shots", 3, 4, 0.0), 10.0);
    // What nothing was foretold of tells nothing before it has a pace.
    TimeLeft none;
    QVERIFY(none.at(1.0) < 0.0);
    QVERIFY(told(none, "fold", 0, 10, 1.0) < 0.0);
    QCOMPARE(told(none, "fold", 5, 10, 3.0), 2.0);
  }

  void summaries_count() {
    std::vector<HeldOut> held;
    for (int i = 0; i < 20; ++i)
      held.push_back({0, 1.0, {1.0 + 0.01 * (i + 1), i < 18 ? 0.9 : 1.1, 2.0, 3.0}});
    const HoldOutSummary summary = summary_of(held);
    QCOMPARE(summary.runs, 20);
    QVERIFY(std::abs(summary.median - 0.10) < 1e-12 && std::abs(summary.share_95 - 0.19) < 1e-12);
    QVERIFY(std::abs(summary.worst - 0.20) < 1e-12 && std::abs(summary.coverage - 0.9) < 1e-12);
  }
};

}  // namespace test_rates

FOLDWAVE_TEST(test_rates, run_alone<test_rates::TestRates>)
#include "test_rates.moc"
