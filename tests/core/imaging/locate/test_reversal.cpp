// Protects the parts of the reversal and the ellipsoid: which traces go where and when, the matched filter
// and the maps against brute force, reciprocity of the reversed field with a forward run, and ellipsoids that
// hold as many draws of their covariance as they say.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/imaging/locate/illumination.hpp"
#include "tests/core/imaging/locate/locate_help.hpp"
#include "tests/test_program.hpp"

namespace test_reversal {

using namespace foldwave;

namespace {

Traces random_traces(const std::vector<Vec3>& receivers, int samples, std::uint64_t seed) {
  Traces traces{receivers, samples, {}};
  std::mt19937_64 random(seed);
  std::normal_distribution<float> noise;
  traces.values.resize(receivers.size() * static_cast<std::size_t>(samples));
  for (float& value : traces.values)
    value = noise(random);
  return traces;
}

// The same by sources of their own.
WaveModel reversed_model(const WaveModel& medium, const Traces& traces, int before) {
  WaveModel model = medium;
  model.steps = reversed_steps(traces, before);
  for (std::size_t r = 0; r < traces.receivers.size(); ++r) {
    const auto trace = traces.trace(r);
    model.sources.push_back({traces.receivers[r], std::vector<float>(trace.rbegin(), trace.rend())});
  }
  return model;
}

Recording small() {
  Recording recording({40, 1, 30}, 20.0, 2500.0);
  recording.line(9);
  return recording;
}

}  // namespace

class TestReversal : public QObject {
  Q_OBJECT
 private slots:
  // Differences over two steps of what goes back, which stands still beyond its ends.
  void rates_of_change_are_those_of_reversed_time() {
    const Recording recording = small();
    const Traces traces = random_traces(recording.receivers, 50, 2);
    const WaveModel model = reversed_wave(recording.medium(), traces, true);
    QCOMPARE(model.steps, 49);
    QCOMPARE(model.sources.size(), recording.receivers.size());
    for (std::size_t r = 0; r < model.sources.size(); ++r) {
      const auto back = [&](int n) {
        return traces.trace(r)[static_cast<std::size_t>(49 - std::clamp(n, 0, 49))];
      };
      for (int n = 0; n < 50; ++n)
        QCOMPARE(model.sources[r].series[static_cast<std::size_t>(n)], back(n + 1) - back(n - 1));
    }
  }

  void each_trace_goes_last_sample_first_to_its_receiver() {
    const Recording recording = small();
    const Traces traces = random_traces(recording.receivers, 50, 1);
    QCOMPARE(reversed_steps(traces, 7), 56);
    WaveModel medium = recording.medium();
    medium.receivers = {{20.0, 0.0, 20.0}};
    for (const int time_order : {2, 4}) {
      medium.time_order = time_order;
      const StepperSetup setup = reversed_setup(medium, traces);
      QVERIFY(setup.model.receivers.empty() && setup.model.sources.empty() && setup.traces);
      const Gather& sent = *setup.traces->gather;
      QVERIFY(sent.receivers == recording.receivers && setup.traces->receivers.empty());
      QVERIFY(!setup.traces->reversed && setup.traces->scale == 1.0);
      const auto at = [&](std::size_t r, int n) {
        return n >= 0 && n < 50 ? double{traces.values[r * 50 + static_cast<std::size_t>(49 - n)]} : 0.0;
      };
      for (std::size_t r = 0; r < sent.receivers.size(); ++r)
        for (int n = 0; n < sent.samples; ++n) {
          // As the fourth order in time injects its sources.
          const double wanted =
              at(r, n) + (time_order == 4 ? (at(r, n + 1) - 2.0 * at(r, n) + at(r, n - 1)) / 6.0 : 0.0);
          QVERIFY(std::abs(double{sent.trace(static_cast<int>(r))[n]} - wanted) < 1e-6);
        }
      QCOMPARE(sent.samples, time_order == 4 ? 51 : 50);
    }
  }

  void the_matched_filter_is_a_correlation() {
    const Traces traces = random_traces({{0, 0, 0}, {1, 0, 0}}, 30, 2);
    const std::vector<float> wavelet{0.5F, -1.0F, 2.0F};
    const Traces found = correlated(traces, wavelet);
    for (std::size_t r = 0; r < 2; ++r)
      for (std::size_t n = 0; n < 30; ++n) {
        double sum = 0.0;
        for (std::size_t k = 0; k < 3 && n + k < 30; ++k)
          sum += double{traces.values[r * 30 + n + k]} * double{wavelet[k]};
        QVERIFY(std::abs(double{found.values[r * 30 + n]} - sum) < 1e-5);
      }
  }

