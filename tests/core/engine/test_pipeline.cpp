// Protects the stages as functions: layers, velocities and signs where they can be said by hand, the step and
// the traces of a wave, stopping, and refusals that hold without the checks that come before a run.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/model/scenario_json.hpp"
#include "core/wave/dispersion.hpp"
#include "tests/test_program.hpp"

namespace test_pipeline {

using namespace foldwave;

namespace {

Scenario two_layers() {
  return load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/two-layer.json");
}

// A few milliseconds of the two-layer model: enough to run all the way.
Scenario small_shot() {
  Scenario s = two_layers();
  s.grid.n = {20, 18, 16};
  std::get<PlaneHorizon>(s.events[0].horizon).point = {0.0, 0.0, 75.0};
  s.survey.sources[0].position = {95.0, 85.0, 60.0};
  s.survey.receivers = {ReceiverLine{{20.0, 85.0, 20.0}, {170.0, 85.0, 20.0}, 3, {}}};
  s.propagation.order = 4;
  s.propagation.pad_cells = 8;
  s.propagation.duration = 0.12;
  s.outputs.snapshot_interval = 0.03;
  return s;
}

struct Frames final : SnapshotSink {
  std::vector<int> steps;
  std::vector<double> times;
  std::stop_source* stop_at_third = nullptr;
  void snapshot(int step, double time, const Field<float>& /*pressure*/) override {
    steps.push_back(step);
    times.push_back(time);
    if (stop_at_third != nullptr && steps.size() == 3) stop_at_third->request_stop();
  }
};

template <class Call>
QString refusal(Call&& call) {
  try {
    call();
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

}  // namespace

class TestPipeline : public QObject {
  Q_OBJECT

 private slots:
  // The thesis' model: 1500 m/s for iz <= nz / 2 - 1, else 4700, on 50^3 nodes.
  void twoLayersAreThoseOfTheThesis() {
    const Scenario s = two_layers();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QCOMPARE(fold.grid, s.grid);
    QCOMPARE(fold.unreached, Index{0});
    QCOMPARE(fold.bands.boundary, (std::vector<double>{0.0}));
    Index wrong = 0;
    double error = 0.0;
    for (int k = 0; k < 50; ++k)
      for (int j = 0; j < 50; ++j)
        for (int i = 0; i < 50; ++i) {
          const bool upper = k <= 50 / 2 - 1;
          wrong += fold.velocity(i, j, k) != (upper ? 1500.0F : 4700.0F);
          wrong += fold.layer_index(i, j, k) != (upper ? 0 : 1);
          // A flat horizon at 245 m, lambda 0: T is the height above it.
          error = worst_of(error, std::abs(static_cast<double>(fold.arrival(i, j, k)) - (245.0 - 10.0 * k)));
        }
    QCOMPARE(wrong, Index{0});
    QVERIFY2(error < 5e-10 * 245.0, qPrintable(QString::number(error)));
  }

  // With F + psi = 1 and the axial line upright T is metres above a flat horizon, whatever lambda is.
  void bandsAreMetresAtTheHinge_data() {
    QTest::addColumn<double>("lambda");
    for (const double lambda : {-0.5, 0.3, 0.8})
      QTest::addRow("%g", lambda) << lambda;
  }
  void bandsAreMetresAtTheHinge() {
    QFETCH(double, lambda);
    Scenario s = small_shot();
    s.events[0].fold.parameters = FoldParameters::from_lambda(lambda);
    s.stack.layers.insert(s.stack.layers.begin() + 1, Layer{"middle", 40.0, 3000.0, {}, {}});
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QCOMPARE(fold.bands.boundary, (std::vector<double>{0.0, -40.0}));
    for (int k = 0; k < 16; ++k) {
      const double depth = 10.0 * k;
      const int expected = depth < 75.0 ? 0 : depth < 115.0 ? 1 : 2;
      QVERIFY(std::abs(static_cast<double>(fold.arrival(7, 9, k)) - (75.0 - depth)) < 2e-9 * 75.0);
      QCOMPARE(static_cast<int>(fold.layer_index(7, 9, k)), expected);
      QCOMPARE(fold.velocity(7, 9, k), expected == 0 ? 1500.0F : expected == 1 ? 3000.0F : 4700.0F);
    }
  }

  void waveTakesTheStepsItSays() {
    const Scenario s = small_shot();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    Frames frames;
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), &frames, {});
    QVERIFY(!wave.run.stopped);
    QVERIFY(wave.dt < wave.stable_dt);
    QVERIFY(wave.estimated_error <= s.propagation.error_budget);
    QCOMPARE(1e6 * wave.dt, std::round(1e6 * wave.dt));
    QCOMPARE(wave.run.steps_done, static_cast<int>(std::lround(0.12 / wave.dt)));
    const Gather& gather = wave.run.gather;
    QCOMPARE(gather.samples, wave.run.steps_done + 1);
    QCOMPARE(gather.receivers.size(), std::size_t{3});
    QCOMPARE(gather.receivers[1].x, 95.0);
    // The wave is there, and the outer receivers, at equal distances from the source, hear it alike.
    float largest = 0.0F;
    for (int n = 0; n < gather.samples; ++n) {
      largest = worst_of(largest, std::abs(gather.trace(1)[n]));
      QVERIFY(std::abs(gather.trace(0)[n] - gather.trace(2)[n]) <= 1e-5F * (largest + 1e-6F));
    }
    QVERIFY(largest > 1e-4F);

    const int every = static_cast<int>(std::lround(0.03 / wave.dt));
    QCOMPARE(wave.snapshot_every, every);
    QCOMPARE(static_cast<int>(frames.steps.size()), wave.run.steps_done / every + 1);
    for (std::size_t f = 0; f < frames.steps.size(); ++f) {
      QCOMPARE(frames.steps[f], every * static_cast<int>(f));
      QCOMPARE(frames.times[f], frames.steps[f] * wave.dt);
    }
  }

