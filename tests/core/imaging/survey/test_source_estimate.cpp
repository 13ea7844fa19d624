// Protects the estimate of recorded shots' wavelet: its frequency, delay, phase and size come back, in noise
// too, and shots without a direct wave are refused.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/survey/source_estimate.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_source_estimate {

using namespace foldwave;

namespace {

Wavelet some_wavelet(double frequency, double delay, WaveletKind kind = WaveletKind::ricker) {
  Wavelet wavelet;
  wavelet.frequency = frequency;
  wavelet.delay = delay;
  wavelet.amplitude = 3.0;
  wavelet.kind = kind;
  return wavelet;
}

// Over the reflector, shots of a wavelet that the estimate does not know.
struct Recording {
  FlatSurvey flat{3};
  std::vector<float> series;

  explicit Recording(const Wavelet& wavelet) {
    const WaveModel& model = flat.small.model;
    series = wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps + 1);
    WaveModel there = model;
    there.velocity = borrowed(flat.small.truth);
    auto shots = flat.setup.shots;
    for (Shot& shot : shots)
      shot.source.series = series;
    flat.setup.recorded = model_shots(flat.small.make, there, shots, {});
    flat.setup.truth = nullptr;
  }
  SourceEstimate estimate() const { return estimate_source(flat.small.make, flat.setup, 20.0, {}); }
  double misfit(const SourceEstimate& found) const {
    double apart = 0.0, size = 0.0;
    for (std::size_t n = 0; n < found.series.size(); ++n) {
      const double wanted = n < series.size() ? static_cast<double>(series[n]) : 0.0;
      apart += std::pow(static_cast<double>(found.series[n]) - wanted, 2);
      size += wanted * wanted;
    }
    return std::sqrt(apart / size);
  }
};

}  // namespace

class TestSourceEstimate : public QObject {
  Q_OBJECT
 private slots:
  void a_ricker_wavelet_comes_back() {
    for (const double frequency : {12.0, 16.0, 22.0}) {
      const Recording recorded(some_wavelet(frequency, 0.131));
      const SourceEstimate found = recorded.estimate();
      qInfo("%g Hz: %g Hz, %g s, misfit %g, explained %g", frequency, found.frequency, found.peak_time,
            recorded.misfit(found), found.explained);
      QVERIFY2(std::abs(found.frequency / frequency - 1.0) < 0.02,
               qPrintable(QString::number(found.frequency)));
      QVERIFY(std::abs(found.peak_time - 0.131) < recorded.flat.small.model.dt);
      QVERIFY(recorded.misfit(found) < 0.1);
      QVERIFY(found.explained > 0.9 && found.explained <= 1.0 + 1e-9);
      QCOMPARE(found.traces, 72);
    }
  }

  // Of another phase: a quarter of a turn.
  void a_phase_comes_back() {
    const Recording recorded(some_wavelet(15.0, 0.12, WaveletKind::gaussian_derivative));
    const SourceEstimate found = recorded.estimate();
    qInfo("misfit %g", recorded.misfit(found));
    QVERIFY(recorded.misfit(found) < 0.1);
  }

  void noise_is_borne() {
    Recording recorded(some_wavelet(16.0, 0.131));
    std::mt19937 random(7);
    for (ShotData& data : recorded.flat.setup.recorded) {
      auto noisy = std::make_shared<Gather>(*data);
      double peak = 0.0;
      for (const float v : noisy->traces)
        peak = worst_of(peak, std::abs(static_cast<double>(v)));
      std::normal_distribution<float> noise(0.0F, static_cast<float>(0.02 * peak));
      for (float& v : noisy->traces)
        v += noise(random);
      data = noisy;
    }
    const SourceEstimate found = recorded.estimate();
    qInfo("%g Hz, %g s, explained %g", found.frequency, found.peak_time, found.explained);
    QVERIFY(std::abs(found.frequency / 16.0 - 1.0) < 0.05);
    QVERIFY(std::abs(found.peak_time - 0.131) < recorded.flat.small.model.dt);
    QVERIFY(found.explained < 0.99);
  }

  void nothing_recorded_is_refused() {
    Recording recorded(some_wavelet(16.0, 0.131));
    for (ShotData& data : recorded.flat.setup.recorded) {
      auto silent = std::make_shared<Gather>(*data);
      std::ranges::fill(silent->traces, 0.0F);
      data = silent;
    }
    try {
      recorded.estimate();
      QFAIL("a wavelet of nothing");
    } catch (const InputError& e) {
      QCOMPARE(e.place(), std::string("/imaging/survey/wavelet"));
    }
  }
};

}  // namespace test_source_estimate

FOLDWAVE_TEST(test_source_estimate, run_guiless<test_source_estimate::TestSourceEstimate>)
#include "test_source_estimate.moc"
