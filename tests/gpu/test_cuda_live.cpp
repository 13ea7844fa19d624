// Protects what a view gets of a run on the device or on two: planes as the snapshots have them, samples as
// the gather has them, by every way that a step is taken; and that looking on changes nothing of the result,
// nor do snapshots that are packed beside the steps. Without a device the test is skipped, with one the rows
// of two.
#include <QTest>
#include <cmath>
#include <map>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_live {

using namespace foldwave;

namespace {

using Planes = std::array<std::vector<float>, 3>;

Planes planes_of(const Field<float>& p, const std::array<int, 3>& node) {
  const auto n = p.shape();
  Planes planes;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        if (i == node[0]) planes[0].push_back(p(i, j, k));
        if (j == node[1]) planes[1].push_back(p(i, j, k));
        if (k == node[2]) planes[2].push_back(p(i, j, k));
      }
  return planes;
}

// Keeps the planes of each step, and now and then holds the run up: there are several frames however fast
// the device is.
struct Keeper final : SnapshotSink {
  std::array<int, 3> node{};
  std::map<int, Planes> at;
  void snapshot(int step, double, const Field<float>& pressure) override {
    at[step] = planes_of(pressure, node);
    if (step % 50 == 0) QTest::qSleep(20);
  }
};

struct Viewer final : LiveView {
  LiveWish wanted;
  int begun = 0;
  std::vector<LiveFrame> frames;
  void begin(const WaveModel&) override { ++begun; }
  std::optional<LiveWish> wish() override { return wanted; }
  void show(LiveFrame frame) override { frames.push_back(std::move(frame)); }
};

// Has its snapshots packed on the device, and drops them.
struct Packed final : SnapshotSink, PackedSnapshotSink {
  int count = 0;
  PackedSnapshotSink* packed() override { return this; }
  QuickSteps steps(float largest) override {
    const float step = std::max(1e-30F, 2e-4F * largest);
    return {step, 1.0F / step, step};
  }
  void packed_snapshot(int, double, const PackedSnapshot&) override { ++count; }
  void snapshot(int, double, const Field<float>&) override {}
};

}  // namespace

