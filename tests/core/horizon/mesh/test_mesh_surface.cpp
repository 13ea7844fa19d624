// Protects the smooth surface between a mesh's vertices, its continuation beyond the rim, and the first
// arrival from it: against surfaces and distances in closed form, and against every patch tried one by one.
#include <QTest>
#include <cmath>
#include <numbers>
#include <random>

#include "core/base/worst.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_jets.hpp"
#include "core/horizon/mesh/mesh_skirt.hpp"
#include "core/horizon/mesh/mesh_smooth.hpp"
#include "core/horizon/travel_time.hpp"
#include "mesh_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_mesh_surface {

using namespace foldwave;
using namespace foldwave::test;

namespace {

double wave(double x, double y) {
  return 5.0 + 0.8 * std::sin(0.7 * x + 0.2) * std::cos(0.5 * y);
}

SurfaceMesh waves(int cells) {
  return sheet({0.0, 10.0, cells}, {0.0, 10.0, cells}, [](double x, double y) {
    return Vec3{x, y, wave(x, y)};
  });
}

// Vertices pushed about, as real triangulations are: along the surface, so that they stay on it.
SurfaceMesh uneven_waves(int cells) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> push(-0.3, 0.3);
  const double step = 10.0 / cells;
  return sheet({0.0, 10.0, cells}, {0.0, 10.0, cells}, [&](double x, double y) {
    const double u = x + step * push(random);
    const double v = y + step * push(random);
    return Vec3{u, v, wave(u, v)};
  });
}

// Largest distance in depth from the wave, over the patches further than `rim` from the mesh's end, where
// jets see one side only.
double roughness(const SurfaceMesh& mesh, double rim = 1.0) {
  const PatchSurface surface = smooth_surface(mesh, make_topology(mesh), 1e-6, 400000);
  double most = 0.0;
  for (std::size_t t = 0; t < surface.patches.size(); ++t)
    for (const auto& [u, v] : {std::pair(0.3, 0.3), std::pair(0.5, 0.1), std::pair(0.1, 0.7)}) {
      const Vec3 p = patch_of(surface, t).at(u, v);
      if (std::min({p.x, p.y, 10.0 - p.x, 10.0 - p.y}) < rim) continue;
      most = worst_of(most, std::abs(p.z - wave(p.x, p.y)));
    }
  return most;
}

Grid3 box(int n) {
  const double h = 10.0 / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

}  // namespace

class TestMeshSurface : public QObject {
  Q_OBJECT
 private slots:
  void the_surface_passes_through_the_vertices() {
    const SurfaceMesh mesh = uneven_waves(12);
    const PatchSurface surface = smooth_surface(mesh, make_topology(mesh), 1e-3, 400000);
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      QVERIFY(surface.nodes[i] == mesh.points[i]);
  }

  // Facets would be off by kappa h^2 / 8 = 2.7e-3 at 60 cells.
  // As few as six neighbours carry a second degree: the jet of a fan over a bowl is the bowl.
  void six_neighbours_make_a_quadratic() {
    SurfaceMesh fan;
    const auto bowl = [](double x, double y) { return 0.1 * x * x + 0.04 * x * y - 0.06 * y * y; };
    fan.points.push_back({0.0, 0.0, 0.0});
    for (int k = 0; k < 6; ++k) {
      const double x = std::cos(k * std::numbers::pi / 3.0), y = std::sin(k * std::numbers::pi / 3.0);
      fan.points.push_back({x, y, bowl(x, y)});
      fan.triangles.push_back({0, 1 + k, 1 + (k + 1) % 6});
    }
    const VertexJet jet = fit_jets(fan, make_topology(fan)).front();
    for (const auto& [x, y] : {std::pair{0.3, 0.2}, {-0.5, 0.4}, {0.1, -0.7}}) {
      const Vec3 on = jet.project({x, y, 0.3});
      QVERIFY2(norm(on - Vec3{x, y, bowl(x, y)}) < 1e-12, qPrintable(QString::number(on.z - bowl(x, y))));
    }
  }

  void the_surface_is_of_fourth_order() {
    FOLDWAVE_NUMBERS();
    const double coarse = roughness(waves(30));
    const double fine = roughness(waves(60));
    qInfo("even: %.2e, %.2e; uneven: %.2e, at its rim %.2e", coarse, fine, roughness(uneven_waves(60)),
          roughness(uneven_waves(60), 0.0));
    QVERIFY(fine < 2e-5);
    QVERIFY(coarse / fine > 12.0);
    QVERIFY(roughness(uneven_waves(60)) < 5e-5);
    QVERIFY(roughness(uneven_waves(60), 0.0) < 2e-4);
  }

