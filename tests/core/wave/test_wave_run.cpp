// Protects how a run behaves: snapshots and their steps, progress, stopping, the same answer from any number
// of threads, memory accounting, and what is refused before or during a run.
#include <QTest>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/live_view.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/stencil.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_wave_run {

using namespace foldwave;

namespace {

struct Recorder final : SnapshotSink {
  std::vector<int> steps;
  std::vector<double> times;
  std::vector<std::array<int, 3>> shapes;
  std::vector<float> last;
  std::function<void(int)> on_snapshot;

  void snapshot(int step, double time, const Field<float>& pressure) override {
    steps.push_back(step);
    times.push_back(time);
    shapes.push_back(pressure.shape());
    last.assign(pressure.values().begin(), pressure.values().end());
    if (on_snapshot) on_snapshot(step);
  }
};

struct Reports final : Progress {
  std::vector<ProgressReport> all;
  std::function<void()> on_report;
  void report(const ProgressReport& report) override {
    all.push_back(report);
    if (on_report) on_report();
  }
};

// One that takes its time over each frame.
struct SlowViewer final : LiveView {
  std::int64_t bytes = 0;
  int frames = 0;
  void begin(const WaveModel&) override {}
  std::optional<LiveWish> wish() override { return LiveWish{{30, 15, 12}, true}; }
  void show(LiveFrame frame) override {
    QTest::qSleep(40);
    ++frames;
    bytes += 4 * static_cast<std::int64_t>(frame.traces.size());
    for (const auto& plane : frame.plane)
      bytes += 4 * static_cast<std::int64_t>(plane.size());
  }
};

// A small layered box with a free surface.
struct SmallShot {
  Field<float> velocity;
  WaveModel model;

