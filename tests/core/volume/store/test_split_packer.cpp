// Protects volumes that several devices pack: the bytes of one, for any number of them, with layers that
// reach beyond the volume and flat ones; back come the same values; damaged bricks are named by their number
// in the whole.
#include <QTest>

#include "core/base/error.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"
#include "core/volume/store/split_packer.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_split_packer {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// What a device does, by the processor.
class HostPacker final : public VolumePacker {
 public:
  DevicePacked pack(std::span<const float> field, const BrickLayout& layout,
                    ErrorBound bound) const override {
    DevicePacked packed;
    packed.bricks = {layout, {}, {0}, "wave"};
    std::vector<float> brick(static_cast<std::size_t>(layout.brick_nodes()));
    for (Index b = 0; b < layout.count(); ++b) {
      gather_brick(field, layout, b, brick);
      const auto bytes = WaveCodec().encode(brick, {layout.brick}, bound);
      packed.bricks.bytes.insert(packed.bricks.bytes.end(), bytes.begin(), bytes.end());
      packed.bricks.starts.push_back(packed.bricks.bytes.size());
    }
    packed.by_processor = layout.count();
    packed.device_seconds = static_cast<double>(layout.count());
    return packed;
  }
  DeviceUnpacked unpack(const QuickBricks& bricks, std::span<float> field) const override {
    DeviceUnpacked result;
    std::vector<float> brick(static_cast<std::size_t>(bricks.layout.brick_nodes()));
    for (Index b = 0; b < bricks.layout.count(); ++b)
      try {
        WaveCodec().decode(bricks.brick(b), {bricks.layout.brick}, brick);
        scatter_brick(brick, bricks.layout, b, {{0, 0, 0}, bricks.layout.nodes}, field);
      } catch (const InputError&) {
        result.damaged.push_back(b);
      }
    result.by_processor = bricks.layout.count();
    return result;
  }
};

std::unique_ptr<VolumePacker> split(int devices) {
  return make_split_packer({devices}, [] { return std::make_unique<HostPacker>(); });
}

constexpr std::array<int, 3> shapes[] = {{40, 20, 70}, {33, 20, 47}, {40, 30, 1}, {24, 24, 25}, {1, 70, 3}};

}  // namespace

class TestSplitPacker : public QObject {
  Q_OBJECT
 private slots:
  void bytes_and_values_are_those_of_one() {
    for (const auto& n : shapes) {
      const std::vector<float> field = wave_values(n);
      const BrickLayout layout = brick_layout(n, 24);
      const DevicePacked one = HostPacker().pack(field, layout, {1e-3});
      std::vector<float> whole(field.size());
      HostPacker().unpack(one.bricks, whole);
      for (const int devices : {1, 2, 3, 7}) {
        const DevicePacked packed = split(devices)->pack(field, layout, {1e-3});
        QVERIFY(packed.bricks.layout == layout);
        QVERIFY(packed.bricks.starts == one.bricks.starts);
        QVERIFY(packed.bricks.bytes == one.bricks.bytes);
        QCOMPARE(packed.by_processor, layout.count());
        QCOMPARE(packed.device_seconds<one.device_seconds, devices> 1 && layout.counts()[2] > 1);
        std::vector<float> back(field.size(), 9.0F);
        const DeviceUnpacked result = split(devices)->unpack(packed.bricks, back);
        QVERIFY(back == whole);
        QVERIFY(result.damaged.empty());
        QCOMPARE(result.by_processor, layout.count());
      }
    }
  }

  void damaged_bricks_keep_their_numbers() {
    const std::array<int, 3> n{40, 20, 70};
    const BrickLayout layout = brick_layout(n, 24);
    QuickBricks bricks = HostPacker().pack(wave_values(n), layout, {1e-3}).bricks;
    std::vector<float> back(wave_values(n).size());
    for (const Index b : {Index{1}, layout.count() - 1})
      bricks.bytes[bricks.starts[static_cast<std::size_t>(b)] + 3] ^= std::byte{64};
    QVERIFY((split(3)->unpack(bricks, back).damaged == std::vector<Index>{1, layout.count() - 1}));
    bricks.starts.pop_back();
    QVERIFY_EXCEPTION_THROWN(split(2)->unpack(bricks, back), std::exception);
  }

  void a_codec_that_no_device_has_is_nothing() {
    QVERIFY(make_split_packer({2}, []() -> std::unique_ptr<VolumePacker> { return nullptr; }) == nullptr);
  }
};

}  // namespace test_split_packer

FOLDWAVE_TEST(test_split_packer, run_alone<test_split_packer::TestSplitPacker>)
#include "test_split_packer.moc"
