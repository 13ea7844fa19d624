// Protects the seed's code on the device: the bytes of every brick are the processor's, and so are the values
// that come back; damage is told by its brick, and under a right checksum both judge alike. Without a device
// it is skipped, and says why.
#include <QTest>

#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/huffman_checks.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_huffman {

using namespace foldwave;
using namespace foldwave::test;

class TestCudaHuffman : public QObject {
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
    const QuickFound found = check_huffman_shapes();
    QVERIFY2(found.good(), found.text().c_str());
  }

  void damage_is_told_by_its_brick() { QCOMPARE(huffman_bricks_whose_damage_is_missed(), 0); }
  void both_judge_damage_alike() { QCOMPARE(huffman_bricks_judged_otherwise(), 0); }
};

}  // namespace test_cuda_huffman

FOLDWAVE_TEST(test_cuda_huffman, run_alone<test_cuda_huffman::TestCudaHuffman>)
#include "test_cuda_huffman.moc"
