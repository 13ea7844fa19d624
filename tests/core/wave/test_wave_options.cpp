// Protects what a run can ask for beyond the plain leapfrog: fourth order in time, variable density, double
// precision, start fields, the windowed stencil, and taps by windowed sinc; each against an exact answer.
#include <QTest>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/start_fields.hpp"
#include "core/wave/taps.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_wave_options {

using namespace foldwave;

namespace {

// Relative L2 error of a point source's trace, 250 m away at 20 Hz, 10 m and 2000 m/s.
double point_error(bool section, double courant, int time_order, Precision precision = Precision::binary32,
                   Vec3 shift = {}) {
  Shot shot({56, section ? 1 : 56, 56}, {10.0, 10.0, 10.0}, 2000.0F);
  shot.model.dt = courant * 10.0 / 2000.0;
  shot.model.steps = static_cast<int>(0.265 / shot.model.dt);
  shot.model.time_order = time_order;
  shot.model.precision = precision;
  shot.model.boundaries.fill(Boundary::cpml);
  const double y = section ? 0.0 : 270.0;
  const Vec3 source = Vec3{150.0, y, 270.0} + shift;
  shot.fire(source, 20.0);
  shot.model.receivers = {{400.0, y, 270.0}, {300.0, y, 470.0}};
  const auto s = [](double t) { return ricker(20.0, t - 0.075); };
  double worst = 0.0;
  const auto traces = shot.traces();
  for (std::size_t r = 0; r < traces.size(); ++r) {
    const double distance = norm(shot.model.receivers[r] - source);
    Trace exact;
    for (std::size_t n = 0; n < traces[r].size(); ++n) {
      const double t = static_cast<double>(n) * shot.model.dt;
      exact.push_back(section ? line_source_2d(s, t, distance, 2000.0, 0.05)
                              : point_source_3d(s, t, distance, 2000.0));
    }
    worst = worst_of(worst, relative_l2(traces[r], exact));
  }
  return worst;
}

}  // namespace

class TestWaveOptions : public QObject {
  Q_OBJECT
 private slots:
  void fourth_order_in_time_holds_one_percent_at_long_steps() {
    for (const double courant : {0.1, 0.2, 0.3, 0.4}) {
      const double error = point_error(true, courant, 4);
      QVERIFY2(error < 0.01, qPrintable(QString("v dt/h = %1: %2").arg(courant).arg(error)));
    }
    QVERIFY(point_error(false, 0.4, 4) < 0.01);
    // The second order in time does not.
    QVERIFY(point_error(true, 0.4, 2) > 0.05);
  }

  void fourth_order_in_time_has_its_own_limit() {
    Shot shot({20, 1, 24}, {10.0, 10.0, 12.0}, 3000.0F);
    WaveModel& m = shot.model;
    m.time_order = 4;
    const double limit = stable_dt(m);
    QVERIFY(std::abs(limit / stable_dt(m.grid, m.stencil, 3000.0) - std::sqrt(3.0)) < 1e-12);
    m.steps = 5000;
    m.dt = 0.98 * limit;
    m.sources = {{{70.0, 0.0, 96.0}, {1e6F}}};
    m.receivers = {{100.0, 0.0, 120.0}};
    const auto trace = shot.traces()[0];
    const Trace first(trace.begin(), trace.begin() + 1000), last(trace.begin() + 4000, trace.end());
    QVERIFY(largest(last) < 2.0 * largest(first));
    m.dt = 1.02 * limit;
    QVERIFY_EXCEPTION_THROWN(shot.traces(), InputError);
    m.check_stability = false;
    QVERIFY_EXCEPTION_THROWN(shot.traces(), NumericError);
  }

  void double_precision_agrees_with_single_to_its_rounding() {
    const double single = point_error(true, 0.1, 2), twice = point_error(true, 0.1, 2, Precision::binary64);
    QVERIFY(twice < 0.01 && std::abs(single - twice) < 1e-4 && single != twice);
  }

  // In the middle of a cell both ways, where trilinear weights are furthest off.
  void sinc_taps_keep_a_source_between_nodes_exact() {
    for (const bool section : {true, false})
      QVERIFY(point_error(section, 0.4, 4, Precision::binary32, {5.0, section ? 0.0 : 5.0, 5.0}) < 0.01);
  }

