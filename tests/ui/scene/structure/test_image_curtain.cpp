// Protects the seismic image in the 3D view: it stands on its own line, or on the section's, with its first
// node on top and its begin where the line begins; it goes with its switch, and where there is none.
#include <vtkRenderer.h>
#include <QTest>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace test_image_curtain {

using namespace foldwave;

class TestImageCurtain : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    Grid3& grid = scenario_.grid;
    size_ = grid.extent();
    grid.n = {25, 25, 25};
    grid.h = {size_.x / 24, size_.y / 24, size_.z / 24};
    fold_ = std::make_shared<const FoldResult>(run_fold(scenario_, *select_backend("cpu"), {}));
    scene_.show_scenario(scenario_);
    scene_.show_fold(fold_, structure_geometry(*fold_, {}), scenario_.stack);
    StructureOptions options;
    options.layers = options.slices = options.horizon = options.handles = options.axis = options.survey =
        options.legend = options.orientation = options.words = false;
    scene_.set_options(options);
    canvas_.hold(scene_);
    canvas_.draw(scene_, 1.0);
    scene_.look_from(LookFrom::south);
  }

  // White on the upper half of the western side alone.
  void it_stands_on_its_line() {
    Grid3 along;
    along.n = {41, 1, 31};
    along.h = {size_.x / 40, 1.0, size_.z / 30};
    auto values = std::make_shared<Field<float>>(along.n, -1.0F);
    for (int k = 0; k < 15; ++k)
      for (int i = 0; i < 20; ++i)
        (*values)(i, 0, k) = 1.0F;
    const double y = 0.5 * size_.y;
    scene_.image().show({values, along, 1.0, MapLine{{0.0, y}, {size_.x, y}}}, {});
    QVERIFY(scene_.image().is_seen());
    QVERIFY(brightness({0.25, 0.5, 0.25}) > 200);
    for (const Vec3& dark : {Vec3{0.75, 0.5, 0.25}, Vec3{0.25, 0.5, 0.75}, Vec3{0.75, 0.5, 0.75}})
      QVERIFY2(brightness(dark) < 60, qPrintable(QString::number(brightness(dark))));
    // The other way round.
    scene_.image().show({values, along, 1.0, MapLine{{size_.x, y}, {0.0, y}}}, {});
    QVERIFY(brightness({0.75, 0.5, 0.25}) > 200 && brightness({0.25, 0.5, 0.25}) < 60);
  }

  void that_of_a_volume_stands_on_the_section_s_line() {
    auto values = std::make_shared<Field<float>>(scenario_.grid.n, -1.0F);
    for (int k = 0; k < 25; ++k)
      for (int j = 12; j < 25; ++j)
        for (int i = 0; i < 25; ++i)
          (*values)(i, j, k) = 1.0F;
    const auto on = [&](double y) {
      scene_.image().show({values, scenario_.grid, 1.0, {}}, {{0.0, y * size_.y}, {size_.x, y * size_.y}});
      return brightness({0.5, y, 0.5});
    };
    QVERIFY(on(0.8) > 200);
    QVERIFY(on(0.2) < 60);
    on(0.8);
    StructureOptions options = scene_.options();
    options.image = false;
    scene_.set_options(options);
    const int without = brightness({0.5, 0.8, 0.5});
    QVERIFY(!scene_.image().is_seen() && without < 200);
    options.image = true;
    scene_.set_options(options);
    QVERIFY(brightness({0.5, 0.8, 0.5}) > 200);
    scene_.image().show({}, {});
    QCOMPARE(brightness({0.5, 0.8, 0.5}), without);
  }

 private:
  int brightness(const Vec3& part) {
    const RgbPicture picture = canvas_.draw(scene_, 1.0);
    const Vec3 at =
        world_to_display(scene_.renderer(), to_world({part.x * size_.x, part.y * size_.y, part.z * size_.z}));
    const int x = static_cast<int>(at.x), y = height - 1 - static_cast<int>(at.y);
    return picture.bytes[static_cast<std::size_t>(3 * (y * width + x) + 1)];
  }

  static constexpr int width = 480, height = 400;
  Scenario scenario_;
  std::shared_ptr<const FoldResult> fold_;
  StructureScene scene_;
  OffscreenCanvas canvas_{width, height};
  Vec3 size_{};
};

}  // namespace test_image_curtain

FOLDWAVE_TEST(test_image_curtain, run_alone<test_image_curtain::TestImageCurtain>)
#include "test_image_curtain.moc"
