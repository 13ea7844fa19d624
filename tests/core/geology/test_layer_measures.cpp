// Protects volumes, thicknesses and curvatures: against closed forms, below the size of a cell.
#include <QTest>
#include <numeric>

#include "core/geology/curvature.hpp"
#include "core/geology/layer_volumes.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/geology/true_thickness.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_layer_measures {

using namespace foldwave;
using namespace foldwave::test;

namespace {

template <class Function>
Field<float> sampled(const Grid3& grid, Function f) {
  Field<float> T(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        T(i, j, k) = static_cast<float>(f(grid.local(i, j, k)));
  return T;
}

}  // namespace

class TestLayerMeasures : public QObject {
  Q_OBJECT
 private slots:
  // A plane cuts cells anyhow; what is on its sides is exact, whatever the corner order.
  void planesPartTheBoxExactly() {
    const Grid3 grid = box_of({7, 6, 5}, 2.0);
    const LayerBands bands{{3.1, -0.4}};
    const Vec3 size = grid.extent();
    const double box = size.x * size.y * size.z;
    const auto level = sampled(grid, [&](Vec3 p) { return 5.0 - 1.3 * p.z; });
    const LayerVolumes flat = layer_volumes(grid, Layering{level, bands});
    QVERIFY(std::abs(flat.layer[0] - size.x * size.y * (5.0 - 3.1) / 1.3) < 5e-8 * box);
    QVERIFY(std::abs(flat.layer[1] - size.x * size.y * 3.5 / 1.3) < 4e-8 * box);
    // A corner of the box cut off: a tetrahedron.
    const LayerVolumes corner = layer_volumes(
        grid, Layering{sampled(grid, [](Vec3 p) { return -(p.x / 3.0 + p.y / 5.0 + p.z / 7.0); }),
                       LayerBands{{-1.0}}});
    QVERIFY(std::abs(corner.layer[0] - 3.0 * 5.0 * 7.0 / 6.0) < 8e-9 * box);
    QVERIFY(std::abs(corner.layer[0] + corner.layer[1] - box) < 2e-12 * box);
  }

  // A cylinder along y and the shell about it; the error falls with the square of the spacing.
  void cylindersHaveTheirVolume() {
    const double inner = 24.0, outer = 33.0, length = 10.0;
    std::vector<double> errors;
    for (const int n : {21, 41}) {
      const Grid3 grid{{2 * n - 1, 3, 2 * n - 1}, {40.0 / (n - 1), 5.0, 40.0 / (n - 1)}, {}, {}, {}, 0};
      const auto T = sampled(grid, [](Vec3 p) { return std::hypot(p.x - 40.0, p.z - 40.0); });
      const LayerVolumes v = layer_volumes(grid, Layering{T, LayerBands{{outer, inner}}});
      const double pi = std::numbers::pi;
      errors.push_back(std::abs(v.layer[2] / (pi * inner * inner * length) - 1.0));
      QVERIFY(std::abs(v.layer[1] / (pi * (outer * outer - inner * inner) * length) - 1.0) < 9e-5);
    }
    QVERIFY(errors[1] < 1e-3);
    QVERIFY(errors[1] < 0.3 * errors[0]);
  }

  // As an area, in a section; a layer of a tenth of a cell counts with all it has.
  void sectionsAndThinLayersCount() {
    const Grid3 grid = box_of({11, 1, 11}, 10.0);
    const auto T = sampled(grid, [](Vec3 p) { return 52.0 - p.z + 0.3 * p.x; });
    const LayerVolumes v = layer_volumes(grid, Layering{T, LayerBands{{20.0, 19.0}}});
    QVERIFY(std::abs(v.layer[1] - 100.0) < 1e-7);
    QVERIFY(std::abs(std::accumulate(v.layer.begin(), v.layer.end(), 0.0) - 1e4) < 1e-9);
  }

  void whatIsNotReachedIsSaid() {
    const Grid3 grid = box_of({4, 4, 4}, 1.0);
    auto T = sampled(grid, [](Vec3 p) { return 1.5 - p.z; });
    T(0, 0, 0) = std::numeric_limits<float>::infinity();
    const LayerVolumes v = layer_volumes(grid, Layering{T, LayerBands{{0.0}}});
    QCOMPARE(v.unreached, 1.0);
    QVERIFY(std::abs(v.layer[0] + v.layer[1] - 26.0) < 1e-12);
  }

