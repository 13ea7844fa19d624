// Protects the wavefront: its samples, snapshots and fields are, bit for bit, those of steps one by one, for
// every radius, boundary and precision, in volumes and sections of odd sizes, and whatever the number of
// threads.
#include <QTest>
#include <algorithm>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/stencil.hpp"
#include "tests/test_program.hpp"

namespace test_wavefront {

using namespace foldwave;

namespace {

struct Album final : SnapshotSink {
  std::vector<int> steps;
  std::vector<float> values;
  std::stop_source* stop = nullptr;
  int stop_at = -1;
  void snapshot(int step, double, const Field<float>& pressure) override {
    steps.push_back(step);
    values.insert(values.end(), pressure.values().begin(), pressure.values().end());
    if (step == stop_at) stop->request_stop();
  }
};

constexpr auto F = Boundary::free;
constexpr auto S = Boundary::sponge;
constexpr auto C = Boundary::cpml;

struct Shot {
  Field<float> velocity;
  WaveModel model;

  Shot(int radius, const std::array<Boundary, 6>& boundaries, std::array<int, 3> n = {37, 41, 35})
      : velocity(n) {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          velocity(i, j, k) = 2000.0F + 10.0F * static_cast<float>((7 * i + 5 * j + 3 * k) % 50);
    model.grid = {n, {10.0, 11.0, 9.0}, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
    model.stencil = taylor_stencil(2 * radius);
    model.dt = 0.9 * stable_dt(model.grid, model.stencil, 2500.0);
    model.steps = 23;
    model.boundaries = boundaries;
    model.pad_cells = 9;
    model.frequency = 20.0;
    model.snapshot_steps = {0, 3, 11, 12};
    // Near faces, corners and borders of tiles, on and between nodes, one upon another.
    const std::vector<Vec3> places{{180.0, 223.0, 161.0}, {4.0, 6.0, 5.0},       {184.0, 88.0, 72.0},
                                   {184.0, 91.0, 70.0},   {355.0, 433.0, 300.0}, {20.0, 11.0, 9.0},
                                   {100.0, 337.0, 218.0}};
    const Vec3 end = model.grid.extent();
    const auto inside = [&](Vec3 at) {
      return Vec3{std::min(at.x, end.x), std::min(at.y, end.y), std::min(at.z, end.z)};
    };
    for (const Vec3& at : places) {
      const float a = 1.0F + 0.1F * static_cast<float>(model.sources.size());
      model.sources.push_back({inside(at), {a, -0.5F * a, 0.7F, -a, 0.2F, 0.3F * a, -0.1F, a, 0.5F}});
    }
    for (int r = 0; r < 200; ++r)
      model.receivers.push_back(inside({static_cast<double>(r * 37 % 360), static_cast<double>(r * 53 % 440),
                                        r % 3 == 0 ? 9.0 * (r % 34) : static_cast<double>(r * 29 % 306)}));
  }
  Shot(const Shot&) = delete;
  Shot& operator=(const Shot&) = delete;

  WaveRun run(WaveKernel kernel, Album& album, int threads = 3, const Job& job = {}) {
    const int before = thread_count();
    set_thread_count(threads);
    model.kernel = kernel;
    WaveRun run = make_cpu_wave_propagator()->run(model, {&album, nullptr}, job);
    set_thread_count(before);
    return run;
  }
};

}  // namespace

class TestWavefront : public QObject {
  Q_OBJECT
 private slots:
  void bits_are_those_of_single_steps_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<int>("faces");
    QTest::addColumn<bool>("twice");
    QTest::addColumn<bool>("density");
    QTest::addColumn<int>("time_order");
    for (int radius = 1; radius <= 8; ++radius)
      for (int faces = 0; faces < 4; ++faces) {
        QTest::addRow("radius %d, faces %d", radius, faces)
            << radius << faces << (radius % 3 == 2) << false << 2;
        // Steps of several stages.
        if (radius == 1 || radius == 4 || radius == 8)
          for (const bool density : {false, true})
            for (const int time_order : {2, 4})
              if (density || time_order == 4)
                QTest::addRow("radius %d, faces %d, %s, order %d in time", radius, faces,
                              density ? "density" : "one density", time_order)
                    << radius << faces << (radius == 4) << density << time_order;
      }
  }
  void bits_are_those_of_single_steps() {
    FOLDWAVE_EACH(5);
    QFETCH(int, radius);
    QFETCH(int, faces);
    QFETCH(bool, twice);
    QFETCH(bool, density);
    QFETCH(int, time_order);
    const std::array<std::array<Boundary, 6>, 4> all{
        {{F, F, F, F, F, F}, {S, S, F, S, F, S}, {C, C, C, C, F, C}, {F, C, C, S, S, C}}};
    Shot shot(radius, all[static_cast<std::size_t>(faces)]);
    Field<float> rho(shot.model.grid.n);
    for (Index m = 0; m < rho.size(); ++m)
      rho[m] = 1000.0F + 100.0F * static_cast<float>(m % 13);
    if (density) shot.model.density = borrowed(rho);
    if (density) shot.model.dt *= 0.6;
    shot.model.time_order = time_order;
    if (twice) shot.model.precision = Precision::binary64;
    Album plain, wave;
    const WaveRun expected = shot.run(WaveKernel::one_step, plain, 1);
    const WaveRun found = shot.run(WaveKernel::wavefront, wave);
    QCOMPARE(found.kernel, WaveKernel::wavefront);
    QCOMPARE(found.steps_done, 23);
    QVERIFY(expected.gather.traces.back() != 0.0F);
    QVERIFY(found.gather.traces == expected.gather.traces);
    QCOMPARE(wave.steps, plain.steps);
    QVERIFY(wave.values == plain.values);
  }

