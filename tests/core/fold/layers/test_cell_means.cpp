// Protects the share of a node's cell that each layer fills: boxes and planes against counting, beds, thin
// beds, cuts and draped deposits against layers at many points of the cell, in volumes and sections, on
// edges, where a front never came, and that nothing hangs on the last bit of T.
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "core/fold/layers/cell_means.hpp"
#include "tests/test_program.hpp"

namespace test_cell_means {

using namespace foldwave;

namespace {

using Linear = std::array<double, 4>;  // value at the origin, and a spacing along x, y and z

double value_at(const Linear& f, double x, double y, double z) {
  return f[0] + f[1] * x + f[2] * y + f[3] * z;
}

Field<float> made(std::array<int, 3> n, const Linear& f) {
  Field<float> field(n);
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        field(i, j, k) = static_cast<float>(value_at(f, i, j, k));
  return field;
}

// Shares by themselves: one mean a layer, of 1 in it and 0 elsewhere.
std::vector<double> shares(const Layering& layering, int i, int j, int k) {
  std::vector<double> found;
  for (int l = 0; l < layering.count(); ++l) {
    std::vector<LayerValues> values(static_cast<std::size_t>(layering.count()), {0.0, 1.0});
    values[static_cast<std::size_t>(l)][0] = 1.0;
    const LayerValues mean = CellMeans(layering, values).at(i, j, k);
    if (!(std::abs(mean[1] - 1.0) < 1e-12)) return {};
    found.push_back(mean[0]);
  }
  return found;
}

// By counting points of the cell, cut at the grid's edge; `layer` is that of a place in spacings.
std::vector<double> counted(std::array<int, 3> n, int layers, int i, int j, int k,
                            const std::function<int(double, double, double)>& layer) {
  constexpr int parts = 48;
  std::vector<double> found(static_cast<std::size_t>(layers));
  const std::array<int, 3> node{i, j, k};
  double all = 0.0;
  for (int c = 0; c < (n[2] > 1 ? parts : 1); ++c)
    for (int b = 0; b < (n[1] > 1 ? parts : 1); ++b)
      for (int a = 0; a < (n[0] > 1 ? parts : 1); ++a) {
        const std::array<int, 3> part{a, b, c};
        std::array<double, 3> at{};
        bool inside = true;
        for (std::size_t d = 0; d < 3; ++d) {
          at[d] = node[d] + (n[d] > 1 ? (part[d] + 0.5) / parts - 0.5 : 0.0);
          inside = inside && at[d] >= 0.0 && at[d] <= n[d] - 1.0;
        }
        if (!inside) continue;
        found[static_cast<std::size_t>(layer(at[0], at[1], at[2]))] += 1.0;
        all += 1.0;
      }
  for (double& share : found)
    share /= all;
  return found;
}

// The largest difference of a share from the counted one, at every node; infinite where shares are no shares.
double worst_share(const Layering& layering, const std::function<int(double, double, double)>& layer) {
  const auto n = layering.arrival.shape();
  double worst = 0.0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const auto found = shares(layering, i, j, k);
        const auto exact = counted(n, layering.count(), i, j, k, layer);
        if (found.empty()) return std::numeric_limits<double>::infinity();
        for (std::size_t l = 0; l < found.size(); ++l) {
          const double wrong = std::abs(found[l] - exact[l]);
          if (!(wrong <= worst)) worst = wrong;
        }
      }
  return worst;
}

}  // namespace

class TestCellMeans : public QObject {
  Q_OBJECT
 private slots:
  void a_box_is_cut_by_a_plane_as_counting_says() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    constexpr int parts = 300;
    for (int trial = 0; trial < 60; ++trial) {
      std::array<double, 3> slope{some(random), some(random), some(random)};
      if (trial % 3 > 0) slope[static_cast<std::size_t>(trial % 3)] *= trial % 2 == 0 ? 0.0 : 1e-6;
      if (trial % 7 == 0) slope = {0.0, slope[1], 0.0};
      const double value = 0.8 * some(random);
      std::array<double, 3> m = slope;
      std::sort(m.begin(), m.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
      double exact = 0.0;  // along the steepest axis by formula, along the others by counting
      for (int a = 0; a < parts; ++a)
        for (int b = 0; b < parts; ++b) {
          const double v = value + m[0] * ((a + 0.5) / parts - 0.5) + m[1] * ((b + 0.5) / parts - 0.5);
          exact += std::clamp(v / std::abs(m[2]) + 0.5, 0.0, 1.0) / (parts * parts);
        }
      const double found = share_above(value, slope);
      QVERIFY2(std::abs(found - exact) < 8e-6,
               qPrintable(QString("%1: %2, %3").arg(trial).arg(found).arg(exact)));
    }
    QCOMPARE(share_above(0.0, {0.0, 0.0, 0.0}), 0.0);
    QCOMPARE(share_above(1e-9, {0.0, 0.0, 0.0}), 1.0);
  }

