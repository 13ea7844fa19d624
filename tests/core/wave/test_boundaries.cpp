// Protects the faces that absorb: what comes back from CPML and sponge pads of default width against a domain
// too large for echoes, at two velocities, and that CPML stays stable for thousands of steps just below the
// limit, in corners and beside free and sponge faces.
#include <QTest>

#include "core/base/worst.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_boundaries {

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
    worst = worst_of(worst, largest_difference(small[r], large[r]) / largest(large[r]));
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
      QTest::addRow("cpml, section, order %d", order) << order << true << 2
                                                      << (order == 2   ? 0.005
                                                          : order == 4 ? 0.003
                                                                       : 0.002);
    QTest::addRow("cpml, volume") << 8 << false << 2 << 0.002;
    QTest::addRow("sponge, section") << 8 << true << 1 << 0.03;
  }
  void what_comes_back() {
    FOLDWAVE_EACH(6);
    QFETCH(int, order);
    QFETCH(bool, section);
    QFETCH(int, boundary);
    QFETCH(double, limit);
    for (const float velocity : {1500.0F, 3000.0F}) {
      const double share = residual(velocity, order, section, static_cast<Boundary>(boundary));
      QVERIFY(share > 0.0);
      QVERIFY2(share < limit,
               qPrintable(QString("%1 m/s: %2").arg(static_cast<double>(velocity)).arg(share)));
    }
  }

  void cpml_decays_just_below_the_limit_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("section");
    QTest::addColumn<int>("time_order");
    // Under the sanitizers, which take ten times as long, a few orders stand for all.
#if defined(FOLDWAVE_SANITIZED)
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
    FOLDWAVE_EACH(3);
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
    m.start = borrowed(impulse);
    m.start_past = borrowed(zero);
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

  // In the thinnest box that a stencil is let into, the pads' terms are the same whatever the halo holds
  // behind the opposite face: no images need be made for them.
  void pads_see_nothing_behind_the_opposite_face() {
    for (const int order : {2, 8, 16}) {
      const int n = order / 2 + 1;
      const Grid3 grid{{n, n, n}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
      constexpr Boundary F = Boundary::free, C = Boundary::cpml;
      const PaddedGrid padded(grid, taylor_stencil(order), {F, C, C, F, F, C}, 3);
      const Field<float> velocity(grid.n, 2000.0F);
      const auto terms = [&](float behind) {
        CpuLeapfrog<float> leapfrog(padded, velocity, 1e-3);
        CpuCpml<float> cpml(padded, velocity, 1e-3, 20.0, leapfrog.kernels());
        Field<float> p(padded.shape, behind), to(padded.shape);
        for (int k = 0; k < padded.n[2]; ++k)
          for (int j = 0; j < padded.n[1]; ++j)
            for (int i = 0; i < padded.n[0]; ++i)
              p[padded.index(i, j, k)] = static_cast<float>((7 * i + 5 * j + 3 * k) % 11 - 5);
        // Behind a pad's own end p is 0.
        for (int k = -padded.lead[2]; k < padded.shape[2] - padded.lead[2]; ++k)
          for (int j = -padded.lead[1]; j < padded.shape[1] - padded.lead[1]; ++j)
            for (int i = -padded.lead[0]; i < padded.shape[0] - padded.lead[0]; ++i)
              if (i >= padded.n[0] || j < 0 || k >= padded.n[2]) p[padded.index(i, j, k)] = 0.0F;
        const Index origin = padded.index(0, 0, 0);
        const LeapfrogFields<float> fields = leapfrog.undamped_fields();
        const RowRange all{{padded.first[1], padded.first[2]}, {padded.last[1], padded.last[2]}};
        for (int step = 0; step < 2; ++step) {
          cpml.update_psi(p.data() + origin, fields, all, all);
          for (int z = all.first[1]; z < all.last[1]; ++z)
            for (int y = all.first[0]; y < all.last[0]; ++y)
              cpml.add_terms(p.data() + origin, to.data() + origin, fields, y, z);
        }
        std::vector<float> values;
        for (int k = padded.first[2]; k < padded.last[2]; ++k)
          for (int j = padded.first[1]; j < padded.last[1]; ++j)
            for (int i = padded.first[0]; i < padded.last[0]; ++i)
              values.push_back(to[padded.index(i, j, k)]);
        return values;
      };
      const auto plain = terms(0.0F);
      QVERIFY(std::any_of(plain.begin(), plain.end(), [](float v) { return v != 0.0F; }));
      QVERIFY2(terms(1e9F) == plain, qPrintable(QString("order %1").arg(order)));
    }
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

}  // namespace test_boundaries

FOLDWAVE_TEST(test_boundaries, run_guiless<test_boundaries::TestBoundaries>)
#include "test_boundaries.moc"
