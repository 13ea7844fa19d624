// Protects the welding of slivers: they go, all of them, while no vertex moves, the surface stays one sheet
// with the rim that it had, and a fold as tight as its triangles is not closed.
#include <QTest>
#include <random>
#include <set>

#include "core/base/worst.hpp"
#include "core/horizon/mesh/mesh_weld.hpp"
#include "mesh_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_mesh_weld {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

double height(const SurfaceMesh& mesh, const std::array<int, 3>& t) {
  double longest = 0.0;
  for (std::size_t k = 0; k < 3; ++k)
    longest = worst_of(longest, norm(mesh.points[at(t[(k + 1) % 3])] - mesh.points[at(t[k])]));
  return norm(area_vector(mesh, t)) / longest;
}

double lowest(const SurfaceMesh& mesh) {
  double low = 1e300;
  for (const auto& t : mesh.triangles)
    low = std::min(low, height(mesh, t));
  return low;
}

double area(const SurfaceMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles)
    sum += 0.5 * norm(area_vector(mesh, t));
  return sum;
}

// Parts the edge of two triangles, or of the rim, at a share of its length: needles near an end, caps in the
// middle when the new vertex is then moved aside.
void part(SurfaceMesh& mesh, const MeshEdge& edge, double share, const Vec3& aside) {
  const int fresh = static_cast<int>(mesh.points.size());
  mesh.points.push_back(mesh.points[at(edge.a)] +
                        share * (mesh.points[at(edge.b)] - mesh.points[at(edge.a)]) + aside);
  for (const int t : edge.triangles) {
    if (t < 0) continue;
    std::array<int, 3> other = mesh.triangles[at(t)];
    std::ranges::replace(mesh.triangles[at(t)], edge.a, fresh);
    std::ranges::replace(other, edge.b, fresh);
    mesh.triangles.push_back(other);
  }
}

// Edges far enough apart that no two of them share a triangle.
void spoil(SurfaceMesh& mesh, unsigned seed, int times) {
  std::mt19937 chance(seed);
  const MeshTopology topology = make_topology(mesh);
  std::set<int> used;
  for (int q = 0; q < times; ++q) {
    const MeshEdge& edge = topology.edges[chance() % topology.edges.size()];
    if (std::ranges::any_of(edge.triangles, [&](int t) { return used.contains(t); })) continue;
    used.insert(edge.triangles.begin(), edge.triangles.end());
    used.erase(-1);
    const double share[] = {0.001, 0.02, 0.5, 0.98, 0.4};
    const bool rim = edge.triangles[1] < 0;
    part(mesh, edge, share[q % 5], rim ? Vec3{} : Vec3{0.0, 0.0, 1e-4 * (q % 3)});
  }
}

}  // namespace

class TestMeshWeld : public QObject {
  Q_OBJECT
 private slots:
  void slivers_go_and_the_sheet_stays_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
      QTest::addRow("seed %u", seed) << seed;
  }
  void slivers_go_and_the_sheet_stays() {
    QFETCH(unsigned, seed);
    const SurfaceMesh clean = sheet({0.0, 12.0, 12}, {0.0, 10.0, 10}, [](double x, double y) {
      return Vec3{x, y, 5.0 - std::cos(0.5 * x)};
    });
    SurfaceMesh mesh = clean;
    spoil(mesh, seed, 200);
    const SurfaceMesh given = mesh;
    QVERIFY(lowest(given) < 0.001);
    const std::vector<int> kept = weld_slivers(mesh, 0.05);
    QVERIFY2(lowest(mesh) >= 0.05, qPrintable(QString::number(lowest(mesh))));
    QCOMPARE(kept.size(), mesh.triangles.size());
    QVERIFY(std::ranges::is_sorted(kept));
    // No vertex moved.
    for (const Vec3& p : mesh.points)
      QVERIFY(std::ranges::find(given.points, p) != given.points.end());
    // One sheet, one rim, and no hole: a disc.
    const MeshTopology topology = make_topology(mesh);
    QCOMPARE(topology.crowded, -1);
    QCOMPARE(rim_loops(mesh, topology).size(), 1U);
    QCOMPARE(std::ssize(mesh.points) - std::ssize(topology.edges) + std::ssize(mesh.triangles), 1);
    QVERIFY(std::abs(area(mesh) - area(clean)) < 2e-5 * area(clean));
    for (const auto& t : mesh.triangles)
      QVERIFY(area_vector(mesh, t).z < 0.0);
    // Its corners are where they were.
    for (const double x : {0.0, 12.0})
      for (const double y : {0.0, 10.0})
        QVERIFY(std::ranges::any_of(mesh.points,
                                    [&](const Vec3& p) { return std::hypot(p.x - x, p.y - y) < 0.05; }));
  }

  void what_is_no_sliver_is_left_alone() {
    const SurfaceMesh clean = RecumbentFold{}.mesh(120, 2.0);
    SurfaceMesh mesh = clean;
    QCOMPARE(weld_slivers(mesh, 0.5 * lowest(clean)).size(), clean.triangles.size());
    QCOMPARE(mesh.points, clean.points);
    QCOMPARE(mesh.triangles, clean.triangles);
    QCOMPARE(weld_slivers(mesh, 0.0).size(), clean.triangles.size());
    SurfaceMesh nothing;
    QVERIFY(weld_slivers(nothing, 1.0).empty());
  }

  // Asked for more than the triangles are wide it still gives a sheet that nowhere turns over.
  void too_much_is_not_done() {
    SurfaceMesh mesh = RecumbentFold{}.mesh(120, 2.0);
    weld_slivers(mesh, 0.6);
    const MeshTopology topology = make_topology(mesh);
    QCOMPARE(topology.crowded, -1);
    QCOMPARE(rim_loops(mesh, topology).size(), 1U);
    QCOMPARE(std::ssize(mesh.points) - std::ssize(topology.edges) + std::ssize(mesh.triangles), 1);
  }

  void a_stop_is_heard() {
    SurfaceMesh mesh = RecumbentFold{}.mesh(120, 2.0);
    std::stop_source source;
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, weld_slivers(mesh, 0.1, Job{nullptr, source.get_token()}));
  }
};

}  // namespace test_mesh_weld

FOLDWAVE_TEST(test_mesh_weld, run_guiless<test_mesh_weld::TestMeshWeld>)
#include "test_mesh_weld.moc"