  // Spans of planes and the gaps between them.
  void sections_have_the_same_bits_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<int>("faces");
    QTest::addColumn<bool>("density");
    QTest::addColumn<int>("time_order");
    for (const int radius : {1, 2, 4, 8})
      for (int faces = 0; faces < 4; ++faces)
        for (const bool density : {false, true})
          for (const int time_order : {2, 4})
            QTest::addRow("radius %d, faces %d, %s, order %d in time", radius, faces,
                          density ? "density" : "one density", time_order)
                << radius << faces << density << time_order;
  }
  void sections_have_the_same_bits() {
    FOLDWAVE_EACH(5);
    QFETCH(int, radius);
    QFETCH(int, faces);
    QFETCH(bool, density);
    QFETCH(int, time_order);
    const std::array<std::array<Boundary, 6>, 4> all{
        {{F, F, F, F, F, F}, {S, S, F, F, F, S}, {C, C, F, F, F, C}, {F, C, F, F, C, C}}};
    Shot shot(radius, all[static_cast<std::size_t>(faces)], {91, 1, 401});
    Field<float> rho(shot.model.grid.n);
    for (Index m = 0; m < rho.size(); ++m)
      rho[m] = 1000.0F + 100.0F * static_cast<float>(m % 13);
    if (density) shot.model.density = borrowed(rho);
    if (density) shot.model.dt *= 0.6;
    shot.model.time_order = time_order;
    Album plain;
    const WaveRun expected = shot.run(WaveKernel::one_step, plain, 1);
    QVERIFY(expected.gather.traces.back() != 0.0F);
    for (const int threads : {1, 2, 5}) {
      Album wave;
      const WaveRun found = shot.run(WaveKernel::wavefront, wave, threads);
      QCOMPARE(found.kernel, WaveKernel::wavefront);
      QVERIFY(found.gather.traces == expected.gather.traces);
      QVERIFY(wave.values == plain.values);
    }
  }

