// Protects the edits of control points: a stroke becomes the surface within its tolerance and only there, an
// extruded section is a cylinder that plunges as told, and no edit leaves points that make no surface.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/horizon/edit_points.hpp"
#include "core/horizon/horizon.hpp"
#include "tests/test_program.hpp"

namespace test_edit_points {

using namespace foldwave;

namespace {

const Grid3 box{{41, 41, 41}, {25.0, 25.0, 25.0}, {500000.0, 6000000.0, 0.0}, {}, {}, 0};
const Grid3 section{{41, 1, 41}, {25.0, 25.0, 25.0}, {500000.0, 6000000.0, 0.0}, {}, {}, 0};

PointsHorizon bowl(const Grid3& grid = box) {
  PointsHorizon spec;
  spec.extra.emplace("note", "1");
  for (int j = 0; j < (grid.is_section() ? 1 : 5); ++j)
    for (int i = 0; i < 5; ++i)
      spec.points.push_back(grid.origin + Vec3{250.0 * i, 250.0 * j, 500.0 + 20.0 * std::sin(i + 2.0 * j)});
  return spec;
}

double depth(const PointsHorizon& spec, const Grid3& grid, const Vec3& at) {
  return make_horizon(spec, grid, "", "").depth(at.x - grid.origin.x, at.y - grid.origin.y) + grid.origin.z;
}

// Along the middle of the box, from west to east.
const MapLine middle{{500000.0, 6000480.0}, {501000.0, 6000480.0}};

Vec3 in_section(double s, double z) {
  return {middle.at(s)[0], middle.at(s)[1], z};
}

std::vector<SectionPoint> wave(double from, double to, double jitter) {
  std::mt19937 random(3);
  std::normal_distribution<double> hand(0.0, 1.0);
  std::vector<SectionPoint> stroke;
  for (int i = 0; i <= 150; ++i) {
    const double s = from + (to - from) * i / 150;
    stroke.push_back({s, 450.0 + 60.0 * std::cos(s / 110.0) + jitter * hand(random)});
  }
  return stroke;
}

}  // namespace

class TestEditPoints : public QObject {
  Q_OBJECT
 private slots:
  void a_point_added_on_the_surface_leaves_it_as_it_was() {
    for (const Grid3& grid : {box, section}) {
      const double y = grid.is_section() ? 6000000.0 : 6000333.0;
      const PointsEdit edit = add_point(bowl(grid), grid, 500612.0, y);
      QCOMPARE(edit.horizon.points.size(), bowl(grid).points.size() + 1);
      QVERIFY(edit.message.empty() && edit.horizon.extra == bowl().extra);
      for (const double x : {40.0, 600.0, 930.0}) {
        const Vec3 at = grid.origin + Vec3{x, grid.is_section() ? 0.0 : 0.8 * x, 0.0};
        QVERIFY(std::abs(depth(edit.horizon, grid, at) - depth(bowl(grid), grid, at)) < 3e-4);
      }
    }
    QCOMPARE(add_point(bowl(), box, 500612.0, 6000333.0, 321.0).horizon.points.back(),
             (Vec3{500612.0, 6000333.0, 321.0}));
  }

  void a_point_put_on_another_takes_its_place() {
    const PointsEdit edit = add_point(bowl(), box, 500250.1, 6000000.0, 444.0);
    QCOMPARE(edit.horizon.points.size(), bowl().points.size());
    QCOMPARE(edit.horizon.points[1].z, 444.0);
    QVERIFY(edit.message.find("point 2") != std::string::npos);
  }