class TestCudaLive : public QObject {
  Q_OBJECT
  std::shared_ptr<const Backend> cuda_;

 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      cuda_ = select_backend("cuda");
    } catch (const Error& error) {
      FOLDWAVE_NO_DEVICE(error.what());
    }
  }

  void frames_are_those_of_the_run_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("section");
    QTest::addColumn<bool>("free");
    QTest::addColumn<bool>("binary64");
    QTest::addColumn<bool>("shared");
    for (const bool shared : {false, true}) {
      const auto row = [&](const char* of_one, const char* of_two) -> QTestData& {
        return QTest::newRow(shared ? of_two : of_one);
      };
      row("order 8", "order 8, two devices") << 8 << false << true << false << shared;
      row("two steps a pass", "two steps a pass, two devices") << 4 << false << false << false << shared;
      row("section", "section, two devices") << 8 << true << true << false << shared;
      row("double precision", "double, two devices") << 8 << false << true << true << shared;
    }
  }

  void frames_are_those_of_the_run() {
    QFETCH(int, order);
    QFETCH(bool, section);
    QFETCH(bool, free);
    QFETCH(bool, binary64);
    QFETCH(bool, shared);
    std::shared_ptr<const Backend> backend = cuda_;
    try {
      if (shared) backend = select_backend("cuda:0,1");
    } catch (const InputError& e) {
      QVERIFY2(QByteArray(e.what()).contains("this machine has 1"), e.what());
      // FOLDWAVE_DEVICE=2: two must be there, as a lost one would pass.
      if (qEnvironmentVariableIntValue("FOLDWAVE_DEVICE") > 1) QFAIL(e.what());
      QSKIP("there is one device: a wave has none to share with");
    }
    const std::array<int, 3> n{66, section ? 1 : 50, 58};
    WaveModel model;
    model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const Field<float> velocity(n, 2000.0F);
    model.velocity = borrowed(velocity);
    model.stencil = taylor_stencil(order);
    if (binary64) model.precision = Precision::binary64;
    model.dt = 0.6 * stable_dt(model.grid, model.stencil, 2000.0);
    model.steps = 1000;
    model.boundaries.fill(Boundary::sponge);
    if (free) model.boundaries[z_min] = Boundary::free;
    model.pad_cells = 10;
    const double y = section ? 0.0 : 250.0;
    PointSource source{{305.0, y, 200.0}, {}};
    for (int s = 0; s < 60; ++s)
      source.series.push_back(static_cast<float>(1e4 * std::sin(0.2 * s)));
    model.sources = {source};
    for (int r = 0; r < 40; ++r)
      model.receivers.push_back({15.0 * r, y, 20.0 + 12.0 * r});

    const auto alone = cuda_->make_wave_propagator()->run(model, nullptr, {});
    model.snapshot_every = 1;
    Viewer viewer;
    viewer.wanted = {{30, section ? 0 : 24, 20}, true};
    Keeper keeper;
    keeper.node = viewer.wanted.node;
    const auto run = backend->make_wave_propagator()->run(model, {&keeper, &viewer}, {});

    QVERIFY(run.gather.traces == alone.gather.traces);
    QCOMPARE(viewer.begun, 1);
    QVERIFY2(viewer.frames.size() >= 4, qPrintable(QString::number(viewer.frames.size())));
    int next = 0;
    for (const LiveFrame& frame : viewer.frames) {
      QCOMPARE(frame.node, viewer.wanted.node);
      QVERIFY(frame.plane == keeper.at.at(frame.step));
      QCOMPARE(frame.first_sample, next);
      next += frame.samples;
      QVERIFY(next <= frame.step + 1);
      for (int r = 0; r < 40; ++r)
        for (int s = 0; s < frame.samples; ++s)
          QVERIFY(frame.traces[static_cast<std::size_t>(r * frame.samples + s)] ==
                  run.gather.trace(r)[frame.first_sample + s]);
    }
    QVERIFY(next > 100);
  }

  void packing_beside_the_steps_changes_nothing_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<Boundary>("faces");
    QTest::newRow("pairs, order 2") << 2 << Boundary::free;
    QTest::newRow("pairs, order 4") << 4 << Boundary::sponge;
    for (int order = 4; order <= 16; order += 2)
      QTest::addRow("order %d", order) << order << Boundary::free;
    QTest::newRow("pads") << 8 << Boundary::cpml;
  }

  // Of 600 steps with a few packed snapshots each fourth run once had a plane that was wrong: what shares the
  // processors with a step delays it.
  void packing_beside_the_steps_changes_nothing() {
    QFETCH(int, order);
    QFETCH(Boundary, faces);
    WaveModel model;
    model.grid.n = {96, 80, 160};
    model.grid.h = {10.0, 10.0, 10.0};
    const Field<float> velocity(model.grid.n, 2000.0F);
    model.velocity = borrowed(velocity);
    model.stencil = taylor_stencil(order);
    model.dt = 0.6 * stable_dt(model.grid, model.stencil, 2000.0);
    model.steps = 600;
    model.boundaries.fill(faces);
    model.pad_cells = 10;
    model.frequency = 20.0;
    PointSource source{{475.0, 395.0, 795.0}, {}};
    for (int s = 0; s < 60; ++s)
      source.series.push_back(static_cast<float>(1e4 * std::sin(0.2 * s)));
    model.sources = {source};
    for (int r = 0; r < 97; ++r)
      model.receivers.push_back({10.0 + 9.6 * r, 395.0, 5.0 + 16.0 * r});
    const auto alone = cuda_->make_wave_propagator()->run(model, nullptr, {});
    model.snapshot_every = 11;
    for (int time = 0; time < 12; ++time) {
      Packed sink;
      const auto run = cuda_->make_wave_propagator()->run(model, &sink, {});
      QVERIFY(sink.count > 50);
      QVERIFY2(run.gather.traces == alone.gather.traces, qPrintable(QString::number(time)));
    }
  }
};

}  // namespace test_cuda_live

FOLDWAVE_TEST(test_cuda_live, run_guiless<test_cuda_live::TestCudaLive>)
#include "test_cuda_live.moc"
