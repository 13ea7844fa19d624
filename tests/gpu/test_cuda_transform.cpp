// Protects the transforms and quantisers on a device: words and values are the processor's bit by bit, by
// every transform, quantiser and shape.
#include <QTest>

#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_transform {

using namespace foldwave;
using namespace foldwave::test;

class TestCudaTransform : public QObject {
  Q_OBJECT

  std::unique_ptr<VolumeTransform> device_;

 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      device_ = select_backend("cuda")->make_volume_transform();
    } catch (const InputError& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
    QVERIFY(device_);
  }

  void words_and_values_are_the_processor_s_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("dct") << static_cast<int>(TransformKind::cosine);
    QTest::newRow("fast dct") << static_cast<int>(TransformKind::fast_cosine);
    QTest::newRow("lot") << static_cast<int>(TransformKind::lapped);
    QTest::newRow("genlot") << static_cast<int>(TransformKind::general_lapped);
  }
  void words_and_values_are_the_processor_s() {
    QFETCH(int, kind);
    std::mt19937 random(23);
    for (const std::array<int, 3> n : {std::array<int, 3>{64, 64, 64},
                                       {130, 70, 9},
                                       {5, 65, 64},
                                       {20, 1, 77},
                                       {1, 1, 1},
                                       {40, 24, 3},
                                       {128, 64, 130}})
      for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (const Quantiser& quantiser : {Quantiser{}, zonal(3), threshold(0.3F), within(1e-3F)}) {
          const Transform transform{static_cast<TransformKind>(kind), dimensions};
          const VolumeBricks bricks(n);
          std::vector<float> volume(BrickShape{n}.values());
          for (float& v : volume)
            v = static_cast<float>(random()) * 0x1p-31F - 1.0F;
          std::vector<float> words(bricks.words(transform), -1.0F), back(volume.size(), -1.0F);
          device_->forward(transform, quantiser, bricks, volume, words);
          device_->back(transform, quantiser, bricks, words, back);
          const std::size_t a_brick = coefficient_shape(transform, bricks.brick).values();
          std::vector<float> values(bricks.brick.values()), expected(a_brick), expected_back(volume.size());
          for (std::size_t b = 0; b < bricks.count(); ++b) {
            bricks.gather(b, volume, values);
            transform_forward<float>(transform, values, bricks.brick, expected);
            quantise(quantiser, transform, bricks.brick, expected);
            QVERIFY2(same_bits(expected, std::span(words).subspan(b * a_brick, a_brick)),
                     qPrintable(QString("%1 x %2 x %3, %4D, quantiser %5")
                                    .arg(n[0])
                                    .arg(n[1])
                                    .arg(n[2])
                                    .arg(dimensions)
                                    .arg(static_cast<int>(quantiser.kind))));
            restore(quantiser, expected);
            transform_back<float>(transform, expected, bricks.brick, values);
            bricks.scatter(b, values, expected_back);
          }
          QVERIFY(same_bits(expected_back, back));
        }
  }

  void what_does_not_fit_is_refused() {
    const VolumeBricks bricks({20, 20, 20});
    std::vector<float> volume(8000), words(bricks.words({}) - 1);
    QVERIFY_THROWS_EXCEPTION(InputError, device_->forward({}, {}, bricks, volume, words));
    QVERIFY_THROWS_EXCEPTION(InputError, device_->back({}, {}, bricks, words, volume));
  }
};

}  // namespace test_cuda_transform

FOLDWAVE_TEST(test_cuda_transform, run_guiless<test_cuda_transform::TestCudaTransform>)
#include "test_cuda_transform.moc"