  void nodesInAWavelengthAreCounted() {
    Scenario s = small_shot();
    s.survey.wavelet.frequency = 40.0;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    // 1500 m/s over 2.5 x 40 Hz is 15 m: one node and a half.
    const double nodes = run_wave(s, fold, *cpu_backend(), nullptr, {}).points_per_wavelength;
    QVERIFY2(std::abs(nodes - 1.5) < 1e-9, qPrintable(QString::number(nodes)));
  }

  void stoppedFoldThrows() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(run_fold(small_shot(), *cpu_backend(), {nullptr, stop.get_token()}), Stopped);
  }

  void stoppedWaveKeepsWhatThereIs() {
    Scenario s = small_shot();
    s.propagation.duration = 60.0;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    std::stop_source stop;
    Frames frames;
    frames.stop_at_third = &stop;
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), &frames, {nullptr, stop.get_token()});
    QVERIFY(wave.run.stopped);
    QVERIFY(wave.run.steps_done >= 2 * wave.snapshot_every);
    QVERIFY(wave.run.steps_done < 60.0 / wave.dt);
    const Gather& gather = wave.run.gather;
    QVERIFY(gather.samples == wave.run.steps_done + 1);
    QVERIFY(gather.traces.size() == gather.receivers.size() * static_cast<std::size_t>(gather.samples));
  }

  // Without preflight, as the desktop might call them.
  void stagesRefuseByThemselves() {
    Scenario bad = small_shot();
    bad.grid.n[0] = 2;
    QVERIFY(refusal([&] { run_fold(bad, *cpu_backend(), {}); }).startsWith("/grid/nodes: 2"));
    bad = small_shot();
    std::get<PlaneHorizon>(bad.events[0].horizon).point.z = 400.0;
    QVERIFY(refusal([&] {
              run_fold(bad, *cpu_backend(), {});
            }).startsWith("/events/0/horizon: the horizon misses"));
    const Scenario good = small_shot();
    const FoldResult fold = run_fold(good, *cpu_backend(), {});
    bad = good;
    bad.propagation.enabled = false;
    QVERIFY(refusal([&] {
              run_wave(bad, fold, *cpu_backend(), nullptr, {});
            }).startsWith("/propagation/enabled"));
    bad = good;
    bad.propagation.dt = 1.0;
    QVERIFY(!refusal([&] { run_wave(bad, fold, *cpu_backend(), nullptr, {}); }).isEmpty());
  }

  // Air over rock at one velocity; a step of its own choice carries it for thousands of steps.
  void airOverRockStaysBounded() {
    Scenario s = small_shot();
    s.grid.n = {40, 1, 40};
    s.survey.sources[0].position = {195.0, 0.0, 160.0};
    s.survey.receivers = {ReceiverLine{{20.0, 0.0, 30.0}, {370.0, 0.0, 150.0}, 5, {}}};
    for (Layer& layer : s.stack.layers)
      layer.velocity = 2000.0;
    s.stack.layers.front().density = 1.2;
    s.stack.layers.back().density = 2500.0;
    s.outputs.snapshot_interval = 0.0;
    s.survey.wavelet.frequency = 4.0;
    s.propagation.error_budget = 0.5;
    s.propagation.boundaries.fill(Boundary::free);
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(fold.layer_index(0, 0, 0) != fold.layer_index(0, 0, 39));
    for (const int order : {8, 16})
      for (const int time_order : {2, 4}) {
        s.propagation.order = order;
        s.propagation.time_order = time_order;
        s.propagation.dt = 0.0;
        const double limit = stable_dt(make_wave_media(s, fold), s, fold, {});
        s.propagation.duration = 5010.0 * stability_share * limit;
        QVERIFY(!has_errors(preflight(s, *cpu_backend())));
        const WaveResult wave = run_wave(s, fold, *cpu_backend(), nullptr, {});
        QVERIFY2(wave.run.steps_done >= 5000, qPrintable(QString::number(wave.run.steps_done)));
        QCOMPARE(wave.stable_dt, limit);
        QVERIFY(wave.dt_chosen_by == "stability limit" && limit > 2.0 * stable_dt(s));
        const auto most = [&](int from, int to) {
          double worst = 0.0;
          for (int r = 0; r < 5; ++r)
            for (int n = from; n < to; ++n)
              worst = worst_of(worst, std::abs(double{wave.run.gather.trace(r)[n]}));
          return worst;
        };
        const double first = most(0, 1000), last = most(4000, 5000);
        QVERIFY2(last < 3.0 * first, qPrintable(QString("%1 after %2").arg(last).arg(first)));
        // Typed between what any fold of these densities bears and what this one does: said, and done.
        s.propagation.dt = 0.99 * limit;
        s.propagation.duration = 10.0 * limit;
        const Findings findings = preflight(s, *cpu_backend());
        QVERIFY(std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
          return f.severity == Severity::warning && f.text().find("may be unstable") != std::string::npos;
        }));
        QCOMPARE(run_wave(s, fold, *cpu_backend(), nullptr, {}).run.steps_done, 10);
        s.propagation.dt = 1.02 * limit;
        QVERIFY(refusal([&] { run_wave(s, fold, *cpu_backend(), nullptr, {}); }).contains("is unstable"));
      }
  }

  void typedStepIsTaken() {
    Scenario s = small_shot();
    s.propagation.dt = 1.234567e-4;
    const TimeStep time = choose_time_step(s, stable_dt(s));
    QCOMPARE(time.dt, 1.234567e-4);
    QCOMPARE(time.steps, 972);
  }
};

}  // namespace test_pipeline

FOLDWAVE_TEST(test_pipeline, run_guiless<test_pipeline::TestPipeline>)
#include "test_pipeline.moc"
