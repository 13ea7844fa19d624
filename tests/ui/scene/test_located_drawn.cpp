// Protects how located events are drawn: in space as tilted ellipsoids whose outlines lie on their surface,
// on the map and in the section as the shadows of these, near the line alone; the focus over the rock, its
// peak the brightest and its faint parts clear. FOLDWAVE_PICTURES=DIR keeps the pictures.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace test_located_drawn {

using namespace foldwave;

namespace {

// Long along a tilted axis.
SpaceTimeCovariance tilted() {
  const double axes[3][3] = {{0.6, 0.48, 0.64}, {-0.8, 0.36, 0.48}, {0.0, -0.8, 0.6}};
  const double deviation[] = {130.0, 60.0, 25.0};
  SpaceTimeCovariance c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t a = 0; a < 3; ++a)
        c[i][j] += deviation[a] * deviation[a] * axes[a][i] * axes[a][j];
  c[3][3] = 1e-6;
  return c;
}

std::vector<EventMark> one_event(const Grid3& grid) {
  const Vec3 e = grid.extent();
  return {{{0.5 * e.x, 0.5 * e.y, 0.6 * e.z}, tilted(), "1"}};
}

int pixels_like(Scene& scene, Rgb color, const char* name) {
  OffscreenCanvas canvas(900, 700);
  canvas.hold(scene);
  const RgbPicture picture = canvas.draw(scene, 1.0);
  const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
  if (!folder.isEmpty()) write_png(picture, (folder + "/" + name + ".png").toStdString());
  const Bytes3 wanted = to_bytes(color);
  int count = 0;
  for (std::size_t m = 0; m + 2 < picture.bytes.size(); m += 3) {
    int away = 0;
    for (std::size_t c = 0; c < 3; ++c)
      away += std::abs(int{picture.bytes[m + c]} - int{wanted[c]});
    count += away < 60 ? 1 : 0;
  }
  return count;
}

}  // namespace