  // What was laid down on rock that no front reached is known all the same.
  void depositsOverUnreachedRockCount() {
    const Grid3 grid = box_of({4, 4, 4}, 1.0);
    auto T = sampled(grid, [](Vec3 p) { return 1.5 - p.z; });
    T(0, 0, 0) = T(2, 2, 0) = std::numeric_limits<float>::infinity();
    std::vector<CutSurface> cuts(1);
    cuts[0].height = sampled(grid, [](Vec3 p) { return 1.25 - p.z; });
    const LayerVolumes v = layer_volumes(grid, Layering{T, LayerBands{{-0.5}}, cuts});
    QCOMPARE(v.unreached, 0.0);
    QVERIFY(std::abs(v.layer[0] - 9.0 * 1.25) < 1e-12);
    QVERIFY(std::abs(v.layer[1] - 9.0 * 0.75) < 1e-9);
    // A cut that no front came back to tells of nothing.
    cuts[0].height(0, 0, 0) = std::numeric_limits<float>::infinity();
    QCOMPARE(layer_volumes(grid, Layering{T, LayerBands{{-0.5}}, cuts}).unreached, 1.0);
  }

  // Class 2 with an upright axis is vertical shear: every column has the layer's thickness at the hinge.
  void similarFoldsKeepTheirVerticalThickness() {
    const Grid3 grid = box_of({61, 7, 61}, 10.0);
    const FoldedRock rock(grid, TrainsHorizon{300.0, {{60.0, 500.0, 90.0, {300.0, 0.0}, {}}}}, 0.0, 1.0,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{43.0, 0.0, -2.5}};
    const auto maps = thickness_maps(grid, Layering{rock.T, bands});
    const ThicknessRange thick = thickness_range(maps[1].vertical), thin = thickness_range(maps[2].vertical);
    QVERIFY(thick.share == 1.0 && thin.share == 1.0);
    QVERIFY(std::abs(thick.least - 43.0) < 1e-4 && std::abs(thick.greatest - 43.0) < 1e-4);
    QVERIFY(std::abs(thin.least - 2.5) < 2e-5 && std::abs(thin.greatest - 2.5) < 2e-5);
    // Orthogonal thickness is the vertical one times the cosine of the dip.
    const HeightJet jet = rock.horizon->at(170.0, 30.0);
    const float t = maps[2].orthogonal[17 + 61 * 3];
    QVERIFY(std::abs(static_cast<double>(t) * std::hypot(1.0, jet.fx) / 2.5 - 1.0) < 4e-6);
    QVERIFY(thickness_range(maps[0].vertical).share == 0.0);
  }

  // Class 1B keeps its thickness across the layer.
  void parallelFoldsKeepTheirOrthogonalThickness() {
    const Grid3 grid = box_of({61, 7, 61}, 10.0);
    const FoldedRock rock(grid, TrainsHorizon{300.0, {{40.0, 500.0, 90.0, {300.0, 0.0}, {}}}}, 1.0, 0.0,
                          {0.0, 0.0, -1.0});
    const LayerBands bands{{30.0, 0.0, -30.0}};
    const auto maps = thickness_maps(grid, Layering{rock.T, bands});
    for (const std::size_t m : {1u, 2u}) {
      const ThicknessRange t = thickness_range(maps[m].orthogonal);
      QVERIFY(t.least > 0.998 * 30.0 && t.greatest < 1.002 * 30.0);
      QVERIFY(thickness_range(maps[m].vertical).greatest > 1.1 * 30.0);
    }
  }

  // At one place: exact between planes, which way they dip; with where the ruler meets them.
  void aRulerAcrossTheBedding() {
    for (const Grid3& grid : {box_of({21, 11, 31}, 10.0), box_of({21, 1, 31}, 10.0)}) {
      const double rise = grid.is_section() ? 0.0 : 0.4;
      const auto T = sampled(grid, [&](Vec3 p) { return 150.0 - p.z + 0.75 * p.x - rise * p.y; });
      const LayerBands bands{{40.0, 0.0}};
      const Layering layering{T, bands};
      const Vec3 gradient{0.75, -rise, -1.0};
      const auto found = true_thickness(grid, layering, {60.0, grid.is_section() ? 0.0 : 40.0, 170.0});
      QVERIFY(found && found->layer == 1);
      QVERIFY(std::abs(found->metres - 40.0 / norm(gradient)) < 2e-5);
      const Vec3 across = found->top - found->base;
      QVERIFY(norm(across - (40.0 / dot(gradient, gradient)) * gradient) < 4e-5);
      // The layer above has no top in the box.
      QVERIFY(!true_thickness(grid, layering, {60.0, 0.0, 20.0}));
      QVERIFY(!true_thickness(grid, layering, {-60.0, 0.0, 170.0}));
    }
  }

