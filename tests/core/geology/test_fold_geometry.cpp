// Protects the whole of a volume's geometry: hinges and axial surfaces, the profile that is chosen, classes
// in a fold that plunges, warnings of layers that the grid cannot show.
#include <QtTest>
#include <set>

#include "core/geology/attitude.hpp"
#include "core/geology/fold_geometry.hpp"
#include "tests/core/geology/folded_rock.hpp"

using namespace foldwave;
using namespace foldwave::test;

namespace {

FoldSpec spec_of(double F, double psi, AxialLine line) {
  FoldSpec fold;
  fold.parameters = {F, psi, false};
  fold.axial_line = line;
  return fold;
}

}  // namespace

class TestFoldGeometry : public QObject {
  Q_OBJECT
 private slots:
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
        QVERIFY2(std::abs(h.at.x - x) < 5.0, qPrintable(QString::number(h.at.x)));
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
    const SolvedFold solved{rock.grid, rock.T, bands, rock.horizon.get(), nullptr, fold};
    const FoldGeometry found = measure_fold(solved, {"a", "b", "c", "thin", "d"}, nullptr, {});
    const TrendPlunge axis{trend_plunge_of(found.chosen.profile.axis)};
    QVERIFY(std::abs(axis.trend - 330.0) < 0.5 && std::abs(axis.plunge - 25.0) < 0.5);
    QVERIFY(found.foretold);
    const double lambda = found.foretold->psi / (found.foretold->F + found.foretold->psi);
    QVERIFY(std::abs(lambda - 0.55) > 0.03);
    QVERIFY2(std::abs(found.measured.lambda - lambda) < 0.01,
             qPrintable(QString::number(found.measured.lambda)));
    QCOMPARE(QString::fromStdString(found.measured.name), QString("1C"));
    QCOMPARE(found.layers.size(), std::size_t{5});
    for (const std::size_t m : {1u, 2u}) {
      QVERIFY(std::abs(found.layers[m].dips.fit.lambda - lambda) < 0.01);
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

  void aTypedAxisIsTaken() {
    const Grid3 grid = box_of({31, 31, 31}, 10.0);
    const FoldSpec fold = spec_of(1.0, 0.0, {});
    const FoldedRock rock(grid, TrainsHorizon{150.0, {{20.0, 250.0, 90.0, {150.0, 0.0}, {}}}}, 1.0, 0.0,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{20.0, 0.0}};
    const SolvedFold solved{rock.grid, rock.T, bands, rock.horizon.get(), nullptr, fold};
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
    const SolvedFold solved{rock.grid, rock.T, bands, rock.horizon.get(), nullptr, fold};
    const FoldGeometry found = measure_fold(solved, {"a", "b", "c"}, nullptr, {});
    QVERIFY(!found.measured.known());
    QVERIFY(std::isnan(found.measured.lambda));
    QVERIFY(!found.chosen.remark.empty());
    QVERIFY(std::abs(found.layers[1].orthogonal.mean / (30.0 * (0.6 + 0.4 * std::cos(radians(30.0)))) - 1.0) <
            1e-3);
  }
};

QTEST_GUILESS_MAIN(TestFoldGeometry)
#include "test_fold_geometry.moc"
