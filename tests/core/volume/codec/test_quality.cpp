// Protects the error figures: closed forms, values that are no numbers, nothing that differs, nothing at all.
#include "core/volume/codec/quality.hpp"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "tests/test_program.hpp"

namespace test_quality {

using namespace foldwave;

class TestQuality : public QObject {
  Q_OBJECT
 private slots:
  void figures_are_the_formulas() {
    const std::vector<float> a{1.0F, -4.0F, 2.0F, 3.0F}, b{1.5F, -4.0F, 1.0F, 3.0F};
    const Quality q = quality_of(a, b);
    QCOMPARE(q.largest, 1.0);
    QCOMPARE(q.mean_error, 1.5 / 4.0 / 4.0);
    QCOMPARE(q.rms, std::sqrt(1.25 / 4.0));
    QCOMPARE(q.snr, 20.0 * std::log10(std::sqrt(30.0 / 4.0) / std::sqrt(1.25 / 4.0)));
    QCOMPARE(q.range, 7.0);
  }

  void what_is_no_number_must_be_the_same() {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> a{1.0F, nan, infinity};
    QCOMPARE(quality_of(a, a).largest, 0.0);
    QVERIFY(std::isinf(
        quality_of(a, std::vector<float>{1.0F, std::bit_cast<float>(0x7FC00001U), infinity}).largest));
    QVERIFY(std::isinf(quality_of(a, std::vector<float>{1.0F, nan, -infinity}).largest));
    QVERIFY(std::isinf(quality_of(a, std::vector<float>{1.0F, nan, 3e38F}).largest));
    QVERIFY(std::isinf(quality_of(std::vector<float>{1.0F}, std::vector<float>{nan}).largest));
    QVERIFY(std::isinf(quality_of(std::vector<float>{1.0F, 2.0F}, std::vector<float>{nan, 2.0F}).largest));
  }

  void nothing_differs() {
    const std::vector<float> zeros(5, 0.0F), none;
    QVERIFY(std::isinf(quality_of(zeros, zeros).snr));
    QCOMPARE(quality_of(zeros, zeros).mean_error, 0.0);
    QCOMPARE(quality_of(none, none).largest, 0.0);
    // Zeros have no magnitude to divide by.
    QCOMPARE(quality_of(zeros, std::vector<float>(5, 1.0F)).largest, 1.0);
    QVERIFY_THROWS_EXCEPTION(InputError, quality_of(zeros, none));
  }
};

}  // namespace test_quality

FOLDWAVE_TEST(test_quality, run_alone<test_quality::TestQuality>)
#include "test_quality.moc"