  // Too few planes for a span a thread, pads that leave no room, planes fewer than levels reach.
  void small_sections_have_the_same_bits() {
    for (const int planes : {11, 35, 60}) {
      Shot shot(4, {C, C, F, F, C, C}, {37, 1, planes});
      Album plain;
      const WaveRun expected = shot.run(WaveKernel::one_step, plain, 2);
      for (const int threads : {1, 2, 7}) {
        Album wave;
        QVERIFY(shot.run(WaveKernel::wavefront, wave, threads).gather.traces == expected.gather.traces);
        QVERIFY(wave.values == plain.values);
      }
    }
  }

  void many_tiles_and_any_number_of_threads() {
    Shot shot(2, {C, S, C, C, F, C}, {21, 150, 31});
    Album plain;
    const WaveRun expected = shot.run(WaveKernel::one_step, plain, 2);
    for (const int threads : {1, 2, 5, 16}) {
      Album wave;
      QVERIFY(shot.run(WaveKernel::wavefront, wave, threads).gather.traces == expected.gather.traces);
      QVERIFY(wave.values == plain.values);
    }
  }

  void it_begins_from_a_field() {
    Shot shot(4, {F, C, F, F, F, S});
    Field<float> start(shot.model.grid.n);
    for (Index m = 0; m < start.size(); ++m)
      start[m] = static_cast<float>(m % 17) - 8.0F;
    shot.model.start = borrowed(start);
    Album plain, wave;
    const WaveRun expected = shot.run(WaveKernel::one_step, plain);
    QVERIFY(shot.run(WaveKernel::wavefront, wave).gather.traces == expected.gather.traces);
    QVERIFY(wave.values == plain.values);
  }

  void a_stopped_run_keeps_whole_steps() {
    Shot shot(4, {C, C, C, C, F, C});
    Album plain;
    const WaveRun expected = shot.run(WaveKernel::one_step, plain);
    std::stop_source stop;
    Album album;
    album.stop = &stop;
    album.stop_at = 11;
    const WaveRun run = shot.run(WaveKernel::wavefront, album, 3, {nullptr, stop.get_token()});
    QVERIFY(run.stopped);
    QCOMPARE(run.steps_done, 11);
    for (std::size_t r = 0; r < run.gather.receivers.size(); ++r)
      for (int n = 0; n < run.gather.samples; ++n)
        QVERIFY(run.gather.trace(static_cast<int>(r))[n] ==
                (n <= 11 ? expected.gather.trace(static_cast<int>(r))[n] : 0.0F));
  }

  void large_grids_take_it_by_themselves() {
    Album album;
    Shot large(2, {F, F, F, F, F, F}, {120, 120, 120});
    large.model.steps = 2;
    QCOMPARE(large.run(WaveKernel::automatic, album).kernel, WaveKernel::wavefront);
    Shot small(2, {F, F, F, F, F, F});
    QCOMPARE(small.run(WaveKernel::automatic, album).kernel, WaveKernel::one_step);
    Shot section(2, {F, F, F, F, F, F}, {1100, 1, 700});
    section.model.steps = 2;
    QCOMPARE(section.run(WaveKernel::automatic, album).kernel, WaveKernel::wavefront);
    // Too few planes for a span a thread.
    Shot flat(2, {F, F, F, F, F, F}, {11000, 1, 70});
    flat.model.steps = 2;
    QCOMPARE(flat.run(WaveKernel::automatic, album, 16).kernel, WaveKernel::one_step);
    QCOMPARE(flat.run(WaveKernel::automatic, album, 2).kernel, WaveKernel::wavefront);
    Shot small_section(2, {F, F, F, F, F, F}, {400, 1, 300});
    QCOMPARE(small_section.run(WaveKernel::automatic, album).kernel, WaveKernel::one_step);
  }
};

}  // namespace test_wavefront

FOLDWAVE_TEST(test_wavefront, run_guiless<test_wavefront::TestWavefront>)
#include "test_wavefront.moc"
