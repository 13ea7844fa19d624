// Protects the whole of a volume's geometry: hinges and axial surfaces, the profile that is chosen, classes
// in a fold that plunges, warnings of layers that the grid cannot show and of profiles in doubt; that a
// profile's samples stay within bounds.
#include <QTest>
#include <cmath>
#include <set>

#include "core/geology/attitude.hpp"
#include "core/geology/fold_geometry.hpp"
#include "core/geology/profile_section.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/core/horizon/mesh/mesh_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_fold_geometry {

using namespace foldwave;
using namespace foldwave::test;

namespace {

FoldSpec spec_of(double F, double psi, AxialLine line) {
  FoldSpec fold;
  fold.parameters = {F, psi, false};
  fold.axial_line = line;
  return fold;
}

// Beyond a box of this size.
SurfaceMesh plane_mesh(const Horizon& plane, double size) {
  SurfaceMesh mesh;
  constexpr int n = 8;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = (1.2 * i / n - 0.1) * size, y = (1.2 * j / n - 0.1) * size;
      mesh.points.push_back({x, y, plane.depth(x, y)});
      const int m = i + (n + 1) * j;
      if (i == n || j == n) continue;
      mesh.triangles.push_back({m, m + 1, m + n + 2});
      mesh.triangles.push_back({m, m + n + 2, m + n + 1});
    }
  return mesh;
}

}  // namespace

class TestFoldGeometry : public QObject {
  Q_OBJECT
 private slots:
  // Upright through a box the net's samples are the grid's own nodes, to the far ends.
  void aProfilesNetReachesTheWholeBox() {
    const Grid3 grid{{41, 21, 33}, {25.0, 20.0, 12.5}, {}, {}, {}, 0};
    const Profile profile = make_profile(0.5 * grid.extent(), {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0});
    const ProfileSection net = profile_net(grid, profile);
    QCOMPARE((std::array{net.columns, net.rows}), (std::array{41, 33}));
    QCOMPARE((std::array{net.step_s, net.step_t, net.coarser}), (std::array{25.0, 12.5, 1.0}));
    const Vec3 first = net.at(0, 0), last = net.at(net.columns - 1, net.rows - 1);
    QVERIFY(std::abs(std::abs(last.x - first.x) - 1000.0) < 1e-9);
    QVERIFY(std::abs(std::abs(last.z - first.z) - 400.0) < 1e-9);
    QVERIFY(std::min(first.x, last.x) > -1e-9 && std::min(first.z, last.z) > -1e-9);
  }

  // Crests and troughs of a cosine, one axial surface each, upright through all boundaries and profiles.
  void hingesLieOnAxialSurfaces() {
    const Grid3 grid = box_of({101, 21, 61}, 10.0);
    const FoldedRock rock(grid, TrainsHorizon{300.0, {{40.0, 500.0, 90.0, {500.0, 0.0}, {}}}}, 0.5, 0.5,
                          {0.0, 0.0, -1.0});
    const ArrivalProbe probe(grid, rock.T);
    const Profile profile = make_profile(0.5 * grid.extent(), {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0});
    const std::vector<double> levels{-80.0, -30.0, 0.0, 60.0};
    const auto hinges = fold_hinges(probe, profile, levels, 3);
    std::map<int, std::vector<Hinge>> folds;
    for (const Hinge& h : hinges)
      folds[h.fold].push_back(h);
    // Crest at 500, troughs at 250 and 750; the crests at 0 and 1000 are cut by the box.
    QCOMPARE(folds.size(), std::size_t{3});
    for (const auto& [id, fold] : folds) {
      QCOMPARE(fold.size(), levels.size() * 3);
      const double x = 250.0 * std::round(fold.front().at.x / 250.0);
      QCOMPARE(fold.front().antiform, x == 500.0);
      std::set<double> rows;
      for (const Hinge& h : fold) {
        QVERIFY2(std::abs(h.at.x - x) < 2e-5, qPrintable(QString::number(h.at.x)));
        rows.insert(std::round(h.at.y));
      }
      QCOMPARE(rows.size(), std::size_t{3});
    }
  }

