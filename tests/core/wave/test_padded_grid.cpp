// Protects the layout that the CPU and the GPU share: where pads and halo lie, which nodes are updated, the
// images behind a free face, the sponge's factors, and the weights of sources and receivers.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/wave/boundary_strips.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/taps.hpp"
#include "tests/test_program.hpp"

namespace test_padded_grid {

using namespace foldwave;

namespace {
constexpr Boundary F = Boundary::free, A = Boundary::sponge;

Grid3 grid_of(std::array<int, 3> n) {
  return {n, {10.0, 20.0, 5.0}, {}, {}, {}, 0};
}
}  // namespace

class TestPaddedGrid : public QObject {
  Q_OBJECT
 private slots:
  // Of 40 x 1 x 30 nodes four whole rows above and below, 40 values each, and 22 rows with both ends, of 8.
  void strips_go_on_along_their_face() {
    const PaddedGrid p(grid_of({40, 1, 30}), taylor_stencil(8), {A, A, F, F, A, A}, 7);
    const BoundaryStrips strips(p, 4);
    QCOMPARE(strips.values(), Index{2 * 4 * 40 + 22 * 8});
    const auto lags = strip_lags(strips, p.grid.n, 32);
    QCOMPARE(lags.size(), std::size_t{16});
    for (std::size_t b = 0; b < lags.size(); ++b)
      QCOMPARE(static_cast<int>(lags[b]), b < 5 || b > 10 ? 1 : 8);
  }

  void pads_lie_outside_absorbing_faces_only() {
    const PaddedGrid p(grid_of({30, 20, 25}), taylor_stencil(8), {A, F, F, A, F, A}, 7);
    QCOMPARE(p.n, (std::array<int, 3>{37, 27, 32}));
    QCOMPARE(p.user, (std::array<int, 3>{7, 0, 0}));
    QCOMPARE(p.first, (std::array<int, 3>{0, 1, 1}));
    QCOMPARE(p.last, (std::array<int, 3>{36, 27, 32}));
    QCOMPARE(p.nodes(), Index{37} * 27 * 32);
    QVERIFY(p.updated(0, 1, 1) && !p.updated(0, 0, 1) && !p.updated(36, 1, 1) && p.updated(35, 26, 31));
    // Room for the halo on every side, and rows that start on a cache line.
    for (std::size_t a = 0; a < 3; ++a)
      QVERIFY(p.lead[a] >= 4 && p.lead[a] + p.n[a] + 4 <= p.shape[a]);
    QVERIFY(p.index(-4, -4, -4) >= 0 && p.index(36 + 4, 26 + 4, 31 + 4) < p.size());
    QCOMPARE(p.index(0, 5, 3) % 16, Index{0});
  }

  void a_section_has_no_y() {
    const PaddedGrid p(grid_of({30, 1, 25}), taylor_stencil(16), {A, A, A, A, A, A}, 5);
    QCOMPARE(p.n, (std::array<int, 3>{40, 1, 35}));
    QCOMPARE(p.shape[1], 1);
    QCOMPARE(p.cell_measure(), 50.0);
    QVERIFY(
        std::none_of(p.mirrors.begin(), p.mirrors.end(), [](const MirrorPlane& m) { return m.axis == 1; }));
  }

  // What is filled from some rows of a plane lies beside these, or is the image of one of them: other rows
  // are another thread's.
  void images_are_filled_of_the_given_rows_alone() {
    const PaddedGrid p(grid_of({12, 14, 13}), taylor_stencil(8), {F, F, F, F, F, F}, 0);
    const int y0 = 3, y1 = 6, z = 2;
    Field<float> field(p.shape);
    for (Index m = 0; m < p.size(); ++m)
      field[m] = static_cast<float>(1 + m % 1009);
    const Field<float> before = field.clone();
    fill_images(p, field.data() + p.index(0, 0, 0), y0, y1, z);
    Field<float> wanted = before.clone();
    for (const MirrorPlane& m : p.mirrors)
      for (int y = y0; y < y1; ++y) {
        const auto sign = static_cast<float>(m.sign);
        if (m.axis == 0) wanted[p.index(m.to, y, z)] = sign * wanted[p.index(m.from, y, z)];
        for (int x = 0; x < p.n[0]; ++x) {
          if (m.axis == 1 && m.from == y) wanted[p.index(x, m.to, z)] = sign * wanted[p.index(x, y, z)];
          if (m.axis == 2 && m.from == z) wanted[p.index(x, y, m.to)] = sign * wanted[p.index(x, y, z)];
        }
      }
    int changed = 0;
    for (Index m = 0; m < p.size(); ++m) {
      QCOMPARE(field[m], wanted[m]);
      changed += field[m] != before[m];
    }
    QVERIFY(changed > 3 * 8);
  }

