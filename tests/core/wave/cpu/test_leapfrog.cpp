// Protects the step itself, in both precisions: the order of its error on a standing wave, what a stop leaves
// behind, the watch over the field's size, and that slow decay does not end in denormal numbers.
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/worst.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/cpu/cpu_leapfrog.hpp"
#include "core/wave/stencil.hpp"
#include "tests/test_program.hpp"

namespace test_leapfrog {

using namespace foldwave;

namespace {

// sin sin in a closed square section, a quarter period past a whole one; the leapfrog's own dispersion taken
// out.
template <class Real>
double standing_error(int order, int cells) {
  const Grid3 grid{{cells + 1, 1, cells + 1}, {1.0 / cells, 1.0, 1.0 / cells}, {}, {}, {}, 0};
  const Field<float> velocity(grid.n, 1.0F);
  const PaddedGrid padded(grid, taylor_stencil(order), {}, 0);
  const double true_omega = 2.0 * std::numbers::pi * std::sqrt(2.0);
  constexpr int steps = 400;
  const double dt = 2.5 * std::numbers::pi / true_omega / steps;
  const double omega = leapfrog_frequency(true_omega, dt);
  CpuLeapfrog<Real> wave(padded, velocity, dt);
  const auto mode = [&](int i, int k) {
    return std::sin(2.0 * std::numbers::pi * i / cells) * std::sin(2.0 * std::numbers::pi * k / cells);
  };
  for (int k = 1; k < cells; ++k)
    for (int i = 1; i < cells; ++i) {
      wave.present()[padded.index(i, 0, k)] = static_cast<Real>(mode(i, k));
      wave.past()[padded.index(i, 0, k)] = static_cast<Real>(mode(i, k) * std::cos(omega * dt));
    }
  for (int n = 0; n < steps; ++n)
    wave.step({});
  double error = 0.0;
  for (int k = 0; k <= cells; ++k)
    for (int i = 0; i <= cells; ++i) {
      const double p = static_cast<double>(wave.present()[padded.index(i, 0, k)]);
      error = worst_of(error, std::abs(p - mode(i, k) * std::cos(omega * steps * dt)));
    }
  return error;
}

struct Box {
  Grid3 grid{{20, 20, 20}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  Field<float> velocity{grid.n, 2000.0F};
  PaddedGrid padded{grid, taylor_stencil(8), {}, 0};
  CpuLeapfrog<float> wave{padded, velocity, 1e-3};
};

}  // namespace

class TestLeapfrog : public QObject {
  Q_OBJECT
 private slots:
  void error_falls_with_the_order_of_the_stencil() {
    for (const int order : {2, 4, 6, 8}) {
      const double slope =
          std::log(standing_error<double>(order, 16) / standing_error<double>(order, 24)) / std::log(1.5);
      QVERIFY2(std::abs(slope / order - 1.0) < 0.04,
               qPrintable(QString("order %1: %2").arg(order).arg(slope)));
    }
  }

  void single_precision_is_as_good_until_it_rounds() {
    QVERIFY(std::abs(standing_error<float>(4, 16) / standing_error<double>(4, 16) - 1.0) < 0.02);
    QVERIFY(standing_error<float>(16, 24) < 4e-5);
  }

  void a_set_stop_token_leaves_the_nodes_alone() {
    Box box;
    const Index m = box.padded.index(9, 9, 9);
    box.wave.present()[m] = 3.0F;
    box.wave.past()[m] = 7.0F;
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!box.wave.step(stop.get_token()));
    QVERIFY(box.wave.present()[m] == 7.0F);
    QVERIFY(box.wave.step({}));
  }

  void largest_sees_magnitudes_and_what_is_no_number() {
    Box box;
    QVERIFY(box.wave.largest() == 0.0F);
    box.wave.present()[box.padded.index(3, 4, 5)] = -2.5F;
    QVERIFY(box.wave.largest() == 2.5F);
    box.wave.present()[box.padded.index(19, 19, 19)] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(std::isinf(box.wave.largest()));
    box.wave.present()[box.padded.index(19, 19, 19)] = -std::numeric_limits<float>::infinity();
    QVERIFY(std::isinf(box.wave.largest()));
  }

  void the_caller_keeps_its_denormals() {
    Box box;
    const Index m = box.padded.index(9, 9, 9);
    box.wave.present()[m] = 1e-39F;
    box.wave.step({});
    // Flushed inside the step, and only there.
    QVERIFY(box.wave.present()[m] == 0.0F);
    volatile float small = 1e-39F;
    small = small * 0.5F;
    QVERIFY(small > 0.0F);
  }
};

}  // namespace test_leapfrog

FOLDWAVE_TEST(test_leapfrog, run_guiless<test_leapfrog::TestLeapfrog>)
#include "test_leapfrog.moc"
