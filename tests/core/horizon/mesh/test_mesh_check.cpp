// Protects the door for triangulated horizons: what can be put right is, and said; every mesh that cannot be
// a horizon is refused with the vertex or triangle, and what to do.
#include <QElapsedTimer>
#include <QTest>
#include <functional>

#include "core/base/error.hpp"
#include "core/horizon/mesh/mesh_crossing.hpp"
#include "mesh_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_mesh_check {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

SurfaceMesh flat(int cells = 4) {
  return sheet({0.0, 4.0, cells}, {0.0, 4.0, cells}, [](double x, double y) { return Vec3{x, y, 2.0}; });
}

bool all_up(const SurfaceMesh& mesh) {
  return std::all_of(mesh.triangles.begin(), mesh.triangles.end(),
                     [&](const auto& t) { return area_vector(mesh, t).z < 0.0; });
}

struct Bad {
  const char* name;
  const char* place;
  const char* says;
  std::function<void(SurfaceMesh&)> spoil;
};

const std::vector<Bad> bad_meshes{
    {"no triangle", "mesh", "0 triangles", [](SurfaceMesh& m) { m.triangles.clear(); }},
    {"not a number", "vertex 7", "nan is no coordinate", [](SurfaceMesh& m) { m.points[7].y = nan; }},
    {"infinite", "vertex 0", "no coordinate", [](SurfaceMesh& m) { m.points[0].x = -1e300; }},
    {"an index beyond", "triangle 3", "no vertex 25 among 25",
     [](SurfaceMesh& m) { m.triangles[3][1] = 25; }},
    {"a negative index", "triangle 0", "no vertex -1", [](SurfaceMesh& m) { m.triangles[0][2] = -1; }},
    {"all on one line", "mesh", "on one line",
     [](SurfaceMesh& m) {
       for (Vec3& p : m.points)
         p = {p.x + 10.0 * p.y, 2.0 * (p.x + 10.0 * p.y), 1.0};
     }},
    {"all in one place", "mesh", "on one line",
     [](SurfaceMesh& m) {
       for (Vec3& p : m.points)
         p = {1.0, 2.0, 3.0};
     }},
    {"a sliver", "triangle ", "no area",
     [](SurfaceMesh& m) {
       m.points[6] = {0.5, 0.5, 2.0};
     }},
    {"a hole", "mesh", "1 hole(s)", [](SurfaceMesh& m) { m.triangles.erase(m.triangles.begin() + 12); }},
    {"three at an edge", "triangle ", "more than two triangles share the edge",
     [](SurfaceMesh& m) {
       m.points.push_back({1.5, 1.5, 0.0});
       m.triangles.push_back({6, 7, 25});
     }},
    {"two sheets at a vertex", "mesh", "two sheets touch in one vertex",
     [](SurfaceMesh& m) {
       m.points.push_back({1.7, 2.0, 0.0});
       m.points.push_back({2.3, 2.0, 0.0});
       m.triangles.push_back({12, 25, 26});
     }},
    {"two parts", "triangle 32", "several parts: 32 of 33",
     [](SurfaceMesh& m) {
       const int n = static_cast<int>(m.points.size());
       m.points.insert(m.points.end(), {{9.0, 0.0, 0.0}, {9.0, 1.0, 0.0}, {8.0, 1.0, 0.0}});
       m.triangles.push_back({n, n + 1, n + 2});
     }},
    {"closed", "mesh", "is closed",
     [](SurfaceMesh& m) {
       m.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
       m.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}};
     }},
    {"a Moebius strip", "triangle ", "Moebius",
     [](SurfaceMesh& m) {
       m = sheet({0.0, 2.0 * std::numbers::pi, 24}, {-0.4, 0.4, 2}, [](double u, double v) {
         const double r = 2.0 + v * std::cos(0.5 * u);
         return Vec3{r * std::cos(u), r * std::sin(u), v * std::sin(0.5 * u)};
       });
     }},
    {"an upright wall", "mesh", "stands upright",
     [](SurfaceMesh& m) {
       for (Vec3& p : m.points)
         p = {p.x, 1.0, p.y};
     }},
    {"through itself", "triangle ", "runs through triangle",
     [](SurfaceMesh& m) {
       // A strip that loops over itself.
       m = sheet({-3.0, 3.0, 48}, {0.0, 1.0, 4}, [](double s, double y) {
         return Vec3{s * s * s - 3.0 * s, y, s * s};
       });
     }},
    {"folded flat onto itself", "triangle ", "runs through triangle",
     [](SurfaceMesh& m) {
       m.points[24] = {2.1, 2.2, 2.0};
     }},
};

}  // namespace

