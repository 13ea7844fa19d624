// Protects what mends values beyond the bound: that no mended value is further than the bound, and that
// positions, quanta and exact values come back as they were.
#include <QTest>

#include "core/volume/codec/outliers.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_outliers {

using namespace foldwave;

class TestOutliers : public QObject {
  Q_OBJECT
 private slots:
  // Around 2^23 the last digit is 1: one quantum of 1.35 comes out as 1, a whole digit from the value, which
  // is more than the bound and less than two.
  void a_mend_that_rounding_carries_beyond_the_bound_is_none() {
    const Outlier o = outlier_of(5, 8388610.0F, 8388608.0F, 0.9F, 1.35F);
    QCOMPARE(o.quanta, 0);
    QCOMPARE(mended(o, 8388608.0F, 1.35F), 8388610.0F);
  }

  // The widest mend is three quanta; what is half a quantum further is not.
  void quanta_go_to_three() {
    QCOMPARE(outlier_of(0, 4.4F, 0.0F, 1.0F, 1.5F).quanta, 3);
    QCOMPARE(outlier_of(0, -5.2F, 0.0F, 1.0F, 1.5F).quanta, -3);
    QCOMPARE(outlier_of(0, 5.3F, 0.0F, 1.0F, 1.5F).quanta, 0);
    QCOMPARE(mended(outlier_of(0, -5.2F, 0.0F, 1.0F, 1.5F), 0.0F, 1.5F), -4.5F);
  }

  // Judged in double precision; 1e6 values of which a third differs from what is decoded by few bounds, where
  // it has digits for that.
  void mended_values_are_within_the_bound() {
    std::mt19937 random(5);
    double worst = 0.0;
    int by_quanta = 0;
    for (int i = 0; i < 1000000; ++i) {
      const float bound =
          std::ldexp(1.0F + static_cast<float>(random()) * 0x1p-32F, static_cast<int>(random() % 40) - 20);
      const float near = static_cast<float>(random() % 1000) * 0.02F * bound;
      const float large = std::ldexp(1.0F, static_cast<int>(random() % 40) - 15);
      const float decoded = i % 3 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random())) : large;
      const float value =
          i % 3 == 1 ? std::bit_cast<float>(static_cast<std::uint32_t>(random())) : large - near;
      const Outlier o = outlier_of(0, value, decoded, bound, 1.5F * bound);
      const float back = mended(o, decoded, 1.5F * bound);
      if (std::bit_cast<std::uint32_t>(back) == std::bit_cast<std::uint32_t>(value)) continue;
      if (o.quanta != 0) ++by_quanta;
      worst = worst_of(worst, std::abs(double{value} - double{back}) / double{bound});
    }
    QVERIFY2(worst <= 1.0 + 0x1p-23, qPrintable(QString::number(worst, 'g', 12)));
    QVERIFY(by_quanta > 50000);
  }

  void outliers_come_back() {
    std::mt19937 random(6);
    for (const std::uint32_t spread : {1U, 3U, 200U, 100000U, 40000000U}) {
      std::vector<Outlier> outliers;
      std::uint32_t position = 0;
      for (int i = 0; i < 100; ++i) {
        position += static_cast<std::uint32_t>(random()) % spread + (i == 0 ? 0 : 1);
        const auto bits = static_cast<std::uint32_t>(random());
        outliers.push_back({position, static_cast<int>(random() % 7) - 3, std::bit_cast<float>(bits)});
      }
      std::vector<std::byte> bytes;
      put_outliers(outliers, bytes);
      const std::vector<Outlier> back = take_outliers(bytes, position + 1);
      QCOMPARE(back.size(), outliers.size());
      for (std::size_t i = 0; i < back.size(); ++i) {
        QCOMPARE(back[i].position, outliers[i].position);
        QCOMPARE(back[i].quanta, outliers[i].quanta);
        if (outliers[i].quanta == 0)
          QCOMPARE(std::bit_cast<std::uint32_t>(back[i].exact),
                   std::bit_cast<std::uint32_t>(outliers[i].exact));
      }
      QVERIFY_THROWS_EXCEPTION(InputError, take_outliers(bytes, position));
    }
  }
};

}  // namespace test_outliers

FOLDWAVE_TEST(test_outliers, run_alone<test_outliers::TestOutliers>)
#include "test_outliers.moc"
