// Protects the values that say how rock folded: the axial line as angles and as a vector, Ramsay's classes.
#include <QTest>
#include <cmath>
#include <random>
#include <string>

#include "core/model/scenario.hpp"
#include "tests/test_program.hpp"

namespace test_fold_values {

using namespace foldwave;

class TestFoldValues : public QObject {
  Q_OBJECT

 private slots:
  void an_axial_line_comes_back_from_its_vector() {
    for (double trend = 0.0; trend < 360.0; trend += 7.5)
      for (double plunge = 0.0; plunge < 90.0; plunge += 6.25) {
        const AxialLine back = AxialLine::from_upward(3.7 * AxialLine{trend, plunge}.upward(), -1.0);
        QVERIFY2(std::abs(std::remainder(back.trend - trend, 360.0)) < 1e-9 &&
                     std::abs(back.plunge - plunge) < 1e-9,
                 qPrintable(QString("%1 %2: %3 %4").arg(trend).arg(plunge).arg(back.trend).arg(back.plunge)));
        QVERIFY(back.trend >= 0.0 && back.trend < 360.0);
      }
  }

  // Down to the east is up to the west: the sense that points down means the same line.
  void either_end_means_the_same_line() {
    QCOMPARE(AxialLine::from_upward({1.0, 0.0, 1.0}, 0.0).trend, 90.0);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> part(-1.0, 1.0);
    for (int i = 0; i < 200; ++i) {
      const Vec3 d{part(random), part(random), part(random)};
      const AxialLine line = AxialLine::from_upward(d, 0.0);
      QVERIFY(line.upward().z <= 0.0 && line.plunge >= 0.0 && line.plunge <= 90.0);
      QCOMPARE(AxialLine::from_upward(-d, 0.0), line);
      QVERIFY(norm(line.upward() - (d.z > 0.0 ? -1.0 : 1.0) / norm(d) * d) < 1e-12);
    }
  }

  void a_vertical_line_keeps_its_trend() {
    QCOMPARE(AxialLine::from_upward({0.0, 0.0, -2.0}, 123.0), (AxialLine{123.0, 90.0}));
    QCOMPARE(AxialLine::from_upward({0.0, 0.0, 2.0}, 123.0), (AxialLine{123.0, 90.0}));
    QCOMPARE(AxialLine::from_upward({1e-12, 0.0, -1.0}, 45.0), (AxialLine{45.0, 90.0}));
    QVERIFY(AxialLine::from_upward({1e-3, 0.0, -1.0}, 45.0).trend == 270.0);
  }

  void angles_snap() {
    QCOMPARE((AxialLine{122.4, 63.1}.rounded(5.0)), (AxialLine{120.0, 65.0}));
    QCOMPARE((AxialLine{358.1, 88.0}.rounded(5.0)), (AxialLine{0.0, 90.0}));
  }

  void classes_have_their_names() {
    const auto of = [](double lambda) {
      return std::string(fold_class(FoldParameters::from_lambda(lambda)));
    };
    QCOMPARE(of(-0.5), std::string("1A"));
    QCOMPARE(of(0.0), std::string("1B"));
    QCOMPARE(of(0.4), std::string("1C"));
    QCOMPARE(of(1.0), std::string("2"));
    QCOMPARE(of(1.3), std::string("3"));
    QCOMPARE(std::string(fold_class({0.5, -0.5, false})), std::string());
  }

  void the_knob_is_exact() {
    for (const double lambda : {0.1, 0.3, 0.7, -0.9, 1.7})
      QCOMPARE(FoldParameters::from_lambda(lambda).lambda(), lambda);
    QCOMPARE((FoldParameters{1.0, 1.0, false}.lambda()), 0.5);
  }
};

}  // namespace test_fold_values

FOLDWAVE_TEST(test_fold_values, run_guiless<test_fold_values::TestFoldValues>)
#include "test_fold_values.moc"