  // <d, G s> = <G* d, s>: a forward run from a node and the reversed field there have one product.
  void the_reversed_field_is_the_adjoint_of_the_forward_run() {
    const Recording recording = small();
    const auto propagator = make_cpu_wave_propagator();
    WaveModel forward = recording.medium();
    forward.steps = 199;
    const Vec3 at{400.0, 0.0, 340.0};
    const std::vector<float> series = wavelet_series(recording.wavelet, 0.0, 1.0, forward.dt, 200);
    forward.sources.push_back({at, series});
    forward.receivers = recording.receivers;
    const Gather gather = propagator->run(forward, nullptr, {}).gather;
    const Traces traces = random_traces(recording.receivers, 200, 3);
    double there = 0.0, size = 0.0;
    for (std::size_t m = 0; m < traces.values.size(); ++m) {
      there += double{traces.values[m]} * double{gather.traces[m]};
      size += std::abs(double{traces.values[m]} * double{gather.traces[m]});
    }
    WaveModel back = reversed_model(recording.medium(), traces, 0);
    back.receivers = {at};
    const Gather field = propagator->run(back, nullptr, {}).gather;
    double here = 0.0;
    for (std::size_t n = 0; n < series.size(); ++n)
      here += double{series[n]} * double{field.traces[199 - n]};
    QVERIFY2(std::abs(there - here) < 2e-4 * size,
             qPrintable(QString("%1 and %2 of %3").arg(there).arg(here).arg(size)));
  }

  void maps_are_of_every_step() {
    const Recording recording = small();
    const auto propagator = make_cpu_wave_propagator();
    const Traces traces = random_traces(recording.receivers, 80, 4);
    const FocusMaps maps = reverse_in_time(make_cpu_stepper, recording.medium(), traces, 5, {true, 40}, {});
    // Two nodes by their own traces.
    WaveModel back = reversed_model(recording.medium(), traces, 5);
    back.receivers = {{200.0, 0.0, 200.0}, {600.0, 0.0, 320.0}};
    const Gather field = propagator->run(back, nullptr, {}).gather;
    for (int r = 0; r < 2; ++r) {
      double most = 0.0, at = 0.0, energy = 0.0;
      for (int n = 0; n < field.samples; ++n) {
        const double p = double{field.trace(r)[n]};
        if (std::abs(p) > most) at = (79 - n) * back.dt;
        most = worst_of(most, std::abs(p));
        if (n >= 40) energy += p * p * back.dt;
      }
      const int i = r == 0 ? 10 : 30, k = r == 0 ? 10 : 16;
      QCOMPARE(double{maps.peak(i, 0, k)}, most);
      QVERIFY(std::abs(double{maps.time(i, 0, k)} - at) < 1e-6);
      QVERIFY(std::abs(double{maps.energy(i, 0, k)} / energy - 1.0) < 1e-4);
    }
    // What is not asked for is not there, and media at once are media one by one.
    const FocusMaps late = reverse_in_time(make_cpu_stepper, recording.medium(), traces, 5, {false, 40}, {});
    QVERIFY(late.peak.empty() && late.time.empty());
    QVERIFY(std::ranges::equal(late.energy.values(), maps.energy.values()));
    const WaveModel medium = recording.medium();
    const Field<float> faster(medium.grid.n, 2700.0F);
    std::vector<WaveModel> media(3, medium);
    media[1].velocity = borrowed(faster);
    const auto several = reverse_in_media(make_cpu_stepper, media, traces, 5, 2, {});
    QCOMPARE(several.size(), std::size_t{3});
    for (const std::size_t m : {std::size_t{0}, std::size_t{2}}) {
      QVERIFY(std::ranges::equal(several[m].peak.values(), maps.peak.values()));
      QVERIFY(std::ranges::equal(several[m].time.values(), maps.time.values()));
    }
    QVERIFY(!std::ranges::equal(several[1].peak.values(), maps.peak.values()));
    // One group of all is the field itself.
    const FocusMaps one = reverse_groups(make_cpu_stepper, recording.medium(), traces, 5, 1, 1, {});
    const FocusMaps two = reverse_groups(make_cpu_stepper, recording.medium(), traces, 5, 2, 1, {});
    float two_most = 0.0F;
    for (Index m = 0; m < maps.peak.size(); ++m) {
      QVERIFY(std::abs(one.peak[m] - maps.peak[m]) <= 1e-5F * maps.peak[m]);
      QVERIFY(std::isfinite(two.peak[m]));
      two_most = worst_of(two_most, std::abs(two.peak[m] - maps.peak[m]));
    }
    QVERIFY(two_most > 0.0F);
  }