  explicit SmallShot(std::array<int, 3> n = {60, 30, 24}) : velocity(n, 2000.0F) {
    for (int k = n[2] / 2; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          velocity(i, j, k) = 3000.0F;
    model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
    model.dt = 1e-3;
    model.steps = 100;
    model.boundaries.fill(Boundary::sponge);
    model.boundaries[z_min] = Boundary::free;
    model.pad_cells = 10;
    const double y = n[1] == 1 ? 0.0 : 140.0;
    model.sources.push_back({{205.0, y, 80.0}, wavelet_series({}, -0.1, 1.0, model.dt, model.steps)});
    model.receivers = {{100.0, y, 10.0}, {300.0, y, 113.0}};
  }
  SmallShot(const SmallShot&) = delete;
  SmallShot& operator=(const SmallShot&) = delete;

  WaveRun run(SnapshotSink* sink = nullptr, const Job& job = {}) const {
    return make_cpu_wave_propagator()->run(model, sink, job);
  }
  QString refusal() const {
    try {
      run();
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
};

}  // namespace

class TestWaveRun : public QObject {
  Q_OBJECT
 private slots:
  void snapshots_come_at_their_steps_on_the_users_grid() {
    SmallShot shot;
    shot.model.snapshot_every = 30;
    // A receiver on a node reads what the snapshot holds there: nodes are not shifted by the pads.
    shot.model.receivers = {{190.0, 120.0, 70.0}};
    Recorder sink;
    const WaveRun run = shot.run(&sink);
    QCOMPARE(sink.steps, (std::vector<int>{0, 30, 60, 90}));
    QCOMPARE(run.snapshots, 4);
    QVERIFY(std::abs(sink.times[2] - 0.06) < 1e-12);
    for (const auto& shape : sink.shapes)
      QCOMPARE(shape, shot.model.grid.n);
    const float at_receiver = sink.last[static_cast<std::size_t>(shot.model.grid.index(19, 12, 7))];
    QVERIFY(at_receiver != 0.0F);
    QVERIFY(run.gather.trace(0)[90] == at_receiver);
    // p = 0 on the free face.
    for (Index m = 0; m < Index{60} * 30; ++m)
      QVERIFY(sink.last[static_cast<std::size_t>(m)] == 0.0F);
  }

  void gather_has_a_sample_for_each_step_and_one_for_zero() {
    const SmallShot shot;
    const WaveRun run = shot.run();
    QCOMPARE(run.steps_done, 100);
    QCOMPARE(run.gather.samples, 101);
    QCOMPARE(run.gather.traces.size(), std::size_t{202});
    QVERIFY(run.gather.trace(0)[0] == 0.0F);
    QVERIFY(run.gather.trace(1)[100] != 0.0F);
    QVERIFY(!run.stopped && run.seconds > 0.0 && run.points_per_second > 0.0);
  }

  // What others do with a snapshot or a frame is no part of the steps' time and rate; the parts are the run.
  void each_part_of_a_run_is_timed_by_itself() {
    SmallShot shot;
    shot.model.snapshot_every = 25;
    Recorder sink;
    sink.on_snapshot = [](int) { QTest::qSleep(40); };
    SlowViewer viewer;
    const WaveRun run = make_cpu_wave_propagator()->run(shot.model, {&sink, &viewer}, {});
    const WaveParts& parts = run.parts;
    QCOMPARE(run.snapshots, 5);
    QCOMPARE(parts.snapshots.bytes, std::int64_t{5} * 4 * 60 * 30 * 24);
    QVERIFY(parts.snapshots.seconds >= 5 * 0.04);
    QVERIFY(viewer.frames > 0 && parts.live.seconds >= 0.04 * viewer.frames);
    QCOMPARE(parts.live.bytes, viewer.bytes);
    QCOMPARE(parts.gather.bytes, std::int64_t{4} * 2 * 101);
    for (const double seconds : {parts.set_up_seconds, parts.step_seconds, parts.gather.seconds})
      QVERIFY(seconds > 0.0);
    const double sum = parts.set_up_seconds + parts.step_seconds + parts.snapshots.seconds +
                       parts.live.seconds + parts.gather.seconds;
    QVERIFY2(sum <= run.seconds && sum > 0.8 * run.seconds,
             qPrintable(QString("%1 of %2 s").arg(sum).arg(run.seconds)));
    QVERIFY(std::abs(run.points_per_second * parts.step_seconds / (80.0 * 50.0 * 34.0 * 100.0) - 1.0) <
            1e-12);
  }

  void any_number_of_threads_gives_the_same_bits() {
    const int before = thread_count();
    // Large enough to be shared among threads.
    const SmallShot shot({60, 40, 24});
    std::vector<float> first;
    for (const int threads : {1, 2, 3}) {
      set_thread_count(threads);
      const auto traces = shot.run().gather.traces;
      if (first.empty()) first = traces;
      QVERIFY(traces == first);
    }
    set_thread_count(before);
  }

  void progress_counts_steps_and_points() {
    const SmallShot shot;
    Reports reports;
    shot.run(nullptr, {&reports, {}});
    QVERIFY(reports.all.size() >= 2);
    QCOMPARE(reports.all.front().done, std::int64_t{1});
    QCOMPARE(reports.all.back().done, std::int64_t{100});
    QCOMPARE(reports.all.back().total, std::int64_t{100});
    QCOMPARE(reports.all.back().work_per_step, 80.0 * 50.0 * 34.0);
  }

  void a_stopped_run_keeps_what_there_is() {
    SmallShot shot;
    const auto whole = shot.run().gather;
    std::stop_source stop;
    shot.model.snapshot_every = 10;
    Recorder sink;
    sink.on_snapshot = [&](int step) {
      if (step == 40) stop.request_stop();
    };
    const WaveRun run = shot.run(&sink, {nullptr, stop.get_token()});
    QVERIFY(run.stopped);
    QCOMPARE(run.steps_done, 40);
    QCOMPARE(run.gather.samples, 101);
    for (int n = 0; n <= 40; ++n)
      QVERIFY(run.gather.trace(1)[n] == whole.trace(1)[n]);
    QVERIFY(run.gather.trace(1)[41] == 0.0F);
  }

  void the_clock_counts_waiting() {
    const WorkClock clock;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    // Less what other threads of this process waited for a processor meanwhile.
    const double counted = clock.milliseconds();
    QVERIFY2(counted > 50.0, qPrintable(QString::number(counted)));
  }

  void stopping_takes_less_than_a_fifth_of_a_second_data() {
    QTest::addColumn<bool>("density");
    QTest::addColumn<int>("time_order");
    QTest::newRow("plain") << false << 2;
    QTest::newRow("density") << true << 2;
    QTest::newRow("fourth order in time") << false << 4;
    QTest::newRow("density, fourth order") << true << 4;
  }
  void stopping_takes_less_than_a_fifth_of_a_second() {
    QFETCH(bool, density);
    QFETCH(int, time_order);
    // A step of this grid takes longer than that on one slow thread, so the token must be seen inside it.
    SmallShot shot({180, 180, 180});
    const Field<float> rho(shot.model.grid.n, 2000.0F);
    if (density) shot.model.density = borrowed(rho);
    shot.model.check_stability = false;
    shot.model.time_order = time_order;
    shot.model.stencil = taylor_stencil(16);
    shot.model.dt = 0.5e-3;
    shot.model.steps = 100000;
    std::stop_source stop;
    Reports reports;
    WorkClock since_asked;
    std::jthread asks;
    reports.on_report = [&] {
      if (reports.all.size() != 2) return;
      // In the middle of a step.
      asks = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
        since_asked.start();
        stop.request_stop();
      });
    };
    const WaveRun run = shot.run(nullptr, {&reports, stop.get_token()});
    const double taken = since_asked.milliseconds();
    QVERIFY(run.stopped);
    QVERIFY2(taken < 200.0 * machine_pace(), qPrintable(QString::number(taken)));
  }