class TestLocatedDrawn : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = scenario_.grid.extent();
    scenario_.grid.n = {25, 25, 25};
    scenario_.grid.h = {e.x / 24, e.y / 24, e.z / 24};
    fold_ = std::make_shared<FoldResult>(run_fold(scenario_, *cpu_backend(), {}));
  }

  // x' C^-1 x is the quantile all along each outline.
  void outlines_lie_on_the_ellipsoid() {
    StructureScene scene;
    scene.show_scenario(scenario_);
    const auto events = one_event(scenario_.grid);
    scene.located().show(events, false);
    QCOMPARE(scene.located().outlines().size(), std::size_t{6});  // three planes, 68 and 95 %
    for (std::size_t line = 0; line < 6; ++line) {
      const double share = event_shares[line / 3];
      QVERIFY(scene.located().outlines()[line].front() == scene.located().outlines()[line].back());
      for (const Vec3& at : scene.located().outlines()[line]) {
        const Vec3 off = at - events.front().place;
        QVERIFY(ellipsoid_holds(tilted(), false, (1.0 - 1e-6) * off, share));
        QVERIFY(!ellipsoid_holds(tilted(), false, (1.0 + 1e-6) * off, share));
      }
    }
    QVERIFY(pixels_like(scene, theme::located, "located-space") > 60);
    StructureOptions options = scene.options();
    options.located = false;
    scene.set_options(options);
    QCOMPARE(pixels_like(scene, theme::located, "located-space-off"), 0);
  }

  // What random places inside the ellipsoid reach, seen along the plot's normal, fills the outline and no
  // more.
  void shadows_are_those_of_all_that_is_inside() {
    MapScene map;
    map.show_scenario(scenario_);
    const auto events = one_event(scenario_.grid);
    map.show_located(events, false);
    const auto& drawn = map.located().drawn();
    QCOMPARE(drawn.size(), std::size_t{1});
    QCOMPARE(drawn.front().outlines.size(), std::size_t{2});
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> anywhere(-500.0, 500.0);
    const Vec3 at = events.front().place;
    for (std::size_t s = 0; s < 2; ++s) {
      double east = 0.0, north = 0.0, drawn_east = 0.0, drawn_north = 0.0;
      for (int n = 0; n < 400000; ++n) {
        const Vec3 off{anywhere(random), anywhere(random), anywhere(random)};
        if (!ellipsoid_holds(tilted(), false, off, event_shares[s])) continue;
        east = worst_of(east, std::abs(off.x));
        north = worst_of(north, std::abs(off.y));
      }
      for (const PlotPoint& p : drawn.front().outlines[s]) {
        drawn_east = worst_of(drawn_east, std::abs(p[0] - at.x));
        drawn_north = worst_of(drawn_north, std::abs(p[1] - at.y));
      }
      QVERIFY2(east < 1.001 * drawn_east && east > 0.9 * drawn_east,
               qPrintable(QString::number(east / drawn_east)));
      QVERIFY2(north < 1.001 * drawn_north && north > 0.9 * drawn_north,
               qPrintable(QString::number(north / drawn_north)));
    }
    QVERIFY(pixels_like(map, theme::located, "located-map") > 60);
  }

  void the_section_has_those_near_its_line() {
    SectionScene section;
    section.show_scenario(scenario_);
    section.show_fold(fold_, scenario_.stack, {0, 1});
    auto events = one_event(scenario_.grid);
    EventMark far = events.front();
    far.place.y = 0.98 * scenario_.grid.extent().y;
    far.name = "2";
    events.push_back(far);
    section.set_corridor(100.0);
    section.show_located(events, false);
    QCOMPARE(section.located().drawn().size(), std::size_t{1});
    const auto& one = section.located().drawn().front();
    QVERIFY(std::abs(one.at[1] + events.front().place.z) < 1e-9);
    // Up is shallower: the tilt is mirrored against depth.
    const double slope = tilted()[0][2];
    double product = 0.0;
    for (const PlotPoint& p : one.outlines.front())
      product += (p[0] - one.at[0]) * (p[1] - one.at[1]);
    QVERIFY(slope * product < 0.0);
    QVERIFY(pixels_like(section, theme::located, "located-section") > 60);
    SectionOptions options = section.options();
    options.located = false;
    section.set_options(options);
    QCOMPARE(pixels_like(section, theme::located, "located-section-off"), 0);
  }

  void the_focus_is_bright_where_it_is_large() {
    const ImageLook look{ImageColors::focus, 1.0, 1.0};
    QCOMPARE(image_color(look, 0.15)[3], std::uint8_t{0});
    QCOMPARE(image_color(look, std::nan(""))[3], std::uint8_t{0});
    QCOMPARE(image_color(look, 1.0)[3], std::uint8_t{255});
    QVERIFY(image_color(look, 1.0)[1] > image_color(look, 0.6)[1]);
    const ImageLook seismic{ImageColors::seismic, 0.5, 1.0};
    QVERIFY(image_color(seismic, 1.0)[0] > 120 && image_color(seismic, -1.0)[2] > 120);
    QCOMPARE(image_color(seismic, 0.0)[3], image_color(seismic, 1.0)[3]);

    SectionScene section;
    section.show_scenario(scenario_);
    section.show_fold(fold_, scenario_.stack, {0, 1});
    const Grid3 grid = scenario_.grid;
    auto focus = std::make_shared<Field<float>>(grid.n);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          (*focus)(i, j, k) =
              static_cast<float>(std::exp(-0.1 * ((i - 12) * (i - 12) + (k - 15) * (k - 15))));
    const Rgb bright{1.0, 0.45, 0.15};  // between faint and brightest
    section.focus().set_look(look);
    const int before = pixels_like(section, bright, "focus-none");
    section.focus().show({focus, grid});
    const int shown = pixels_like(section, bright, "focus");
    QVERIFY2(shown > before + 20, qPrintable(QString("%1 %2").arg(before).arg(shown)));
    SectionOptions options = section.options();
    options.focus = false;
    section.set_options(options);
    QCOMPARE(pixels_like(section, bright, "focus-off"), before);
    // Nothing, or values without a largest one, draw nothing.
    options.focus = true;
    section.set_options(options);
    section.focus().show({std::make_shared<Field<float>>(grid.n), grid});
    QCOMPARE(pixels_like(section, bright, "focus-zero"), before);
    section.focus().show({});
    QCOMPARE(pixels_like(section, bright, "focus-null"), before);
  }

 private:
  Scenario scenario_;
  std::shared_ptr<FoldResult> fold_;
};

}  // namespace test_located_drawn

FOLDWAVE_TEST(test_located_drawn, run_guiless<test_located_drawn::TestLocatedDrawn>)
#include "test_located_drawn.moc"
