// Protects the location of events in sections whose traces another scheme has made: places to a tenth of a
// cell and times to half a step where there is no noise, errors that the confidence ellipse foretells where
// there is, no event where there is none, several events apart, and traces that are bad left out.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/locate/velocity_scan.hpp"
#include "tests/core/imaging/locate/locate_help.hpp"
#include "tests/test_program.hpp"

namespace test_locate {

using namespace foldwave;

namespace {

constexpr double h = 20.0;

Recording uniform() {
  Recording recording({100, 1, 60}, h, 2500.0);
  recording.line(5);
  recording.duration = 1.1;
  return recording;
}

Recording gradient() {
  Recording recording = uniform();
  for (int k = 0; k < 60; ++k)
    for (int i = 0; i < 100; ++i)
      (*recording.velocity)(i, 0, k) = static_cast<float>(1800.0 + 0.8 * k * h + 0.1 * i * h);
  return recording;
}

// Below a body of salt.
Recording salt() {
  Recording recording = gradient();
  for (int k = 18; k < 32; ++k)
    for (int i = 25; i < 78; ++i)
      if (std::hypot((i - 52) / 26.0, (k - 25) / 7.0) < 1.0) (*recording.velocity)(i, 0, k) = 4480.0F;
  recording.duration = 1.3;
  return recording;
}

double cells_off(const EventState& state, const Blast& blast) {
  return norm(state.position - blast.at) / h;
}

QString text(const LocateResult& result, const Blast& blast) {
  QString said = QString("%1 events of z above %2:").arg(result.events.size()).arg(result.threshold);
  for (const LocatedEvent& event : result.events)
    said += QString(" (%1, %2, z %3, off %4 cells, %5 ms)")
                .arg(event.state.position.x)
                .arg(event.state.position.z)
                .arg(event.z)
                .arg(cells_off(event.state, blast))
                .arg(1e3 * (event.state.time - blast.time));
  return said;
}

}  // namespace

class TestLocate : public QObject {
  Q_OBJECT
 private slots:
  void without_noise_the_event_is_where_it_was_data() {
    QTest::addColumn<int>("model");
    QTest::newRow("uniform") << 0;
    QTest::newRow("gradient") << 1;
    QTest::newRow("below salt") << 2;
    QTest::newRow("free surface, every 10th receiver") << 3;
  }
  void without_noise_the_event_is_where_it_was() {
    QFETCH(int, model);
    Recording recording = model == 1 ? gradient() : model == 2 ? salt() : uniform();
    if (model == 3) {
      recording.top = Boundary::free;
      recording.receivers.clear();
      recording.line(10);
    }
    const Blast blast{{1023.0, 0.0, 847.0}, 0.1234, -2.0};
    LocateOptions options;
    options.most_events = 3;
    const LocateResult result = recording.locate(recording.gather({blast}), options);
    QVERIFY2(result.events.size() == 1, qPrintable(text(result, blast)));
    const LocatedEvent& event = result.events.front();
    // Measured: 0.003 to 0.02 cells, 0.006 to 0.03 ms of 2 ms.
    QVERIFY2(cells_off(event.state, blast) < 0.1, qPrintable(text(result, blast)));
    QVERIFY2(std::abs(event.state.time - blast.time) < 0.1 * recording.dt, qPrintable(text(result, blast)));
    QVERIFY2(std::abs(event.state.amplitude / blast.amplitude - 1.0) < 0.02, qPrintable(text(result, blast)));
    QVERIFY2(cells_off({event.focus, 0.0, 0.0}, blast) < 6.0, qPrintable(text(result, blast)));
    QVERIFY(result.explained > 0.999);
    for (const float z : result.focus.values())
      QVERIFY(std::isfinite(z));
  }

  void what_the_leapfrog_made_goes_back_by_another_step() {
    Recording recording = uniform();
    LocateSetup setup = recording.setup();
    setup.data_step = 1.6e-3;
    WaveModel model = recording.medium();
    const Blast blast{{983.0, 0.0, 507.0}, 0.2, 1.0};
    model.dt = setup.data_step;
    model.steps = 690;
    model.receivers = recording.receivers;
    model.sources.push_back(
        {blast.at, wavelet_series(recording.wavelet, blast.time, 1.0, model.dt, model.steps)});
    const Gather gather = make_cpu_wave_propagator()->run(model, nullptr, {}).gather;
    const LocateResult result = locate(cpu_waves(), gather, setup, {}, {});
    QVERIFY(result.events.size() == 1);
    QVERIFY2(cells_off(result.events.front().state, blast) < 0.01, qPrintable(text(result, blast)));
    QVERIFY2(std::abs(result.events.front().state.time - blast.time) < 0.01 * recording.dt,
             qPrintable(text(result, blast)));
    // Taken for the exact equation's, it is late by what the time step does.
    setup.data_step = 0.0;
    const LocateResult wrong = locate(cpu_waves(), gather, setup, {}, {});
    QVERIFY(std::abs(wrong.events.front().state.time - blast.time) >
            5.0 * std::abs(result.events.front().state.time - blast.time));
  }