  // A sink that hears the stop as well gives up the snapshot that it is at.
  void a_sink_may_give_up_at_a_stop() {
    SmallShot shot;
    shot.model.snapshot_every = 10;
    std::stop_source stop;
    Recorder sink;
    sink.on_snapshot = [&](int step) {
      if (step != 40) return;
      stop.request_stop();
      throw Stopped();
    };
    const WaveRun run = shot.run(&sink, {nullptr, stop.get_token()});
    QVERIFY(run.stopped);
    QCOMPARE(run.steps_done, 40);
    QCOMPARE(run.snapshots, 4);
  }

  void memory_is_what_the_arrays_hold() {
    SmallShot shot;
    const auto propagator = make_cpu_wave_propagator();
    const auto bytes = propagator->memory_bytes(shot.model);
    // Three fields of 80 x 50 x 34 nodes with the halo of order 8, rows rounded to cache lines.
    const std::int64_t padded = std::int64_t{112} * (50 + 8) * (34 + 4 + 4);
    QCOMPARE(bytes, 4 * (3 * padded + 80 + 50 + 34) + 2 * (4 * 101 + 24));
    shot.model.snapshot_every = 10;
    QCOMPARE(propagator->memory_bytes(shot.model) - bytes, std::int64_t{4} * 60 * 30 * 24);
  }

  void more_memory_than_there_is_is_refused_first() {
    SmallShot shot;
    shot.model.pad_cells = 20000;
    try {
      shot.run();
      QFAIL("a run of petabytes came back");
    } catch (const ResourceError& error) {
      QVERIFY2(QString(error.what()).contains("the wave needs"), error.what());
    }
  }

  void an_unstable_step_is_refused_or_overflows_when_forced() {
    SmallShot shot;
    const double limit = stable_dt(shot.model.grid, shot.model.stencil, 3000.0);
    shot.model.dt = limit;
    QVERIFY(shot.refusal().isEmpty());
    shot.model.dt = 1.02 * limit;
    const QString refusal = shot.refusal();
    QVERIFY2(refusal.contains("/propagation/dt") && refusal.contains("unstable"), qPrintable(refusal));
    shot.model.check_stability = false;
    shot.model.steps = 5000;
    try {
      shot.run();
      QFAIL("an unstable run came back");
    } catch (const NumericError& error) {
      const QString text = error.what();
      QVERIFY2(text.contains("step") && text.contains("dt = ") && text.contains("stable up to"),
               qPrintable(text));
    }
  }

