// Protects the codec wave on the device: the bytes of every brick are the processor's, whoever packs it, the
// values that come back are its too, on waves, hostile values, thin volumes and odd sizes; damage is told by
// its brick, and under a right checksum both judge alike. Without a device it is skipped, and says why.
#include <QTest>
#include <algorithm>

#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/wave_checks.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_wave {

using namespace foldwave;
using namespace foldwave::test;

class TestCudaWave : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      select_backend("cuda");
    } catch (const Error& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
  }

  void odd_shapes_have_the_processors_bytes() {
    const WaveFound found = check_odd_wave_shapes();
    QVERIFY2(found.good(), found.text().c_str());
  }

  // Whole bricks of them are the device's own work, all; a slice of one can take the bits at which it is not.
  void waves_are_packed_on_the_device() {
    const std::array<int, 3> n{192, 128, 128};
    const WaveFound found = compare_wave_with_processor(wave_volume_field(n, 10.0), brick_layout(n), 1e-2);
    QVERIFY2(found.good(), found.text().c_str());
    QCOMPARE(found.packed_there, found.bricks);
    QCOMPARE(found.unpacked_there, found.bricks);
  }

  void hostile_volumes_have_the_processors_bytes() {
    const std::array<int, 3> n{200, 130, 140};
    // 70 rounds: a thousand million values.
    const int rounds = std::max(1, qEnvironmentVariableIntValue("FOLDWAVE_ROUNDS"));
    for (int at = 0; at < 4 * rounds; ++at) {
      const int kind = at % 4;
      const WaveFound found =
          compare_wave_with_processor(hostile_field(n, kind, static_cast<unsigned>(99 + at / 4)),
                                      brick_layout(n), kind == 2 ? 1e-6 : 1e-2);
      QVERIFY2(found.good(), found.text().c_str());
    }
  }

  void damage_is_told_by_its_brick() { QCOMPARE(wave_bricks_whose_damage_is_missed(), 0); }
  void both_judge_damage_alike() { QCOMPARE(wave_bricks_judged_otherwise(), 0); }
};

}  // namespace test_cuda_wave

FOLDWAVE_TEST(test_cuda_wave, run_alone<test_cuda_wave::TestCudaWave>)
#include "test_cuda_wave.moc"