class TestMeshCheck : public QObject {
  Q_OBJECT
 private slots:
  void a_bad_mesh_is_refused_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < bad_meshes.size(); ++i)
      QTest::newRow(bad_meshes[i].name) << static_cast<int>(i);
  }
  void a_bad_mesh_is_refused() {
    QFETCH(int, index);
    const Bad& bad = bad_meshes[static_cast<std::size_t>(index)];
    SurfaceMesh mesh = flat();
    bad.spoil(mesh);
    MeshRepairs repairs;
    try {
      checked_mesh(mesh, YoungerSide::above, test_places(), repairs);
    } catch (const InputError& e) {
      const QString text = e.what();
      QVERIFY2(text.startsWith(bad.place), qPrintable(text));
      QVERIFY2(text.contains(bad.says), qPrintable(text));
      QVERIFY2(text.contains(';'), qPrintable("no remedy: " + text));
      return;
    }
    QFAIL("was taken");
  }

  void a_good_mesh_passes_as_it_is() {
    MeshRepairs repairs;
    const SurfaceMesh mesh = checked_mesh(flat(), YoungerSide::above, test_places(), repairs);
    QCOMPARE(mesh.points.size(), 25U);
    QCOMPARE(mesh.triangles.size(), 32U);
    QVERIFY(all_up(mesh));
    QCOMPARE(repairs.merged + repairs.collapsed + repairs.repeated + repairs.turned, 0);
  }

  void triangles_wound_against_the_others_are_turned() {
    SurfaceMesh mesh = flat();
    for (const std::size_t t : {0U, 7U, 8U, 21U})
      std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    MeshRepairs repairs;
    QVERIFY(all_up(checked_mesh(mesh, YoungerSide::above, test_places(), repairs)));
    QCOMPARE(repairs.turned, 4);
  }

  // Each triangle with corners of its own, a hair apart, as some programs export; one twice.
  void vertices_on_each_other_are_merged() {
    const SurfaceMesh whole = flat();
    SurfaceMesh soup;
    for (const auto& t : whole.triangles) {
      const int n = static_cast<int>(soup.points.size());
      for (const int v : t)
        soup.points.push_back(whole.points[static_cast<std::size_t>(v)] + Vec3{1e-8 * n, 0.0, -5e-9 * n});
      soup.triangles.push_back({n, n + 1, n + 2});
    }
    for (Vec3& p : soup.points)
      p = {100.0 * p.x, 100.0 * p.y, p.z};
    soup.triangles.push_back(soup.triangles[5]);
    soup.triangles.push_back({0, 0, 1});
    MeshRepairs repairs;
    const SurfaceMesh mesh = checked_mesh(soup, YoungerSide::above, test_places(), repairs);
    QCOMPARE(mesh.points.size(), 25U);
    QCOMPARE(mesh.triangles.size(), 32U);
    QCOMPARE(repairs.merged, 96 - 25);
    QCOMPARE(repairs.repeated, 1);
    QCOMPARE(repairs.collapsed, 1);
  }

  void the_younger_side_is_as_asked() {
    MeshRepairs repairs;
    const auto normal = [&](SurfaceMesh mesh, YoungerSide younger) {
      mesh = checked_mesh(mesh, younger, test_places(), repairs);
      return area_vector(mesh, mesh.triangles[0]).z;
    };
    SurfaceMesh turned = flat();
    for (auto& t : turned.triangles)
      std::swap(t[1], t[2]);
    for (const SurfaceMesh& mesh : {flat(), turned}) {
      QVERIFY(normal(mesh, YoungerSide::above) < 0.0);
      QVERIFY(normal(mesh, YoungerSide::below) > 0.0);
    }
    QVERIFY(normal(flat(), YoungerSide::as_wound) < 0.0);
    QVERIFY(normal(turned, YoungerSide::as_wound) > 0.0);
  }

  // Folds whose limbs come close, but do not touch, are horizons.
  void close_limbs_do_not_cross() {
    RecumbentFold fold;
    fold.radius = 0.02;
    QVERIFY(!find_crossing(fold.mesh(900, 0.2)));
    QVERIFY(!find_crossing(flat(30)));
  }

  void a_million_triangles_take_seconds() {
    FOLDWAVE_NUMBERS();
    const SurfaceMesh big = sheet({0.0, 10.0, 700}, {0.0, 10.0, 715}, [](double x, double y) {
      return Vec3{x, y, 5.0 + std::sin(x) * std::cos(0.7 * y)};
    });
    QElapsedTimer timer;
    timer.start();
    MeshRepairs repairs;
    QCOMPARE(checked_mesh(big, YoungerSide::above, test_places(), repairs).triangles.size(), 1001000U);
    qInfo("checked in %lld ms", timer.elapsed());
  }
};

}  // namespace test_mesh_check

FOLDWAVE_TEST(test_mesh_check, run_guiless<test_mesh_check::TestMeshCheck>)
#include "test_mesh_check.moc"