  void positions_outside_the_grid_are_refused() {
    const std::vector<Vec3> outside{{-0.1, 0, 0},
                                    {590.1, 0, 0},
                                    {0, 291, 0},
                                    {0, 0, 230.5},
                                    {0, 0, std::numeric_limits<double>::quiet_NaN()}};
    for (const Vec3& position : outside) {
      SmallShot source, receiver;
      source.model.sources.push_back({position, {1.0F}});
      QVERIFY(source.refusal().contains("source 1"));
      receiver.model.receivers.push_back(position);
      QVERIFY(receiver.refusal().contains("receiver 2"));
    }
    SmallShot corner;
    corner.model.receivers = {{590.0, 290.0, 230.0}, {0.0, 0.0, 0.0}};
    QVERIFY(corner.refusal().isEmpty());
  }

  void divergence_says_when_and_where() {
    SmallShot shot;
    shot.model.check_stability = false;
    shot.model.dt *= 3.0;
    shot.model.steps = 5000;
    try {
      shot.run();
      QFAIL("it did not diverge");
    } catch (const NumericError& e) {
      QVERIFY2(QString(e.what()).contains("by step 50,") && QString(e.what()).contains("most at x = "),
               e.what());
    }
  }

  // No 50 steps go by without a look at the field, and the last step is looked at.
  void the_field_is_looked_at_every_50_steps() {
    for (const int steps : {1, 49, 50, 51, 1234}) {
      QList<int> looks;
      for (int step = 1; step <= steps; ++step)
        if (is_overflow_check(step, steps)) looks << step;
      QList<int> wanted;
      for (int step = 50; step < steps; step += 50)
        wanted << step;
      QCOMPARE(looks, wanted << steps);
    }
  }

  void bad_models_are_refused() {
    const auto refused = [](auto&& spoil) {
      SmallShot shot;
      spoil(shot);
      return !shot.refusal().isEmpty();
    };
    QVERIFY(!refused([](SmallShot&) {}));
    QVERIFY(refused([](SmallShot& s) { s.model.dt = 0.0; }));
    QVERIFY(refused([](SmallShot& s) { s.model.dt = std::nan(""); }));
    QVERIFY(refused([](SmallShot& s) { s.model.steps = -1; }));
    QVERIFY(refused([](SmallShot& s) { s.model.pad_cells = -1; }));
    QVERIFY(refused([](SmallShot& s) { s.model.velocity = nullptr; }));
    QVERIFY(refused([](SmallShot& s) { s.model.time_order = 3; }));
    for (const float bad : {0.0F, -1.0F, std::nanf("")}) {
      Field<float> density({60, 30, 24}, 1000.0F);
      density(5, 6, 7) = bad;
      QVERIFY(refused([&](SmallShot& s) { s.model.density = borrowed(density); }));
      QVERIFY(refused([&](SmallShot& s) { s.velocity(5, 6, 7) = bad; }));
    }
    // In the pad is outside.
    QVERIFY(refused([](SmallShot& s) { s.model.receivers[0].x = -20.0; }));
    QVERIFY(refused([](SmallShot& s) { s.model.sources[0].position.z = 250.0; }));
    SmallShot thin({8, 8, 8});
    thin.model.stencil = taylor_stencil(16);
    QVERIFY(thin.refusal().contains("reaches 8 nodes"));
    QVERIFY(refused([](SmallShot& s) { s.model.grid.n[0] = 61; }));
    QVERIFY(refused([](SmallShot& s) { s.velocity[7] = 0.0F; }));
    QVERIFY(refused([](SmallShot& s) { s.velocity[7] = -1500.0F; }));
    QVERIFY(refused([](SmallShot& s) { s.velocity[7] = std::nanf(""); }));
    QVERIFY(refused([](SmallShot& s) { s.velocity[7] = std::numeric_limits<float>::infinity(); }));
  }

  void a_sources_overflow_is_told() {
    SmallShot shot;
    shot.model.sources[0].series.assign(10, std::numeric_limits<float>::max());
    QVERIFY_EXCEPTION_THROWN(shot.run(), NumericError);
  }

  void a_section_runs_with_receivers_on_its_plane() {
    const SmallShot shot({60, 1, 24});
    const WaveRun run = shot.run();
    QVERIFY(run.gather.trace(1)[100] != 0.0F);
  }
};

}  // namespace test_wave_run

FOLDWAVE_TEST(test_wave_run, run_guiless<test_wave_run::TestWaveRun>)
#include "test_wave_run.moc"
