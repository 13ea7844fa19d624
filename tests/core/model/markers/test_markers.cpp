// Protects the markers: they are saved and read, checked, named apart and told in words; what of them lies in
// the box, in a section and on the map is that of brute force; and they make no result stale.
#include <QTest>

#include <cmath>

#include "core/base/worst.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_markers {

using namespace foldwave;

namespace {

// At real map coordinates, as rounding shows there.
Grid3 box() {
  return {{31, 21, 11}, {10.0, 10.0, 10.0}, {512000.3, 6712000.7, 100.1}, {0, 0, 0}, {0, 0, 0}, 0};
}

PlaneMarker fault() {
  return {"fault", box().origin + Vec3{150, 100, 50}, 50.0, 70.0, {}};
}

double off_plane(const PlaneMarker& plane, const Vec3& local) {
  return dot(plane.normal(), local - (plane.point - box().origin));
}

Scenario with(const std::vector<Marker>& markers) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/fold-1C.json");
  s.markers = markers;
  return s;
}

}  // namespace

class TestMarkers : public QObject {
  Q_OBJECT

 private slots:
  void are_saved_and_read() {
    PlaneMarker kept = fault();
    kept.extra["color"] = "\"#ff0000\"";
    const Scenario s = with({LineMarker{"contact", {1.5, 2, 3}, {4, 5, 6.25}, {}}, kept});
    const std::string text = scenario_text(s);
    Scenario again = parse_scenario(text, "s");
    again.folder = s.folder;
    QVERIFY(again == s);
    QCOMPARE(scenario_text(again), text);
    // Without markers the key is not there: older versions read the file as it was.
    QVERIFY(scenario_text(with({})).find("markers") == std::string::npos);
  }

  void what_is_wrong_is_named() {
    const auto refused = [](const char* type) {
      const std::string text =
          "{\"format\": \"foldwave-scenario\", \"version\": 1, \"grid\": {\"nodes\": [4, 4, 4], \"spacing\": "
          "[1, 1, 1]}, "
          "\"velocity\": {\"file\": \"v.vti\"}, \"markers\": [{\"type\": \"" +
          std::string(type) + "\", \"name\": \"x\"}]}";
      try {
        parse_scenario(text, "s");
      } catch (const std::exception& e) {
        return std::string(e.what());
      }
      return std::string();
    };
    QVERIFY2(refused("point").find("/markers/0/type") != std::string::npos, refused("point").c_str());
    QVERIFY2(refused("plane").find("/markers/0/point") != std::string::npos, refused("plane").c_str());
    QVERIFY2(refused("line").find("/markers/0/from") != std::string::npos, refused("line").c_str());
    const auto told = [](const Marker& marker, Severity severity) {
      for (const Finding& f : check_scenario(with({marker})))
        if (f.path.starts_with("/markers") && f.severity == severity) return f.path;
      return std::string();
    };
    PlaneMarker plane = fault();
    QCOMPARE(told(plane, Severity::error), std::string());
    plane.dip = 91.0;
    QCOMPARE(told(plane, Severity::error), std::string("/markers/0/dip"));
    plane = fault();
    plane.point.y = NAN;
    QCOMPARE(told(plane, Severity::error), std::string("/markers/0/point"));
    QCOMPARE(told(LineMarker{"x", {0, 0, 0}, {0, INFINITY, 0}, {}}, Severity::error),
             std::string("/markers/0/to"));
    QCOMPARE(told(LineMarker{"x", {NAN, 0, 0}, {0, 0, 0}, {}}, Severity::error),
             std::string("/markers/0/from"));
    QCOMPARE(told(LineMarker{"x", {7, 0, 0}, {7, 0, 0}, {}}, Severity::warning),
             std::string("/markers/0/to"));
    const auto many = check_scenario(with(std::vector<Marker>(most_markers + 1, fault())));
    QVERIFY(std::any_of(many.begin(), many.end(), [](const Finding& f) { return f.path == "/markers"; }));
    const auto most = check_scenario(with(std::vector<Marker>(most_markers, fault())));
    QVERIFY(std::none_of(most.begin(), most.end(), [](const Finding& f) { return f.path == "/markers"; }));
  }

  void no_result_hangs_on_them() {
    QVERIFY(same_fold(with({}), with({fault()})));
    QVERIFY(same_wave(with({}), with({fault()})));
    QCOMPARE(wave_key(with({})), wave_key(with({fault()})));
  }

  void have_names_and_words() {
    Marker one = fault();
    QCOMPARE(name_of(one), std::string("fault"));
    rename(one, "Plane 1");
    Marker two = LineMarker{"Line 1", {0, 0, 0}, {0, 300, 400}, {}};
    QCOMPARE(free_marker_name({one, two}, "Plane"), std::string("Plane 2"));
    QCOMPARE(free_marker_name({one, two}, "Fault"), std::string("Fault 1"));
    QCOMPARE(marker_words(one), std::string("plane, 070/50"));
    QCOMPARE(marker_words(two), std::string("line, 000/53, 500 m"));
    // Upwards or downwards it is the same line; a full turn is none.
    QCOMPARE(marker_words(LineMarker{"", {0, 300, 400}, {0, 0, 0}, {}}), std::string("line, 000/53, 500 m"));
    QCOMPARE(marker_words(LineMarker{"", {10, 0, 0}, {0, 0, 0}, {}}), std::string("line, 270/00, 10 m"));
    QCOMPARE(marker_words(PlaneMarker{"", {}, 10.0, 359.7, {}}), std::string("plane, 000/10"));
    QCOMPARE(marker_words(PlaneMarker{"", {}, 10.0, -30.0, {}}), std::string("plane, 330/10"));
  }

