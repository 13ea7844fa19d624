// Protects the plugin of our codecs as HDF5 calls it: what it packs it unpacks, within the bound; damaged
// bytes and parameters are refused with the buffer left as it was; the numbers of codecs never change.
#include <H5PLextern.h>
#include <dlfcn.h>

#include <QTest>
#include <cstdlib>
#include <cstring>

#include "core/base/error.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_plugin {

using namespace foldwave;
using namespace foldwave::test;

namespace {

struct Chunk {
  explicit Chunk(std::span<const std::byte> bytes)
      : size(bytes.size()), buffer(std::malloc(bytes.size() + 1)) {
    if (!bytes.empty()) std::memcpy(buffer, bytes.data(), bytes.size());
  }
  ~Chunk() { std::free(buffer); }
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;
  std::span<const std::byte> bytes(std::size_t count) const {
    return {static_cast<const std::byte*>(buffer), count};
  }
  std::size_t size;
  void* buffer;
};

}  // namespace

class TestPlugin : public QObject {
  Q_OBJECT

  const H5Z_class2_t* filter_ = nullptr;

  std::size_t run(Chunk& chunk, const std::vector<unsigned>& parameters, bool reverse,
                  std::size_t bytes) const {
    return filter_->filter(reverse ? H5Z_FLAG_REVERSE : 0U, parameters.size(), parameters.data(), bytes,
                           &chunk.size, &chunk.buffer);
  }

 private slots:
  void initTestCase() {
    void* const library = dlopen(FOLDWAVE_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library != nullptr, dlerror());
    const auto type = reinterpret_cast<H5PL_type_t (*)()>(dlsym(library, "H5PLget_plugin_type"));
    const auto info = reinterpret_cast<const void* (*)()>(dlsym(library, "H5PLget_plugin_info"));
    QVERIFY(type != nullptr && info != nullptr);
    QCOMPARE(type(), H5PL_TYPE_FILTER);
    filter_ = static_cast<const H5Z_class2_t*>(info());
    QCOMPARE(filter_->id, 479);
    QVERIFY(dlsym(library, "_ZN8foldwave10find_codecESt17basic_string_viewIcSt11char_traitsIcEE") == nullptr);
  }

  void what_files_say_stays() {
    for (const auto& [name, number] : {std::pair{"wave", 1U},
                                       {"rle", 2U},
                                       {"huffman", 3U},
                                       {"huffman-fixed", 4U},
                                       {"quick", 5U},
                                       {"dct-1d", 16U},
                                       {"dct-1d-rle", 17U},
                                       {"dct-2d-huffman-fixed", 22U},
                                       {"fast-dct-3d", 36U},
                                       {"lot-1d-huffman-fixed", 42U},
                                       {"genlot-3d-rle", 61U}})
      QCOMPARE(number_of_codec(name), number);
    // zstd is not in each build.
    QVERIFY(number_of_codec("genlot-3d-zstd") == 63U || find_codec("genlot-3d-zstd") == nullptr);
    QCOMPARE(number_of_codec("sz"), 0U);
    // Every codec that there is has a number.
    for (const std::string& name : codec_names())
      QVERIFY2(is_own_codec(name), name.c_str());
    QCOMPARE(own_codecs().size(), codec_names().size());
    // 1e-4 is 0x3F1A36E2EB1C432D.
    QCOMPARE(own_parameters("huffman", {{64, 32, 16}}, {1e-4}),
             (std::vector<unsigned>{1, 3, 64, 32, 16, 0xEB1C432D, 0x3F1A36E2}));
    for (const std::string& name : own_codecs()) {
      QVERIFY(find_codec(name) != nullptr);
      const OwnPacking back = own_packing(own_parameters(name, {{5, 6, 7}}, {0.25}));
      QCOMPARE(back.codec->name(), name);
      QCOMPARE(back.shape.n, (std::array<int, 3>{5, 6, 7}));
      QCOMPARE(back.bound.absolute, 0.25);
    }
  }

  void what_is_asked_for_is_completed() {
    const BrickShape shape{{8, 4, 2}};
    QCOMPARE(asked_parameters({}, shape), own_parameters("wave", shape, {}));
    QCOMPARE(asked_parameters(std::vector<unsigned>{2}, shape), own_parameters("rle", shape, {}));
    QCOMPARE(asked_parameters(std::vector<unsigned>{1, 0xEB1C432D, 0x3F1A36E2}, shape),
             own_parameters("wave", shape, {1e-4}));
    // A copy of a dataset has the shape of its own chunks.
    QCOMPARE(asked_parameters(own_parameters("huffman", {{64, 64, 64}}, {0.5}), shape),
             own_parameters("huffman", shape, {0.5}));
    for (const std::vector<unsigned>& bad :
         {std::vector<unsigned>{9}, std::vector<unsigned>{64}, std::vector<unsigned>{1, 2},
          std::vector<unsigned>{1, 0, 0xBFF00000}, std::vector<unsigned>{1, 0, 0x7FF80000},
          std::vector<unsigned>(7, 1)})
      if (bad.size() != 7)
        QVERIFY(throws<InputError>([&] { asked_parameters(bad, shape); }));
      else
        QVERIFY(throws<InputError>([&] {
          asked_parameters(std::vector<unsigned>{2, 1, 1, 1, 1, 0, 0}, shape);
        }));
  }