  // A shell about a cylinder has its thickness everywhere.
  void aRulerInACylinder() {
    const Grid3 grid = box_of({41, 5, 41}, 2.0);
    const auto T = sampled(grid, [](Vec3 p) { return std::hypot(p.x - 40.0, p.z - 40.0); });
    const LayerBands bands{{33.0, 24.0}};
    for (const double angle : {0.1, 1.0, 2.5, 4.0}) {
      const Vec3 at{40.0 + 27.0 * std::cos(angle), 4.0, 40.0 + 27.0 * std::sin(angle)};
      const auto found = true_thickness(grid, Layering{T, bands}, at);
      QVERIFY(found && std::abs(found->metres - 9.0) < 0.002);
    }
  }

  // An overturned limb goes through a column three times; its parts add up.
  void overturnedPartsAddUp() {
    const Grid3 grid = box_of({2, 2, 201}, 1.0);
    const auto T = sampled(
        grid, [](Vec3 p) { return 60.0 * std::cos(p.z * std::numbers::pi / 60.0) - 0.5 * p.z + 30.0; });
    const auto at = column_crossings(grid, {&T, 0.0}, 0, 0), low = column_crossings(grid, {&T, -20.0}, 0, 0);
    QVERIFY(at.size() == 3 && low.size() == 3);
    const LayerBands bands{{0.0, -20.0}};
    const auto maps = thickness_maps(grid, Layering{T, bands});
    const double wanted = (low[0] - at[0]) + (at[1] - low[1]) + (low[2] - at[2]);
    QVERIFY(std::abs(static_cast<double>(maps[1].vertical[0]) - wanted) < 2e-6);
  }

  void cylindersAndSpheresHaveTheirCurvature() {
    const Grid3 grid = box_of({41, 41, 41}, 5.0);
    const Vec3 centre{100.0, 100.0, 160.0};
    const auto cylinder =
        sampled(grid, [&](Vec3 p) { return std::hypot(p.x - centre.x, p.z - centre.z) - 80.0; });
    const auto sphere = sampled(grid, [&](Vec3 p) { return norm(p - centre) - 80.0; });
    for (const Vec3 place : {Vec3{120.0, 90.0, 63.0}, Vec3{61.0, 117.0, 81.0}}) {
      const double r = std::hypot(place.x - centre.x, place.z - centre.z), R = norm(place - centre);
      const auto c = curvature_at(ArrivalProbe(grid, cylinder), place);
      QVERIFY(std::abs(c->greatest * r - 1.0) < 0.003 && std::abs(c->least * r) < 0.003);
      QVERIFY(std::abs(std::abs(c->along_least.y) - 1.0) < 1e-7);
      const auto s = curvature_at(ArrivalProbe(grid, sphere), place);
      QVERIFY(std::abs(s->mean() * R - 1.0) < 0.004);
      QVERIFY(std::abs(s->gaussian() * R * R - 1.0) < 0.008);
    }
  }

  // k(T) = k(0) / (1 + T F k(0)) on both sides of an arch, with psi as it may be.
  void curvatureFollowsTheFront() {
    const Grid3 grid = box_of({81, 5, 81}, 10.0);
    const FoldedRock rock(grid, TrainsHorizon{400.0, {{70.0, 800.0, 90.0, {400.0, 0.0}, {}}}}, 0.7, 0.3,
                          {0.0, 0.0, -1.0});
    const double k0 = rock.horizon->at(400.0, 20.0).fxx;
    for (const double T : {-150.0, 100.0, 200.0}) {
      const auto found = curvature_at(ArrivalProbe(grid, rock.T), {400.0, 20.0, 330.0 - T});
      QVERIFY(found);
      QVERIFY(std::abs(found->greatest * (1.0 + T * rock.F * k0) / k0 - 1.0) < 0.01);
    }
  }
};

}  // namespace test_layer_measures

FOLDWAVE_TEST(test_layer_measures, run_guiless<test_layer_measures::TestLayerMeasures>)
#include "test_layer_measures.moc"