  void enough_points_remain() {
    PointsHorizon few{{{0, 0, 1}, {9, 0, 1}, {0, 9, 1}}, {}};
    QVERIFY_EXCEPTION_THROWN(remove_point(few, box, 0), InputError);
    few.points.push_back({5, 0, 1});
    QCOMPARE(remove_point(few, box, 1).horizon.points.size(), std::size_t{3});
    QVERIFY_EXCEPTION_THROWN(remove_point(few, box, 2), InputError);  // the others are on one line
    QVERIFY_EXCEPTION_THROWN(remove_point(few, box, 4), InputError);
    PointsHorizon many;
    for (std::size_t i = 0; i < most_control_points; ++i)
      many.points.push_back({static_cast<double>(i % 50), static_cast<double>(i) / 50, 1.0});
    QVERIFY_EXCEPTION_THROWN(add_point(many, box, 5.5, 7.7, 1.0), InputError);
  }

  void snapping_goes_to_nodes_or_round_metres() {
    const Vec3 p{500261.0, 6000487.0, 512.0};
    QCOMPARE(snapped(p, box, {SnapTo::nodes, 0.0}), (Vec3{500250.0, 6000475.0, 500.0}));
    QCOMPARE(snapped(p, box, {SnapTo::metres, 20.0}), (Vec3{500260.0, 6000480.0, 520.0}));
    QCOMPARE(snapped(p, box, {}), p);
    QCOMPARE(snapped(p, section, {SnapTo::nodes, 0.0}).y, p.y);
    PointsHorizon close = bowl();
    close.points.push_back(close.points[6] + Vec3{3.0, -2.0, 40.0});
    const PointsEdit edit = snap_points(close, box, {SnapTo::nodes, 0.0});
    QCOMPARE(edit.horizon.points.size(), bowl().points.size());
    QVERIFY(!edit.message.empty());
    QVERIFY_EXCEPTION_THROWN(snap_points(close, box, {SnapTo::metres, 1e7}), InputError);
  }

  void a_point_without_a_place_lies_beside() {
    const std::vector<Vec3> row = bowl().points;
    QCOMPARE(place_beside(row, 0, box), 0.5 * (row[0] + row[1]));
    // The last one, and a place that is taken: a node aside, towards the middle.
    std::vector<Vec3> taken = row;
    const Vec3 last = taken.back();
    Vec3 aside = place_beside(taken, taken.size() - 1, box);
    QCOMPARE(std::abs(aside.x - last.x), box.h[0]);
    QVERIFY(std::abs(aside.x - 500500.0) < std::abs(last.x - 500500.0));
    QVERIFY(aside.y == last.y && aside.z == last.z);
    taken.push_back(aside);
    taken.push_back(last);
    aside = place_beside(taken, taken.size() - 1, box);
    QCOMPARE(std::abs(aside.x - last.x), 2.0 * box.h[0]);
    // Clicked again and again, never on another.
    std::vector<Vec3> many = row;
    for (int i = 0; i < 40; ++i) {
      const Vec3 p = place_beside(many, 3, box);
      for (const Vec3& other : many)
        QVERIFY(std::hypot(other.x - p.x, other.y - p.y) > 1e-6);
      many.push_back(p);
    }
  }

  void a_stroke_is_shown_as_it_will_become() {
    const auto shown = smoothed_stroke(wave(150.0, 850.0, 3.0), 5.0);
    QVERIFY(shown.size() > 50 && shown.front().s == 150.0 && shown.back().s == 850.0);
    const StrokeEdit edit = apply_stroke(bowl(), box, middle, wave(150.0, 850.0, 3.0), 5.0, 80.0);
    double off = 0.0;
    for (const SectionPoint& p : shown)
      off = worst_of(off, std::abs(depth(edit.horizon, box, in_section(p.s, 0.0)) - p.depth));
    QVERIFY2(off <= edit.misfit + 0.1, qPrintable(QString("%1 m, told %2").arg(off).arg(edit.misfit)));
    QVERIFY(smoothed_stroke({}, 5.0).empty());
    QVERIFY(smoothed_stroke({{10, 5}, {10, 7}}, 5.0).empty());
  }