  void chunks_come_back() {
    const std::array<int, 3> n{24, 17, 9};
    std::vector<float> values = wave_values(n);
    values[7] = NAN;
    values[8] = -INFINITY;
    values[9] = -0.0F;
    for (const std::string& codec : own_codecs())
      for (const double bound : {0.0, 1e-3}) {
        const auto parameters = own_parameters(codec, {n}, {bound});
        Chunk chunk(std::as_bytes(std::span(values)));
        const std::size_t packed = run(chunk, parameters, false, 4 * values.size());
        QVERIFY(packed > 0 && packed <= chunk.size);
        // What the store writes is what the plugin writes.
        std::vector<float> copy = values;
        if (bound == 0.0 || codec == "wave" || codec == "quick" || is_transform_codec(codec)) {
          const PackedBrick own = pack_brick(codec, n, bound, copy);
          if (own.skipped == 0) QVERIFY(std::ranges::equal(own.bytes, chunk.bytes(packed)));
        }
        QCOMPARE(run(chunk, parameters, true, packed), 4 * values.size());
        std::vector<float> back(values.size());
        std::memcpy(back.data(), chunk.buffer, 4 * back.size());
        double worst = 0.0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (!std::isfinite(values[i]))
            QCOMPARE(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(values[i]));
          else
            worst = worst_of(worst, std::abs(double(values[i]) - double(back[i])));
        }
        QVERIFY2(worst <= bound, qPrintable(QString("%1: %2").arg(codec.c_str()).arg(worst)));
        if (bound == 0.0) QVERIFY(same_bits(back, values));
      }
  }

  void what_is_damaged_is_refused() {
    const std::array<int, 3> n{16, 8, 8};
    const std::vector<float> values = wave_values(n);
    std::mt19937 random(11);
    int refused = 0, all = 0;
    for (const std::string& codec : codecs_of_each_kind()) {
      if (!is_own_codec(codec)) continue;
      const auto parameters = own_parameters(codec, {n}, {1e-3});
      const auto whole = find_codec(codec)->encode(values, {n}, {1e-3});
      std::vector<float> unhurt(values.size());
      find_codec(codec)->decode(whole, {n}, unhurt);
      for (int trial = 0; trial < 500; ++trial) {
        auto hurt = whole;
        auto its = parameters;
        if (trial % 3 == 0)
          hurt.resize(random() % hurt.size());
        else if (trial % 3 == 1)
          hurt[random() % hurt.size()] ^= std::byte{1} << (random() % 8);
        else
          its[random() % 5] ^= 1U << (random() % 32);
        Chunk chunk(hurt);
        void* const before = chunk.buffer;
        const std::size_t size = run(chunk, its, true, hurt.size());
        ++all;
        if (size == 0) {
          ++refused;
          // HDF5 goes on with it, and frees it.
          QCOMPARE(chunk.buffer, before);
          QVERIFY(std::ranges::equal(chunk.bytes(hurt.size()), hurt));
        } else {
          // A brick that a transform leaves without loss is the same of each transform.
          QVERIFY(is_transform_codec(codec) && hurt == whole && its[1] != parameters[1]);
          QVERIFY(std::ranges::equal(chunk.bytes(size), std::as_bytes(std::span(unhurt))));
        }
      }
    }
    QVERIFY2(refused > all - 20, qPrintable(QString("%1 of %2").arg(refused).arg(all)));
    // Sizes that lie ask for no memory: 2^31 values, and a product beyond all bounds.
    for (const unsigned side : {2048U, 0x7FFFFFFFU, 0U, 0xFFFFFFFFU}) {
      Chunk chunk(std::as_bytes(std::span(values)));
      QCOMPARE(run(chunk, {1, 1, side, side, side, 0, 0}, true, 64), std::size_t{0});
      QCOMPARE(run(chunk, {1, 1, side, side, side, 0, 0}, false, 4 * values.size()), std::size_t{0});
    }
    // Other values than the chunk says.
    Chunk chunk(std::as_bytes(std::span(values)));
    QCOMPARE(run(chunk, own_parameters("rle", {{16, 8, 7}}, {}), false, 4 * values.size()), std::size_t{0});
    QCOMPARE(run(chunk, {}, false, 4 * values.size()), std::size_t{0});
  }
};

}  // namespace test_plugin

FOLDWAVE_TEST(test_plugin, run_alone<test_plugin::TestPlugin>)
#include "test_plugin.moc"