  // A box fold has two hinges at its crest, each with an axial surface of its own.
  void boxFoldsHaveTwoHinges() {
    const Grid3 grid = box_of({161, 1, 61}, 5.0);
    FoldTrain train{50.0, 600.0, 90.0, {400.0, 0.0}, FoldShape::box};
    train.roundness = 0.3;
    const FoldedRock rock(grid, TrainsHorizon{160.0, {train}}, 0.0, 1.0, {0.0, 0.0, -1.0});
    const ArrivalProbe probe(grid, rock.T);
    const Profile profile = make_profile(0.5 * grid.extent(), {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0});
    const auto hinges = hinges_of(profile, level_curves(probe, sample_profile(probe, profile), 0.0));
    int crest = 0;
    for (const Hinge& h : hinges)
      if (h.antiform && std::abs(h.at.x - 400.0) < 150.0) ++crest;
    QCOMPARE(crest, 2);
  }

  // A plunging train with an oblique axial line: the profile is normal to the hinge, and the class is that of
  // psi a's part in it.
  void aPlungingFoldIsMeasuredInItsProfile() {
    const Grid3 grid = box_of({81, 81, 81}, 12.0);
    FoldTrain train{70.0, 700.0, 60.0, {480.0, 480.0}, {}};
    train.plunge = 25.0;
    const AxialLine line{330.0, 50.0};
    const FoldSpec fold = spec_of(0.45, 0.55, line);
    const FoldedRock rock(grid, TrainsHorizon{480.0, {train}}, 0.45, 0.55, line.upward());
    const LayerBands bands{{60.0, 0.0, -60.0, -64.0}};
    const SolvedFold solved{rock.grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold};
    const FoldGeometry found = measure_fold(solved, {"a", "b", "c", "thin", "d"}, nullptr, {});
    const TrendPlunge axis{trend_plunge_of(found.chosen.profile.axis)};
    QVERIFY(std::abs(axis.trend - 330.0) < 1e-7 && std::abs(axis.plunge - 25.0) < 1e-7);
    QVERIFY(found.foretold);
    const double lambda = found.foretold->psi / (found.foretold->F + found.foretold->psi);
    QVERIFY(std::abs(lambda - 0.55) > 0.03);
    QVERIFY2(std::abs(found.measured.lambda - lambda) < 2e-4,
             qPrintable(QString::number(found.measured.lambda)));
    QCOMPARE(QString::fromStdString(found.measured.name), QString("1C"));
    QCOMPARE(found.layers.size(), std::size_t{5});
    for (const std::size_t m : {1u, 2u}) {
      QVERIFY(std::abs(found.layers[m].dips.fit.lambda - lambda) < 2e-4);
      QVERIFY(found.layers[m].orthogonal.share > 0.5);
    }
    // Four metres in cells of twelve: said, and measured nevertheless.
    QCOMPARE(found.warnings.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(found.warnings[0])
                .contains("/layers/list/3: \"thin\" is thinner than a cell"));
    QVERIFY(found.layers[3].thin_share == 1.0);
    QVERIFY(found.layers[3].volume > 0.0);
    double sum = 0.0;
    for (const LayerGeometry& layer : found.layers)
      sum += layer.volume;
    QVERIFY(std::abs(sum / std::pow(80.0 * 12.0, 3) - 1.0) < 1e-9);
  }

