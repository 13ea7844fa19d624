// Protects the stencils' coefficients, the stability limit, and the time step chosen from an error budget:
// everything that is right or wrong before a wave runs.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/stencil.hpp"
#include "tests/test_program.hpp"

namespace test_stencil {

using namespace foldwave;

namespace {
Grid3 cube(double h) {
  return {{10, 10, 10}, {h, h, h}, {}, {}, {}, 0};
}

std::vector<double> weights(int order) {
  const Stencil s = taylor_stencil(order);
  return {s.second.begin(), s.second.begin() + s.radius + 1};
}
}  // namespace

class TestStencil : public QObject {
  Q_OBJECT
 private slots:
  void coefficients_are_the_published_fractions() {
    const auto holds = [](int order, const std::vector<double>& exact) {
      const auto c = weights(order);
      QCOMPARE(c.size(), exact.size());
      for (std::size_t k = 0; k < c.size(); ++k)
        QVERIFY2(std::abs(c[k] - exact[k]) < 1e-15, qPrintable(QString("order %1, c_%2").arg(order).arg(k)));
    };
    holds(2, {-2.0, 1.0});
    holds(4, {-5.0 / 2, 4.0 / 3, -1.0 / 12});
    holds(6, {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90});
    holds(8, {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560});
    holds(10, {-5269.0 / 1800, 5.0 / 3, -5.0 / 21, 5.0 / 126, -5.0 / 1008, 1.0 / 3150});
  }

  // sum over all nodes of c_k k^m is 2 for m = 2 and 0 for every other even m up to the order.
  void moments_are_those_of_a_second_derivative() {
    for (int order = 2; order <= max_stencil_order; order += 2) {
      const auto c = weights(order);
      for (int m = 0; m <= order; m += 2) {
        double moment = m == 0 ? c[0] : 0.0, size = std::abs(moment);
        for (std::size_t k = 1; k < c.size(); ++k) {
          const double term = 2.0 * c[k] * std::pow(static_cast<double>(k), m);
          moment += term;
          size += std::abs(term);
        }
        QVERIFY2(std::abs(moment - (m == 2 ? 2.0 : 0.0)) < 1e-14 * size,
                 qPrintable(QString("order %1, moment %2: %3").arg(order).arg(m).arg(moment)));
      }
    }
  }

  void symbol_is_largest_at_pi_and_sums_the_magnitudes() {
    for (int order = 2; order <= max_stencil_order; order += 2) {
      const auto c = weights(order);
      double sum = std::abs(c[0]);
      for (std::size_t k = 1; k < c.size(); ++k)
        sum += 2.0 * std::abs(c[k]);
      QVERIFY(std::abs(largest_symbol(taylor_stencil(order)) - sum) < 1e-12);
      for (double theta = 0.0; theta < std::numbers::pi; theta += 0.05)
        QVERIFY(stencil_symbol(taylor_stencil(order), theta) < largest_symbol(taylor_stencil(order)));
      QVERIFY(std::abs(stencil_symbol(taylor_stencil(order), 1e-3) / 1e-6 - 1.0) < 5e-7);
    }
  }

  void stability_limit_is_the_known_one() {
    QVERIFY(std::abs(stable_dt(cube(10.0), taylor_stencil(2), 2000.0) * 200.0 - 1.0 / std::sqrt(3.0)) <
            1e-12);
    QVERIFY(std::abs(stable_dt(cube(10.0), taylor_stencil(4), 2000.0) * 200.0 - 0.5) < 1e-12);
    QVERIFY(std::abs(stable_dt(cube(10.0), taylor_stencil(8), 2000.0) * 200.0 - 0.4529) < 5e-5);
    QVERIFY(std::abs(stable_dt(cube(10.0), taylor_stencil(16), 2000.0) * 200.0 - 0.4237) < 5e-5);
    Grid3 section = cube(10.0);
    section.n[1] = 1;
    QVERIFY(std::abs(stable_dt(section, taylor_stencil(2), 2000.0) * 200.0 - 1.0 / std::sqrt(2.0)) < 1e-12);
    Grid3 flat = cube(10.0);
    flat.h = {10.0, 20.0, 5.0};
    const double squares = 1.0 / 100.0 + 1.0 / 400.0 + 1.0 / 25.0;
    QVERIFY(std::abs(stable_dt(flat, taylor_stencil(2), 1.0) - 1.0 / std::sqrt(squares)) < 1e-12);
  }

