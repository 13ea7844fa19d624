// Protects the part of a surface or of lines that a cut leaves: on the right side, parted where the field is
// 0, in one piece where it was.
#include "core/formats/vtk/clip.hpp"

#include <QTest>
#include <cmath>
#include <limits>

#include "core/formats/vtk/contour.hpp"
#include "tests/test_program.hpp"

namespace test_clip {

using namespace foldwave;

namespace {

template <class Function>
Field<float> field_of(const Grid3& grid, Function&& f) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(f(grid.local(i, j, k)));
  return field;
}

double area_of(const TriangleMesh& mesh) {
  double area = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 p = mesh.points[static_cast<std::size_t>(a)];
    const Vec3 u = mesh.points[static_cast<std::size_t>(b)] - p,
               v = mesh.points[static_cast<std::size_t>(c)] - p;
    area += 0.5 * norm(Vec3{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x});
  }
  return area;
}

}  // namespace

class TestClip : public QObject {
  Q_OBJECT
 private slots:
  // A level plane in a box of 200 by 160 m at UTM places, cut by one that dips: both parts are exact.
  void planes_are_parted_exactly() {
    const Grid3 grid{{21, 17, 11}, {10.0, 10.0, 10.0}, {5e5, 6e6, 700.0}, {}, {}, 0};
    const auto level = field_of(grid, [](Vec3 p) { return 43.0 - p.z; });
    const auto cut = field_of(grid, [](Vec3 p) { return p.x + 0.5 * p.y - 97.0; });
    const TriangleMesh whole = contour(grid, level, 0.0);
    const TriangleMesh above = clipped(whole, grid, cut, true), below = clipped(whole, grid, cut, false);
    const double left = 160.0 * (97.0 - 0.25 * 160.0);  // x < 97 - y / 2
    QVERIFY(std::abs(area_of(below) - left) < 0.05);
    QVERIFY(std::abs(area_of(above) - (200.0 * 160.0 - left)) < 0.05);
    for (const auto& [mesh, side] : {std::pair{&above, 1.0}, {&below, -1.0}}) {
      std::vector<bool> used(mesh->points.size(), false);
      for (const auto& triangle : mesh->triangles)
        for (const int corner : triangle)
          used[static_cast<std::size_t>(corner)] = true;
      QVERIFY(std::find(used.begin(), used.end(), false) == used.end());
      for (const Vec3& p : mesh->points)
        QVERIFY(side * ((p.x - 5e5) + 0.5 * (p.y - 6e6) - 97.0) > -1e-3);
    }
    // The new points are shared: the cut's rim has each once.
    int on_rim = 0;
    for (const Vec3& p : below.points)
      on_rim += std::abs((p.x - 5e5) + 0.5 * (p.y - 6e6) - 97.0) < 1e-3 ? 1 : 0;
    QVERIFY(on_rim > 30 && on_rim < 60);
  }

  void what_is_wholly_on_one_side_stays_or_goes() {
    const Grid3 grid{{5, 5, 5}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const auto level = field_of(grid, [](Vec3 p) { return 17.0 - p.z; });
    const TriangleMesh whole = contour(grid, level, 0.0);
    const auto high = field_of(grid, [](Vec3) { return 1.0; });
    QVERIFY(clipped(whole, grid, high, true).triangles.size() == whole.triangles.size());
    QVERIFY(clipped(whole, grid, high, false).triangles.empty() &&
            clipped(whole, grid, high, false).points.empty());
    // Rock that a later front never reached lies on its side; where signs mix nothing is known.
    const auto lost = field_of(grid, [](Vec3 p) {
      return (p.x < 15.0 ? 1.0 : -1.0) * static_cast<double>(std::numeric_limits<float>::infinity());
    });
    const TriangleMesh part = clipped(whole, grid, lost, true);
    QVERIFY(!part.triangles.empty());
    for (const Vec3& p : part.points)
      QVERIFY(p.x < 15.0 + 1e-9);
  }

  void lines_are_parted_too() {
    const Grid3 grid{{21, 1, 11}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const auto level = field_of(grid, [](Vec3 p) { return 43.0 - p.z; });
    const auto cut = field_of(grid, [](Vec3 p) { return std::abs(p.x - 104.0) - 33.0; });
    const Polylines whole = contour_lines(grid, level, 0.0);
    QCOMPARE(clipped(whole, grid, cut, false).lines.size(), std::size_t{1});
    const Polylines ends = clipped(whole, grid, cut, true);
    QCOMPARE(ends.lines.size(), std::size_t{2});
    double length = 0.0;
    for (const auto& line : ends.lines)
      for (std::size_t c = 1; c < line.size(); ++c)
        length += norm(ends.points[static_cast<std::size_t>(line[c])] -
                       ends.points[static_cast<std::size_t>(line[c - 1])]);
    QVERIFY(std::abs(length - (200.0 - 66.0)) < 1e-3);
  }
};

}  // namespace test_clip

FOLDWAVE_TEST(test_clip, run_alone<test_clip::TestClip>)
#include "test_clip.moc"
