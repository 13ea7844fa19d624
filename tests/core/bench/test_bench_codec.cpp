// Protects the bench of codecs: a device's rows stand beside the processor's with the same errors, a device
// that fails says so in its rows alone, threads change no figure but seconds, and the volumes are what they
// are said to be.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/bench/codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "tests/test_program.hpp"

namespace test_bench_codec {

using namespace foldwave;

namespace {

// The processor's own transforms under a device's name; lapped ones fail.
class PlayedTransform final : public VolumeTransform {
 public:
  TransformSeconds forward(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                           std::span<const float> volume, std::span<float> words) const override {
    if (transform.kind == TransformKind::lapped)
      throw DeviceError("played", "cannot get device memory", "use the CPU back end");
    const std::size_t a_brick = coefficient_shape(transform, bricks.brick).values();
    std::vector<float> values(bricks.brick.values());
    for (std::size_t b = 0; b < bricks.count(); ++b) {
      bricks.gather(b, volume, values);
      transform_forward<float>(transform, values, bricks.brick, words.subspan(b * a_brick, a_brick));
      quantise(quantiser, transform, bricks.brick, words.subspan(b * a_brick, a_brick));
    }
    return {2.0, 0.5};
  }
  TransformSeconds back(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                        std::span<const float> words, std::span<float> volume) const override {
    const std::size_t a_brick = coefficient_shape(transform, bricks.brick).values();
    std::vector<float> values(bricks.brick.values()), coefficients(a_brick);
    for (std::size_t b = 0; b < bricks.count(); ++b) {
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(b * a_brick), a_brick, coefficients.begin());
      restore(quantiser, coefficients);
      transform_back<float>(transform, coefficients, bricks.brick, values);
      bricks.scatter(b, values, volume);
    }
    return {4.0, 0.25};
  }
};

// The codec wave brick by brick, one brick of them by "the processor".
class PlayedPacker final : public VolumePacker {
 public:
  explicit PlayedPacker(bool breaks) : breaks_(breaks) {}
  DevicePacked pack(std::span<const float> field, const BrickLayout& layout,
                    ErrorBound bound) const override {
    DevicePacked packed{{layout, {}, {0}, "wave"}, 1, 2.0};
    std::vector<float> brick(static_cast<std::size_t>(layout.brick_nodes()));
    for (Index b = 0; b < layout.count(); ++b) {
      gather_brick(field, layout, b, brick);
      const auto bytes = find_codec("wave")->encode(brick, {layout.brick}, bound);
      packed.bricks.bytes.insert(packed.bricks.bytes.end(), bytes.begin(), bytes.end());
      packed.bricks.starts.push_back(packed.bricks.bytes.size());
    }
    return packed;
  }
  DeviceUnpacked unpack(const QuickBricks& bricks, std::span<float> field) const override {
    const Field<float> back = unpack_volume(bricks);
    std::ranges::copy(back.values(), field.begin());
    return {breaks_ ? std::vector<Index>{0} : std::vector<Index>{}, 0, 4.0};
  }

