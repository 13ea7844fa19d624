// Protects the models of a kernel's time: the facts they start from, what each gives where the answer is
// known by hand, and the errors that they are judged by.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/forecast/gpu_model/kernel_models.hpp"
#include "core/forecast/gpu_model/model_errors.hpp"
#include "tests/core/forecast/gpu_model/figures_for_tests.hpp"
#include "tests/test_program.hpp"

namespace test_kernel_models {

using namespace foldwave;
using foldwave::test::round_figures;

LaunchShape cube(int order, int n, std::array<int, 3> block = {32, 4, 2}) {
  return {order, {n, n, n}, block, 8};
}

class TestKernelModels : public QObject {
  Q_OBJECT
 private slots:
  // What the source asks for, tap by tap; the rest is the compiler's.
  void facts_are_those_of_the_stencil() {
    for (const KernelFacts& k : naive_facts().orders) {
      QCOMPARE(k.loads, 3.0 * k.order + 3.0);
      QCOMPARE(k.stores, 1.0);
      QCOMPARE(k.floats, 3.0 * k.order + 5.0);
      QVERIFY(k.mlp <= k.loads && k.mlp >= 1.0 && k.ilp >= 1.0);
      QVERIFY(k.chain < k.instructions() && k.registers <= 255);
      QCOMPARE(&naive_facts(k.order), &k);
    }
    // As Nsight Compute counts on an H100: 63,963,136 instructions of 524,288 warps.
    QCOMPARE(naive_facts(8).instructions(), 63963136.0 / 524288.0);
    QVERIFY_THROWS_EXCEPTION(InputError, naive_facts(6));
  }

  // 512^3 points of 16 bytes at 2e12 bytes a second.
  void the_roofline_is_the_memory_of_a_large_grid() {
    const RooflineResult r = roofline(naive_facts(2), round_figures(), cube(2, 512));
    QCOMPARE(r.bound_by, "memory");
    QVERIFY(std::abs(r.seconds / (16.0 * std::pow(512.0, 3) / 2e12) - 1.0) < 1e-12);
  }

  // Requests of order 16: 35 aligned and the store, 16 beside a line, each of a warp and 100 multiprocessors.
  void the_roofline_is_l1_of_a_high_order() {
    DeviceFigures f = round_figures();
    for (RequestCost& r : f.requests)
      r.cycles *= 4.0;
    const RooflineResult r = roofline(naive_facts(16), f, cube(16, 512));
    QCOMPARE(r.bound_by, "L1");
    const double cycles = std::pow(512.0, 3) / 32.0 / 100.0 * (36.0 * 4.0 + 16.0 * 8.0);
    QVERIFY(std::abs(r.seconds / (1e-9 * cycles) - 1.0) < 1e-12);
  }

  void the_roofline_is_a_launch_of_a_small_grid() {
    const RooflineResult r = roofline(naive_facts(2), round_figures(), cube(2, 16));
    QCOMPARE(r.bound_by, "launches");
    QCOMPARE(r.seconds, 1e-6);
  }

  void levels_are_bound_by_themselves() {
    DeviceFigures f = round_figures();
    f.same_bandwidth /= 10.0;
    QCOMPARE(roofline(naive_facts(8), f, cube(8, 512)).bound_by, "L2");
    f = round_figures();
    f.rates = {{"add", 0.1}, {"mul int", 0.1}};
    QCOMPARE(roofline(naive_facts(8), f, cube(8, 512)).bound_by, "arithmetic");
  }

  // Many warps hide all but memory, or L1 and L2 one after the other, which answer in order.
  void the_corrected_model_meets_the_slowest_level() {
    for (const int order : {2, 4, 8, 16}) {
      const DeviceFigures f = round_figures();
      const MwpResult r = mwp_cwp(naive_facts(order), f, cube(order, 512));
      const double slowest = std::max({r.costs.issue, r.costs.l1 + r.costs.l2, r.costs.memory});
      const double least = slowest * r.grid.warps_each / f.clock;
      QVERIFY2(r.seconds >= least && r.seconds < 1.03 * least,
               qPrintable(QString::number(r.seconds / least)));
    }
  }

  // 8 cycles for 10 hits that take one each: a fifth is hidden. Where all are, the slower of L1 and L2
  // counts.
  void hits_beside_a_miss_are_hidden_as_measured() {
    DeviceFigures f = round_figures();
    QCOMPARE(unhidden_hits(f), 1.0);
    f.mixed = {{0, 5.0}, {10, 13.0}};
    QVERIFY(std::abs(unhidden_hits(f) - 0.8) < 1e-12);
    f.mixed = {{0, 5.0}, {10, 5.0}};
    QCOMPARE(unhidden_hits(f), 0.0);
    const MwpResult r = mwp_cwp(naive_facts(16), f, cube(16, 512));
    const double slowest = std::max({r.costs.l1, r.costs.l2, r.costs.memory});
    QVERIFY(std::abs(r.departure_delay * naive_facts(16).memory_instructions() / slowest - 1.0) < 1e-12);
    f.mixed.clear();
    QVERIFY_THROWS_EXCEPTION(InputError, unhidden_hits(f));
  }

