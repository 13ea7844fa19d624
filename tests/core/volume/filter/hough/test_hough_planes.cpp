// Protects the Hough transform for planes: its sums are those of the definition; planes of any attitude are
// found in noise of equal power within a degree and a sample, vertical, level and clipped ones too; several
// at once; gaps, thin volumes and empty ones; the same bits for any threads.
#include <QTest>

#include "../filter_test_help.hpp"
#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/bench/volumes/hough_in_noise.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"
#include "tests/test_program.hpp"

namespace test_hough_planes {

using namespace foldwave;
using namespace foldwave::test;

namespace {

HoughPlanesPlan plan_of(const Grid3& grid, int planes = 1) {
  HoughPlanesPlan plan;
  plan.grid = grid;
  plan.planes = planes;
  return plan;
}

}  // namespace

class TestHoughPlanes : public QObject {
  Q_OBJECT

 private slots:
  void sums_are_those_of_the_definition() {
    PlaneSumsPlan plan;
    plan.a = 7;
    plan.b = 4;
    plan.c = 9;
    plan.slopes_a = {5, -1.0, 0.5};
    plan.slopes_b = {3, -0.6, 0.6};
    const std::vector<float> box = noise(filter_grid({9, 7, 4}));
    const Field<float> sums = plane_sums(box, plan), nodes = plane_nodes(plan);
    double worst = 0.0;
    for (int ia = 0; ia < 5; ++ia)
      for (int ib = 0; ib < 3; ++ib)
        for (int k = 0; k < plan.intercepts(); ++k) {
          double sum = 0.0, count = 0.0;
          for (int b = 0; b < 4; ++b)
            for (int a = 0; a < 7; ++a) {
              const long c = k - plan.pad() + std::lround((-1.0 + 0.5 * ia) * (a - 3.0)) +
                             std::lround((-0.6 + 0.6 * ib) * (b - 1.5));
              if (c < 0 || c >= 9) continue;
              sum += box[static_cast<std::size_t>(c + 9 * (a + 7 * b))];
              count += 1.0;
            }
          worst = worst_of(worst, std::abs(sums[plan.index(ia, ib, k)] - sum));
          QCOMPARE(static_cast<double>(nodes[plan.index(ia, ib, k)]), count);
        }
    QVERIFY(worst < 1e-5);
  }

  void planes_are_found_in_noise_of_equal_power() {
    FOLDWAVE_NUMBERS();
    const HoughErrors worst = plane_errors_in_noise(20);
    qDebug("%.3f degrees, %.3f samples", worst.angle, worst.distance);
    QVERIFY2(worst.angle < 1.0 && worst.distance < 1.0,
             qPrintable(QString("%1 %2").arg(worst.angle).arg(worst.distance)));
  }

  void a_plane_without_noise_is_exact() {
    const Grid3 grid = filter_grid({120, 120, 120}, {5.0, 5.0, 5.0});
    const HoughPlane plane = plane_through(40.0, 75.0, {310.0, 250.0, 330.0});
    std::vector<float> values(static_cast<std::size_t>(grid.size()));
    add_plane(values, grid, plane, 2.0F);
    HoughPlanesPlan plan = plan_of(grid);
    plan.threshold = 1.0F;
    const HoughPlanes found = hough_planes(values, plan);
    const HoughPlane& best = found.planes.at(0);
    qDebug("%.3f degrees, %.3f samples", angle_between(best, plane),
           apart_in_the_middle(best, plane, grid) / 5.0);
    QVERIFY(angle_between(best, plane) < 0.25);
    QVERIFY(apart_in_the_middle(best, plane, grid) < 0.3 * 5.0);
    QVERIFY(std::abs(best.dip - 40.0) < 0.25 && std::abs(best.azimuth - 75.0) < 0.3);
    QVERIFY(best.votes > 1.2 * best.nodes && best.votes <= 2.0 * best.nodes + 1e-3);
    // Below the threshold there is nothing.
    plan.threshold = 3.0F;
    QVERIFY(hough_planes(values, plan).planes.empty());
  }

  void several_planes() {
    const Grid3 grid = filter_grid({96, 96, 96});
    const std::vector<HoughPlane> planes{plane_through(30.0, 90.0, {48, 48, 40}),
                                         plane_through(75.0, 200.0, {50, 40, 48}),
                                         plane_through(30.0, 90.0, {48, 48, 65})};
    std::vector<float> values = gaussian_noise(static_cast<std::size_t>(grid.size()), 8);
    for (const HoughPlane& plane : planes)
      add_plane(values, grid, plane, 2.0F);
    const HoughPlanes found = hough_planes(values, plan_of(grid, 3));
    QCOMPARE(found.planes.size(), std::size_t{3});
    for (const HoughPlane& plane : planes) {
      const bool known = std::any_of(found.planes.begin(), found.planes.end(), [&](const HoughPlane& other) {
        return angle_between(plane, other) < 1.0 && apart_in_the_middle(plane, other, grid) < 1.0;
      });
      QVERIFY2(known, qPrintable(QString::number(plane.dip)));
    }
  }

