// Protects the counts of a block's traffic: against every address that its threads ask for.
#include <QTest>
#include <cmath>
#include <set>

#include "core/base/error.hpp"
#include "core/forecast/gpu_model/stencil_traffic.hpp"
#include "tests/test_program.hpp"

namespace test_stencil_traffic {

using namespace foldwave;

// Sectors of the field and of the other three arrays, thread by thread and tap by tap.
struct Counted {
  double asked = 0.0;  // bytes, by warps
  double read = 0.0;   // bytes of the block, each sector once
  double written = 0.0;
};

Counted counted(const LaunchShape& shape) {
  constexpr long row = 1024, plane = row * 512, origin = 32 * 8 + 64 * row + 64 * plane;
  const int radius = shape.order / 2;
  std::vector<long> taps{0};
  for (int k = 1; k <= radius; ++k)
    for (const long stride : {1L, row, plane}) {
      taps.push_back(k * stride);
      taps.push_back(-k * stride);
    }
  Counted c;
  std::set<long> field, own;
  const auto [bx, by, bz] = shape.block;
  const int threads = bx * by * bz;
  for (int warp = 0; warp < threads; warp += 32)
    for (std::size_t t = 0; t < taps.size() + 2; ++t) {
      std::set<long> of_request;
      for (int thread = warp; thread < std::min(warp + 32, threads); ++thread) {
        const long node = origin + thread % bx + thread / bx % by * row + thread / bx / by * plane;
        const long at = t < taps.size() ? node + taps[t] : node;
        of_request.insert(at / 8);
        if (t < taps.size())
          field.insert(at / 8);
        else
          own.insert(at / 8);
      }
      c.asked += 32.0 * static_cast<double>(of_request.size());
    }
  c.read = 32.0 * static_cast<double>(field.size() + 2 * own.size());
  c.written = 32.0 * static_cast<double>(own.size());
  return c;
}

class TestStencilTraffic : public QObject {
  Q_OBJECT
 private slots:
  void counts_are_those_of_every_address() {
    const std::array<int, 3> blocks[]{{8, 8, 4}, {16, 4, 4}, {32, 4, 2}, {32, 8, 1}, {128, 1, 1}, {64, 2, 2}};
    for (const int order : {2, 4, 8, 16})
      for (const auto& block : blocks) {
        const LaunchShape shape{order, {512, 512, 512}, block, 1};
        const StencilTraffic t = stencil_traffic(shape);
        const Counted c = counted(shape);
        const QByteArray name = QByteArray::number(order) + " " + QByteArray::number(block[0]);
        QVERIFY2(t.l1_bytes == c.asked, name);
        QVERIFY2(t.read_bytes == c.read, name);
        QVERIFY2(t.l2_bytes == c.read + c.written, name);
        QCOMPARE(t.aligned_loads + t.shifted_loads, 3.0 * order + 3.0);
        QVERIFY(t.l1_miss() > 0.0 && t.l1_miss() < 1.0);
      }
  }

  void a_step_moves_sixteen_bytes_a_point() {
    const LaunchShape shape{8, {128, 64, 32}, {32, 4, 2}, 1};
    const StencilTraffic t = stencil_traffic(shape);
    QCOMPARE(t.memory_bytes * shape.blocks(), 16.0 * 128 * 64 * 32);
    // Three fields of rows with a sector more at each end, four planes more at each side; one array without.
    QCOMPARE(t.working_bytes, 4.0 * 128 * 64 * 32 + 3.0 * (4.0 * 128 + 64.0) * (64.0 * 32 + 8.0 * (64 + 32)));
  }

  void grids_are_covered() {
    // The thesis's: 50^3 nodes by blocks of 8 x 8 x 4, of which it launched 8 x 8 x 8.
    const LaunchShape shape{2, {50, 50, 50}, {8, 8, 4}, 1};
    QCOMPARE(shape.blocks(), 7.0 * 7.0 * 13.0);
    QCOMPARE(shape.warps_a_block(), 8);
  }

  void odd_blocks_are_refused() {
    QVERIFY_THROWS_EXCEPTION(InputError, stencil_traffic({2, {64, 64, 64}, {24, 4, 4}, 1}));
    QVERIFY_THROWS_EXCEPTION(InputError, stencil_traffic({2, {64, 64, 64}, {0, 4, 4}, 1}));
  }
};

}  // namespace test_stencil_traffic

FOLDWAVE_TEST(test_stencil_traffic, run_guiless<test_stencil_traffic::TestStencilTraffic>)
#include "test_stencil_traffic.moc"
