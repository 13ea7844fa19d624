// Protects what a view gets of a run in progress: planes as the snapshots have them, traces as the gather
// has them, no more frames than the pace admits; and that looking on changes nothing of the result.
#include <QTest>
#include <cmath>

#include "core/wave/live_frames.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_live_view {

using namespace foldwave;

namespace {

struct Viewer final : LiveView {
  LiveWish wanted;
  int every = 1;  // of the times it is asked
  int asked = 0;
  std::vector<LiveFrame> frames;

  int steps = 0;

  void begin(const WaveModel& model) override { steps = model.steps; }
  std::optional<LiveWish> wish() override {
    return asked++ % every == 0 ? std::optional(wanted) : std::nullopt;
  }
  void show(LiveFrame frame) override { frames.push_back(std::move(frame)); }
};

struct Keeper final : SnapshotSink {
  std::vector<Field<float>> fields;
  void snapshot(int step, double, const Field<float>& pressure) override {
    fields.push_back(pressure.clone());
    if (step % 50 == 0) QTest::qSleep(50);  // there are several frames however fast the machine is
  }
};

struct LayeredShot : Shot {
  explicit LayeredShot(std::array<int, 3> n = {46, 24, 30}, int steps = 200) : Shot(n, {10, 10, 10}, 2000) {
    for (int k = n[2] / 2; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          velocity(i, j, k) = 3000.0F;
    model.dt = 1e-3;
    model.steps = steps;
    model.boundaries.fill(Boundary::cpml);
    model.boundaries[z_min] = Boundary::free;
    const double y = n[1] == 1 ? 0.0 : 120.0;
    fire({205, y, 80}, 15.0);
    model.receivers = {{100, y, 10}, {300, y, 113}, {355, y, 30}};
  }
};

float at_plane(const Field<float>& p, int axis, int node, int u, int v) {
  return axis == 0 ? p(node, u, v) : axis == 1 ? p(u, node, v) : p(u, v, node);
}

}  // namespace

class TestLiveView : public QObject {
  Q_OBJECT
 private slots:
  void pictures_take_their_share_of_the_time_and_no_more() {
    // By a clock of its own: 10 s of steps of 1 ms, pictures of 20 ms, then cheap ones.
    for (const double cost : {0.020, 0.0001}) {
      FramePace pace(0.04, 25.0);
      double now = 0.0, spent = 0.0;
      int made = 0;
      while (now < 10.0) {
        now += 0.001;
        if (!pace.due(now)) continue;
        QVERIFY(spent <= 0.04 * now + 1e-9);
        pace.made(now, cost);
        now += cost;
        spent += cost;
        ++made;
      }
      const int most = cost > 0.001 ? 20 : 250;  // 0.04 * 10 s / 20 ms; 25 a second
      QVERIFY2(made >= most - 7 && made <= most + 1, qPrintable(QString::number(made)));
    }
  }

  // However long the steps are between which they are made.
  void so_many_pictures_come_in_the_mean() {
    for (const double step : {0.013, 0.018, 0.023, 0.027}) {
      FramePace pace(0.04, 17.0);
      int made = 0;
      double last = -1.0;
      for (double now = 100.0; now < 110.0; now += step) {
        if (!pace.due(now)) continue;
        QVERIFY(now - last > 0.5 / 17.0);
        pace.made(now, 0.0001);
        last = now;
        ++made;
      }
      QVERIFY2(made >= 168 && made <= 171, qPrintable(QString("%1 at %2").arg(made).arg(step)));
    }
  }