  void a_plane_in_the_box_is_where_its_equation_says() {
    const auto corners = marker_in_box(fault(), box());
    QVERIFY(corners.size() >= 3);
    double worst = 0.0;
    for (const Vec3& c : corners)
      worst = worst_of(worst, std::abs(off_plane(fault(), c)));
    QVERIFY2(worst < 1e-8, qPrintable(QString::number(worst)));
    PlaneMarker away = fault();
    away.point.z += 500.0;
    QVERIFY(marker_in_box(away, box()).empty());

    // In a section it is a line, wherever the plane's own point lies across.
    Grid3 flat = box();
    flat.n[1] = 1;
    PlaneMarker aside = fault();
    const auto trace = marker_in_box(aside, flat);
    QCOMPARE(trace.size(), std::size_t{2});
    const Vec3 d = trace[1] - trace[0];
    QVERIFY(d.y == 0.0);
    // Its slope is that of the plane along x: tan(50) sin(70).
    QVERIFY(std::abs(std::abs(d.z / d.x) - 1.191754 * 0.939693) < 1e-5);
  }

  void a_line_is_cut_at_the_box() {
    const Vec3 o = box().origin;
    const auto inside = marker_in_box(LineMarker{"", o + Vec3{10, 20, 30}, o + Vec3{40, 50, 60}, {}}, box());
    QCOMPARE(inside.size(), std::size_t{2});
    QVERIFY(norm(inside[0] - Vec3{10, 20, 30}) < 1e-8 && norm(inside[1] - Vec3{40, 50, 60}) < 1e-8);
    const auto cut = marker_in_box(LineMarker{"", o + Vec3{-100, 50, 50}, o + Vec3{100, 50, 50}, {}}, box());
    QVERIFY(cut.size() == 2 && norm(cut[0] - Vec3{0, 50, 50}) < 1e-6 &&
            norm(cut[1] - Vec3{100, 50, 50}) < 1e-6);
    // On the uppermost slice all of it is there.
    const auto top = marker_in_box(LineMarker{"", o + Vec3{0, 0, 0}, o + Vec3{300, 200, 0}, {}}, box());
    QVERIFY(top.size() == 2 && norm(top[1] - top[0] - Vec3{300, 200, 0}) < 1e-6);
    QVERIFY(marker_in_box(LineMarker{"", o + Vec3{0, 0, -1}, o + Vec3{300, 200, -1}, {}}, box()).empty());
    QVERIFY(marker_in_box(LineMarker{"", o, o, {}}, box()).empty());
    QVERIFY(marker_in_box(LineMarker{"", o + Vec3{400, 0, 0}, o + Vec3{500, 0, 0}, {}}, box()).empty());
  }

  void in_a_section() {
    const MapLine line{{30, 20}, {270, 180}};
    const auto trace = marker_in_section(fault(), box(), line, 10.0);
    QVERIFY(trace.has_value());
    for (const auto& [along, depth] : *trace) {
      const auto at = line.at(along);
      QVERIFY(std::abs(off_plane(fault(), {at[0], at[1], depth})) < 1e-6);
      const bool on_rim =
          depth < 1e-6 || depth > 100.0 - 1e-6 || along < 1e-6 || along > line.length() - 1e-6;
      QVERIFY(on_rim);
    }
    QVERIFY(!marker_in_section(fault(), box(), {{30, 20}, {30, 20}}, 10.0));

    // A line is shown where it is nearer than the corridor.
    const MapLine east{{0, 100}, {300, 100}};
    const Vec3 o = box().origin;
    const LineMarker across{"", o + Vec3{150, 0, 20}, o + Vec3{150, 200, 60}, {}};
    const auto near = marker_in_section(across, box(), east, 25.0);
    QVERIFY(near.has_value());
    double deepest = std::max((*near)[0][1], (*near)[1][1]), top = std::min((*near)[0][1], (*near)[1][1]);
    QVERIFY2(std::abs(top - 35.0) < 1e-4 && std::abs(deepest - 45.0) < 1e-4,
             qPrintable(QString("%1 %2").arg(top).arg(deepest)));
    const LineMarker beside{"", o + Vec3{100, 130, 20}, o + Vec3{200, 130, 60}, {}};
    QVERIFY(!marker_in_section(beside, box(), east, 25.0));
    QVERIFY(marker_in_section(beside, box(), east, 35.0).has_value());
    // Of a 2D model everything lies in the section.
    Grid3 flat = box();
    flat.n[1] = 1;
    QVERIFY(marker_in_section(beside, flat, {{0, 0}, {300, 0}}, 25.0).has_value());
  }

  void on_the_map() {
    const auto top = marker_at_top(fault(), box());
    QVERIFY(top.has_value());
    for (const auto& [x, y] : *top)
      QVERIFY(std::abs(off_plane(fault(), {x, y, 0.0})) < 1e-6);
    // Its strike is across its dip direction.
    const double dx = (*top)[1][0] - (*top)[0][0], dy = (*top)[1][1] - (*top)[0][1];
    const double a = 70.0 * std::acos(-1.0) / 180.0;
    QVERIFY(std::abs(dx * std::sin(a) + dy * std::cos(a)) < 1e-6 * std::hypot(dx, dy) + 1e-6);
    PlaneMarker flat = fault();
    flat.dip = 0.0;
    QVERIFY(!marker_at_top(flat, box()));
    PlaneMarker deep = fault();
    deep.point = box().origin + Vec3{-500, 100, 50};
    QVERIFY(!marker_at_top(deep, box()));
  }
};

}  // namespace test_markers

FOLDWAVE_TEST(test_markers, run_alone<test_markers::TestMarkers>)
#include "test_markers.moc"