  void the_gain_is_noise_s_root_mean_square() {
    const Recording recording = small();
    const auto propagator = make_cpu_wave_propagator();
    const Band band = wavelet_band(recording.wavelet);
    const Predictor predictor(*propagator, recording.medium(), recording.receivers, 600,
                              wavelet_series(recording.wavelet, 0.0, 1.0, recording.dt, 1000), 0.0, band);
    const auto wavelet = predictor.wavelet();
    const Field<float> gain = noise_gain(make_cpu_stepper, predictor, wavelet, band, 0, {});
    // By other noise, at a node away from receivers and faces, over all times after the first.
    double square = 0.0;
    int count = 0;
    for (std::uint64_t seed = 10; seed < 14; ++seed) {
      Traces noise = random_traces(recording.receivers, 600, seed);
      noise.values = on_clock(noise.values, 600, {recording.dt}, {recording.dt}, 600, band);
      double level = 0.0;
      for (const float value : noise.values)
        level += double{value} * double{value} / static_cast<double>(noise.values.size());
      WaveModel back = reversed_model(recording.medium(), correlated(noise, wavelet), 0);
      back.receivers = {{400.0, 0.0, 400.0}};
      const Gather field = propagator->run(back, nullptr, {}).gather;
      for (int n = 300; n < 600; ++n, ++count)
        square += double{field.traces[static_cast<std::size_t>(n)]} *
                  double{field.traces[static_cast<std::size_t>(n)]} / level;
    }
    const double wanted = std::sqrt(square / count);
    QVERIFY2(std::abs(double{gain(20, 0, 20)} / wanted - 1.0) < 0.25,
             qPrintable(QString("%1 of %2").arg(gain(20, 0, 20)).arg(wanted)));
  }

  void the_noise_s_level_is_found_beside_a_signal() {
    Traces traces = random_traces({{0, 0, 0}}, 20000, 5);
    for (std::size_t n = 3000; n < 3400; ++n)
      traces.values[n] += 50.0F;
    QVERIFY(std::abs(noise_level(traces.values) - 1.0) < 0.05);
    QCOMPARE(noise_level({}), 0.0);
  }

  void quantiles_are_those_of_the_tables() {
    for (const auto& [share, degrees, wanted] : {std::tuple{0.68, 2, 2.27886857},
                                                 {0.95, 2, 5.99146455},
                                                 {0.68, 3, 3.50588000},
                                                 {0.95, 3, 7.81472790}})
      QVERIFY2(std::abs(chi_square_quantile(share, degrees) - wanted) < 2e-4,
               qPrintable(QString::number(chi_square_quantile(share, degrees))));
  }

  void an_ellipsoid_holds_as_many_as_it_says() {
    std::mt19937_64 random(6);
    std::normal_distribution<double> noise;
    // x = L u, C = L L'.
    const double l[3][3] = {{5.0, 0.0, 0.0}, {-3.0, 2.0, 0.0}, {4.0, 1.0, 0.5}};
    SpaceTimeCovariance c{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          c[i][j] += l[i][k] * l[j][k];
    for (const bool section : {false, true})
      for (const double share : {0.68, 0.95}) {
        const Ellipsoid e = confidence_ellipsoid(c, section, share);
        QVERIFY(e.axes == (section ? 2 : 3) && e.half[0] >= e.half[1]);
        int held = 0, by_axes = 0;
        for (int draw = 0; draw < 20000; ++draw) {
          const double u[3] = {noise(random), noise(random), noise(random)};
          Vec3 off{};
          for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
              off[i] += l[i][k] * u[k];
          held += ellipsoid_holds(c, section, off, share);
          if (section) off.y = 0.0;
          double sum = 0.0;
          for (std::size_t a = 0; a < static_cast<std::size_t>(e.axes); ++a)
            sum += std::pow(dot(e.along[a], off) / e.half[a], 2);
          by_axes += sum <= 1.0;
        }
        QVERIFY2(std::abs(held / 20000.0 - share) < 0.015, qPrintable(QString::number(held / 20000.0)));
        QVERIFY(std::abs(held - by_axes) <= 2);
      }
  }
};

}  // namespace test_reversal

FOLDWAVE_TEST(test_reversal, run_guiless<test_reversal::TestReversal>)
#include "test_reversal.moc"
