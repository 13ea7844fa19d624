// Protects what lies of lines and planes in a box: the stretch of a line is that of a walk along it, one that
// runs in a face is not lost by rounding, and a plane's corners lie on it, on the box's edges and in order
// around.
#include <QTest>

#include <cmath>
#include <random>

#include "core/base/space/box_cuts.hpp"
#include "core/base/worst.hpp"
#include "tests/test_program.hpp"

namespace test_box_cuts {

using namespace foldwave;

class TestBoxCuts : public QObject {
  Q_OBJECT

 private slots:
  void a_stretch_is_that_of_a_walk() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-2.0, 2.0);
    const std::array<double, 3> far{1.0, 0.7, 1.3};
    int hits = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const std::array<double, 3> p{any(random), any(random), any(random)};
      std::array<double, 3> d{any(random), any(random), any(random)};
      if (trial % 5 == 0) d[static_cast<std::size_t>(trial / 5 % 3)] = 0.0;
      const auto found = stretch_in_box(p, d, far);
      constexpr double step = 1e-3;
      double first = 1e9, last = -1e9;
      for (int i = -20000; i <= 20000; ++i) {
        bool in = true;
        for (std::size_t a = 0; a < 3; ++a) {
          const double x = p[a] + i * step * d[a];
          in = in && x >= 0.0 && x <= far[a];
        }
        if (!in) continue;
        first = std::min(first, i * step);
        last = std::max(last, i * step);
      }
      if (!found) {
        QVERIFY(first > last);
        continue;
      }
      ++hits;
      // A walk may step over a short stretch.
      if (first > last) {
        QVERIFY((*found)[1] - (*found)[0] < step);
        continue;
      }
      QVERIFY(first - (*found)[0] >= -1e-9 && first - (*found)[0] <= step);
      QVERIFY((*found)[1] - last >= -1e-9 && (*found)[1] - last <= step);
    }
    QVERIFY2(hits > 20, qPrintable(QString::number(hits)));
  }

  void a_line_in_a_face_is_not_lost_by_rounding() {
    const std::array<double, 2> far{100.0, 50.0};
    const auto leaning = stretch_in_box<2>({0.0, -1e-10}, {1.0, 1e-12}, far, 1e-7);
    QVERIFY(leaning.has_value());
    QVERIFY(std::abs((*leaning)[0]) < 1e-6 && std::abs((*leaning)[1] - 100.0) < 1e-6);
    QVERIFY(stretch_in_box<2>({0.0, -1e-10}, {1.0, 0.0}, far, 1e-7).has_value());
    QVERIFY(!stretch_in_box<2>({0.0, -1e-6}, {1.0, 0.0}, far, 1e-7).has_value());
    QVERIFY(!stretch_in_box<2>({0.0, 51.0}, {1.0, 0.0}, far, 1e-7).has_value());
  }

  void a_line_by_its_equation() {
    const auto diagonal = line_in_rectangle(1.0, -1.0, 0.0, {4.0, 3.0});
    QVERIFY(diagonal.has_value());
    QVERIFY(std::abs((*diagonal)[0][0] - (*diagonal)[0][1]) < 1e-12);
    QVERIFY(std::abs(std::abs((*diagonal)[1][0] - (*diagonal)[0][0]) - 3.0) < 1e-6);
    QVERIFY(!line_in_rectangle(1.0, 1.0, 8.0, {4.0, 3.0}).has_value());
    QVERIFY(!line_in_rectangle(0.0, 0.0, 1.0, {4.0, 3.0}).has_value());
    const auto rim = line_in_rectangle(0.0, 2.0, 6.0, {4.0, 3.0});
    QVERIFY(rim.has_value() && (*rim)[0][1] == 3.0);
  }

  void the_normal_points_down_across_the_plane() {
    for (const double dip : {0.0, 20.0, 60.0, 90.0})
      for (const double towards : {0.0, 70.0, 190.0, -30.0}) {
        const Vec3 n = downward_normal(dip, towards);
        QVERIFY(std::abs(norm(n) - 1.0) < 1e-12 && n.z >= 0.0);
        const double d = dip * std::acos(-1.0) / 180.0, a = towards * std::acos(-1.0) / 180.0;
        const Vec3 down{std::sin(a) * std::cos(d), std::cos(a) * std::cos(d), std::sin(d)};
        QVERIFY(std::abs(dot(n, down)) < 1e-12);
      }
  }

  void corners_are_on_the_plane_and_in_order() {
    const Vec3 far{300.0, 200.0, 100.0};
    std::mt19937 random(3);
    std::uniform_real_distribution<double> part(0.05, 0.95), angle(0.0, 360.0);
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 n = downward_normal(angle(random) / 4.0, angle(random));
      const double distance = dot(n, {part(random) * far.x, part(random) * far.y, part(random) * far.z});
      const auto corners = plane_in_box(n, distance, far);
      QVERIFY(corners.size() >= 3 && corners.size() <= 6);
      double worst = 0.0, turned = 0.0;
      Vec3 middle{};
      for (const Vec3& c : corners) {
        worst = worst_of(worst, std::abs(dot(n, c) - distance));
        middle = middle + (1.0 / static_cast<double>(corners.size())) * c;
        int on_faces = 0;
        for (int a = 0; a < 3; ++a) {
          QVERIFY(c[a] >= 0.0 && c[a] <= far[a]);
          on_faces += c[a] < 1e-6 || c[a] > far[a] - 1e-6 ? 1 : 0;
        }
        QVERIFY(on_faces >= 2);
      }
      QVERIFY2(worst < 1e-9, qPrintable(QString::number(worst)));
      // Once around: the angles between neighbours, seen from the middle, add up to a full turn.
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 a = corners[i] - middle, b = corners[(i + 1) % corners.size()] - middle;
        turned += std::acos(std::clamp(dot(a, b) / (norm(a) * norm(b)), -1.0, 1.0));
      }
      QVERIFY2(std::abs(turned - 2.0 * std::acos(-1.0)) < 1e-6, qPrintable(QString::number(turned)));
    }
    QVERIFY(plane_in_box({0, 0, 1}, 101.0, far).empty());
    QVERIFY(plane_in_box({0, 0, 1}, -1.0, far).empty());
    QCOMPARE(plane_in_box({0, 0, 1}, 40.0, far).size(), std::size_t{4});
  }
};

}  // namespace test_box_cuts

FOLDWAVE_TEST(test_box_cuts, run_alone<test_box_cuts::TestBoxCuts>)
#include "test_box_cuts.moc"
