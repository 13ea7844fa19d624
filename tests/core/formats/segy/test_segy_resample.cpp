// Protects the resampling to whole microseconds that SEG-Y asks for: no time or amplitude is lost on the way.
#include <QTest>
#include <numbers>

#include "core/base/worst.hpp"
#include "core/formats/segy/segy.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segy_resample {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Ricker wavelet of 20 Hz, the classical second derivative of a Gaussian.
double ricker(double t) {
  const double a = std::numbers::pi * 20.0 * t;
  return (1.0 - 2.0 * a * a) * std::exp(-a * a);
}

}  // namespace

class TestSegyResample : public QObject {
  Q_OBJECT

 private slots:
  void whole_microseconds_are_told_from_others() {
    for (const int us : {1, 2, 37, 125, 1000, 4000, 32767}) {
      const SegyInterval exact = segy_interval(us * 1e-6);
      QVERIFY(exact.representable);
      QCOMPARE(exact.microseconds, us);
      QVERIFY(segy_interval(static_cast<double>(static_cast<float>(us * 1e-6))).representable);
    }
    for (const double dt : {1.5e-6, 0.00123456, 0.0010005, 0.04, 1e-7})
      QVERIFY2(!segy_interval(dt).representable, qPrintable(QString::number(dt)));
    for (const double dt : {0.0, -0.001, std::nan(""), double(INFINITY)})
      QVERIFY(throws<InputError>([&] { segy_interval(dt); }));
  }

  // Never coarser than the run, unless the trace would not fit.
  void the_proposed_interval_keeps_the_band_and_fits() {
    QCOMPARE(segy_interval(0.00123456, 1000).microseconds, 1234);
    QCOMPARE(segy_interval(0.0004999, 2000).microseconds, 499);
    const SegyInterval coarse = segy_interval(0.0000373, 60000);
    const double duration = 59999 * 0.0000373;
    QVERIFY(duration / (coarse.microseconds * 1e-6) + 1 <= kSegyMostSamples);
    QVERIFY(duration / ((coarse.microseconds - 1) * 1e-6) + 1 > kSegyMostSamples);
    const SegyResampled fits =
        resample_for_segy(std::vector<float>(60000, 1.0F), 60000, 0.0000373, coarse.microseconds);
    QVERIFY(fits.samples <= kSegyMostSamples);
  }

  void a_wavelet_keeps_its_shape_data() {
    QTest::addColumn<double>("dt");
    QTest::addColumn<int>("microseconds");
    QTest::newRow("a little finer") << 0.00123456 << 1234;
    QTest::newRow("finer") << 0.0031 << 1000;
    QTest::newRow("coarser") << 0.00123456 << 4000;
  }
  void a_wavelet_keeps_its_shape() {
    QFETCH(double, dt);
    QFETCH(int, microseconds);
    const int samples = static_cast<int>(1.0 / dt) + 1;
    std::vector<float> traces;
    for (const double arrival : {0.3, 0.5123})
      for (int i = 0; i < samples; ++i)
        traces.push_back(static_cast<float>(ricker(i * dt - arrival)));
    const SegyResampled result = resample_for_segy(traces, samples, dt, microseconds);
    QCOMPARE(result.dt, microseconds * 1e-6);
    QCOMPARE(result.traces.size(), 2U * static_cast<std::size_t>(result.samples));
    const double left_over = (samples - 1) * dt - (result.samples - 1) * result.dt;
    QVERIFY(left_over > -1e-12 && left_over < result.dt);
    double worst = 0;
    for (int t = 0; t < 2; ++t)
      for (int i = 0; i < result.samples; ++i)
        worst =
            worst_of(worst, std::abs(double(result.traces[static_cast<std::size_t>(t * result.samples + i)]) -
                                     ricker(i * result.dt - (t == 0 ? 0.3 : 0.5123))));
    qInfo("largest error %.2g of the amplitude", worst);
    QVERIFY(worst < 3e-6);
  }