  void images_continue_oddly_through_free_faces() {
    // Two free faces, and a box thinner than the stencil: sin(pi x / L) continued by the images stays that
    // sine.
    const PaddedGrid p(grid_of({6, 30, 30}), taylor_stencil(16), {F, F, A, A, F, A}, 5);
    int along_x = 0, along_z = 0;
    for (const MirrorPlane& m : p.mirrors) {
      if (m.axis == 2) {
        ++along_z;
        QVERIFY(m.to < 0);
        QCOMPARE(m.from, -m.to);
        QCOMPARE(m.sign, -1);
      }
      if (m.axis != 0) continue;
      ++along_x;
      QVERIFY(m.from >= 0 && m.from <= 5);
      QVERIFY(std::abs(std::sin(M_PI * m.to / 5.0) - m.sign * std::sin(M_PI * m.from / 5.0)) < 1e-12);
    }
    QCOMPARE(along_x, 16);
    QCOMPARE(along_z, 8);
  }

  void sponge_falls_outwards_and_leaves_the_grid_alone() {
    const Grid3 grid = grid_of({20, 20, 20});
    const Field<float> slow(grid.n, 1500.0F), fast(grid.n, 3000.0F);
    const PaddedGrid p(grid, taylor_stencil(4), {A, A, F, F, F, A}, 10);
    const auto g = sponge_factors(p, slow, 1e-3), once = sponge_factors(p, fast, 0.5e-3);
    for (int i = 10; i < 30; ++i)
      QVERIFY(g[0][static_cast<std::size_t>(i)] == 1.0);
    for (std::size_t i = 0; i < 10; ++i) {
      QVERIFY(g[0][i] < g[0][i + 1]);
      QVERIFY(g[0][i] == g[0][39 - i]);
      // The same distance a step makes the same factor.
      QVERIFY(std::abs(g[0][i] - once[0][i]) < 1e-15);
    }
    QVERIFY(std::all_of(g[1].begin(), g[1].end(), [](double v) { return v == 1.0; }));
    QVERIFY(g[2].front() == 1.0);
    QVERIFY(g[2].back() < 1.0);
  }

  void velocity_goes_on_outside_and_ends_at_the_halo() {
    const Grid3 grid = grid_of({6, 5, 4});
    Field<float> velocity(grid.n);
    for (Index m = 0; m < velocity.size(); ++m)
      velocity[m] = 1000.0F + static_cast<float>(m);
    const PaddedGrid p(grid, taylor_stencil(4), {A, A, A, A, F, A}, 3);
    const auto steps = squared_velocity_steps<double>(p, velocity, 1e-3);
    const auto expected = [&](int i, int j, int k) { return std::pow(velocity(i, j, k) * 1e-3, 2); };
    QVERIFY(std::abs(steps[p.user_index(2, 3, 1)] - expected(2, 3, 1)) < 1e-15);
    QVERIFY(std::abs(steps[p.index(0, 0, 0)] - expected(0, 0, 0)) < 1e-15);
    QVERIFY(std::abs(steps[p.index(11, 10, 6)] - expected(5, 4, 3)) < 1e-15);
    QVERIFY(steps[p.index(-1, 0, 0)] == 0.0);
  }

  void weights_are_trilinear() {
    const PaddedGrid p(grid_of({11, 11, 11}), taylor_stencil(8), {A, A, A, A, F, A}, 4);
    const auto one = receiver_taps(p, {30.0, 40.0, 25.0}, Interpolation::trilinear);
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one[0].index, p.user_index(3, 2, 5));
    // A linear function comes back exactly.
    const auto taps = receiver_taps(p, {33.0, 47.0, 28.5}, Interpolation::trilinear);
    QCOMPARE(taps.size(), std::size_t{8});
    double sum = 0.0, x = 0.0, z = 0.0;
    for (const Tap& tap : taps) {
      sum += tap.weight;
      x += tap.weight * 10.0 * static_cast<double>(tap.index % p.row() - p.lead[0] - p.user[0]);
      z += tap.weight * 5.0 * static_cast<double>(tap.index / p.plane() - p.lead[2] - p.user[2]);
    }
    QVERIFY(std::abs(sum - 1.0) < 1e-14 && std::abs(x - 33.0) < 1e-12 && std::abs(z - 28.5) < 1e-12);
    // The last node is inside, and a source on the free face has nowhere to go.
    QCOMPARE(receiver_taps(p, {100.0, 200.0, 50.0}, Interpolation::trilinear).size(), std::size_t{1});
    QVERIFY(source_taps(p, {30.0, 40.0, 0.0}, Interpolation::trilinear).empty());
    QCOMPARE(source_taps(p, {30.0, 40.0, 2.5}, Interpolation::trilinear).size(), std::size_t{1});
  }
};

}  // namespace test_padded_grid

FOLDWAVE_TEST(test_padded_grid, run_guiless<test_padded_grid::TestPaddedGrid>)
#include "test_padded_grid.moc"
