// Protects where the eye goes: each side shows the box from there and all of it, a click on the orientation's
// arrows does the same and the next one the other side, parallel projection keeps the size, a part of the
// rock comes into the middle; and what a scene is drawn on, in each look.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QTest>

#include <cmath>

#include "core/base/worst.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace test_camera {

using namespace foldwave;

namespace {

Scenario antiform() {
  return load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
}

Bytes3 pixel(const RgbPicture& picture, int x, int y) {
  const unsigned char* const at = picture.bytes.data() + 3 * (y * picture.width + x);
  return {at[0], at[1], at[2]};
}

}  // namespace

class TestCamera : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    scene_.show_scenario(antiform());
    canvas_.hold(scene_);
    canvas_.draw(scene_);
  }

  void each_side_shows_all_of_it_data() {
    QTest::addColumn<int>("side");
    QTest::addColumn<Vec3>("right");  // in the picture, local
    QTest::addColumn<Vec3>("up");
    const Vec3 east{1, 0, 0}, north{0, 1, 0}, high{0, 0, -1};
    const auto row = [](const char* name, LookFrom side, const Vec3& right, const Vec3& up) {
      QTest::newRow(name) << static_cast<int>(side) << right << up;
    };
    row("above", LookFrom::above, east, north);
    row("below", LookFrom::below, east, -north);
    row("south", LookFrom::south, east, high);
    row("north", LookFrom::north, -east, high);
    row("east", LookFrom::east, north, high);
    row("west", LookFrom::west, -north, high);
  }
  void each_side_shows_all_of_it() {
    QFETCH(int, side);
    QFETCH(Vec3, right);
    QFETCH(Vec3, up);
    for (const bool parallel : {false, true}) {
      scene_.set_parallel(parallel);
      scene_.look_from(static_cast<LookFrom>(side));
      canvas_.draw(scene_);
      QVERIFY(looks_from(scene_.renderer(), static_cast<LookFrom>(side)));
      const Vec3 across = seen(middle() + 100.0 * right) - seen(middle());
      const Vec3 upward = seen(middle() + 100.0 * up) - seen(middle());
      QVERIFY(across.x > 5.0 && std::abs(across.y) < 0.5);
      QVERIFY(upward.y > 5.0 && std::abs(upward.x) < 0.5);
      double widest = 0.0;
      for (const Vec3& corner : scene_.space()->corners()) {
        const Vec3 at = world_to_display(scene_.renderer(), corner);
        QVERIFY(at.x > 0 && at.x < width && at.y > 0 && at.y < height);
        widest = worst_of(widest, std::abs(at.y - height / 2.0));
      }
      QVERIFY2(widest > 0.3 * height, qPrintable(QString::number(widest)));
    }
    scene_.set_parallel(false);
  }

  void a_click_on_an_arrow_looks_from_its_side() {
    scene_.look_from(LookFrom::corner);
    canvas_.draw(scene_);
    QVERIFY(!scene_.press_control(0.5 * width, 0.5 * height));
    // East, from where the eye stands at first: to the right and a little down.
    QVERIFY(scene_.has_control_at(48 + 26, 48 - 5));
    QVERIFY(scene_.press_control(48 + 26, 48 - 5));
    QVERIFY(looks_from(scene_.renderer(), LookFrom::east));
    canvas_.draw(scene_);
    QVERIFY(scene_.press_control(48 + 30, 48));  // north is to the right now
    QVERIFY(looks_from(scene_.renderer(), LookFrom::north));
    canvas_.draw(scene_);
    QVERIFY(scene_.press_control(48, 48 + 9));  // towards the eye
    QVERIFY(looks_from(scene_.renderer(), LookFrom::south));
    canvas_.draw(scene_);
    QVERIFY(scene_.press_control(48, 48 - 30));  // depth
    QVERIFY(looks_from(scene_.renderer(), LookFrom::above));
  }

  void parallel_projection_keeps_the_size() {
    scene_.look_from(LookFrom::corner);
    canvas_.draw(scene_);
    const auto size = [this] { return norm(seen(middle() + Vec3{100, 0, 0}) - seen(middle())); };
    const double before = size();
    scene_.set_parallel(true);
    canvas_.draw(scene_);
    QVERIFY2(std::abs(size() / before - 1.0) < 0.03, qPrintable(QString::number(size() / before)));
    // What is parallel stays so.
    const Vec3 e = scene_.space()->extent;
    const Vec3 near = seen({e.x, 0, 0}) - seen({0, 0, 0}), far = seen({e.x, e.y, 0}) - seen({0, e.y, 0});
    QVERIFY(std::abs(near.x - far.x) < 1e-6 && std::abs(near.y - far.y) < 1e-6);
    scene_.set_parallel(false);
    canvas_.draw(scene_);
    QVERIFY(std::abs(size() / before - 1.0) < 1e-9);
  }

  void a_part_comes_into_the_middle() {
    const Vec3 low{1800, 300, 1500}, high{2100, 500, 1900};
    scene_.look_from(LookFrom::corner);
    scene_.set_exaggeration(1.5);
    canvas_.draw(scene_);
    const double before = norm(seen(high) - seen(low));
    scene_.zoom_to(low, high);
    canvas_.draw(scene_);
    const Vec3 at = seen(0.5 * (low + high));
    QVERIFY2(std::abs(at.x - 0.5 * width) < 30 && std::abs(at.y - 0.5 * height) < 30,
             qPrintable(QString("%1 %2").arg(at.x).arg(at.y)));
    QVERIFY(norm(seen(high) - seen(low)) > 2.0 * before);
    scene_.set_exaggeration(1.0);

    MapScene map;
    map.show_scenario(antiform());
    OffscreenCanvas canvas(width, height);
    canvas.hold(map);
    canvas.draw(map);
    map.zoom_to(low, high);
    canvas.draw(map);
    const PlotBox& frame = map.frame_box();
    const PlotPoint there = map.to_display(1950, 400);
    QVERIFY(std::abs(there[0] - (frame.left + frame.right) / 2) < 1.0);
    QVERIFY(std::abs(there[1] - (frame.bottom + frame.top) / 2) < 1.0);
    QVERIFY(map.inside(map.to_display(low.x, low.y)[0], map.to_display(low.x, low.y)[1]));
    QVERIFY(map.to_display(high.x, 0)[0] - map.to_display(low.x, 0)[0] > 0.2 * frame.width());
  }

  // Dark, light and paper; on this thread alone, and no longer than it is wished.
  void a_scene_is_drawn_in_the_look_that_is_wished() {
    const auto corner = [this] { return pixel(canvas_.draw(scene_), 2, height / 2); };
    const Bytes3 dark = corner();
    {
      const LookScope paper(paper_look());
      QCOMPARE(corner(), (Bytes3{255, 255, 255}));
      QCOMPARE(Rgb(theme::text), paper_look().text);
    }
    QCOMPARE(corner(), dark);
    set_look(light_look());
    QVERIFY(corner()[0] > 200);
    set_look(dark_look());
    QCOMPARE(corner(), dark);
    for (const Look* const look : {&dark_look(), &light_look(), &paper_look()})
      for (const Rgb& words : {look->text, look->quiet_text, look->accent, look->stale, look->refused_text})
        for (const Rgb& behind : {look->background_low, look->background_high, look->panel})
          QVERIFY(std::abs(lightness(words) - lightness(behind)) > 0.3);
  }

 private:
  Vec3 middle() const { return 0.5 * scene_.space()->extent; }
  Vec3 seen(const Vec3& local) const {
    Vec3 at = world_to_display(scene_.renderer(), to_world(local));
    at.z = 0.0;
    return at;
  }

  static constexpr int width = 600, height = 500;
  WaveScene scene_;
  OffscreenCanvas canvas_{width, height};
};

}  // namespace test_camera

FOLDWAVE_TEST(test_camera, run_alone<test_camera::TestCamera>)
#include "test_camera.moc"
