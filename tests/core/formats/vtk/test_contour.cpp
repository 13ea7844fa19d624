// Protects the surfaces that are drawn of a field: on the level, closed, in double precision on the map,
// facing greater values, and never through cells that the front has not reached.
#include "core/base/worst.hpp"
#include "core/formats/vtk/contour.hpp"

#include <QElapsedTimer>
#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "../format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_contour {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class Function>
Field<float> field_of(const Grid3& grid, Function&& f) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(f(grid.local(i, j, k)));
  return field;
}

const Grid3 kGrid{{33, 29, 25}, {10.0, 12.0, 8.0}, {550551.81, 7821921.87, 500.25}, {0, 0, 0}, {0, 0, 0}, 0};
const Vec3 kCentre{160.0, 170.0, 95.0};

double radius(Vec3 local) {
  return norm(local - kCentre);
}

// How often each edge is used; 2 everywhere on a closed surface.
std::map<std::pair<int, int>, int> edges_of(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : mesh.triangles)
    for (std::size_t c = 0; c < 3; ++c)
      ++edges[std::minmax(t[c], t[(c + 1) % 3])];
  return edges;
}

double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 p = mesh.points[static_cast<std::size_t>(a)];
    area += 0.5 * norm(cross(mesh.points[static_cast<std::size_t>(b)] - p,
                             mesh.points[static_cast<std::size_t>(c)] - p));
  }
  return area;
}

}  // namespace

class TestContour : public QObject {
  Q_OBJECT