  // Flat cells and an oblique profile: each way as fine as the cells it crosses, and never too many.
  void theNetIsBounded() {
    const Vec3 axis{0.0, std::cos(radians(25.0)), std::sin(radians(25.0))};
    Grid3 flat = box_of({400, 400, 200}, 1.0);
    flat.h = {50.0, 50.0, 1.0};
    const ProfileSection net = profile_net(flat, make_profile(0.5 * flat.extent(), axis, {0.0, 0.0, -1.0}));
    QCOMPARE(net.coarser, 1.0);
    QCOMPARE(net.columns, 400);
    QVERIFY(std::abs(net.step_s - 50.0) < 1e-9 && std::abs(net.step_t - 1.1) < 0.01);
    Grid3 huge = box_of({20000, 20000, 20000}, 1.0);
    huge.h = {100.0, 100.0, 0.01};
    const Profile oblique = make_profile(0.5 * huge.extent(), axis, AxialLine{60.0, 40.0}.upward());
    const ProfileSection bounded = profile_net(huge, oblique);
    QVERIFY(bounded.coarser > 1.0);
    const double samples = double(bounded.columns) * double(bounded.rows);
    QVERIFY(samples <= most_samples && samples > 0.9 * most_samples);
    // The net still covers the box.
    QVERIFY(bounded.at(bounded.columns, 0.0).x > huge.extent().x || bounded.at(0.0, 0.0).x > huge.extent().x);
  }

  // Cells twenty times as wide as high show the same class.
  void flatCellsShowTheClass() {
    Grid3 grid = box_of({51, 11, 301}, 10.0);
    grid.h = {40.0, 40.0, 2.0};
    const FoldSpec fold = spec_of(0.6, 0.4, {});
    const FoldedRock rock(grid, TrainsHorizon{300.0, {{60.0, 1000.0, 90.0, {1000.0, 0.0}, {}}}}, 0.6, 0.4,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{60.0, 0.0}};
    const SolvedFold solved{rock.grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold};
    const FoldGeometry found = measure_fold(solved, {"a", "b", "c"}, nullptr, {});
    QVERIFY(found.layers[1].dips.points.size() > 50);
    QVERIFY2(std::abs(found.measured.lambda - 0.4) < 0.005,
             qPrintable(QString::number(found.measured.lambda)));
  }

  // Where the profile is not normal to a cylindrical fold nothing is foretold, and it is said.
  void anObliqueProfileForetellsNothing() {
    const Grid3 grid = box_of({31, 31, 31}, 10.0);
    const FoldSpec fold = spec_of(0.6, 0.4, {});
    const LayerBands bands{{20.0, 0.0}};
    const auto of = [&](const std::vector<FoldTrain>& trains, const Vec3* axis) {
      const FoldedRock rock(grid, TrainsHorizon{150.0, trains}, 0.6, 0.4, {0.0, 0.0, -1.0});
      const SolvedFold solved{rock.grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold};
      return measure_fold(solved, {"a", "b", "c"}, axis, {});
    };
    const FoldTrain train{20.0, 250.0, 90.0, {150.0, 0.0}, {}};
    FoldTrain across = train;
    across.azimuth = 0.0;
    const Vec3 near{std::sin(radians(2.0)), std::cos(radians(2.0)), 0.0};
    const Vec3 off{std::sin(radians(40.0)), std::cos(radians(40.0)), 0.0};
    QVERIFY(of({train}, &near).foretold && of({train}, &near).warnings.empty());
    const FoldGeometry oblique = of({train}, &off), dome = of({train, across}, nullptr);
    QVERIFY(!oblique.foretold && !dome.foretold);
    QCOMPARE(oblique.warnings.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(oblique.warnings[0]).contains("40 degrees off"));
    QCOMPARE(dome.warnings.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(dome.warnings[0]).contains("cylindrical to"));
  }

  // Profiles lie evenly between the box's ends, for an even count too and off the middle.
  void hingeProfilesLieInTheBox() {
    const Grid3 grid = box_of({61, 31, 41}, 10.0);
    const FoldedRock rock(grid, TrainsHorizon{200.0, {{30.0, 500.0, 90.0, {300.0, 0.0}, {}}}}, 0.5, 0.5,
                          {0.0, 0.0, -1.0});
    const ArrivalProbe probe(grid, rock.T);
    const std::vector<double> level{0.0};
    for (const double y : {150.0, 30.0}) {
      const Profile profile = make_profile({300.0, y, 200.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0});
      std::set<double> rows;
      for (const Hinge& h : fold_hinges(probe, profile, level, 4))
        rows.insert(std::round(h.at.y));
      QCOMPARE(rows, (std::set<double>{60.0, 120.0, 180.0, 240.0}));
    }
  }

