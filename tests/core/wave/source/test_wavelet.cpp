// Protects the source series: the Ricker wavelet's shape, delays, amplitudes, and positions in local
// coordinates; and the exact answers that the wave is tested against.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <numbers>

#include "core/base/error.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/source/wavelet_file.hpp"
#include "tests/test_program.hpp"

namespace test_wavelet {

using namespace foldwave;

class TestWavelet : public QObject {
  Q_OBJECT
 private slots:
  void ricker_peaks_at_zero_and_has_no_mean() {
    QCOMPARE(ricker(10.0, 0.0), 1.0);
    // The troughs, -2 exp(-3/2), lie where a = 3/2.
    const double trough = std::sqrt(1.5) / (std::numbers::pi * 10.0);
    QVERIFY(std::abs(ricker(10.0, trough) + 2.0 * std::exp(-1.5)) < 1e-12);
    double mean = 0.0;
    for (int n = -2000; n <= 2000; ++n)
      mean += ricker(10.0, n * 1e-4) * 1e-4;
    QVERIFY(std::abs(mean) < 1e-12);
  }

  void spectrum_peaks_at_the_frequency_and_ends_at_the_bandwidth() {
    const auto spectrum = [](double f) {
      double sum = 0.0;
      for (int n = -4000; n <= 4000; ++n)
        sum += ricker(10.0, n * 1e-4) * std::cos(2.0 * std::numbers::pi * f * n * 1e-4) * 1e-4;
      return std::abs(sum);
    };
    QVERIFY(spectrum(10.0) > spectrum(9.8));
    QVERIFY(spectrum(10.0) > spectrum(10.2));
    QVERIFY(spectrum(Wavelet{}.largest_frequency()) < 0.034 * spectrum(10.0));
  }

  void series_holds_delay_and_amplitude() {
    Wavelet wavelet;
    wavelet.frequency = 20.0;
    wavelet.amplitude = 3.0;
    const auto series = wavelet_series(wavelet, 0.05, -2.0, 1e-3, 1000);
    const auto peak = static_cast<std::size_t>(std::lround((0.075 + 0.05) / 1e-3));
    QCOMPARE(series.at(peak), -6.0F);
    for (const float s : series)
      QVERIFY(s >= -6.0F);
    QVERIFY(std::abs(series.front()) < 1e-6F);
    QVERIFY(std::abs(series.back()) < 1e-12F);
    QVERIFY(series.size() < 300);
    QCOMPARE(wavelet_series(wavelet, 0.0, 1.0, 1e-3, 40).size(), std::size_t{40});
  }

  void sources_are_placed_locally() {
    Survey survey;
    survey.sources = {Source{{500100.0, 4000200.0, 50.0}, 0.0, 1.0, {}},
                      Source{{500000.0, 4000000.0, 0.0}, 0.1, 2.0, {}}};
    Grid3 grid{{10, 10, 10}, {10.0, 10.0, 10.0}, {500000.0, 4000000.0, 0.0}, {}, {}, 0};
    const auto sources = survey_sources(survey, grid, 1e-3, 500);
    QCOMPARE(sources.size(), std::size_t{2});
    QVERIFY(sources[0].position == (Vec3{100.0, 200.0, 50.0}));
    QCOMPARE(sources[1].series.at(250), 2.0F);
  }

  void bad_values_are_refused() {
    Wavelet wavelet;
    wavelet.frequency = 0.0;
    QVERIFY_EXCEPTION_THROWN(wavelet_series(wavelet, 0.0, 1.0, 1e-3, 10), InputError);
    QVERIFY_EXCEPTION_THROWN(wavelet_series({}, 0.0, 1.0, 0.0, 10), InputError);
  }

  // A line of point sources along y sums to the line source.
  void line_source_is_the_sum_of_points() {
    const auto s = [](double t) { return ricker(20.0, t - 0.075); };
    for (const double t : {0.17, 0.2, 0.23, 0.3}) {
      double sum = 0.0;
      constexpr double step = 0.5;
      for (int n = -1400; n <= 1400; ++n)
        sum += point_source_3d(s, t, std::hypot(250.0, n * step), 2000.0) * step;
      const double line = line_source_2d(s, t, 250.0, 2000.0, 0.05);
      QVERIFY2(std::abs(sum - line) < 1e-9, qPrintable(QString("%1: %2, %3").arg(t).arg(sum).arg(line)));
    }
  }

  void nothing_arrives_before_its_time() {
    const auto one = [](double) { return 1.0; };
    QVERIFY(point_source_3d(one, 0.124, 250.0, 2000.0) == 0.0);
    QVERIFY(line_source_2d(one, 0.124, 250.0, 2000.0, 0.05) == 0.0);
  }

  void a_gaussian_derivative_has_its_extremes_and_its_peak() {
    const double x = 1.0 / (2.0 * std::numbers::pi * 8.0);
    QVERIFY(std::abs(gaussian_derivative(8.0, -x) - 1.0) < 1e-12);
    QVERIFY(std::abs(gaussian_derivative(8.0, x) + 1.0) < 1e-12);
    Wavelet w;
    w.kind = WaveletKind::gaussian_derivative;
    w.frequency = 8.0;
    const auto spectrum = [](double f) {
      double sum = 0.0;
      for (int n = -4000; n <= 4000; ++n)
        sum += gaussian_derivative(8.0, n * 1e-4) * std::sin(2.0 * std::numbers::pi * f * n * 1e-4) * 1e-4;
      return std::abs(sum);
    };
    QVERIFY(spectrum(8.0) > spectrum(7.8) && spectrum(8.0) > spectrum(8.2));
    QVERIFY(spectrum(w.largest_frequency()) < 0.034 * spectrum(8.0));
  }

  // A Ricker wavelet written at 4 ms comes back at other intervals, from one column and from two.
  void a_file_is_resampled_within_its_band() {
    QTemporaryDir folder;
    const std::string place = folder.path().toStdString();
    std::ofstream one(place + "/one.txt"), two(place + "/two.txt"), bad(place + "/bad.txt");
    one << "# ricker\n";
    for (int n = 0; n <= 100; ++n) {
      one << std::setprecision(12) << ricker(10.0, n * 0.004 - 0.2) << "\n";
      two << std::setprecision(12) << n * 0.004 << " " << ricker(10.0, n * 0.004 - 0.2) << "\n";
    }
    bad << "1\n2 x\n";
    one.close();
    two.close();
    bad.close();
    for (const SampledWavelet& w :
         {read_wavelet("one.txt", place, 0.004), read_wavelet("two.txt", place, 0.0)})
      for (const double dt : {0.001, 0.0037}) {
        const auto series = resampled(w, 0.05, 2.0, dt, 10000);
        for (std::size_t n = 0; n < series.size(); ++n)
          QVERIFY(std::abs(static_cast<double>(series[n]) -
                           2.0 * ricker(10.0, static_cast<double>(n) * dt - 0.25)) < 3e-4);
      }
    QVERIFY_EXCEPTION_THROWN(read_wavelet("one.txt", place, 0.0), InputError);
    QVERIFY_EXCEPTION_THROWN(read_wavelet("bad.txt", place, 0.004), InputError);
    QVERIFY_EXCEPTION_THROWN(read_wavelet("none.txt", place, 0.004), InputError);
  }
};

}  // namespace test_wavelet

FOLDWAVE_TEST(test_wavelet, run_guiless<test_wavelet::TestWavelet>)
#include "test_wavelet.moc"
