// Protects what a window finds in a volume: the boundary of two halves is found as a line on each slice and
// as a plane in the whole, in its place on the map; the share of nodes that vote is the wished one, ties with
// it; what is no number never votes; and volumes that are damaged, flat or too large are refused.
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/volume/view/volume_lines.hpp"
#include "tests/test_program.hpp"

namespace test_volume_lines {

using namespace foldwave;

namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

Grid3 box() {
  return {{61, 53, 47}, {10.0, 12.0, 8.0}, {400100.5, 6700200.25, 50.0}, {0, 0, 0}, {0, 0, 0}, 0};
}

// Two halves on both sides of a fault that dips by 55 degrees towards 30, with noise.
PlaneMarker fault() {
  return {"", box().origin + 0.5 * box().extent(), 55.0, 30.0, {}};
}

std::shared_ptr<Field<float>> halves(float noise) {
  const Grid3 grid = box();
  auto field = std::make_shared<Field<float>>(grid.n);
  std::mt19937 random(11);
  std::normal_distribution<float> any(0.0F, 1.0F);
  const Vec3 n = fault().normal();
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        (*field)(i, j, k) = (dot(n, grid.local(i, j, k) - 0.5 * grid.extent()) > 0.0 ? 3000.0F : 2000.0F) +
                            noise * any(random);
  return field;
}

double off(const Vec3& map) {
  return std::abs(dot(fault().normal(), map - fault().point));
}

}  // namespace

class TestVolumeLines : public QObject {
  Q_OBJECT

 private slots:
  void a_boundary_is_a_line_on_every_slice_data() {
    QTest::addColumn<int>("axis");
    for (int axis = 0; axis < 3; ++axis)
      QTest::addRow("axis %d", axis) << axis;
  }
  void a_boundary_is_a_line_on_every_slice() {
    QFETCH(const int, axis);
    const Volume volume = volume_of(halves(100.0F), box(), "v");
    const int node = box().n[static_cast<std::size_t>(axis)] / 2;
    const PlaneLines found = lines_on_plane(PlaneReader(volume).read(axis, node), box(), {});
    QVERIFY(!found.lines.empty());
    const auto marker = marker_of(found.lines.front(), found.slice, "f");
    QVERIFY(marker.has_value());
    QCOMPARE(marker->name, std::string("f"));
    const double slice_at = box().origin[axis] + node * box().h[static_cast<std::size_t>(axis)];
    QCOMPARE(marker->from[axis], slice_at);
    QCOMPARE(marker->to[axis], slice_at);
    QVERIFY2(off(marker->from) < 12.0 && off(marker->to) < 12.0,
             qPrintable(QString("%1 %2").arg(off(marker->from)).arg(off(marker->to))));
    QVERIFY(norm(marker->to - marker->from) > 250.0);
  }

  void a_plane_is_found_in_the_whole() {
    const Volume volume = volume_of(halves(100.0F), box(), "v");
    EdgeRules rules;
    rules.strongest = 0.05;
    rules.most = 1;
    const HoughPlanes found = planes_in_volume(*volume, rules);
    QCOMPARE(found.planes.size(), std::size_t{1});
    const PlaneMarker marker = marker_of(found.planes.front(), box(), "p");
    QVERIFY2(std::abs(marker.dip - 55.0) < 1.5 && std::abs(marker.dip_direction - 30.0) < 2.0,
             qPrintable(QString("%1 %2").arg(marker.dip).arg(marker.dip_direction)));
    QVERIFY2(off(marker.point) < 10.0, qPrintable(QString::number(off(marker.point))));
    // The marker is that plane: each corner of one lies on the other.
    double worst = 0.0;
    for (const Vec3& corner : plane_outline(found.planes.front(), box()))
      worst = worst_of(worst, std::abs(dot(marker.normal(), corner - marker.point)));
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
  }

  void so_many_vote_as_are_wished() {
    const std::vector<float> values{4,  -7, 0, no_value, 2, 9, std::numeric_limits<float>::infinity(),
                                    -1, 7,  3};
    QCOMPARE(strong_size(values, 0.1), 9.0F);
    QCOMPARE(strong_size(values, 0.2), 7.0F);
    QCOMPARE(strong_size(values, 0.35), 4.0F);
    QCOMPARE(strong_size(values, 1.0), 1.0F);
    QCOMPARE(strong_size(values, 0.0), 9.0F);
    QCOMPARE(strong_size(std::vector<float>{0, no_value, 0}, 0.5), 0.0F);
    QCOMPARE(strong_size({}, 0.5), 0.0F);

    VolumePlane plane{2, 0, 4, 3, {0, 0, 5, 0, 0, 5, 0, 0, 5, no_value, -5, 1}};
    Grid3 grid;
    grid.n = {4, 3, 1};
    EdgeRules rules;
    rules.by = EdgesBy::values;
    rules.strongest = 0.1;
    const PlaneLines found = lines_on_plane(plane, grid, rules);
    QCOMPARE(found.threshold, 5.0F);
    QCOMPARE(found.points.size(), std::size_t{4});  // as strong as the last of the two that were wished
    QCOMPARE(found.votes.cast, std::int64_t{4 * 180});
    QCOMPARE(found.points[3].amplitude, -5.0F);
  }

  void where_nothing_stands_out_nothing_is_found() {
    VolumePlane plane{1, 0, 5, 4, std::vector<float>(20, 3.0F)};
    Grid3 grid;
    grid.n = {5, 1, 4};
    QVERIFY(lines_on_plane(plane, grid, {}).lines.empty());
    plane.values.assign(20, no_value);
    QVERIFY(lines_on_plane(plane, grid, {}).lines.empty());
    QVERIFY_THROWS_EXCEPTION(InputError, lines_on_plane({1, 0, 5, 1, std::vector<float>(5)}, grid, {}));
  }

  void a_volume_that_memory_does_not_hold_is_refused() {
    const Volume volume = volume_of(halves(0.0F), box(), "v");
    QCOMPARE(whole_volume(*volume, 1.0, "x", {}).size(), box().size());
    QVERIFY_THROWS_EXCEPTION(ResourceError, whole_volume(*volume, 1e12, "x", {}));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, planes_in_volume(*volume, {}, {nullptr, stop.get_token()}));
  }
};

}  // namespace test_volume_lines

FOLDWAVE_TEST(test_volume_lines, run_alone<test_volume_lines::TestVolumeLines>)
#include "test_volume_lines.moc"
