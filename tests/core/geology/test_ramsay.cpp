// Protects what the program calls a fold's class: measured from nothing but T it is the class that F and psi
// a foretell, for random folds of every class, and t' against dip is theirs.
#include <QTest>

#include "core/base/worst.hpp"
#include "core/geology/ramsay.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_ramsay {

using namespace foldwave;
using namespace foldwave::test;

namespace {

struct ClassCase {
  const char* name;
  double lowest, highest;                   // lambda
  double gentlest = 65.0, steepest = 90.0;  // plunge of a
  int runs = 20;
};
constexpr ClassCase classes[] = {{"1A", -0.8, -0.02},
                                 {"1B", 0.0, 0.0},
                                 {"1C", 0.02, 0.98},
                                 {"2", 1.0, 1.0},
                                 {"3", 1.02, 1.4},
                                 {"1A", -0.8, -0.02, 40.0, 65.0, 10},
                                 {"1C", 0.02, 0.98, 40.0, 65.0, 10},
                                 {"2", 1.0, 1.0, 40.0, 65.0, 10},
                                 {"3", 1.02, 1.4, 40.0, 65.0, 10},
                                 {"1A", -0.02, -0.02, 65.0, 90.0, 5},
                                 {"1B", -0.005, -0.005, 65.0, 90.0, 5},
                                 {"1B", 0.005, 0.005, 65.0, 90.0, 5},
                                 {"1C", 0.02, 0.02, 65.0, 90.0, 5}};

LayerThickness measured(const FoldedRock& rock, const Profile& profile, double low, double high) {
  const ArrivalProbe probe(rock.grid, rock.T);
  const ProfileSection section = sample_profile(probe, profile);
  return measure_thickness(probe, profile, level_curves(probe, section, low),
                           level_curves(probe, section, high));
}

}  // namespace

class TestRamsay : public QObject {
  Q_OBJECT
 private slots:
  void everyRandomFoldHasItsClass_data() {
    QTest::addColumn<int>("which");
    for (int i = 0; i < static_cast<int>(std::size(classes)); ++i) {
      const ClassCase& c = classes[i];
      QTest::addRow("%s, lambda %g to %g, plunge %g to %g", c.name, c.lowest, c.highest, c.gentlest,
                    c.steepest)
          << i;
    }
  }

  void everyRandomFoldHasItsClass() {
    QFETCH(int, which);
    const ClassCase& c = classes[which];
    Chance chance(2026u + static_cast<unsigned>(which));
    const Grid3 grid = box_of({101, 31, 101}, 10.0);
    double worst_lambda = 0.0, worst_ratio = 0.0;
    for (int run = 0; run < c.runs; ++run) {
      const RandomFold fold = random_fold(chance, grid, c.lowest, c.highest, c.gentlest, c.steepest);
      const FoldedRock rock(grid, TrainsHorizon{fold.depth, {fold.train}}, fold.F, fold.psi, fold.axial);
      // 120 m at the hinge, about the horizon.
      const double half = 60.0 / (fold.F + fold.psi);
      const LayerThickness layer = measured(rock, fold.profile, -half, half);
      double worst = 0.0;
      for (const ThicknessPoint& p : layer.points)
        worst = worst_of(worst, std::abs(p.ratio / foretold_ratio(fold.lambda, p.alpha) - 1.0));
      QCOMPARE(QString::fromStdString(layer.fit.name), QString(c.name));
      worst_lambda = worst_of(worst_lambda, std::abs(layer.fit.lambda - fold.lambda));
      worst_ratio = worst_of(worst_ratio, worst);
    }
    qInfo() << QTest::currentDataTag() << "lambda within" << worst_lambda << ", t' within" << worst_ratio;
    // Three times what docs/theory/geology.md states.
    QVERIFY(worst_lambda < 4.2e-4);
    QVERIFY(worst_ratio < 1.5e-4);
  }
};

}  // namespace test_ramsay

FOLDWAVE_TEST(test_ramsay, run_guiless<test_ramsay::TestRamsay>)
#include "test_ramsay.moc"