  void gaps_and_thin_volumes() {
    const Grid3 grid = filter_grid({64, 64, 64});
    const HoughPlane plane = plane_through(50.0, 10.0, {30, 30, 30});
    std::vector<float> values(static_cast<std::size_t>(grid.size()));
    add_plane(values, grid, plane, 1.0F);
    std::mt19937 random(4);
    for (float& v : values)
      if (random() % 10 == 0) v = random() % 2 == 0 ? NAN : INFINITY;
    QVERIFY(angle_between(hough_planes(values, plan_of(grid)).planes.at(0), plane) < 0.5);
    // A section in x and z: planes across it.
    const Grid3 section = filter_grid({150, 1, 100});
    const HoughPlane across = plane_through(35.0, 90.0, {70, 0, 50});
    std::vector<float> flat(static_cast<std::size_t>(section.size()));
    add_plane(flat, section, across, 1.0F);
    const HoughPlanes found = hough_planes(flat, plan_of(section));
    QVERIFY2(angle_between(found.planes.at(0), across) < 0.5,
             qPrintable(QString("%1 %2").arg(found.planes[0].dip).arg(found.planes[0].azimuth)));
    for (const std::array<int, 3> n :
         {std::array{1, 1, 1}, std::array{2, 1, 1}, std::array{3, 2, 1}, std::array{1, 1, 70}}) {
      const Grid3 thin = filter_grid(n);
      QVERIFY(hough_planes(noise(thin), plan_of(thin)).planes.size() <= 1);
      QVERIFY(hough_planes(std::vector<float>(static_cast<std::size_t>(thin.size())), plan_of(thin))
                  .planes.empty());
    }
  }

  void the_same_bits_for_any_threads() {
    const Grid3 grid = filter_grid({70, 60, 50});
    std::vector<float> values = gaussian_noise(static_cast<std::size_t>(grid.size()), 3);
    add_plane(values, grid, plane_through(20.0, 30.0, {35, 30, 25}), 1.0F);
    std::vector<HoughPlanes> results;
    for (const int threads : {1, 2, 5}) {
      const ThreadsFor these(threads);
      results.push_back(hough_planes(values, plan_of(grid)));
    }
    for (const HoughPlanes& result : results) {
      QVERIFY(result.planes[0].dip == results[0].planes[0].dip &&
              result.planes[0].distance == results[0].planes[0].distance);
      QVERIFY(worst_difference(result.accumulator[2].sums.values(),
                               results[0].accumulator[2].sums.values()) == 0.0);
    }
  }

  void outlines_lie_on_plane_and_grid() {
    Grid3 grid = filter_grid({11, 21, 31}, {10.0, 5.0, 2.0});
    grid.origin = {100.0, 200.0, 50.0};
    for (const double dip : {0.0, 30.0, 70.0, 90.0}) {
      const HoughPlane plane = plane_through(dip, 40.0, {50.0, 50.0, 30.0});
      const std::vector<Vec3> corners = plane_outline(plane, grid);
      QVERIFY(corners.size() >= 3 && corners.size() <= 6);
      for (const Vec3& c : corners)
        QVERIFY(std::abs(dot(plane.normal(), c - grid.origin) - plane.distance) < 1e-9);
    }
    QVERIFY(plane_outline(plane_through(0.0, 0.0, {0.0, 0.0, 1000.0}), grid).empty());
  }

  void what_cannot_be_is_refused() {
    const Grid3 grid = filter_grid({8, 8, 8});
    HoughPlanesPlan plan = plan_of(grid);
    QVERIFY_EXCEPTION_THROWN(hough_planes(std::vector<float>(7), plan), InputError);
    plan.coarse = 1000;
    QVERIFY_EXCEPTION_THROWN(hough_planes(noise(grid), plan), InputError);
    plan = plan_of(grid, 0);
    QVERIFY_EXCEPTION_THROWN(hough_planes(noise(grid), plan), InputError);
  }
};

}  // namespace test_hough_planes

FOLDWAVE_TEST(test_hough_planes, run_alone<test_hough_planes::TestHoughPlanes>)
#include "test_hough_planes.moc"