  // From patch to patch across an edge the normal hardly turns, though the flat triangles' turns by degrees.
  void normals_are_continuous() {
    const SurfaceMesh mesh = uneven_waves(30);
    const PatchSurface surface = smooth_surface(mesh, make_topology(mesh), 1e-4, 400000);
    double most = 0.0;
    const std::array<std::array<double, 2>, 6> at{{{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}};
    for (std::size_t t = 0; t < surface.patches.size(); ++t)
      for (std::size_t k = 0; k < 6; ++k)
        most = worst_of(most, norm(patch_of(surface, t).normal(at[k][0], at[k][1]) -
                                   surface.normals[static_cast<std::size_t>(surface.patches[t][k])]));
    qInfo("largest turn %.4f rad", most);
    QVERIFY(most < 0.02);
  }

  // A plane stays a plane, far beyond its rim.
  void the_skirt_goes_straight_on() {
    const auto plane = [](double x, double y) { return 5.0 + 0.3 * x - 0.2 * y; };
    const SurfaceMesh mesh = sheet({2.0, 8.0, 6}, {3.0, 7.0, 4}, [&](double x, double y) {
      return Vec3{x, y, plane(x, y)};
    });
    const auto horizon = make_mesh_horizon(mesh, YoungerSide::above, box(21), test_places());
    const PatchSurface& surface = horizon->surface();
    double farthest = 0.0;
    for (const Vec3& p : surface.nodes) {
      QVERIFY(std::abs(p.z - plane(p.x, p.y)) < 1e-9);
      farthest = worst_of(farthest, norm(p - Vec3{5.0, 5.0, 5.5}));
    }
    QVERIFY(farthest > 30.0);
    const Vec3 n = unit(Vec3{0.3, -0.2, -1.0});
    for (const Vec3& x : {Vec3{0.1, 0.3, 0.2}, Vec3{9.9, 0.0, 9.0}, Vec3{0.0, 10.0, 10.0}}) {
      const MeshFoot foot = horizon->nearest(x, nullptr);
      const double signed_distance = dot(x - Vec3{0.0, 0.0, 5.0}, n);
      QVERIFY(std::abs(foot.time - std::abs(signed_distance)) < 1e-9);
      QCOMPARE(horizon->is_younger_side(x, foot), signed_distance > 0.0);
      QVERIFY(horizon->on_skirt(foot));
      QVERIFY(!horizon->on_outer_rim(foot));
    }
    QVERIFY(horizon->on_outer_rim(horizon->nearest({300.0, 5.0, 90.0}, nullptr)));
  }

  void the_search_is_global_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("distance") << 1.0 << 0.0;
    QTest::newRow("class 1C") << 0.6 << 0.4;
    QTest::newRow("class 1A") << 1.3 << -0.3;
    QTest::newRow("as fast as the front") << 0.5 << 0.5;
    QTest::newRow("faster than the front") << 0.3 << 0.7;
    QTest::newRow("a narrow cone") << 0.1 << 0.9;
  }
  // Against the least travel time from a dense sampling of every patch.
  void the_search_is_global() {
    FOLDWAVE_EACH(4);
    QFETCH(double, F);
    QFETCH(double, psi);
    const Vec3 b = psi * unit(Vec3{0.15, 0.1, -1.0});
    const auto horizon = make_mesh_horizon(waves(16), YoungerSide::above, box(11), test_places());
    const PatchSurface& surface = horizon->surface();
    std::mt19937 random(11);
    std::uniform_real_distribution<double> coordinate(0.0, 10.0);
    for (int trial = 0; trial < 12; ++trial) {
      const Vec3 x{coordinate(random), coordinate(random), coordinate(random)};
      const MeshFoot nearest = horizon->nearest(x, nullptr);
      const Vec3 carried = horizon->is_younger_side(x, nearest) ? b : -b;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t t = 0; t < surface.patches.size(); ++t) {
        const Patch patch = patch_of(surface, t);
        for (int i = 0; i <= 8; ++i)
          for (int j = 0; i + j <= 8; ++j)
            least = std::min(least, travel_time(x - patch.at(i / 8.0, j / 8.0), F, carried));
      }
      const MeshFoot foot = horizon->arrival(x, F, carried, nullptr);
      QVERIFY2(foot.time <= least + 1e-9 * least, qPrintable(QString("%1 > %2").arg(foot.time).arg(least)));
      // Samples stand 1 / 8 of a patch apart.
      QVERIFY2(foot.time >= least - 0.03 * (1.0 + least),
               qPrintable(QString("%1 < %2").arg(foot.time).arg(least)));
      QVERIFY(std::abs(travel_time(x - horizon->point(foot), F, carried) - foot.time) <
              1e-12 + 1e-12 * least);
      // A start from elsewhere finds the same.
      const MeshFoot elsewhere = horizon->nearest({5.0, 5.0, 0.0}, nullptr);
      QVERIFY(std::abs(horizon->arrival(x, F, carried, &elsewhere).time - foot.time) < 3e-10 * (1.0 + least));
    }
  }
};

}  // namespace test_mesh_surface

FOLDWAVE_TEST(test_mesh_surface, run_guiless<test_mesh_surface::TestMeshSurface>)
#include "test_mesh_surface.moc"
