// Protects the thesis's model as it stands in print: the worked example with every intermediate value, its
// slips, and its tables beside each other.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/forecast/gpu_model/thesis_model.hpp"
#include "tests/test_program.hpp"

namespace test_thesis_model {

using namespace foldwave;

double cut(double value, double step) {
  return std::floor(value / step) * step;
}

double mean_error(const std::array<double, 4> ThesisTableRow::*predicted) {
  double sum = 0.0;
  for (const ThesisTableRow& row : thesis_table())
    for (std::size_t w = 0; w < 4; ++w)
      sum += std::abs((row.*predicted)[w] / row.measured[w] - 1.0) / 12.0;
  return sum;
}

class TestThesisModel : public QObject {
  Q_OBJECT
 private slots:
  // Eq. 4.32 to 4.51, as printed.
  void the_worked_example_is_the_printed_one() {
    const ThesisResult r = thesis_model(thesis_example());
    const std::pair<double, double> pairs[]{{r.itilp_max, 1206.0},
                                            {r.ilp, 5.0},
                                            {r.itilp, 40.0},
                                            {r.t_comp, 102912.0},
                                            {r.memory_latency, 459.0},
                                            {r.amat, 498.7},
                                            {r.transaction_bytes, 128.0},
                                            {cut(r.warp_bandwidth, 0.001), 0.207},
                                            {r.mwp_peak, 94.243},
                                            {r.mwp, 8.0},
                                            {r.comp_cycles, 376.875},
                                            {r.mem_cycles, 322.68},
                                            {r.cwp_full, 1.909},
                                            {r.cwp, 1.909},
                                            {r.mwp_cp, 1.0},
                                            {r.itmlp, 17.0},
                                            {r.t_mem, 88115.4},
                                            {r.f_overlap, 0.875},
                                            {r.t_overlap, 88115.4},
                                            {r.t_exec, 102912.0}};
    QCOMPARE(std::size(pairs), std::size_t{20});
    double worst = 0.0;
    for (const auto& [ours, printed] : pairs)
      worst = worst_of(worst, std::abs(ours / printed - 1.0));
    QVERIFY2(worst < 1e-3, qPrintable(QString::number(worst)));
  }

  // What the example's own equations give where the print departs from them.
  void the_slips_are_where_the_page_says() {
    ThesisInputs in = thesis_example();
    in.itilp_max_used.reset();
    in.warp_bandwidth_used.reset();
    in.second_latency_used.reset();
    const ThesisResult r = thesis_model(in);
    QVERIFY(std::abs(r.mwp_peak - 92.54) < 0.01);
    QVERIFY(std::abs(r.cwp_full - 1.856) < 0.001);
    QCOMPARE(r.t_exec, thesis_model(thesis_example()).t_exec);
    in.clock = 1.11;
    QVERIFY(std::abs(thesis_model(in).warp_bandwidth - 0.3095) < 1e-4);
    // The ratios the right way round.
    in.miss_2 = 0.05;
    in.miss_1 = 1.0;
    QVERIFY(std::abs(thesis_model(in).amat - 265.95) < 0.01);
  }

  void made_up_latencies_are_those_of_the_table() {
    QCOMPARE(thesis_hit_1(45.0, 13.0), 29.0);
    QCOMPARE(thesis_hit_2(402.0, 29.0), 215.5);
    QCOMPARE(thesis_hit_2(395.0, 29.0), 212.0);
    const double by_warps[]{402.0, 399.0, 410.0, 395.0};
    QVERIFY(std::abs(thesis_departure_delay(by_warps) - (395.0 - 402.0) / 3.0) < 1e-12);
    QVERIFY_THROWS_EXCEPTION(InputError, thesis_departure_delay(std::span(by_warps).first(1)));
  }

  void a_delay_below_zero_bounds_nothing() {
    ThesisInputs in = thesis_example();
    in.departure_delay = -0.2;
    QCOMPARE(thesis_model(in).mwp, 8.0);
  }

  void too_few_warps_leave_the_memory_bare() {
    ThesisInputs in = thesis_example();
    in.second_latency_used.reset();
    in.warps_a_multiprocessor = 1.0;
    const ThesisResult r = thesis_model(in);
    // N = 1: what overlaps is nothing at all.
    QCOMPARE(r.f_overlap, 0.0);
    QCOMPARE(r.t_exec, r.t_comp + r.t_mem);
  }

  void the_tables_miss_by_what_the_page_says() {
    QVERIFY(std::abs(mean_error(&ThesisTableRow::predicted) - 0.844) < 0.0005);
    QVERIFY(std::abs(mean_error(&ThesisTableRow::adjusted) - 0.6915) < 0.0005);
    // The cell whose inputs are printed is the model's own.
    QVERIFY(std::abs(thesis_table()[0].predicted[0] / thesis_model(thesis_example()).t_exec - 1.0) < 1e-9);
  }

  // The least uncertainty of table 4.4 is that of a counter of whole cycles.
  void the_least_uncertainty_is_the_counters() {
    const double same[]{16.0, 16.0, 16.0};
    QVERIFY(std::abs(cut(measurement_of(same, 1.0, 1).uncertainty, 0.01) -
                     thesis_latencies()[0].at_1.uncertainty) < 1e-9);
  }
};

}  // namespace test_thesis_model

FOLDWAVE_TEST(test_thesis_model, run_guiless<test_thesis_model::TestThesisModel>)
#include "test_thesis_model.moc"
