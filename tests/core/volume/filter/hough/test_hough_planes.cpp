// Protects the Hough transform for planes: its sums are those of the definition; planes of any attitude are
// found in noise of equal power within a degree and a sample, vertical, level and clipped ones too; several
// at once; gaps, thin volumes and empty ones; the same bits for any threads.
#include <QTest>

#include "../filter_test_help.hpp"
#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"
#include "tests/test_program.hpp"

namespace test_hough_planes {

using namespace foldwave;
using namespace foldwave::test;

namespace {

HoughPlane plane_through(double dip, double azimuth, Vec3 at) {
  HoughPlane plane;
  plane.dip = dip;
  plane.azimuth = azimuth;
  // Written down without the code's own normal: the pole of a plane that dips to `azimuth`, downwards.
  const double d = radians(dip), a = radians(azimuth);
  plane.distance = -std::sin(a) * std::sin(d) * at.x - std::cos(a) * std::sin(d) * at.y + std::cos(d) * at.z;
  return plane;
}

// Nodes within half a step of the plane, counted along the axis that it crosses most steeply.
void add_plane(std::vector<float>& values, const Grid3& grid, const HoughPlane& plane, float amplitude) {
  const double d = radians(plane.dip), a = radians(plane.azimuth);
  const Vec3 n{-std::sin(a) * std::sin(d), -std::cos(a) * std::sin(d), std::cos(d)};
  const double half =
      0.5 * std::max({std::abs(n.x) * grid.h[0], std::abs(n.y) * grid.h[1], std::abs(n.z) * grid.h[2]});
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        if (std::abs(dot(n, grid.local(i, j, k)) - plane.distance) <= half)
          values[static_cast<std::size_t>(grid.index(i, j, k))] += amplitude;
}

std::vector<float> gaussian_noise(const Grid3& grid, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> gauss(0.0F, 1.0F);
  std::vector<float> values(static_cast<std::size_t>(grid.size()));
  for (float& v : values)
    v = gauss(random);
  return values;
}

double angle_between(const HoughPlane& a, const HoughPlane& b) {
  return degrees(std::acos(std::min(1.0, std::abs(dot(a.normal(), b.normal())))));
}
double apart_in_the_middle(const HoughPlane& a, const HoughPlane& b, const Grid3& grid) {
  const Vec3 middle = 0.5 * grid.extent();
  const double da = a.distance - dot(a.normal(), middle), db = b.distance - dot(b.normal(), middle);
  return std::abs(da - (dot(a.normal(), b.normal()) < 0.0 ? -db : db));
}

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
    const Grid3 grid = filter_grid({100, 90, 80}, {10.0, 12.5, 8.0});
    std::mt19937 random(2);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    double worst_angle = 0.0, worst_distance = 0.0;
    std::vector<std::array<double, 2>> attitudes{{0.0, 0.0},    {90.0, 0.0},  {90.0, 90.0}, {90.0, 45.0},
                                                 {40.0, 120.0}, {1.0, 300.0}, {89.0, 200.0}};
    while (attitudes.size() < 20)
      attitudes.push_back({degrees(std::acos(unit(random))), 360.0 * unit(random)});
    for (const auto& [dip, azimuth] : attitudes) {
      const Vec3 at = {(0.3 + 0.4 * unit(random)) * grid.extent().x,
                       (0.3 + 0.4 * unit(random)) * grid.extent().y,
                       (0.3 + 0.4 * unit(random)) * grid.extent().z};
      const HoughPlane plane = plane_through(dip, azimuth, at);
      std::vector<float> values = gaussian_noise(grid, random());
      add_plane(values, grid, plane, 1.0F);
      const HoughPlanes found = hough_planes(values, plan_of(grid));
      QCOMPARE(found.planes.size(), std::size_t{1});
      worst_angle = worst_of(worst_angle, angle_between(found.planes[0], plane));
      worst_distance = worst_of(worst_distance, apart_in_the_middle(found.planes[0], plane, grid) / 8.0);
      QVERIFY(found.planes[0].dip >= 0.0 && found.planes[0].dip <= 90.0 && found.planes[0].azimuth >= 0.0 &&
              found.planes[0].azimuth < 360.0);
    }
    qDebug("%.3f degrees, %.3f samples", worst_angle, worst_distance);
    QVERIFY2(worst_angle < 1.0 && worst_distance < 1.0,
             qPrintable(QString("%1 %2").arg(worst_angle).arg(worst_distance)));
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
    std::vector<float> values = gaussian_noise(grid, 8);
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
    std::vector<float> values = gaussian_noise(grid, 3);
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
