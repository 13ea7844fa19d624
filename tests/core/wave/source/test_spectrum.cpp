// Protects spectra: the fast transform against the sum that defines it, frequencies in hertz, a Ricker
// wavelet's own spectrum, and the mean over traces.
#include <QTest>

#include <cmath>
#include <numbers>
#include <random>

#include "core/wave/source/spectrum.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/test_program.hpp"

namespace test_spectrum {

using namespace foldwave;

class TestSpectrum : public QObject {
  Q_OBJECT

 private slots:
  void the_transform_is_the_sum() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (const std::size_t n : {1, 2, 4, 8, 64, 512}) {
      std::vector<std::complex<double>> x(n);
      for (auto& v : x)
        v = {any(random), any(random)};
      std::vector<std::complex<double>> fast = x;
      fourier_transform(fast);
      for (std::size_t k = 0; k < n; ++k) {
        std::complex<double> sum = 0.0;
        for (std::size_t i = 0; i < n; ++i)
          sum += x[i] * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k * i % n) /
                                            static_cast<double>(n));
        QVERIFY2(std::abs(fast[k] - sum) < 1e-12 * static_cast<double>(n),
                 qPrintable(QString("%1 %2").arg(n).arg(k)));
      }
    }
  }

  void a_sine_stands_at_its_frequency() {
    std::vector<float> s;
    for (int i = 0; i < 1000; ++i)
      s.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * 37.5 * 0.002 * i)));
    const Spectrum spectrum = amplitude_spectrum(s, 0.002);
    QCOMPARE(spectrum.nyquist(), 250.0);
    QCOMPARE(spectrum.amplitude.size(), std::size_t{513});
    QVERIFY(std::abs(peak_frequency(spectrum) - 37.5) < 0.1);
  }

  // |S(f)| = 2 / (sqrt(pi) f_p^3) f^2 exp(-f^2 / f_p^2), as an integral: over dt it is the sum.
  void a_ricker_wavelet_has_its_spectrum() {
    const double peak = 20.0, dt = 0.001;
    std::vector<float> s;
    for (int i = 0; i < 400; ++i)
      s.push_back(static_cast<float>(ricker(peak, i * dt - 0.1)));
    const Spectrum spectrum = amplitude_spectrum(s, dt, 4096);
    for (std::size_t k = 0; k < spectrum.amplitude.size(); ++k) {
      const double f = static_cast<double>(k) * spectrum.step;
      const double exact = 2.0 / (std::sqrt(std::numbers::pi) * std::pow(peak, 3)) * f * f *
                           std::exp(-f * f / (peak * peak)) / dt;
      QVERIFY2(std::abs(spectrum.amplitude[k] - exact) < 2e-6, qPrintable(QString("%1 Hz").arg(f)));
    }
    QVERIFY(std::abs(peak_frequency(spectrum) - peak) < 0.003);
  }

  void the_mean_is_that_of_squares() {
    Gather g;
    g.dt = 0.004;
    g.samples = 128;
    g.receivers.resize(2);
    for (const double a : {3.0, 4.0})
      for (int i = 0; i < g.samples; ++i)
        g.traces.push_back(static_cast<float>(a * std::exp(-0.1 * i)));
    const Spectrum mean = mean_spectrum(g, 128), one = amplitude_spectrum({g.trace(0), 128}, g.dt);
    for (std::size_t k = 0; k < one.amplitude.size(); ++k)
      QVERIFY(std::abs(mean.amplitude[k] / one.amplitude[k] - std::sqrt(12.5) / 3.0) < 1e-6);
    // Of what is made so far, at the same frequencies.
    QCOMPARE(mean_spectrum(g, 40).amplitude.size(), mean.amplitude.size());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(mean_spectrum(g, 128, {nullptr, stop.get_token()}), Stopped);
  }

  void nothing_has_no_spectrum() {
    QVERIFY(amplitude_spectrum({}, 0.001).amplitude.empty());
    QVERIFY(mean_spectrum({}, 5).amplitude.empty());
    QCOMPARE(peak_frequency({}), 0.0);
    QCOMPARE(peak_frequency(amplitude_spectrum(std::vector<float>(16), 0.001)), 0.0);
  }
};

}  // namespace test_spectrum

FOLDWAVE_TEST(test_spectrum, run_guiless<test_spectrum::TestSpectrum>)
#include "test_spectrum.moc"