  void bad_values_are_refused() {
    for (const int order : {0, 1, 3, 18, -2})
      QVERIFY_EXCEPTION_THROWN(taylor_stencil(order), InputError);
    QVERIFY_EXCEPTION_THROWN(stable_dt(cube(10.0), taylor_stencil(8), 0.0), InputError);
    QVERIFY_EXCEPTION_THROWN(stable_dt(cube(10.0), taylor_stencil(8), std::nan("")), InputError);
    QVERIFY_EXCEPTION_THROWN(stable_dt(cube(-1.0), taylor_stencil(8), 2000.0), InputError);
    QVERIFY_EXCEPTION_THROWN(automatic_dt(0.0, 10.0, 1.0, 1e-3), InputError);
  }

  // Velocity errors at 10, 5 and 4 nodes a wavelength along an axis: -1.6, -6.5, -10 % at order 2, -0.07 and
  // -0.34 % at order 8.
  void dispersion_is_the_known_one() {
    const auto percent = [](int order, double nodes) {
      return 100.0 *
             (phase_velocity_ratio(cube(10.0), taylor_stencil(order), 10.0 * nodes, {1, 0, 0}, 0.0) - 1.0);
    };
    QVERIFY(std::abs(percent(2, 10) + 1.64) < 0.02);
    QVERIFY(std::abs(percent(2, 5) + 6.45) < 0.007);
    QVERIFY(std::abs(percent(2, 4) + 9.97) < 0.01);
    QVERIFY(std::abs(percent(8, 5) + 0.07) < 0.01);
    QVERIFY(std::abs(percent(8, 4) + 0.34) < 0.01);
    // With the step, (omega dt)^2 / 24 too fast.
    const double ratio = phase_velocity_ratio(cube(10.0), taylor_stencil(16), 200.0, {0, 0, 1}, 4.0);
    const double omega_dt = 2.0 * std::numbers::pi * 4.0 / 200.0;
    QVERIFY(std::abs((ratio - 1.0) / (omega_dt * omega_dt / 24.0) - 1.0) < 0.01);
  }

  void time_step_follows_the_budget_up_to_the_cap() {
    const double dt = automatic_dt(0.02, 20.0, 0.125, 1.0);
    QVERIFY(std::abs(time_step_error(dt, 20.0, 0.125) / 0.02 - 1.0) < 1e-12);
    // Measured with this scheme: 0.5 % at v dt/h = 0.1 after 250 m at 2000 m/s.
    QVERIFY(std::abs(time_step_error(5e-4, 20.0, 0.125) - 0.0057) < 1e-4);
    QVERIFY(std::abs(automatic_dt(0.02, 20.0, 0.125, 1e-4) - 0.9e-4) < 1e-18);
    QVERIFY(automatic_dt(0.02, 20.0, 2.0, 1.0) < dt);
  }

  void points_per_wavelength_counts_the_widest_spacing() {
    Grid3 grid = cube(10.0);
    grid.h = {5.0, 40.0, 10.0};
    QVERIFY(std::abs(points_per_wavelength(grid, 1500.0, 25.0) - 1.5) < 1e-12);
    grid.n[1] = 1;
    QVERIFY(std::abs(points_per_wavelength(grid, 1500.0, 25.0) - 6.0) < 1e-12);
  }
};

}  // namespace test_stencil

FOLDWAVE_TEST(test_stencil, run_guiless<test_stencil::TestStencil>)
#include "test_stencil.moc"