  // A plane wave sampled at nodes, four to a wavelength and more, comes back between them.
  void sinc_taps_interpolate_short_waves() {
    const Grid3 grid{{40, 1, 40}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const PaddedGrid padded(grid, taylor_stencil(8), {}, 0);
    for (const double nodes : {4.0, 5.0, 8.0}) {
      const double k = 2.0 * std::numbers::pi / (10.0 * nodes);
      for (const double x : {200.0, 202.5, 205.0, 207.5}) {
        double sum = 0.0;
        for (const Tap& tap : receiver_taps(padded, {x, 0.0, 195.0}, Interpolation::sinc)) {
          const Index i = tap.index % padded.row() - padded.lead[0];
          sum += tap.weight * std::cos(k * (10.0 * static_cast<double>(i) - x));
        }
        QVERIFY2(std::abs(sum - 1.0) < 0.004, qPrintable(QString("%1 nodes: %2").arg(nodes).arg(sum)));
      }
    }
  }

  // Under a free surface p = sin(k z): odd, so that its images continue it.
  void taps_fold_back_at_a_free_face() {
    const Grid3 grid{{40, 1, 40}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    std::array<Boundary, 6> faces{};
    faces.fill(Boundary::cpml);
    faces[z_min] = Boundary::free;
    const PaddedGrid padded(grid, taylor_stencil(8), faces, 12);
    const double k = 2.0 * std::numbers::pi / 80.0;
    for (const double z : {2.5, 5.0, 12.0, 31.0}) {
      double sum = 0.0;
      for (const Tap& tap : receiver_taps(padded, {200.0, 0.0, z}, Interpolation::sinc)) {
        const Index at = tap.index / padded.plane() - padded.lead[2];
        QVERIFY(at >= 0);
        sum += tap.weight * std::sin(k * 10.0 * static_cast<double>(at));
      }
      QVERIFY2(std::abs(sum - std::sin(k * z)) < 0.004, qPrintable(QString::number(sum)));
    }
  }

  void a_uniform_density_changes_nothing_but_the_operator() {
    Shot shot({40, 1, 40}, {10.0, 10.0, 10.0}, 2000.0F);
    const Field<float> density(shot.model.grid.n, 1234.0F);
    shot.model.dt = 5e-4;
    shot.model.steps = 300;
    shot.model.boundaries = {Boundary::cpml,   Boundary::free, Boundary::sponge,
                             Boundary::sponge, Boundary::free, Boundary::cpml};
    shot.fire({200.0, 0.0, 150.0}, 8.0);
    shot.model.receivers = {{100.0, 0.0, 250.0}, {330.0, 0.0, 45.0}};
    const auto without = shot.traces();
    shot.model.density = borrowed(density);
    const auto with = shot.traces();
    for (std::size_t r = 0; r < with.size(); ++r)
      QVERIFY(largest_difference(with[r], without[r]) < 3e-5 * largest(without[r]));
  }

  // p = cos(omega t) sin sin in a closed box from rest; the leapfrog's own frequency taken out.
  void a_start_at_rest_swings_as_a_standing_wave_data() {
    QTest::addColumn<int>("time_order");
    QTest::newRow("second") << 2;
    QTest::newRow("fourth") << 4;
  }
  void a_start_at_rest_swings_as_a_standing_wave() {
    QFETCH(int, time_order);
    Shot shot({41, 1, 41}, {0.025, 1.0, 0.025}, 1.0F);
    Field<float> start(shot.model.grid.n);
    const auto mode = [](double x, double z) {
      return std::sin(2.0 * std::numbers::pi * x) * std::sin(2.0 * std::numbers::pi * z);
    };
    for (int k = 0; k < 41; ++k)
      for (int i = 0; i < 41; ++i)
        start(i, 0, k) = static_cast<float>(mode(i * 0.025, k * 0.025));
    WaveModel& m = shot.model;
    m.start = borrowed(start);
    m.time_order = time_order;
    m.precision = Precision::binary64;
    m.dt = 0.01;
    m.steps = 200;
    m.receivers = {{0.25, 0.0, 0.25}, {0.25, 0.0, 0.75}};
    const double omega = 2.0 * std::numbers::pi * std::sqrt(2.0);
    const double heard = time_order == 2 ? leapfrog_frequency(omega, m.dt) : omega;
    const auto traces = shot.traces();
    for (std::size_t n = 0; n < traces[0].size(); ++n) {
      const double exact = std::cos(heard * static_cast<double>(n) * m.dt);
      QVERIFY2(std::abs(traces[0][n] - exact) < 1e-5,
               qPrintable(QString("%1: %2").arg(n).arg(traces[0][n] - exact)));
      QVERIFY(std::abs(traces[1][n] + exact) < 1e-5);
    }
  }

  // The reflector 400 m down answers at the surface after its two-way time.
  void exploding_reflectors_arrive_in_two_way_time() {
    Shot shot({201, 1, 101}, {8.0, 8.0, 8.0}, 1000.0F);
    for (int k = 51; k < 101; ++k)
      for (int i = 0; i < 201; ++i)
        shot.velocity(i, 0, k) = 1500.0F;
    // The section is made with half the velocity; `velocity` above is halved already.
    const StartFields fields = exploding_reflector_start(shot.model.grid, shot.velocity, nullptr, 10.0);
    WaveModel& m = shot.model;
    m.start = borrowed(fields.start);
    m.boundaries.fill(Boundary::cpml);
    m.time_order = 4;
    m.dt = 2e-3;
    m.steps = 300;
    m.receivers = {{800.0, 0.0, 0.0}};
    const auto trace = shot.traces()[0];
    const auto peak = std::max_element(trace.begin(), trace.end());
    QVERIFY2(std::abs(static_cast<double>(peak - trace.begin()) * m.dt - 2.0 * 404.0 / 2000.0) <= m.dt,
             qPrintable(QString::number(static_cast<double>(peak - trace.begin()) * m.dt)));
    // Half goes up and half goes down.
    QVERIFY2(std::abs(*peak - 0.5 * 0.2) < 0.003, qPrintable(QString::number(*peak)));
  }

  // Half of its moment error is the velocity error of long waves; shorter ones arrive with their group
  // velocity.
  void a_windowed_stencil_is_as_slow_as_its_moment_says() {
    const Stencil hann = windowed_stencil(0.5, 2.0, 8);
    QVERIFY(std::abs(moment_error(hann) + 0.049) < 4e-4);
    QVERIFY(std::abs(moment_error(windowed_stencil(0.5, 1.0, 8)) + 0.234) < 0.001);
    QVERIFY(std::abs(moment_error(windowed_stencil(0.5, 4.0, 8)) + 0.0012) < 2e-5);
    QVERIFY(std::abs(moment_error(taylor_stencil(8))) < 1e-12);
    const auto arrival = [&](const Stencil& stencil) {
      Shot shot({120, 1, 60}, {10.0, 10.0, 10.0}, 2000.0F);
      shot.model.stencil = stencil;
      shot.model.time_order = 4;
      shot.model.dt = 1e-3;
      shot.model.steps = 1000;
      shot.model.boundaries.fill(Boundary::cpml);
      shot.fire({100.0, 0.0, 300.0}, 5.0);
      shot.model.receivers = {{1100.0, 0.0, 300.0}};
      const auto trace = shot.traces()[0];
      return static_cast<double>(std::max_element(trace.begin(), trace.end()) - trace.begin()) * 1e-3;
    };
    const auto ratio = [&](double wavelength) {
      return phase_velocity_ratio({{10, 1, 10}, {10.0, 10.0, 10.0}, {}, {}, {}, 0}, hann, wavelength,
                                  {1.0, 0.0, 0.0}, 0.0);
    };
    QVERIFY(std::abs(ratio(1e5) - 1.0 - 0.5 * moment_error(hann)) < 5e-4);
    // d(k ratio)/dk about the wavelet's 400 m.
    const double group = (ratio(400.0 / 1.05) * 1.05 - ratio(400.0 / 0.95) * 0.95) / 0.1;
    const double late = arrival(hann) - arrival(taylor_stencil(8));
    QVERIFY2(std::abs(late - 0.5 * (1.0 / group - 1.0)) < 0.003, qPrintable(QString::number(late)));
  }
};

}  // namespace test_wave_options

FOLDWAVE_TEST(test_wave_options, run_guiless<test_wave_options::TestWaveOptions>)
#include "test_wave_options.moc"
