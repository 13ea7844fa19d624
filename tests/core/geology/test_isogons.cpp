// Protects dip isogons and characteristics: straight, along F n + psi a, and parallel in a similar fold.
#include <QTest>

#include "core/base/worst.hpp"
#include "core/geology/isogons.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_isogons {

using namespace foldwave;
using namespace foldwave::test;

class TestIsogons : public QObject {
  Q_OBJECT

  static std::vector<LevelCurves> boundaries(const ArrivalProbe& probe, const Profile& profile,
                                             double speed) {
    const ProfileSection section = sample_profile(probe, profile);
    std::vector<LevelCurves> curves;
    for (const double metres : {-120.0, -60.0, 0.0, 60.0, 120.0})
      curves.push_back(level_curves(probe, section, metres / speed));
    return curves;
  }

 private slots:
  void theyAreStraightAndTellTheSpeeds_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("gentlest");
    QTest::addColumn<double>("steepest");
    QTest::newRow("1A") << -0.6 << -0.1 << 65.0 << 90.0;
    QTest::newRow("1B") << 0.0 << 0.0 << 65.0 << 90.0;
    QTest::newRow("1C") << 0.1 << 0.9 << 65.0 << 90.0;
    QTest::newRow("2") << 1.0 << 1.0 << 65.0 << 90.0;
    QTest::newRow("3") << 1.1 << 1.4 << 65.0 << 90.0;
    QTest::newRow("1C, oblique") << 0.1 << 0.9 << 40.0 << 65.0;
    QTest::newRow("2, oblique") << 1.0 << 1.0 << 40.0 << 65.0;
  }

  void theyAreStraightAndTellTheSpeeds() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, gentlest);
    QFETCH(double, steepest);
    Chance chance(77);
    const Grid3 grid = box_of({101, 31, 101}, 10.0);
    double bow = 0.0, off = 0.0, apart = 0.0;
    std::size_t whole = 0;
    for (int run = 0; run < 5; ++run) {
      const RandomFold fold = random_fold(chance, grid, low, high, gentlest, steepest);
      const FoldedRock rock(grid, TrainsHorizon{fold.depth, {fold.train}}, fold.F, fold.psi, fold.axial);
      const ArrivalProbe probe(grid, rock.T);
      const auto curves = boundaries(probe, fold.profile, fold.F + fold.psi);
      const auto isogons = dip_isogons(probe, fold.profile, curves, {0.7, 0.1});
      const FoldParameters p = profile_parameters(fold.profile, fold.F, rock.b);
      double least = 1e300, greatest = -1e300;
      for (const Isogon& isogon : isogons) {
        if (isogon.points.size() == curves.size()) ++whole;
        bow = worst_of(bow, isogon.bow());
        const double wanted = std::atan2(p.F * std::sin(isogon.alpha), p.F * std::cos(isogon.alpha) + p.psi);
        const double lean = isogon.lean(fold.profile);
        off = worst_of(off, std::abs(lean - wanted));
        least = std::min(least, lean);
        greatest = std::max(greatest, lean);
      }
      apart = std::max(apart, greatest - least);
    }
    qInfo() << QTest::currentDataTag() << "bow" << bow / 10.0 << "cells, off" << degrees(off) << "degrees, "
            << whole << "through all";
    QVERIFY(whole >= 20);
    // Three times what docs/theory/geology.md states.
    QVERIFY(bow < 0.1 * 10.0);
    QVERIFY(off < radians(0.5));
    if (low == 1.0)
      QVERIFY(apart < radians(0.03));
    else
      QVERIFY(apart > radians(3.0));
  }

  // Each point lies on the boundary that it names, one after the other from the oldest that the isogon meets.
  void pointsNameTheirBoundaries() {
    Chance chance(5);
    const Grid3 grid = box_of({101, 31, 101}, 10.0);
    const RandomFold fold = random_fold(chance, grid, 0.1, 0.9, 65.0, 90.0);
    const FoldedRock rock(grid, TrainsHorizon{fold.depth, {fold.train}}, fold.F, fold.psi, fold.axial);
    const ArrivalProbe probe(grid, rock.T);
    const auto curves = boundaries(probe, fold.profile, fold.F + fold.psi);
    const auto isogons = dip_isogons(probe, fold.profile, curves, {0.7, 0.1});
    QVERIFY(isogons.size() >= 4);
    const double apart = curves[1].level - curves[0].level;
    std::size_t first = 0;
    for (const Isogon& isogon : isogons) {
      QCOMPARE(isogon.boundary.size(), isogon.points.size());
      QVERIFY(isogon.points.size() >= 2);
      for (std::size_t m = 0; m < isogon.points.size(); ++m) {
        QCOMPARE(isogon.boundary[m], isogon.boundary[0] + m);
        const auto T = probe.value(isogon.points[m]);
        QVERIFY(T && std::abs(*T - curves.at(isogon.boundary[m]).level) < 4e-11 * apart);
      }
      if (isogon.boundary[0] == 0) ++first;
    }
    QVERIFY(first > 0);
  }

  // From any place back to the horizon, straight, as long as F n + b says.
  void characteristicsEndOnTheHorizon() {
    const Grid3 grid = box_of({81, 9, 81}, 10.0);
    const Vec3 a = AxialLine{90.0, 75.0}.upward();
    const FoldedRock rock(grid, TrainsHorizon{400.0, {{60.0, 800.0, 90.0, {400.0, 0.0}, {}}}}, 0.6, 0.4, a);
    const ArrivalProbe probe(grid, rock.T);
    for (const Vec3 place : {Vec3{300.0, 40.0, 250.0}, Vec3{520.0, 33.0, 180.0}, Vec3{450.0, 20.0, 600.0}}) {
      const auto path = characteristic(probe, {rock.F, rock.b}, place);
      QVERIFY(path.size() > 5);
      const Vec3 end = path.back();
      QVERIFY(path.front() == place);
      QVERIFY(std::abs(end.z - rock.horizon->depth(end.x, end.y)) < 3e-4);
      const Vec3 n = Horizon::upward_normal(rock.horizon->at(end.x, end.y));
      const Vec3 foot = place - *probe.value(place) * (rock.F * n + rock.b);
      QVERIFY(norm(foot - end) < 0.007);
      double bow = 0.0;
      for (const Vec3& p : path) {
        const double part = norm(p - place) / norm(end - place);
        bow = worst_of(bow, norm(place + part * (end - place) - p));
      }
      QVERIFY(bow < 0.008);
    }
    QVERIFY(characteristic(probe, {rock.F, rock.b}, {-5.0, 0.0, 0.0}).empty());
  }
};

}  // namespace test_isogons

FOLDWAVE_TEST(test_isogons, run_guiless<test_isogons::TestIsogons>)
#include "test_isogons.moc"
