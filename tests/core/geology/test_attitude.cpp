// Protects strike and dip as a geologist reads them off the volume, and the fold axis and profile that all
// other measures stand on.
#include <QTest>

#include "core/geology/attitude.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_attitude {

using namespace foldwave;
using namespace foldwave::test;

class TestAttitude : public QObject {
  Q_OBJECT
 private slots:
  // Every plane of the volume has the plane's own dip and dip direction, and its strike has the dip to its
  // right.
  void planesHaveTheirAttitude() {
    const Grid3 grid = box_of({12, 12, 12}, 10.0);
    for (const double dip : {5.0, 35.0, 70.0})
      for (const double towards : {0.0, 45.0, 130.0, 300.0}) {
        const FoldedRock rock(grid, PlaneHorizon{{50.0, 50.0, 50.0}, dip, towards, {}}, 1.0, 0.0,
                              {0.0, 0.0, -1.0});
        const auto found = attitude_at(ArrivalProbe(grid, rock.T), {31.0, 47.0, 62.0});
        QVERIFY(found);
        QVERIFY(std::abs(found->dip - dip) < 5e-4);
        QVERIFY(std::abs(std::remainder(found->dip_direction - towards, 360.0)) < 7e-4);
        QVERIFY(std::abs(std::remainder(found->strike + 90.0 - towards, 360.0)) < 7e-4);
        QVERIFY(!found->overturned);
      }
  }

  void aTurnedLayerIsSaidToBe() {
    // The younger side looks down and west: the plane dips east.
    const Attitude a = attitude_of({-std::sin(radians(60.0)), 0.0, std::cos(radians(60.0))});
    QVERIFY(a.overturned);
    QVERIFY(std::abs(a.dip - 60.0) < 1e-9 && std::abs(a.dip_direction - 90.0) < 1e-9 &&
            std::abs(a.strike) < 1e-9);
    QCOMPARE(QString::fromStdString(attitude_text(a)), QString("strike 000, dip 60 E, overturned"));
    QCOMPARE(QString::fromStdString(attitude_text(attitude_of({0.0, 0.0, -2.0}))), QString("level"));
  }

  void nothingOutsideTheBox() {
    const Grid3 grid = box_of({6, 6, 6}, 1.0);
    const FoldedRock rock(grid, PlaneHorizon{{2.0, 2.0, 2.0}, 10.0, 0.0, {}}, 1.0, 0.0, {0.0, 0.0, -1.0});
    QVERIFY(!attitude_at(ArrivalProbe(grid, rock.T), {5.1, 2.0, 2.0}));
  }

  // A train whose hinge plunges has that hinge for its axis; domes have none that normals keep to.
  void theAxisIsTheTrainsHinge() {
    const Grid3 grid = box_of({40, 40, 40}, 25.0);
    FoldTrain train{60.0, 500.0, 70.0, {500.0, 500.0}, {}};
    train.plunge = 20.0;
    const Horizon horizon = make_horizon(TrainsHorizon{500.0, {train}}, grid, "", "");
    std::vector<Vec3> normals;
    std::vector<double> areas;
    for (int i = 0; i < 40; ++i)
      for (int j = 0; j < 40; ++j) {
        const HeightJet jet = horizon.at(25.0 * i, 25.0 * j);
        normals.push_back(Horizon::upward_normal(jet));
        areas.push_back(std::sqrt(1.0 + jet.fx * jet.fx + jet.fy * jet.fy));
      }
    const FoldAxis axis = fold_axis(normals, areas);
    QVERIFY(axis.found());
    const TrendPlunge line = trend_plunge_of(axis.axis);
    QVERIFY(std::abs(line.trend - 340.0) < 1e-9 && std::abs(line.plunge - 20.0) < 1e-9);
    QVERIFY(axis.cylindricity() > 1.0 - 1e-9);
    QVERIFY(!fold_axis(std::vector<Vec3>(9, Vec3{0.1, 0.2, -0.9})).found());
  }

  // Only what of psi a lies in the profile counts, along its own direction there.
  void theProfileTakesItsPartOfTheAdvection() {
    const Vec3 a = AxialLine{40.0, 60.0}.upward();
    const Profile profile = make_profile({}, {0.0, 1.0, 0.0}, a);
    QVERIFY(std::abs(dot(profile.up, profile.axis)) < 1e-12 &&
            std::abs(dot(profile.up, profile.across)) < 1e-12);
    const FoldParameters p = profile_parameters(profile, 0.4, 0.6 * a);
    QVERIFY(std::abs(p.psi - 0.6 * std::hypot(a.x, a.z)) < 1e-12);
    QVERIFY(profile.across.x > 0.0 && std::abs(profile.dip_of(profile.up)) < 1e-12);
    QVERIFY(profile.dip_of(profile.up + profile.across) > 0.7);
    // Along the axis a has no part in the profile: dips count from the vertical.
    QVERIFY(make_profile({}, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}).up == (Vec3{0.0, 0.0, -1.0}));
  }
};

}  // namespace test_attitude

FOLDWAVE_TEST(test_attitude, run_guiless<test_attitude::TestAttitude>)
#include "test_attitude.moc"
