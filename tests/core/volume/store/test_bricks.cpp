// Protects the way from nodes to bricks and back: every node in its place for sizes that are no multiple of a
// brick, for flat volumes, and for any box of nodes.
#include <QTest>

#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_bricks {

using namespace foldwave;
using namespace foldwave::test;

class TestBricks : public QObject {
  Q_OBJECT

 private slots:
  void any_size_comes_back_data() {
    QTest::addColumn<int>("nx");
    QTest::addColumn<int>("ny");
    QTest::addColumn<int>("nz");
    QTest::addColumn<int>("side");
    QTest::newRow("one node") << 1 << 1 << 1 << 64;
    QTest::newRow("line along x") << 70 << 1 << 1 << 64;
    QTest::newRow("section") << 70 << 1 << 65 << 64;
    QTest::newRow("plane") << 20 << 30 << 1 << 8;
    QTest::newRow("one thick in x") << 1 << 30 << 17 << 8;
    QTest::newRow("no multiple") << 65 << 33 << 17 << 16;
    QTest::newRow("multiple") << 16 << 32 << 8 << 8;
    QTest::newRow("smaller than a brick") << 5 << 4 << 3 << 64;
  }
  void any_size_comes_back() {
    QFETCH(int, nx);
    QFETCH(int, ny);
    QFETCH(int, nz);
    QFETCH(int, side);
    const std::array<int, 3> n{nx, ny, nz};
    const BrickLayout layout = brick_layout(n, side);
    const std::vector<float> values = node_values(n);
    std::vector<std::vector<float>> bricks;
    for (Index b = 0; b < layout.count(); ++b) {
      bricks.emplace_back(static_cast<std::size_t>(layout.brick_nodes()), NAN);
      gather_brick(values, layout, b, bricks.back());
      for (const float v : bricks.back())
        QVERIFY(v >= 1.0F);  // padding repeats values, and invents none
    }
    std::mt19937 random(7);
    for (int trial = 0; trial < 40; ++trial) {
      NodeBox box{{0, 0, 0}, n};
      for (std::size_t a = 0; trial > 0 && a < 3; ++a) {
        box.low[a] = static_cast<int>(random() % static_cast<unsigned>(n[a]));
        box.n[a] = 1 + static_cast<int>(random() % static_cast<unsigned>(n[a] - box.low[a]));
      }
      std::vector<float> out(static_cast<std::size_t>(box.size()), NAN);
      for (const Index b : bricks_of(layout, box))
        scatter_brick(bricks[static_cast<std::size_t>(b)], layout, b, box, out);
      std::size_t at = 0;
      for (int k = 0; k < box.n[2]; ++k)
        for (int j = 0; j < box.n[1]; ++j)
          for (int i = 0; i < box.n[0]; ++i, ++at)
            QCOMPARE(out[at], values[static_cast<std::size_t>(
                                  (box.low[0] + i) + nx * ((box.low[1] + j) + ny * (box.low[2] + k)))]);
    }
  }

  // Only the bricks that a slice cuts.
  void a_slice_needs_one_row_of_bricks() {
    const BrickLayout layout = brick_layout({256, 192, 128});
    QCOMPARE(bricks_of(layout, {{0, 0, 70}, {256, 192, 1}}).size(), 12U);
    QCOMPARE(bricks_of(layout, {{200, 0, 0}, {1, 192, 128}}).size(), 6U);
    QCOMPARE(bricks_of(layout, {{63, 63, 63}, {2, 2, 2}}).size(), 8U);
    // The uppermost layer lies in the last bricks.
    QCOMPARE(bricks_of(layout, {{0, 0, 0}, {1, 1, 1}}).front(), Index{12});
  }
};

}  // namespace test_bricks

FOLDWAVE_TEST(test_bricks, run_alone<test_bricks::TestBricks>)
#include "test_bricks.moc"
