// Protects the codec quick on the device: the bytes of every brick are the processor's, the values that come
// back are its too, on hostile values, thin volumes and odd sizes; damage is told by its brick. Without a
// device it is skipped, and says why.
#include <QTest>

#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/quick_checks.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_quick {

using namespace foldwave;
using namespace foldwave::test;

class TestCudaQuick : public QObject {
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
    const QuickFound found = check_odd_shapes();
    QVERIFY2(found.good(), found.text().c_str());
  }

  void hostile_volumes_have_the_processors_bytes() {
    for (int kind = 0; kind < 4; ++kind) {
      const std::array<int, 3> n{200, 130, 140};
      const QuickFound found =
          compare_with_processor(hostile_field(n, kind, 99), brick_layout(n), kind == 2 ? 1e-6 : 1e-2);
      QVERIFY2(found.good(), found.text().c_str());
    }
  }

  void damage_is_told_by_its_brick() { QCOMPARE(bricks_whose_damage_is_missed(), 0); }
};

}  // namespace test_cuda_quick

FOLDWAVE_TEST(test_cuda_quick, run_alone<test_cuda_quick::TestCudaQuick>)
#include "test_cuda_quick.moc"