  void a_stroke_becomes_the_surface_there() {
    for (const double jitter : {0.0, 3.0}) {
      const StrokeEdit edit = apply_stroke(bowl(), box, middle, wave(150.0, 850.0, jitter), 5.0, 80.0);
      QVERIFY2(edit.misfit <= 5.0 && edit.added >= 4 && edit.added <= 24,
               qPrintable(QString("%1 m, %2 points").arg(edit.misfit).arg(edit.added)));
      QCOMPARE(edit.removed, std::size_t{3});  // x 250, 500, 750 of the row at 500
      QVERIFY(edit.horizon.extra == bowl().extra);
      double worst = 0.0;
      for (double s = 150.0; s <= 850.0; s += 5.0)
        worst = worst_of(worst, std::abs(depth(edit.horizon, box, in_section(s, 0.0)) -
                                         (450.0 + 60.0 * std::cos(s / 110.0))));
      QVERIFY2(worst < (jitter > 0.0 ? 12.0 : 8.0), qPrintable(QString::number(worst)));
      // What lies beside the corridor stays.
      for (const Vec3& p : bowl().points)
        if (std::abs(p.y - 6000480.0) > 80.0) QVERIFY(std::abs(depth(edit.horizon, box, p) - p.z) < 1e-7);
    }
  }

  void a_bicubic_horizon_is_edited_by_its_own_surface() {
    PointsHorizon spec = bowl();
    spec.method = PointsMethod::bicubic;
    QVERIFY(std::abs(surface_depth(spec, box, 500612.0, 6000333.0) -
                     depth(spec, box, {500612.0, 6000333.0, 0.0})) < 1e-9);
    const StrokeEdit edit = apply_stroke(spec, box, middle, wave(150.0, 850.0, 0.0), 5.0, 80.0);
    QVERIFY(edit.horizon.method == PointsMethod::bicubic);
    double worst = 0.0;
    for (double s = 150.0; s <= 850.0; s += 5.0)
      worst = worst_of(worst, std::abs(depth(edit.horizon, box, in_section(s, 0.0)) -
                                       (450.0 + 60.0 * std::cos(s / 110.0))));
    QVERIFY2(worst < edit.misfit + 4.0, qPrintable(QString("%1, %2").arg(worst).arg(edit.misfit)));
  }

  void a_stroke_works_in_a_2d_section_and_either_way() {
    const MapLine line{{500000.0, 6000000.0}, {501000.0, 6000000.0}};
    std::vector<SectionPoint> back = wave(100.0, 900.0, 0.0);
    std::reverse(back.begin(), back.end());
    const StrokeEdit a = apply_stroke(bowl(section), section, line, wave(100.0, 900.0, 0.0), 4.0, 50.0);
    const StrokeEdit b = apply_stroke(bowl(section), section, line, back, 4.0, 50.0);
    QCOMPARE(a.horizon.points.size(), b.horizon.points.size());
    QVERIFY(a.misfit <= 4.0);
  }

  void the_later_part_of_a_stroke_holds() {
    std::vector<SectionPoint> stroke{{200.0, 400.0}, {700.0, 400.0}, {690.0, 600.0}, {210.0, 600.0}};
    const StrokeEdit edit = apply_stroke(bowl(), box, middle, stroke, 10.0, 60.0);
    QVERIFY(std::abs(depth(edit.horizon, box, in_section(450.0, 0.0)) - 600.0) < 0.08);
  }

