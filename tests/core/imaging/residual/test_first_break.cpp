// Protects first breaks: a wavelet that is moved by parts of a sample is picked with it, in noise too; on a
// modelled gather over a smooth model the median residual against the fold solver's times is below a sample.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/residual/first_break.hpp"
#include "core/imaging/residual/travel_times.hpp"
#include "core/imaging/rtm/shots.hpp"
#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/test_program.hpp"

namespace test_first_break {

using namespace foldwave;

namespace {

constexpr double frequency = 15.0;
const FirstBreakOptions options{1.0 / frequency};

Gather moved_wavelets(double noise) {
  Gather gather;
  gather.dt = 0.002;
  gather.samples = 500;
  std::mt19937_64 random(7);
  std::normal_distribution<double> white(0.0, noise);
  for (int r = 0; r < 40; ++r) {
    gather.receivers.push_back({10.0 * r, 0.0, 0.0});
    const double middle = 0.3 + 0.0037 * r;
    for (int n = 0; n < 500; ++n)
      gather.traces.push_back(static_cast<float>((1.0 + 0.1 * r) * ricker(frequency, n * 0.002 - middle) +
                                                 (noise > 0.0 ? white(random) : 0.0)));
  }
  return gather;
}

}  // namespace

class TestFirstBreak : public QObject {
  Q_OBJECT
 private slots:
  void picks_follow_by_parts_of_a_sample() {
    const auto picks = first_breaks(moved_wavelets(0.0), options);
    double worst = 0.0;
    for (std::size_t r = 1; r < picks.size(); ++r) {
      QVERIFY(picks[r].has_value());
      worst = worst_of(worst, std::abs(*picks[r] - *picks[0] - 0.0037 * static_cast<double>(r)));
    }
    qInfo("%g samples", worst / 0.002);
    QVERIFY2(worst < 0.05 * 0.002, qPrintable(QString::number(worst / 0.002)));
    // Half the first lobe's height: |s| = 0.2231 at the lobe's half, on its outer side.
    const double u = (0.3 - *picks[0]) * std::numbers::pi * frequency;
    const double lobe = (1.0 - 2.0 * u * u) * std::exp(-u * u);
    QVERIFY2(std::abs(lobe + std::exp(-1.5)) < 0.01 && u > std::sqrt(1.5),
             qPrintable(QString("%1 %2").arg(lobe).arg(u)));
  }

  void noise_moves_them_little() {
    const auto clean = first_breaks(moved_wavelets(0.0), options),
               noisy = first_breaks(moved_wavelets(0.03), options);
    std::vector<double> off;
    for (std::size_t r = 0; r < clean.size(); ++r)
      off.push_back(noisy[r] ? std::abs(*noisy[r] - *clean[r]) : 1.0);
    std::ranges::sort(off);
    qInfo("median %g, 90 %% %g samples", off[20] / 0.002, off[36] / 0.002);
    QVERIFY(off[20] < 0.002 && off[36] < 0.006);
  }

  void what_has_no_break_has_none() {
    Gather gather = moved_wavelets(0.0);
    std::fill_n(gather.traces.begin(), 500, 0.0F);
    gather.traces[700] = std::numeric_limits<float>::quiet_NaN();
    const auto picks = first_breaks(gather, options);
    QVERIFY(!picks[0] && !picks[1] && picks[2]);
    std::fill_n(gather.traces.begin() + 1000, 500, 1.0F);
    QVERIFY(first_breaks(gather, {1e9})[2] == std::nullopt);  // a window longer than the trace
    const FirstBreakResidual residual =
        first_break_residual(gather, std::vector<double>(40, 0.2), 0.01, options);
    QVERIFY(!residual.residual[0] && residual.residual[5]);
    QVERIFY(std::abs(*residual.residual[5] - (*residual.picked[5] - 0.21)) < 1e-12);
    gather.traces.assign(gather.traces.size(), 0.0F);
    QVERIFY(std::isnan(first_break_residual(gather, std::vector<double>(40, 0.2), 0.01, options).median));
    QVERIFY_EXCEPTION_THROWN(first_break_residual(gather, {}, 0.0, options), InputError);
  }

  // Velocity with depth and a broad lens: first arrivals turn, and all receivers see them.
  void the_fold_solver_foretells_the_first_break() {
    const std::array<int, 3> n{161, 1, 81};
    const Grid3 grid{n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    Field<float> v(n);
    for (int k = 0; k < n[2]; ++k)
      for (int i = 0; i < n[0]; ++i) {
        const double x = 10.0 * i - 900.0, z = 10.0 * k - 350.0;
        v(i, 0, k) = static_cast<float>(1900.0 + 5.0 * k + 150.0 * std::exp(-(x * x + z * z) / 160000.0));
      }
    WaveModel model;
    model.grid = grid;
    model.velocity = borrowed(v);
    model.stencil = taylor_stencil(16);
    model.boundaries.fill(Boundary::cpml);
    model.frequency = frequency;
    model.dt = 0.5 * stable_dt(model);
    model.steps = static_cast<int>(1.1 / model.dt);
    Wavelet wavelet;
    wavelet.frequency = frequency;
    Shot shot{{{300.0, 0.0, 400.0}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)}, {}};
    for (int i = 0; i < n[0]; i += 4)
      if (std::abs(10.0 * i - 300.0) > 200.0) shot.receivers.push_back({10.0 * i, 0.0, 20.0});
    const auto wave = make_cpu_stepper({model_of_shot(model, shot, true), {}, false, nullptr});
    wave->advance(model.steps);
    const Gather gather = wave->gather();
    const Field<float> times = travel_times(grid, v, shot.source.position, {});
    const auto s = [&](double t) { return t < 0.0 ? 0.0 : wavelet_value(wavelet, t); };
    const double delay = first_break_delay(s, model.dt, true, 700.0, 2000.0, options);
    const FirstBreakResidual residual =
        first_break_residual(gather, times_at(times, grid, shot.receivers), delay, options);
    double worst = 0.0;
    for (const auto& one : residual.residual)
      worst = worst_of(worst, one ? std::abs(*one) : std::numeric_limits<double>::infinity());
    qInfo("median %g, worst %g samples of %g ms", residual.median / model.dt, worst / model.dt,
          1e3 * model.dt);
    QVERIFY2(residual.median < model.dt, qPrintable(QString::number(residual.median / model.dt)));
    QVERIFY2(worst < 4.0 * model.dt, qPrintable(QString::number(worst / model.dt)));
  }
};

}  // namespace test_first_break

FOLDWAVE_TEST(test_first_break, run_guiless<test_first_break::TestFirstBreak>)
#include "test_first_break.moc"
