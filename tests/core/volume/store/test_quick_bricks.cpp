// Protects volumes that a device hands over packed: unpacked they are the rounded field, in thin volumes and
// odd sizes too; packed for a file they give what the field itself gives; damaged bricks are refused.
#include <QTest>

#include "core/base/error.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/store/quick_bricks.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_quick_bricks {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// What a device makes of a field.
QuickBricks bricks_of(std::span<const float> field, const std::array<int, 3>& n, const QuickSteps& steps,
                      int side) {
  QuickBricks bricks{brick_layout(n, side), {}, {0}};
  std::vector<float> brick(static_cast<std::size_t>(bricks.layout.brick_nodes()));
  for (Index b = 0; b < bricks.layout.count(); ++b) {
    gather_brick(field, bricks.layout, b, brick);
    const auto bytes = QuickCodec().encode(brick, {bricks.layout.brick}, steps);
    bricks.bytes.insert(bricks.bytes.end(), bytes.begin(), bytes.end());
    bricks.starts.push_back(bricks.bytes.size());
  }
  return bricks;
}

constexpr std::array<int, 3> shapes[] = {{1, 1, 1}, {40, 1, 30}, {33, 20, 47}, {64, 64, 64}, {1, 70, 3}};

}  // namespace

class TestQuickBricks : public QObject {
  Q_OBJECT
 private slots:
  void a_field_comes_back_rounded() {
    for (const auto& n : shapes) {
      const std::vector<float> field = wave_values(n);
      const float step = rounding_step(1e-3);
      const Field<float> back = unpack_volume(bricks_of(field, n, quick_steps_of(step, {1e-3}), 24));
      QVERIFY(back.shape() == n);
      for (std::size_t i = 0; i < field.size(); ++i)
        QCOMPARE(back.values()[i], std::nearbyint(field[i] / step) * step);
    }
  }

  // The file rounds no more: it is the field's own, byte by byte.
  void a_file_of_it_has_the_fields_values() {
    QTemporaryDir folder;
    const auto file = inside(folder, "v.hdf");
    for (const auto& n : shapes)
      for (const double bound : {0.0, 1e-4, 3e-2}) {
        const std::vector<float> field = wave_values(n);
        const VolumeFacts facts = facts_of(n, "blosc", bound);
        const QuickBricks bricks = bricks_of(field, n, quick_steps_of(rounding_step(bound), {bound}), 64);
        write_volume_file(file, pack_volume(bricks, facts));
        const Field<float> packed = VolumeFile(file).read_all();
        const QByteArray bytes = bytes_of(file);
        write_volume(file, field, facts);
        QVERIFY(bytes_of(file) == bytes);
        double worst = 0.0;
        for (std::size_t i = 0; i < field.size(); ++i) {
          worst = worst_of(worst, std::abs(double{packed.values()[i]} - double{field[i]}));
        }
        QVERIFY(worst <= bound);
      }
  }

  void what_is_damaged_is_refused() {
    const std::array<int, 3> n{40, 30, 20};
    QuickBricks bricks = bricks_of(wave_values(n), n, quick_steps({1e-3}), 16);
    bricks.bytes[bricks.starts[3] + 20] ^= std::byte{1};
    QVERIFY(throws<InputError>([&] { unpack_volume(bricks); }));
    QVERIFY(throws<InputError>([&] { pack_volume(bricks, facts_of(n, "blosc", 1e-3)); }));
    bricks = bricks_of(wave_values(n), n, quick_steps({1e-3}), 16);
    QVERIFY(throws<InputError>([&] { pack_volume(bricks, facts_of({30, 40, 20}, "blosc", 1e-3)); }));
  }
};

}  // namespace test_quick_bricks

FOLDWAVE_TEST(test_quick_bricks, run_alone<test_quick_bricks::TestQuickBricks>)
#include "test_quick_bricks.moc"