  // Sines up to 0.8 of the lower Nyquist frequency, away from the ends.
  void the_band_is_exact_to_a_hundred_thousandth_data() {
    QTest::addColumn<double>("dt");
    QTest::addColumn<int>("microseconds");
    QTest::newRow("finer") << 0.00123456 << 1000;
    QTest::newRow("coarser") << 0.00123456 << 3000;
  }
  void the_band_is_exact_to_a_hundred_thousandth() {
    QFETCH(double, dt);
    QFETCH(int, microseconds);
    const int samples = 2000;
    const double nyquist = 0.5 / std::max(dt, microseconds * 1e-6);
    for (const double part : {0.05, 0.3, 0.6, 0.8}) {
      const double omega = 2.0 * std::numbers::pi * part * nyquist;
      std::vector<float> trace;
      for (int i = 0; i < samples; ++i)
        trace.push_back(static_cast<float>(std::sin(omega * i * dt + 0.3)));
      const SegyResampled result = resample_for_segy(trace, samples, dt, microseconds);
      double worst = 0;
      for (int i = result.samples / 4; i < 3 * result.samples / 4; ++i)
        worst = worst_of(worst, std::abs(double(result.traces[static_cast<std::size_t>(i)]) -
                                         std::sin(omega * i * result.dt + 0.3)));
      QVERIFY2(worst < 1e-5, qPrintable(QString("%1 of Nyquist: %2").arg(part).arg(worst)));
    }
  }

  // What a longer interval cannot hold must go, not fold back.
  void frequencies_beyond_the_new_band_are_removed() {
    const double dt = 0.001;
    std::vector<float> trace;
    for (int i = 0; i < 2000; ++i)
      trace.push_back(static_cast<float>(std::sin(2.0 * std::numbers::pi * 200.0 * i * dt)));
    const SegyResampled result = resample_for_segy(trace, 2000, dt, 4000);
    double worst = 0;
    for (int i = result.samples / 4; i < 3 * result.samples / 4; ++i)
      worst = worst_of(worst, std::abs(double(result.traces[static_cast<std::size_t>(i)])));
    QVERIFY2(worst < 2e-6, qPrintable(QString::number(worst)));
  }

  void constants_and_slopes_hold_to_the_ends() {
    const int samples = 300;
    std::vector<float> traces(samples, 3.25F);
    for (int i = 0; i < samples; ++i)
      traces.push_back(static_cast<float>(i));
    const SegyResampled result = resample_for_segy(traces, samples, 0.00123456, 1234);
    for (int i = 0; i < result.samples; ++i) {
      QVERIFY(std::abs(result.traces[static_cast<std::size_t>(i)] - 3.25F) < 1e-5F);
      QVERIFY(std::abs(result.traces[static_cast<std::size_t>(result.samples + i)] -
                       i * (0.001234 / 0.00123456)) < 2e-4);
    }
  }

  void the_same_interval_changes_nothing() {
    std::vector<float> trace;
    for (int i = 0; i < 200; ++i)
      trace.push_back(static_cast<float>((i * 7919) % 101));
    const SegyResampled result = resample_for_segy(trace, 200, 0.001, 1000);
    QCOMPARE(result.samples, 200);
    for (int i = 0; i < 200; ++i)
      QVERIFY(std::abs(result.traces[static_cast<std::size_t>(i)] - trace[static_cast<std::size_t>(i)]) <
              1e-4F);
  }

  void bad_input_is_refused() {
    const std::vector<float> trace(100);
    QVERIFY(throws<InputError>([&] { resample_for_segy(trace, 33, 0.001, 1000); }));
    QVERIFY(throws<InputError>([&] { resample_for_segy(trace, 0, 0.001, 1000); }));
    QVERIFY(throws<InputError>([&] { resample_for_segy(trace, 100, 0.0, 1000); }));
    QVERIFY(throws<InputError>([&] { resample_for_segy(trace, 100, 0.001, 0); }));
    QVERIFY(throws<InputError>([&] { resample_for_segy(trace, 100, 1.0, 1); }));
  }
};

}  // namespace test_segy_resample

FOLDWAVE_TEST(test_segy_resample, run_guiless<test_segy_resample::TestSegyResample>)
#include "test_segy_resample.moc"