  // 68 % of the ellipses hold the place, and 95 %: 40 draws scatter by 7 % and 3.5 %.
  void the_ellipse_foretells_the_error() {
    Recording recording = gradient();
    const Blast blast{{1023.0, 0.0, 747.0}, 0.1, 1.0};
    const Gather clean = recording.gather({blast});
    LocateOptions options;
    options.most_events = 2;
    int draws = 0, in68 = 0, in95 = 0, events = 0;
    for (const double level : {0.1, 0.3}) {
      for (int draw = 0; draw < 20; ++draw, ++draws) {
        Gather gather = clean;
        add_noise(gather, level * peak_of(clean), 100 + static_cast<std::uint64_t>(draw));
        const LocateResult result = recording.locate(gather, options);
        options.gain = result.gain;
        events += static_cast<int>(result.events.size());
        if (result.events.empty()) continue;
        const LocatedEvent& event = result.events.front();
        const Vec3 off = blast.at - event.state.position;
        in68 += ellipsoid_holds(event.refined.covariance, true, off, 0.68);
        in95 += ellipsoid_holds(event.refined.covariance, true, off, 0.95);
      }
    }
    const QString said = QString("%1 draws: %2 within 68 %, %3 within 95 %, %4 events")
                             .arg(draws)
                             .arg(in68)
                             .arg(in95)
                             .arg(events);
    QVERIFY2(in68 >= 0.5 * draws && in68 <= 0.86 * draws, qPrintable(said));
    QVERIFY2(in95 >= 0.86 * draws && in95 <= draws, qPrintable(said));
    QVERIFY2(events == draws, qPrintable(said));
  }

  void noise_alone_is_no_event() {
    const Recording recording = gradient();
    LocateOptions options;
    options.most_events = 2;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Gather gather = recording.gather({});
      add_noise(gather, 1.0, seed);
      const LocateResult result = recording.locate(gather, options);
      options.gain = result.gain;
      QVERIFY2(result.events.empty(), qPrintable(text(result, {})));
    }
  }

  // At 2500 m/s and 10 Hz: 250 m.
  void three_events_a_wavelength_apart_are_three() {
    Recording recording = uniform();
    recording.receivers.clear();
    recording.line(2);
    const std::vector<Blast> blasts{{{760.0, 0.0, 610.0}, 0.10, 1.0},
                                    {{1010.0, 0.0, 600.0}, 0.10, 0.8},
                                    {{890.0, 0.0, 815.0}, 0.12, 1.2}};
    Gather gather = recording.gather(blasts);
    add_noise(gather, 0.05 * peak_of(gather), 7);
    LocateOptions options;
    options.most_events = 8;
    const LocateResult result = recording.locate(gather, options);
    QVERIFY2(result.events.size() == 3, qPrintable(text(result, blasts[0])));
    for (const Blast& blast : blasts) {
      double nearest = 1e9;
      for (const LocatedEvent& event : result.events)
        if (cells_off(event.state, blast) < nearest) nearest = cells_off(event.state, blast);
      QVERIFY2(nearest < 0.5, qPrintable(text(result, blast)));
    }
  }

  void the_scan_foretells_the_shift_by_a_wrong_velocity() {
    Recording recording = gradient();
    const Blast blast{{1023.0, 0.0, 747.0}, 0.1, 1.0};
    const Gather gather = recording.gather({blast});
    for (float& v : recording.velocity->values())
      v *= 1.02F;
    const std::vector<double> factors{0.94, 0.96, 0.98, 1.0, 1.02};
    const auto scan = scan_velocity(cpu_waves(), gather, recording.setup(), {}, factors, {});
    const double best = best_factor(scan);
    QVERIFY2(std::abs(best - 1.0 / 1.02) < 0.004, qPrintable(QString::number(best)));
    const Vec3 wrong = place_at_factor(scan, 1.0), foretold = place_at_factor(scan, 1.0 / 1.02) - wrong;
    const double off = norm(foretold - (blast.at - wrong)) / h;
    QVERIFY2(off < 0.1,
             qPrintable(QString("%1 cells, of a shift of %2").arg(off).arg(norm(blast.at - wrong) / h)));
    QVERIFY2(norm(blast.at - wrong) > 0.3 * h, qPrintable(QString::number(norm(blast.at - wrong))));
  }