  // The side that `across` points to is no matter of rounding.
  void acrossLooksNorthInFoldsThatTrendEast() {
    for (const double noise : {-1e-17, 0.0, 1e-17})
      for (const double way : {1.0, -1.0})
        QVERIFY(make_profile({}, {way, noise, 0.0}, {0.0, 0.0, -1.0}).across.y > 0.9);
  }

  // Many columns: some of them tell the axis.
  void aLargeMapHasItsAxis() {
    const Grid3 grid = box_of({1201, 1201, 4}, 1.0);
    const FoldSpec fold = spec_of(0.6, 0.4, {});
    const auto horizon = make_horizon(TrainsHorizon{1.5, {{1.0, 300.0, 60.0, {0.0, 0.0}, {}}}}, grid, "", "");
    const Field<float> none;
    const LayerBands bands{{0.0}};
    const SolvedFold solved{grid, {none, bands}, &horizon, nullptr, fold};
    const TrendPlunge axis = trend_plunge_of(horizon_axis(solved).axis);
    QVERIFY(std::abs(std::remainder(axis.trend - 150.0, 180.0)) < 1e-7);
  }

  void aTypedAxisIsTaken() {
    const Grid3 grid = box_of({31, 31, 31}, 10.0);
    const FoldSpec fold = spec_of(1.0, 0.0, {});
    const FoldedRock rock(grid, TrainsHorizon{150.0, {{20.0, 250.0, 90.0, {150.0, 0.0}, {}}}}, 1.0, 0.0,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{20.0, 0.0}};
    const SolvedFold solved{rock.grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold};
    const Vec3 typed{0.3, 1.0, 0.0};
    QVERIFY(norm(choose_profile(solved, &typed).profile.axis - (1.0 / norm(typed)) * typed) < 1e-12);
    QVERIFY(!choose_profile(solved, &typed).remark.empty());
    QVERIFY(std::abs(choose_profile(solved).profile.axis.y) > 1.0 - 1e-9);
    QVERIFY(choose_profile(solved).remark.empty());
  }

  // A plane has no hinge and no class; nothing is made up.
  void aPlaneHasNoClass() {
    const Grid3 grid = box_of({31, 31, 31}, 10.0);
    const FoldSpec fold = spec_of(0.6, 0.4, {});
    const FoldedRock rock(grid, PlaneHorizon{{150.0, 150.0, 150.0}, 30.0, 60.0, {}}, 0.6, 0.4,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{30.0, 0.0}};
    const SolvedFold solved{rock.grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold};
    const FoldGeometry found = measure_fold(solved, {"a", "b", "c"}, nullptr, {});
    QVERIFY(!found.measured.known());
    QVERIFY(std::isnan(found.measured.lambda));
    QVERIFY(!found.chosen.remark.empty());
    QVERIFY(found.warnings.empty());
    // Along the dip, towards 60 degrees: for a map and for a mesh, which has no value at the middle.
    const Vec3 strike{std::cos(radians(60.0)), -std::sin(radians(60.0)), 0.0};
    QVERIFY(std::abs(dot(found.chosen.profile.axis, strike)) > 1.0 - 1e-6);
    const SurfaceMesh flat = plane_mesh(*rock.horizon, 300.0);
    const auto mesh = make_mesh_horizon(flat, YoungerSide::above, grid, test_places());
    const SolvedFold of_mesh{rock.grid, {rock.T, bands}, nullptr, mesh.get(), fold};
    QVERIFY(std::abs(dot(choose_profile(of_mesh).profile.axis, strike)) > 1.0 - 1e-6);
    QVERIFY(std::abs(found.layers[1].orthogonal.mean / (30.0 * (0.6 + 0.4 * std::cos(radians(30.0)))) - 1.0) <
            1e-6);
  }
};

}  // namespace test_fold_geometry

FOLDWAVE_TEST(test_fold_geometry, run_guiless<test_fold_geometry::TestFoldGeometry>)
#include "test_fold_geometry.moc"