 private:
  bool breaks_;
};

class PlayedDevice final : public Backend {
 public:
  std::string name() const override { return "played"; }
  std::string description() const override { return "the processor under a device's name"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  std::vector<FoldMethod> fold_methods() const override { return {}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    throw_no_fold_method(*this, method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override { return nullptr; }
  std::unique_ptr<VolumeTransform> make_volume_transform() const override {
    return std::make_unique<PlayedTransform>();
  }
  std::unique_ptr<VolumePacker> make_volume_packer(const std::string& codec) const override {
    if (codec != "wave" && codec != "quick") return nullptr;
    return std::make_unique<PlayedPacker>(codec == "quick");
  }
};

CodecBenchPlan small_plan(std::vector<std::string> codecs) {
  CodecBenchPlan plan;
  plan.cases = {CodecBenchCase::filled};
  plan.size = 70;
  plan.codecs = std::move(codecs);
  plan.repeat = 1;
  plan.threads = {1};
  return plan;
}

std::vector<CodecBenchRow> rows_of(const Backend& backend, const CodecBenchPlan& plan) {
  std::size_t told = 0;
  const auto rows = bench_codec(backend, plan, [&](const CodecBenchRow&) { ++told; }, {});
  return told == rows.size() ? rows : std::vector<CodecBenchRow>{};
}

double share_silent(const Field<float>& volume) {
  return static_cast<double>(std::count(volume.values().begin(), volume.values().end(), 0.0F)) /
         static_cast<double>(volume.size());
}

}  // namespace

class TestBenchCodec : public QObject {
  Q_OBJECT

 private slots:
  void a_device_s_rows_stand_beside() {
    const auto rows =
        rows_of(PlayedDevice(),
                small_plan({"fast-dct-3d-zonal", "genlot-2d-zonal", "rle", "lot-1d-zonal", "lot-3d"}));
    QCOMPARE(rows.size(), std::size_t{8});
    for (std::size_t i = 0; i < 5; ++i)
      QVERIFY(!rows[i].on_device && rows[i].failure.empty() && rows[i].packed > 0 &&
              !rows[i].transfer_seconds);
    for (std::size_t i = 0; i < 2; ++i) {
      const CodecBenchRow &host = rows[i], &device = rows[5 + i];
      QVERIFY(device.on_device && device.codec == host.codec && device.packed == 0);
      QCOMPARE(device.quality.largest, host.quality.largest);
      QCOMPARE(device.quality.rms, host.quality.rms);
      QCOMPARE(device.pack_seconds, 2.0);
      QCOMPARE(device.unpack_seconds, 4.0);
      QCOMPARE(device.transfer_seconds.value(), 0.75);
    }
    QVERIFY(rows[7].on_device && rows[7].failure.starts_with("played: "));
    QCOMPARE(rows[7].pack_seconds, 0.0);
  }

  void a_device_s_codecs_stand_beside() {
    const auto rows = rows_of(PlayedDevice(), small_plan({"wave", "quick", "lot-3d"}));
    QCOMPARE(rows.size(), std::size_t{5});
    const CodecBenchRow &host = rows[0], &device = rows[3], &broken = rows[4];
    QVERIFY(!host.on_device && device.on_device && device.codec == "wave" && device.failure.empty());
    QCOMPARE(device.by_processor, std::int64_t{1});
    QCOMPARE(device.pack_seconds, 2.0);
    QCOMPARE(device.unpack_seconds, 4.0);
    QCOMPARE(device.bound.value(), host.bound.value());
    QVERIFY(device.packed > 0 && device.packed < device.bytes / 2);
    QVERIFY(device.quality.largest > 0.0 && device.quality.largest <= device.bound.value());
    QVERIFY(broken.on_device && broken.codec == "quick" && broken.failure.starts_with("quick: "));
  }

  void threads_change_no_figure() {
    CodecBenchPlan plan = small_plan({"fast-dct-3d", "huffman", "lot-2d-zonal"});
    plan.threads = {1, 3};
    const int before = thread_count();
    const auto rows = rows_of(*cpu_backend(), plan);
    QCOMPARE(thread_count(), before);
    QCOMPARE(rows.size(), std::size_t{6});
    for (std::size_t i = 0; i < 6; i += 2) {
      QCOMPARE(rows[i].threads, 1);
      QCOMPARE(rows[i + 1].threads, 3);
      QCOMPARE(rows[i].packed, rows[i + 1].packed);
      QCOMPARE(rows[i].quality.rms, rows[i + 1].quality.rms);
    }
  }

  void volumes_are_what_they_are_said_to_be() {
    const Field<float> filled = codec_case(CodecBenchCase::filled, 96),
                       silent = codec_case(CodecBenchCase::silent, 96),
                       stack = codec_case(CodecBenchCase::stack, 96);
    QVERIFY(share_silent(filled) < 1e-3 && share_silent(stack) < 1e-3);
    QVERIFY2(share_silent(silent) > 0.5 && share_silent(silent) < 0.95,
             qPrintable(QString::number(share_silent(silent))));
    // A wave of one speed: its second differences of space come to its Laplacian's share of k^2, which lies
    // below that of 4 nodes to the wavelength.
    double largest = 0.0, steepest = 0.0;
    for (int k = 1; k < 95; ++k)
      for (int j = 1; j < 95; ++j)
        for (int i = 1; i < 95; ++i) {
          largest = worst_of(largest, static_cast<double>(std::abs(filled(i, j, k))));
          steepest =
              worst_of(steepest, static_cast<double>(std::abs(filled(i + 1, j, k) - 2.0F * filled(i, j, k) +
                                                              filled(i - 1, j, k))));
        }
    QVERIFY2(steepest < 0.6 * largest && steepest > 0.1 * largest,
             qPrintable(QString::number(steepest / largest)));
    // The same again, and others of another size.
    const Field<float> again = codec_case(CodecBenchCase::stack, 96);
    QVERIFY(std::equal(stack.values().begin(), stack.values().end(), again.values().begin()));
  }

  // Floats of two values that are equally many: words of 16 bits are four, two of them in each float.
  void words_weigh_what_huffman_s_tree_says() {
    Field<float> volume({4, 4, 4});
    for (Index m = 0; m < volume.size(); ++m)
      volume[m] = m % 2 == 0 ? 1.0F : 2.0F;  // 3F800000, 40000000
    const auto rows = study_words("two", volume);
    QCOMPARE(rows.size(), std::size_t{4});
    // 64 times 0000, 32 times 3F80, 32 times 4000: 64 + 64 + 64 bits, and three words of 24.
    QCOMPARE(rows[0].share, (192.0 + 72.0) / 2048.0);
    // Bytes: 160 times 00, 32 times each of 80, 3F and 40.
    QCOMPARE(rows[1].share, (160.0 + 64.0 + 96.0 + 96.0 + 4 * 16.0) / 2048.0);
    QCOMPARE(rows[0].bits, 16);
    QCOMPARE(rows[3].seed_share, 0.72);
  }
};

}  // namespace test_bench_codec

FOLDWAVE_TEST(test_bench_codec, run_guiless<test_bench_codec::TestBenchCodec>)
#include "test_bench_codec.moc"