  // Flat beds between nodes and on them: the share is the part of the cell's height.
  void flat_beds_fill_their_heights() {
    const Field<float> T = made({3, 3, 9}, {4.0, 0.0, 0.0, -1.0});
    const LayerBands bands{{1.25, 0.0, -0.375}};
    const Layering layering{T, bands};
    // Boundaries at depths 2.75, 4 and 4.375.
    QVERIFY((shares(layering, 1, 1, 2) == std::vector<double>{1.0, 0.0, 0.0, 0.0}));
    const auto third = shares(layering, 1, 1, 3), fourth = shares(layering, 1, 1, 4);
    const std::array exact3{0.25, 0.75, 0.0, 0.0}, exact4{0.0, 0.5, 0.375, 0.125};
    for (std::size_t l = 0; l < 4; ++l) {
      QVERIFY(std::abs(third[l] - exact3[l]) < 1e-7);
      QVERIFY(std::abs(fourth[l] - exact4[l]) < 1e-7);
    }
  }

  void shares_are_those_of_counting_data() {
    QTest::addColumn<bool>("section");
    QTest::addColumn<bool>("cuts");
    QTest::addColumn<bool>("drape");
    QTest::newRow("beds") << false << false << false;
    QTest::newRow("beds in a section") << true << false << false;
    QTest::newRow("onlap") << false << true << false;
    QTest::newRow("onlap in a section") << true << true << false;
    QTest::newRow("drape") << false << true << true;
  }
  // Planes in all directions, two beds thinner than a spacing.
  void shares_are_those_of_counting() {
    FOLDWAVE_EACH(5);
    QFETCH(bool, section);
    QFETCH(bool, cuts);
    QFETCH(bool, drape);
    const std::array<int, 3> n{6, section ? 1 : 4, 7};
    const Linear t{3.1, -0.37, 0.21, -0.9}, h{1.9, 0.3, 0.12, -0.55}, d{2.6, 0.0, 0.0, -0.8};
    const Field<float> T = made(n, t);
    const LayerBands bands{{0.6, 0.3, -1.0, -1.4}};
    std::vector<CutSurface> surfaces(cuts ? 1 : 0);
    if (cuts) {
      surfaces[0].height = made(n, h);
      if (!drape) surfaces[0].flat = made(n, d);
      surfaces[0].drape = drape;
      surfaces[0].bands = LayerBands{{0.9, 0.5}};
    }
    const Layering layering{T, bands, surfaces};
    const auto layer = [&](double x, double y, double z) {
      return layering.layer_at([&](const Field<float>& field) {
        return value_at(&field == &T ? t : &field == &surfaces[0].height ? h : d, x, y, z);
      });
    };
    const double worst = worst_share(layering, layer);
    // Counting alone is good to 0.01; where two boundaries cross, a 64th of an octant is taken as
    // independent.
    QVERIFY2(worst < 0.04, qPrintable(QString::number(worst)));
  }

  // A bed on a node is counted half to either side, whatever T's last bit says.
  void the_last_bit_of_T_counts_for_nothing() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const std::array<int, 3> n{5, 5, 5};
    const LayerBands bands{{0.0}};
    const Field<float> exact = made(n, {60.0, 10.0, 0.0, -30.0});
    std::mt19937 random(3);
    for (int trial = 0; trial < 20; ++trial) {
      Field<float> T = exact.clone();
      for (float& t : T.values())
        t = std::nextafter(t, random() % 2 == 0 ? inf : -inf);
      for (int k = 0; k < 5; ++k) {
        const double found = shares({T, bands}, 3, 2, k)[0], before = shares({exact, bands}, 3, 2, k)[0];
        QVERIFY2(std::abs(found - before) < 6e-8, qPrintable(QString::number(found - before)));
      }
      QVERIFY(std::abs(shares({T, bands}, 3, 2, 3)[0] - 0.5) < 6e-8);
    }
  }

  void places_that_no_front_reaches_are_of_the_outermost_layer() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    Field<float> T = made({5, 5, 5}, {2.2, 0.0, 0.0, -1.0});
    for (int k = 0; k < 5; ++k)
      for (int j = 0; j < 5; ++j)
        T(4, j, k) = k < 3 ? inf : -inf;
    const LayerBands bands{{0.0, -0.5}};
    for (int k = 0; k < 5; ++k)
      for (int i = 0; i < 5; ++i)
        QCOMPARE(shares({T, bands}, i, 2, k).size(), std::size_t{3});
    QVERIFY((shares({T, bands}, 4, 2, 0) == std::vector<double>{1.0, 0.0, 0.0}));
    QVERIFY((shares({T, bands}, 4, 2, 4) == std::vector<double>{0.0, 0.0, 1.0}));
  }

  void a_row_knows_its_boundaries() {
    for (const int rows : {1, 5}) {
      Field<std::uint8_t> layers({9, rows, 6}, 3);
      layers(4, rows / 2, 3) = 7;
      for (int k = 0; k < 6; ++k)
        for (int j = 0; j < rows; ++j) {
          const auto beside = beside_boundaries(layers, j, k);
          for (int i = 0; i < 9; ++i)
            QCOMPARE(beside[static_cast<std::size_t>(i)] != 0,
                     std::abs(i - 4) < 2 && std::abs(j - rows / 2) < 2 && std::abs(k - 3) < 2);
        }
    }
  }
};

}  // namespace test_cell_means

FOLDWAVE_TEST(test_cell_means, run_guiless<test_cell_means::TestCellMeans>)
#include "test_cell_means.moc"