  // 192 nodes by blocks of 128: of the second block half the warps have nothing to do.
  void idle_warps_cost_nothing() {
    const DeviceFigures f = round_figures();
    const LaunchShape whole = cube(8, 192, {64, 2, 1}), half = cube(8, 192, {128, 1, 1});
    QCOMPARE(half.working_warps(), 6.0 * 192 * 192);
    QCOMPARE(half.blocks() * half.warps_a_block(), 8.0 * 192 * 192);
    QCOMPARE(whole.working_warps(), half.working_warps());
    QCOMPARE(LaunchShape({2, {50, 50, 50}, {8, 8, 4}, 1}).working_warps(), 7.0 * 13.0 * 50.0);
    QVERIFY(std::abs(grid_costs(f, half).warps_each / grid_costs(f, whole).warps_each - 1.0) < 1e-9);
  }

  // One warp a multiprocessor: nothing is hidden, and its latency decides.
  void the_corrected_model_meets_the_latency_of_one_warp() {
    const DeviceFigures f = round_figures();
    const LaunchShape shape{2, {32, 1, 100}, {32, 1, 1}, 1};
    const MwpResult r = mwp_cwp(naive_facts(2), f, shape);
    QCOMPARE(r.grid.resident_warps, 1.0);
    QCOMPARE(r.l2_miss, 0.0);
    QVERIFY(r.fill >= f.l2_latency() && r.fill < 2.0 * f.l2_latency());
    QCOMPARE(r.seconds, 1e-9 * r.t_exec + 1e-6);
  }

  void a_latency_is_of_its_level() {
    const MwpResult r = mwp_cwp(naive_facts(8), round_figures(), cube(8, 512));
    QVERIFY(r.amat > 30.0 && r.amat < 700.0);
    QVERIFY(r.l2_miss > 0.0 && r.l2_miss < 1.0 && r.l1_miss > 0.0 && r.l1_miss < 1.0);
    QVERIFY(r.itmlp <= r.mwp_peak);
    // What fits L2 does not miss it.
    QCOMPARE(mwp_cwp(naive_facts(8), round_figures(), cube(8, 64)).l2_miss, 0.0);
  }

  // Latency 420, delay 10, and by hand from the paper's equations 22 to 24.
  void hong_and_kim_have_three_cases() {
    const HongKimResult few = hong_kim_cases(420.0, 10.0, 50.0, 840.0, 40.0, 2.0, 4.0, 3.0);
    QCOMPARE(few.which, 1);
    QCOMPARE(few.cycles, 3.0 * (840.0 + 40.0 + 40.0 / 2.0 * 3.0));
    const HongKimResult memory = hong_kim_cases(420.0, 60.0, 50.0, 840.0, 40.0, 2.0, 28.0, 1.0);
    QCOMPARE(memory.which, 2);
    QCOMPARE(memory.mwp, 7.0);
    QCOMPARE(memory.cwp, 22.0);
    QCOMPARE(memory.cycles, 840.0 * 28.0 / 7.0 + 20.0 * 6.0);
    const HongKimResult arithmetic = hong_kim_cases(420.0, 10.0, 50.0, 420.0, 300.0, 1.0, 16.0, 2.0);
    QCOMPARE(arithmetic.which, 3);
    QCOMPARE(arithmetic.cycles, 2.0 * (420.0 + 300.0 * 16.0));
  }

  void the_thesis_takes_its_own_rules() {
    const DeviceFigures f = round_figures();
    const ThesisInputs in = thesis_inputs(naive_facts(2), f, cube(2, 64, {8, 8, 4}));
    QCOMPARE(in.warps_a_multiprocessor, 8.0);
    QCOMPARE(in.instruction_latency, 40.0);
    QCOMPARE(in.hit_1, 17.0);
    QCOMPARE(in.hit_2, (700.0 + 17.0) / 2.0);
    QCOMPARE(in.departure_delay, (731.0 - 700.0) / 2.0);
    QCOMPARE(in.warps, 64.0 * 64.0 * 64.0 / 32.0);
    QCOMPARE(in.mlp, naive_facts(2).before_first_load);
    QVERIFY(thesis_seconds(thesis_model(in), f) > 0.0);
  }

  void errors_are_medians_and_ranks() {
    const double measured[]{1.0, 2.0, 4.0, 8.0};
    const double predicted[]{1.1, 1.8, 6.0, 8.0};
    const ModelErrors e = model_errors(predicted, measured);
    QVERIFY(std::abs(e.median - 0.1) < 1e-12);
    QVERIFY(std::abs(e.mean - 0.175) < 1e-12);
    QVERIFY(std::abs(e.worst - 0.5) < 1e-12);
    QVERIFY(std::abs(e.spearman - 1.0) < 1e-12);
    const double backward[]{8.0, 4.0, 2.0, 1.0}, ties[]{1.0, 1.0, 2.0, 3.0};
    QVERIFY(std::abs(model_errors(backward, measured).spearman + 1.0) < 1e-12);
    // Ranks 0.5 0.5 2 3 against 0 1 2 3.
    QVERIFY(std::abs(model_errors(ties, measured).spearman - 4.5 / std::sqrt(4.5 * 5.0)) < 1e-12);
    const double broken[]{1.0, std::numeric_limits<double>::quiet_NaN(), 4.0, 8.0};
    QVERIFY(std::isinf(model_errors(broken, measured).worst));
    QVERIFY_THROWS_EXCEPTION(InputError, model_errors(std::span(predicted).first(1), measured));
    const double nothing[]{0.0, 1.0, 1.0, 1.0};
    QVERIFY_THROWS_EXCEPTION(InputError, model_errors(predicted, nothing));
  }
};

}  // namespace test_kernel_models

FOLDWAVE_TEST(test_kernel_models, run_guiless<test_kernel_models::TestKernelModels>)
#include "test_kernel_models.moc"