  void strokes_that_make_no_surface_are_refused() {
    const auto stroke = wave(0.0, 1000.0, 0.0);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, middle, {}, 5.0, 50.0), InputError);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, middle, {{5.0, 1.0}, {6.0, 2.0}}, 5.0, 50.0),
                             InputError);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, middle, stroke, 0.0, 50.0), InputError);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, middle, stroke, 5.0, 5000.0), InputError);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, MapLine{{1, 2}, {1, 2}}, stroke, 5.0, 50.0),
                             InputError);
    QVERIFY_EXCEPTION_THROWN(apply_stroke(bowl(), box, middle, {{0, 1}, {NAN, 2}, {500, 1}}, 5.0, 50.0),
                             InputError);
  }

  void an_extruded_section_is_a_plunging_cylinder() {
    const std::vector<SectionPoint> profile{{0, 500}, {250, 430}, {500, 400}, {750, 430}, {1000, 500}};
    const double trend = 20.0;
    const double plunge = 12.0;
    const PointsEdit edit = extrude_section(bowl(), box, middle, profile, trend, plunge, 9);
    QCOMPARE(edit.horizon.points.size(), std::size_t{45});
    const Vec3 axis{std::sin(trend * M_PI / 180), std::cos(trend * M_PI / 180),
                    std::tan(plunge * M_PI / 180)};
    for (const double s : {250.0, 500.0, 750.0})
      for (const double t : {-300.0, 0.0, 250.0}) {
        const Vec3 at = in_section(s, 400.0 + (s == 500.0 ? 0.0 : 30.0)) + t * axis;
        QVERIFY2(std::abs(depth(edit.horizon, box, at) - at.z) < 0.8,
                 qPrintable(QString::number(depth(edit.horizon, box, at) - at.z)));
      }
    QVERIFY_EXCEPTION_THROWN(extrude_section(bowl(), box, middle, profile, 90.0, 0.0, 9), InputError);
    QVERIFY_EXCEPTION_THROWN(extrude_section(bowl(), box, middle, profile, 0.0, 90.0, 9), InputError);
    QVERIFY_EXCEPTION_THROWN(extrude_section(bowl(), box, middle, {{0, 1}}, 0.0, 0.0, 9), InputError);
    QVERIFY_EXCEPTION_THROWN(extrude_section(bowl(), box, middle, profile, 0.0, 0.0, 401), InputError);
    QVERIFY_EXCEPTION_THROWN(extrude_section(bowl(section), section, middle, profile, 0.0, 0.0, 9),
                             InputError);
  }

  void the_profile_of_a_section_is_in_order() {
    const auto profile = profile_near(bowl(), MapLine{{501000.0, 6000500.0}, {500000.0, 6000500.0}}, 30.0);
    QCOMPARE(profile.size(), std::size_t{5});
    QCOMPARE(profile[0].s, 0.0);
    QCOMPARE(profile[0].depth, bowl().points[14].z);
    QCOMPARE(profile[4].depth, bowl().points[10].z);
    // Along the other axis and askew: metres along the line.
    const auto north = profile_near(bowl(), MapLine{{500500.0, 6000000.0}, {500500.0, 6001000.0}}, 30.0);
    QCOMPARE(north.size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i) {
      QCOMPARE(north[i].s, 250.0 * static_cast<double>(i));
      QCOMPARE(north[i].depth, bowl().points[2 + 5 * i].z);
    }
    const auto askew = profile_near(bowl(), MapLine{{500000.0, 6000000.0}, {501000.0, 6001000.0}}, 30.0);
    QCOMPARE(askew.size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i)
      QVERIFY(std::abs(askew[i].s - 250.0 * std::sqrt(2.0) * static_cast<double>(i)) < 1e-9);
  }

  void any_height_field_becomes_control_points() {
    const PlaneHorizon plane{{500500.0, 6000500.0, 400.0}, 20.0, 90.0, {}};
    const PointsHorizon points = to_control_points(plane, box, "", 4, 3);
    QCOMPARE(points.points.size(), std::size_t{12});
    QCOMPARE(points.points.back().x, 501000.0);
    QVERIFY(std::abs(depth(points, box, {500123.0, 6000456.0, 0.0}) - (400.0 - 377.0 * std::tan(M_PI / 9))) <
            1e-7);
    QCOMPARE(to_control_points(plane, section, "", 4, 3).points.size(), std::size_t{4});
    QVERIFY_EXCEPTION_THROWN(to_control_points(MeshHorizon{}, box, "", 4, 3), InputError);
    QVERIFY_EXCEPTION_THROWN(to_control_points(plane, box, "", 100, 100), InputError);
  }
};

}  // namespace test_edit_points

FOLDWAVE_TEST(test_edit_points, run_guiless<test_edit_points::TestEditPoints>)
#include "test_edit_points.moc"
