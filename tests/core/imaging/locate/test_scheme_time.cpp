// Protects the traces' way to another clock: what the leapfrog records of a source on its clock is the exact
// trace moved there, to a hundredth of what the time step does to it otherwise; a move and back changes
// nothing; a band ends where it says.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/worst.hpp"
#include "core/imaging/locate/scheme_time.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/test_program.hpp"

namespace test_scheme_time {

using namespace foldwave;

namespace {

constexpr Band band{25.0, 35.0};

std::vector<float> ricker_trace(double peak, double dt, int samples) {
  std::vector<float> trace;
  for (int n = 0; n < samples; ++n)
    trace.push_back(static_cast<float>(ricker(10.0, n * dt - peak)));
  return trace;
}

double difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = a.size() == b.size() ? 0.0 : 1e9;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    most = worst_of(most, std::abs(double{a[n]} - double{b[n]}));
  return most;
}

}  // namespace

class TestSchemeTime : public QObject {
  Q_OBJECT
 private slots:
  // An oscillator p'' = -w^2 p + s stepped by the leapfrog, for any w of a medium's modes, beside its exact
  // answer by Duhamel's integral.
  void the_leapfrog_records_the_exact_trace_on_its_clock() {
    constexpr double dt = 4e-3, fine = 2e-4;
    constexpr int samples = 700;
    Wavelet wavelet;
    wavelet.frequency = 10.0;
    const auto source = wavelet_series(wavelet, 0.0, 1.0, fine, 100000);
    const TraceClock clock{dt, dt, 0.0};
    const auto moved =
        on_clock(source, static_cast<int>(source.size()), {fine, 0.0, 0.0}, clock, samples, band);
    for (const double f : {7.0, 11.0, 18.0}) {
      const double w = 2.0 * std::numbers::pi * f;
      std::vector<float> stepped(samples);
      double past = 0.0, present = 0.0;
      for (int n = 0; n < samples; ++n) {
        stepped[static_cast<std::size_t>(n)] = static_cast<float>(present);
        const double next =
            2.0 * present - past + dt * dt * (double{moved[static_cast<std::size_t>(n)]} - w * w * present);
        past = present;
        present = next;
      }
      // The mode rings for ever: judged before the end, which the move cuts.
      const int exact_samples = static_cast<int>(samples * dt / fine);
      std::vector<float> exact(static_cast<std::size_t>(exact_samples));
      double cosine = 0.0, sine = 0.0;
      for (int n = 0; n < exact_samples; ++n) {
        const double t = n * fine;
        const double s =
            static_cast<std::size_t>(n) < source.size() ? double{source[static_cast<std::size_t>(n)]} : 0.0;
        exact[static_cast<std::size_t>(n)] =
            static_cast<float>((std::sin(w * t) * cosine - std::cos(w * t) * sine) / w);
        cosine += s * std::cos(w * t) * fine;
        sine += s * std::sin(w * t) * fine;
      }
      double error = 0.0, plain = 0.0, peak = 0.0;
      const double frequency = std::asin(0.5 * w * dt) * 2.0 / dt;  // that the leapfrog gives this mode
      for (int n = 100; n < samples; ++n) {
        // On the scheme's clock a mode of w rings at `frequency`, with the amplitude that the spectrum at w
        // has.
        const double t = n * dt;
        const double wanted = (std::sin(frequency * t) * cosine - std::cos(frequency * t) * sine) / w /
                              std::cos(0.5 * frequency * dt);
        const double unmoved = (std::sin(w * t) * cosine - std::cos(w * t) * sine) / w;
        error = worst_of(error, std::abs(double{stepped[static_cast<std::size_t>(n)]} - wanted));
        plain = worst_of(plain, std::abs(double{stepped[static_cast<std::size_t>(n)]} - unmoved));
        peak = worst_of(peak, std::abs(unmoved));
      }
      QVERIFY2(error < 2e-3 * peak, qPrintable(QString("%1 Hz: %2 of the peak").arg(f).arg(error / peak)));
      QVERIFY(plain > 20.0 * error);
    }
  }

  void there_and_back_is_where_it_was() {
    std::vector<float> trace;
    for (int n = 0; n < 500; ++n)
      trace.push_back(static_cast<float>(ricker(5.0, n * 2e-3 - 0.5)));
    const TraceClock exact{2e-3, 0.0, 0.0}, scheme{3e-3, 2.5e-3, -0.1};
    const auto there = on_clock(trace, 500, exact, scheme, 420, band);
    const auto back = on_clock(there, 420, scheme, exact, 500, {60.0, 80.0});
    const auto kept = on_clock(trace, 500, exact, exact, 500, band);
    QVERIFY2(difference(back, kept) < 2e-5, qPrintable(QString::number(difference(back, kept))));
    QVERIFY2(difference(kept, trace) < 2e-5, qPrintable(QString::number(difference(kept, trace))));
  }

  void a_start_is_a_shift_between_samples() {
    const auto late =
        on_clock(ricker_trace(0.2, 2e-3, 300), 300, {2e-3, 0.0, 0.1234}, {2e-3, 0.0, 0.0}, 400, {60.0, 80.0});
    const double error = difference(late, ricker_trace(0.3234, 2e-3, 400));
    QVERIFY2(error < 1e-5, qPrintable(QString::number(error)));
  }

  void the_band_ends_where_it_says() {
    for (const double f : {24.0, 36.0}) {
      std::vector<float> tone;
      for (int n = 0; n < 2000; ++n)
        tone.push_back(static_cast<float>(std::sin(2.0 * std::numbers::pi * f * n * 2e-3)));
      const auto passed = on_clock(tone, 2000, {2e-3, 0.0, 0.0}, {2e-3, 0.0, 0.0}, 2000, band);
      double most = 0.0;
      for (std::size_t n = 500; n < 1500; ++n)
        most = worst_of(most, std::abs(double{passed[n]} - (f < 30.0 ? double{tone[n]} : 0.0)));
      QVERIFY2(most < 2e-3, qPrintable(QString("%1 Hz: %2").arg(f).arg(most)));
    }
  }

  void nothing_stays_nothing() {
    QVERIFY(on_clock({}, 0, {2e-3}, {2e-3}, 10, band).empty());
    QVERIFY(on_clock(std::vector<float>(5), 5, {2e-3}, {2e-3}, 0, band).empty());
  }
};

}  // namespace test_scheme_time

FOLDWAVE_TEST(test_scheme_time, run_guiless<test_scheme_time::TestSchemeTime>)
#include "test_scheme_time.moc"
