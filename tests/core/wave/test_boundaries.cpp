// Protects the faces that absorb: what comes back from CPML and sponge pads of default width against a domain
// too large for echoes, at two velocities, and that CPML stays stable for thousands of steps just below the
// limit, in corners and beside free and sponge faces.
#include <QtTest>

#include "core/wave/cpml_slabs.hpp"
#include "core/wave/cpu_wave.hpp"
#include "tests/core/wave/wave_help.hpp"

using namespace foldwave;

namespace {

// Traces near three sides and corners, at 10 m and 10 Hz; `more` nodes are added on all sides.
std::vector<Trace> shot_in(float velocity, int order, bool section, int more, Boundary boundary) {
  const int nodes = section ? 61 : 25;
  const int n = nodes + 2 * more;
  Shot shot({n, section ? 1 : n, n}, {10.0, 10.0, 10.0}, velocity);
  shot.model.stencil = taylor_stencil(order);
  shot.model.dt = 0.4 * 10.0 / static_cast<double>(velocity);
  shot.model.steps = static_cast<int>((0.25 + 16.0 * nodes / static_cast<double>(velocity)) / shot.model.dt);
  shot.model.boundaries.fill(boundary);
  const double o = more * 10.0, middle = o + 5.0 * (nodes - 1), end = 10.0 * (nodes - 1);
  const double y = section ? 0.0 : middle;
  shot.fire({middle, y, middle}, 10.0);
  for (const double part : {0.0, 0.3, 0.5, 0.8, 1.0})
    shot.model.receivers.push_back({o + part * end, y, o + end - 20.0});
  return shot.traces();
}

double residual(float velocity, int order, bool section, Boundary boundary) {
  const int away = section ? 75 : 38;
  const auto small = shot_in(velocity, order, section, 0, boundary);
  const auto large = shot_in(velocity, order, section, away, Boundary::cpml);
  double worst = 0.0;
  for (std::size_t r = 0; r < small.size(); ++r)
    worst = std::max(worst, largest_difference(small[r], large[r]) / largest(large[r]));
  return worst;
}

}  // namespace

class TestBoundaries : public QObject {
  Q_OBJECT
 private slots:
  void what_comes_back_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("section");
    QTest::addColumn<int>("boundary");
    QTest::addColumn<double>("limit");
    for (const int order : {2, 4, 8, 16})
      QTest::addRow("cpml, section, order %d", order) << order << true << 2 << 0.005;
    QTest::addRow("cpml, volume") << 8 << false << 2 << 0.005;
    QTest::addRow("sponge, section") << 8 << true << 1 << 0.03;
  }
  void what_comes_back() {
    QFETCH(int, order);
    QFETCH(bool, section);
    QFETCH(int, boundary);
    QFETCH(double, limit);
    for (const float velocity : {1500.0F, 3000.0F}) {
      const double share = residual(velocity, order, section, static_cast<Boundary>(boundary));
      QVERIFY2(share > 0.0 && share < limit,
               qPrintable(QString("%1 m/s: %2").arg(static_cast<double>(velocity)).arg(share)));
    }
  }

  void cpml_decays_just_below_the_limit_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("section");
    QTest::addColumn<int>("time_order");
    // Under the sanitizers, which take ten times as long, a few orders stand for all.
#if defined(__SANITIZE_ADDRESS__)
    const int second = 6;
#else
    const int second = 2;
#endif
    for (const int time_order : {2, 4}) {
      for (int order = 2; order <= max_stencil_order; order += time_order == 2 ? second : 6)
        QTest::addRow("section, order %d, %d in time", order, time_order) << order << true << time_order;
      for (const int order : {8})
        QTest::addRow("volume, order %d, %d in time", order, time_order) << order << false << time_order;
    }
  }
  // An impulse excites every wavenumber; two layers, one corner of each kind of neighbours.
  void cpml_decays_just_below_the_limit() {
    QFETCH(int, order);
    QFETCH(bool, section);
    QFETCH(int, time_order);
    Shot shot({9, section ? 1 : 9, 12}, {10.0, 8.0, 12.0}, 3000.0F);
    for (int k = 6; k < 12; ++k)
      for (int j = 0; j < shot.model.grid.n[1]; ++j)
        for (int i = 0; i < 9; ++i)
          shot.velocity(i, j, k) = 1500.0F;
    WaveModel& m = shot.model;
    m.stencil = taylor_stencil(order);
    m.time_order = time_order;
    m.dt = 0.98 * stable_dt(m.grid, m.stencil, 3000.0, time_order);
    m.boundaries = {Boundary::cpml, Boundary::sponge, Boundary::cpml,
                    Boundary::cpml, Boundary::free,   Boundary::cpml};
    m.pad_cells = 8;
    m.frequency = 10.0;
    const PaddedGrid padded(m);
    const Field<float> zero(m.grid.n);
    Field<float> impulse(m.grid.n);
    impulse(4, section ? 0 : 3, 5) = 1.0F;
    m.start = &impulse;
    m.start_past = &zero;
    CpuWave<float> wave(padded, m);
    Gather gather;
    float early = 0.0F;
    for (int n = 0; n < 5000; ++n) {
      QCOMPARE(wave.advance(n, 1, gather, {}), 1);
      if (n == 100) early = wave.largest();
    }
    QVERIFY2(early > 0.0F && wave.largest() < early,
             qPrintable(QString("%1 after %2").arg(static_cast<double>(wave.largest())).arg(early)));
  }

  void memory_is_taken_in_the_pads_alone() {
    const Grid3 grid{{100, 90, 80}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const PaddedGrid one(
        grid, taylor_stencil(8),
        {Boundary::free, Boundary::free, Boundary::free, Boundary::free, Boundary::free, Boundary::cpml}, 10);
    QCOMPARE(CpuCpml<float>::values(one), std::int64_t{2} * 112 * 90 * (10 + 3 * 4));
    QCOMPARE(CpuCpml<float>::values(PaddedGrid(grid, taylor_stencil(8), {}, 10)), std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(TestBoundaries)
#include "test_boundaries.moc"
