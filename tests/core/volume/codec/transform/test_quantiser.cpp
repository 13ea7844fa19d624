// Protects the whole numbers of the step quantiser: rounding, sign, and what is cut, beyond 2^30 of either
// sign; and that they come back as they were made.
#include "core/volume/codec/transform/quantiser.hpp"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/test_program.hpp"

namespace test_quantiser {

using namespace foldwave;

class TestQuantiser : public QObject {
  Q_OBJECT
 private slots:
  void steps_are_rounded_and_folded() {
    const std::pair<float, std::uint32_t> expected[] = {
        {0.0F, 0},  {-0.0F, 0}, {0.54F, 0},  {-0.54F, 0},   {0.56F, 2},    {-0.56F, 1},
        {1.54F, 2}, {1.56F, 4}, {-1.56F, 3}, {100.0F, 200}, {-100.0F, 199}};
    for (const auto& [coefficient, folded] : expected) {
      QCOMPARE(folded_steps(coefficient, 1.0F), folded);
      QCOMPARE(folded_steps(coefficient * 0.25F, 4.0F), folded);
    }
  }

  void what_is_too_large_is_cut() {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float large : {0x1p30F, 0x1p31F, 1e30F, 3e38F, infinity}) {
      QCOMPARE(folded_steps(large, 1.0F), std::uint32_t{1} << 31);
      QCOMPARE(folded_steps(-large, 1.0F), (std::uint32_t{1} << 31) - 1);
    }
    QCOMPARE(folded_steps(1e30F, 1e30F), std::uint32_t{1} << 31);
  }

  void steps_come_back() {
    for (const int q : {0, 1, -1, 2, -2, 1000, -1001, 1 << 24, -(1 << 30), 1 << 30})
      QCOMPARE(unfolded_steps(folded_steps(static_cast<float>(q), 1.0F), 0.5F), 0.5F * static_cast<float>(q));
    for (const float bound : {1e-30F, 1e-3F, 7.0F, 1e30F}) {
      const StepSizes sizes = step_sizes(bound);
      QVERIFY(std::abs(sizes.step * sizes.inverse - 1.0F) < 2e-7F);
      QCOMPARE(sizes.step, bound * 1.7F);
    }
  }
};

}  // namespace test_quantiser

FOLDWAVE_TEST(test_quantiser, run_alone<test_quantiser::TestQuantiser>)
#include "test_quantiser.moc"