  void bad_traces_are_left_out_when_asked() {
    Recording recording = gradient();
    const Blast blast{{1023.0, 0.0, 747.0}, 0.1, 1.0};
    Gather gather = recording.gather({blast});
    gather.traces[static_cast<std::size_t>(gather.samples) * 3 + 40] =
        std::numeric_limits<float>::quiet_NaN();
    std::fill_n(gather.traces.begin(), gather.samples, 0.0F);
    QVERIFY_EXCEPTION_THROWN(recording.locate(gather), InputError);
    LocateOptions options;
    options.bad_traces = BadTraces::leave_out;
    const LocateResult result = recording.locate(gather, options);
    QCOMPARE(result.left_out.size(), std::size_t{2});
    QCOMPARE(result.traces, static_cast<int>(recording.receivers.size()) - 2);
    QVERIFY2(result.events.size() == 1 && cells_off(result.events.front().state, blast) < 0.1,
             qPrintable(text(result, blast)));
  }

  // Where that is allowed; else its error is the caller's.
  void a_device_that_fails_is_taken_over() {
    const Recording recording = uniform();
    const Blast blast{{1023.0, 0.0, 447.0}, 0.1, 1.0};
    const Gather gather = recording.gather({blast});
    LocateWaves waves = cpu_waves();
    int asked = 0;
    waves.make = [&](const StepperSetup&) -> std::unique_ptr<WaveStepper> {
      ++asked;
      throw DeviceError("cuda", "it is lost", "use the CPU back end");
    };
    LocateOptions options;
    options.refined = false;
    QVERIFY_EXCEPTION_THROWN(locate(waves, gather, recording.setup(), options, {}), DeviceError);
    waves.take_over = make_cpu_stepper;
    asked = 0;
    const LocateResult result = locate(waves, gather, recording.setup(), options, {});
    QCOMPARE(asked, 1);
    QCOMPARE(result.taken_over_by, std::optional<std::string>("cpu"));
    QCOMPARE(result.warnings.size(), std::size_t{1});
    const LocateResult sound = recording.locate(gather, options);
    QVERIFY(std::ranges::equal(result.focus.values(), sound.focus.values()));
    QVERIFY(sound.warnings.empty() && !sound.taken_over_by);
  }

  void every_condition_finds_the_focus() {
    Recording recording = uniform();
    recording.receivers.clear();
    recording.line(2);
    const Blast blast{{1023.0, 0.0, 447.0}, 0.1, 1.0};
    const Gather gather = recording.gather({blast});
    for (const FocusCondition condition :
         {FocusCondition::illuminated_peak, FocusCondition::geometric_mean}) {
      LocateOptions options;
      options.condition = condition;
      options.refined = false;
      options.groups = 4;
      const LocateResult result = recording.locate(gather, options);
      QVERIFY(result.events.size() == 1);
      QVERIFY2(cells_off(result.events.front().state, blast) < 3.0, qPrintable(text(result, blast)));
    }
  }

  void in_a_volume_too() {
    Recording recording({26, 24, 22}, h, 2500.0);
    for (int i = 2; i < 25; i += 4)
      for (int j = 1; j < 24; j += 4)
        recording.receivers.push_back({i * h, j * h, 20.0});
    recording.duration = 0.7;
    const Blast blast{{263.0, 227.0, 291.0}, 0.05, 1.0};
    const LocateResult result = recording.locate(recording.gather({blast}));
    QVERIFY(result.events.size() == 1);
    QVERIFY2(cells_off(result.events.front().state, blast) < 0.1, qPrintable(text(result, blast)));
    QVERIFY(std::abs(result.events.front().state.time - blast.time) < 0.1 * recording.dt);
    const Ellipsoid ellipsoid = confidence_ellipsoid(result.events.front().refined.covariance, false, 0.68);
    QVERIFY(ellipsoid.axes == 3 && ellipsoid.half[2] > 0.0 && ellipsoid.half[0] >= ellipsoid.half[1]);
    QVERIFY(std::abs(ellipsoid.along[0].z) > 0.9);
  }
};

}  // namespace test_locate

FOLDWAVE_TEST(test_locate, run_guiless<test_locate::TestLocate>)
#include "test_locate.moc"