  void planes_and_traces_are_those_of_the_run() {
    for (const Precision precision : {Precision::binary32, Precision::binary64}) {
      LayeredShot shot;
      shot.model.precision = precision;
      shot.model.snapshot_every = 1;
      Viewer viewer;
      viewer.wanted = {{20, 12, 14}, true};
      Keeper keeper;
      const WaveRun run = make_cpu_wave_propagator()->run(shot.model, {&keeper, &viewer}, {});
      QVERIFY2(viewer.frames.size() >= 2, qPrintable(QString::number(viewer.frames.size())));
      QCOMPARE(viewer.steps, shot.model.steps);
      const auto& n = shot.model.grid.n;
      int next = 0;
      bool moved = false;
      for (const LiveFrame& frame : viewer.frames) {
        QVERIFY(frame.step > 0 && std::abs(frame.time - frame.step * shot.model.dt) < 1e-12);
        const Field<float>& p = keeper.fields[static_cast<std::size_t>(frame.step)];
        for (int axis = 0; axis < 3; ++axis) {
          const auto a = static_cast<std::size_t>(axis);
          QCOMPARE(frame.node[a], viewer.wanted.node[a]);
          const int nu = axis == 0 ? n[1] : n[0], nv = axis == 2 ? n[1] : n[2];
          QCOMPARE(frame.plane[a].size(), static_cast<std::size_t>(nu * nv));
          for (int v = 0; v < nv; ++v)
            for (int u = 0; u < nu; ++u) {
              const float value = frame.plane[a][static_cast<std::size_t>(u + nu * v)];
              QVERIFY(value == at_plane(p, axis, frame.node[a], u, v));
              moved = moved || value != 0.0F;
            }
        }
        // The samples follow each other without a gap, up to the step that is shown.
        QCOMPARE(frame.first_sample, next);
        next = frame.first_sample + frame.samples;
        QCOMPARE(next, frame.step + 1);
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < frame.samples; ++s)
            QVERIFY(frame.traces[static_cast<std::size_t>(r * frame.samples + s)] ==
                    run.gather.trace(r)[frame.first_sample + s]);
      }
      QVERIFY(moved);
    }
  }

  void only_what_is_wished_is_handed_over() {
    LayeredShot shot({46, 1, 30}, 2000);
    Viewer viewer;
    viewer.wanted = {{-1, 0, -1}, false};
    make_cpu_wave_propagator()->run(shot.model, {nullptr, &viewer}, {});
    QVERIFY(!viewer.frames.empty());
    for (const LiveFrame& frame : viewer.frames) {
      QVERIFY(frame.plane[0].empty() && frame.plane[2].empty() && frame.traces.empty());
      QCOMPARE(frame.plane[1].size(), std::size_t{46 * 30});
      QCOMPARE(frame.samples, 0);
    }
  }

  void frames_keep_to_their_rate_and_a_busy_view_gets_none() {
    const LayeredShot shot;
    Viewer viewer;
    viewer.wanted = {{20, 12, 14}, true};
    const WaveRun run = make_cpu_wave_propagator()->run(shot.model, {nullptr, &viewer}, {});
    QVERIFY(static_cast<double>(viewer.frames.size()) <= 1.0 + most_live_frames * run.seconds);
    // What a busy view misses of the traces comes with its next frame.
    Viewer busy;
    busy.wanted = viewer.wanted;
    busy.every = 2;
    WaveModel slow = shot.model;
    slow.snapshot_every = 25;
    Keeper keeper;
    make_cpu_wave_propagator()->run(slow, {&keeper, &busy}, {});
    QVERIFY(busy.asked > static_cast<int>(busy.frames.size()) && !busy.frames.empty());
    int next = 0;
    for (const LiveFrame& frame : busy.frames) {
      QCOMPARE(frame.first_sample, next);
      next += frame.samples;
    }
  }

  void looking_on_changes_no_bit() {
    const LayeredShot shot;
    Viewer viewer;
    viewer.wanted = {{20, 12, 14}, true};
    const auto watched = make_cpu_wave_propagator()->run(shot.model, {nullptr, &viewer}, {});
    const auto alone = make_cpu_wave_propagator()->run(shot.model, nullptr, {});
    QVERIFY(!viewer.frames.empty());
    QVERIFY(watched.gather.traces == alone.gather.traces);
    QCOMPARE(watched.steps_done, alone.steps_done);
  }
};

}  // namespace test_live_view

FOLDWAVE_TEST(test_live_view, run_guiless<test_live_view::TestLiveView>)
#include "test_live_view.moc"
