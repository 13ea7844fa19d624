// Protects how markers are drawn: in space as planes cut by the box and as lines, on the map as the trace at
// the top with a tick down dip, in the section where planes cut it and lines are near; each with its name,
// and none where they are switched off. FOLDWAVE_PICTURES=DIR keeps the pictures.
#include <QTest>

#include <cmath>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace test_markers_drawn {

using namespace foldwave;

namespace {

Scenario marked() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent(), middle = s.grid.origin + 0.5 * e;
  s.markers = {PlaneMarker{"West fault", middle, 60.0, 90.0, {}},
               LineMarker{"Well", middle - Vec3{0, 0.4 * e.y, 0}, middle + Vec3{0.2 * e.x, 0.4 * e.y, 0}, {}},
               PlaneMarker{"Far away", middle + Vec3{0, 0, 10.0 * e.z}, 0.0, 0.0, {}}};
  return s;
}

// How many pixels are near the markers' colour.
int marked_pixels(Scene& scene) {
  OffscreenCanvas canvas(900, 700);
  canvas.hold(scene);
  const RgbPicture picture = canvas.draw(scene, 1.0);
  const Bytes3 wanted = to_bytes(theme::marker);
  int count = 0;
  for (std::size_t m = 0; m + 2 < picture.bytes.size(); m += 3) {
    int away = 0;
    for (std::size_t c = 0; c < 3; ++c)
      away += std::abs(int{picture.bytes[m + c]} - int{wanted[c]});
    count += away < 40 ? 1 : 0;
  }
  return count;
}

}  // namespace

class TestMarkersDrawn : public QObject {
  Q_OBJECT

 private slots:
  void in_space() {
    const Scenario s = marked();
    const auto shapes = shapes_of(s.markers, s.grid);
    QCOMPARE(shapes.size(), std::size_t{2});  // what misses the box is not drawn
    QVERIFY(shapes[0].corners.size() >= 3 && shapes[0].name == "West fault");
    QCOMPARE(shapes[1].corners.size(), std::size_t{2});

    StructureScene scene;
    StructureOptions options;
    options.legend = false;
    scene.set_options(options);
    scene.show_scenario(s);
    QVERIFY(scene.markers().any());
    const int seen = marked_pixels(scene);
    QVERIFY2(seen > 800, qPrintable(QString::number(seen)));
    options.markers = false;
    scene.set_options(options);
    QVERIFY(!scene.markers().any());
    QCOMPARE(marked_pixels(scene), 0);
    options.markers = true;
    scene.set_options(options);
    Scenario bare = s;
    bare.markers.clear();
    scene.show_scenario(bare);
    QVERIFY(!scene.markers().any());
    QCOMPARE(marked_pixels(scene), 0);
  }

  void on_the_map() {
    const Scenario s = marked();
    MapScene scene;
    scene.show_scenario(s);
    const auto& lines = scene.markers().lines();
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(scene.markers().labels().size(), std::size_t{2});
    // The plane dips to the east by 60 degrees: at the top it stands to the west of the middle.
    const Vec3 e = s.grid.extent();
    const double x = 0.5 * e.x - 0.5 * e.z / std::tan(std::acos(-1.0) / 3.0);
    QVERIFY2(std::abs(lines[0][0][0] - x) < 1e-6 * e.x && std::abs(lines[0][1][0] - x) < 1e-6 * e.x,
             qPrintable(QString("%1 %2").arg(lines[0][0][0]).arg(x)));
    QVERIFY(std::abs(std::abs(lines[0][0][1] - lines[0][1][1]) - e.y) < 1e-6 * e.y);
    QVERIFY(marked_pixels(scene) > 300);
    MapOptions options = scene.options();
    options.markers = false;
    scene.set_options(options);
    QCOMPARE(marked_pixels(scene), 0);
  }

  void in_a_section() {
    const Scenario s = marked();
    SectionScene scene;
    scene.show_scenario(s);
    const auto& lines = scene.markers().lines();
    // The well crosses the section's line, within the corridor.
    QCOMPARE(lines.size(), std::size_t{2});
    const double slope = (lines[0][1][1] - lines[0][0][1]) / (lines[0][1][0] - lines[0][0][0]);
    QVERIFY2(std::abs(std::abs(slope) - std::tan(std::acos(-1.0) / 3.0)) < 1e-6,
             qPrintable(QString::number(slope)));
    QVERIFY(slope < 0.0);  // down to the east
    scene.set_corridor(0.0);
    QCOMPARE(scene.markers().lines().size(), std::size_t{1});
    scene.set_corridor(200.0);
    QVERIFY(marked_pixels(scene) > 200);
    SectionOptions options = scene.options();
    options.markers = false;
    scene.set_options(options);
    QCOMPARE(marked_pixels(scene), 0);
  }
};

}  // namespace test_markers_drawn

FOLDWAVE_TEST(test_markers_drawn, run_guiless<test_markers_drawn::TestMarkersDrawn>)
#include "test_markers_drawn.moc"