 private slots:
  void a_sphere_is_closed_and_faces_outwards() {
    const Field<float> field = field_of(kGrid, radius);
    const TriangleMesh mesh = contour(kGrid, field, 70.0);
    QVERIFY(mesh.triangles.size() > 500);
    for (const Vec3& p : mesh.points) {
      const double r = radius(p - kGrid.origin);
      QVERIFY2(std::abs(r - 70.0) < 0.3, qPrintable(QString::number(r)));
    }
    for (const auto& [edge, count] : edges_of(mesh))
      QCOMPARE(count, 2);
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3 p = mesh.points[static_cast<std::size_t>(a)];
      const Vec3 n =
          cross(mesh.points[static_cast<std::size_t>(b)] - p, mesh.points[static_cast<std::size_t>(c)] - p);
      QVERIFY(dot(n, p - kGrid.origin - kCentre) > 0.0);
    }
    QVERIFY(std::abs(area_of(mesh) - 4 * 3.14159265358979 * 4900) < 0.01 * 4 * 3.14159265358979 * 4900);
  }

  // A linear field is met exactly, so what remains is the precision of the points: single would miss by 0.25
  // m.
  void points_are_in_double_precision() {
    const auto plane = [](Vec3 p) { return p.z + 0.25 * p.x - 0.125 * p.y; };
    const TriangleMesh mesh = contour(kGrid, field_of(kGrid, plane), 97.3);
    QVERIFY(mesh.points.size() > 500);
    double worst = 0;
    for (const Vec3& p : mesh.points)
      worst = worst_of(worst, std::abs(plane(p - kGrid.origin) - 97.3));
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
  }

  // A level that runs through nodes gives neither double points nor slivers.
  void a_level_on_nodes_is_clean() {
    const Field<float> field = field_of(kGrid, [](Vec3 p) { return p.z; });
    const TriangleMesh mesh = contour(kGrid, field, 96.0);
    QCOMPARE(mesh.points.size(), std::size_t{33 * 29});
    QCOMPARE(mesh.triangles.size(), std::size_t{2 * 32 * 28});
    std::set<std::pair<double, double>> places;
    for (const Vec3& p : mesh.points) {
      QCOMPARE(p.z, 596.25);
      places.insert({p.x, p.y});
    }
    QCOMPARE(places.size(), mesh.points.size());
    const double expected = 320.0 * 336.0;
    QVERIFY(std::abs(area_of(mesh) - expected) < 1e-6 * expected);
  }

  // Here up to three grid edges are cut at the same node: 4 * 3 * 3 + 2 nodes of an octahedron.
  void a_node_that_several_edges_meet_is_one_point() {
    Grid3 grid;
    grid.n = {9, 9, 9};
    const auto octahedron = [](Vec3 p) { return std::abs(p.x - 4) + std::abs(p.y - 4) + std::abs(p.z - 4); };
    const TriangleMesh mesh = contour(grid, field_of(grid, octahedron), 3.0);
    QCOMPARE(mesh.points.size(), std::size_t{38});
    for (const Vec3& p : mesh.points)
      QCOMPARE(octahedron(p), 3.0);
    for (const auto& [edge, count] : edges_of(mesh))
      QCOMPARE(count, 2);
  }

  void unreached_cells_are_left_out_data() {
    QTest::addColumn<float>("mark");
    QTest::newRow("infinity") << kInfinity;
    QTest::newRow("minus infinity") << -kInfinity;
    QTest::newRow("not a number") << std::numeric_limits<float>::quiet_NaN();
  }
  void unreached_cells_are_left_out() {
    QFETCH(float, mark);
    // Nodes with x > 200 are not reached; the plane z = 97.3 then ends at x = 200.
    const auto plane = [&](Vec3 p) { return p.x > 200.0 ? double(mark) : p.z; };
    const TriangleMesh mesh = contour(kGrid, field_of(kGrid, plane), 97.3);
    for (const Vec3& p : mesh.points) {
      QVERIFY(p.x - kGrid.origin.x <= 200.0 + 1e-9);
      QVERIFY(std::abs(p.z - 597.55) < 1e-5);
    }
    const double expected = 200.0 * 336.0;
    QVERIFY2(std::abs(area_of(mesh) - expected) < 1e-6 * expected,
             qPrintable(QString::number(area_of(mesh))));
    // No surface between reached and unreached nodes where the level itself is nowhere.
    QCOMPARE(contour(kGrid, field_of(kGrid, plane), 1e4).triangles.size(), 0U);
    QCOMPARE(contour(kGrid, field_of(kGrid, plane), -1e4).triangles.size(), 0U);
  }

  // A single unreached node takes exactly the cells round it out of a closed surface.
  void one_unreached_node_makes_one_hole() {
    Field<float> field = field_of(kGrid, radius);
    const double whole = area_of(contour(kGrid, field, 70.0));
    field(23, 14, 12) = kInfinity;
    const TriangleMesh mesh = contour(kGrid, field, 70.0);
    int rim = 0;
    for (const auto& [edge, count] : edges_of(mesh)) {
      QVERIFY(count == 1 || count == 2);
      if (count == 2) continue;
      ++rim;
      const Vec3 p = mesh.points[static_cast<std::size_t>(edge.first)] - kGrid.origin;
      QVERIFY(std::abs(p.x - 230) <= 10.001 && std::abs(p.y - 168) <= 12.001 && std::abs(p.z - 96) <= 8.001);
    }
    QVERIFY(rim >= 4);
    QVERIFY(area_of(mesh) < whole && area_of(mesh) > whole - 4 * 24.0 * 16.0);
  }

  void a_level_out_of_reach_is_empty() {
    const Field<float> field = field_of(kGrid, radius);
    const TriangleMesh mesh = contour(kGrid, field, 1e5);
    QVERIFY(mesh.points.empty() && mesh.triangles.empty());
    QVERIFY(contour(kGrid, field_of(kGrid, [](Vec3) { return kInfinity; }), 1.0).triangles.empty());
  }

  void a_section_gives_joined_lines() {
    Grid3 grid = kGrid;
    grid.n[1] = 1;
    const auto circle = [](Vec3 p) { return std::hypot(p.x - 160.0, p.z - 95.0); };
    const Polylines closed = contour_lines(grid, field_of(grid, circle), 70.0);
    QCOMPARE(closed.lines.size(), 1U);
    QCOMPARE(closed.lines[0].front(), closed.lines[0].back());
    double length = 0;
    for (std::size_t i = 1; i < closed.lines[0].size(); ++i)
      length += norm(closed.points[static_cast<std::size_t>(closed.lines[0][i])] -
                     closed.points[static_cast<std::size_t>(closed.lines[0][i - 1])]);
    QVERIFY2(std::abs(length - 2 * 3.14159265 * 70) < 2.0, qPrintable(QString::number(length)));
    for (const Vec3& p : closed.points) {
      QCOMPARE(p.y, grid.origin.y);
      QVERIFY(std::abs(circle(p - grid.origin) - 70.0) < 0.3);
    }

    // An open line, ending where the front has not been.
    const auto plane = [](Vec3 p) { return p.x > 200.0 ? double(kInfinity) : p.z + 0.25 * p.x; };
    const Polylines open = contour_lines(grid, field_of(grid, plane), 97.3);
    QCOMPARE(open.lines.size(), 1U);
    double east = 0;
    for (const Vec3& p : open.points) {
      QVERIFY(std::abs(plane(p - grid.origin) - 97.3) < 1e-5);
      east = std::max(east, p.x - grid.origin.x);
    }
    QCOMPARE(east, 200.0);
  }

  void a_surface_is_cut_quickly() {
    Grid3 grid;
    grid.n = {128, 128, 128};
    Field<float> field =
        field_of(grid, [](Vec3 p) { return p.z - 64 + 20 * std::sin(0.1 * p.x) * std::cos(0.07 * p.y); });
    QElapsedTimer timer;
    timer.start();
    const std::size_t whole = contour(grid, field, 0.3).triangles.size();
    const qint64 finite_ms = timer.restart();
    field(0, 0, 0) = kInfinity;
    const std::size_t marked = contour(grid, field, 0.3).triangles.size();
    qInfo("128^3, %zu triangles: %lld ms, with an unreached node %lld ms", whole, finite_ms, timer.elapsed());
    QVERIFY(whole > 30000);
    QCOMPARE(marked, whole);
  }

  void bad_input_is_refused() {
    const Field<float> field = field_of(kGrid, radius);
    Grid3 section = kGrid;
    section.n[1] = 1;
    const Field<float> thin = field_of(section, radius);
    QVERIFY(throws<InputError>([&] { contour(section, field, 70.0); }));
    QVERIFY(throws<InputError>([&] { contour(section, thin, 70.0); }));
    QVERIFY(throws<InputError>([&] { contour_lines(kGrid, field, 70.0); }));
    QVERIFY(throws<InputError>([&] { contour(kGrid, field, std::nan("")); }));
  }
};

}  // namespace test_contour

FOLDWAVE_TEST(test_contour, run_guiless<test_contour::TestContour>)
#include "test_contour.moc"
