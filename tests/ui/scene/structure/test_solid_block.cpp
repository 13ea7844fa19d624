// Protects the solid block of the 3D view: sides and cuts are painted, up to the horizon, on whichever side
// the eye stands; what is younger is seen behind it alone, or all around with the cover; a place under the
// pointer is one of what is seen; eroded rock ends at its cut; and the legend that opens and closes.
#include <vtkRenderer.h>
#include <QTest>

#include <cmath>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace test_solid_block {

using namespace foldwave;

namespace {

struct Block {
  Scenario scenario;
  std::shared_ptr<const FoldResult> fold;
};

Block block_of(const char* name, int n) {
  Block block;
  Scenario& s = block.scenario =
      load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name);
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  block.fold = std::make_shared<const FoldResult>(run_fold(s, *select_backend("cpu"), {}));
  return block;
}

}  // namespace

class TestSolidBlock : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    block_ = block_of("antiform.json", 25);
    show();
    canvas_.hold(scene_);
    canvas_.draw(scene_, 1.0);  // a camera is placed in a frame
    size_ = scene_.box().extent;
  }
  void init() {
    change([](StructureOptions& o) {
      o = {};
      o.ghost = o.handles = o.axis = o.survey = o.horizon = o.legend = o.orientation = false;
    });
    scene_.place_slices(usual_slice_parts);
    scene_.look_from(LookFrom::corner);
  }

  // A column in the middle of each side: below the horizon its layers, above it what stands behind.
  void sides_are_painted_up_to_the_horizon() {
    const struct {
      LookFrom from;
      Vec3 part;
    } sides[] = {{LookFrom::corner, {0.3, 0, 0}},
                 {LookFrom::corner, {1, 0.4, 0}},
                 {LookFrom::north, {0.4, 1, 0}},
                 {LookFrom::west, {0, 0.6, 0}}};
    for (const bool cover : {false, true}) {
      change([cover](StructureOptions& o) { o.cover = cover; });
      for (const auto& [from, part] : sides) {
        scene_.look_from(from);
        picture_ = canvas_.draw(scene_, 1.0);
        const Vec3 below{part.x * size_.x, part.y * size_.y, 0.97 * size_.z};
        QVERIFY2(layer_drawn(below) == layer_at(below),
                 qPrintable(QString("from %1, %2").arg(static_cast<int>(from)).arg(color_words(below))));
        // The youngest layer, which is there on all sides: seen on the side itself, or on the wall behind it.
        const Vec3 above{below.x, below.y, 0.02 * size_.z};
        QCOMPARE(layer_at(above), 0);
        const auto rock = rock_under(above);
        QVERIFY(rock.has_value());
        if (cover)
          QVERIFY(norm(*rock - above) < 5.0);
        else
          QVERIFY(norm(*rock - above) > 0.05 * size_.x);
        const auto under = rock_under(below);
        QVERIFY(under && norm(*under - below) < 5.0);
      }
    }
  }

  void a_ghost_is_seen_into() {
    picture_ = canvas_.draw(scene_, 1.0);
    const Vec3 front{0.75 * size_.x, 0, 0.9 * size_.z};
    QCOMPARE(layer_drawn(front), layer_at(front));
    change([](StructureOptions& o) { o.ghost = true; });
    const RgbPicture before = picture_;
    picture_ = canvas_.draw(scene_, 1.0);
    QVERIFY(picture_.bytes != before.bytes);
    const auto rock = rock_under(front);
    QVERIFY(!rock || norm(*rock - front) > 0.05 * size_.x);
    change([](StructureOptions& o) { o.ghost = false; });
    QCOMPARE(canvas_.draw(scene_, 1.0).bytes, before.bytes);
  }

  // A cut has its face, and the sides stop there.
  void a_cut_has_a_face() {
    change([](StructureOptions& o) { o.cut[1] = CutAway::smaller; });
    scene_.set_slice(1, 12);
    picture_ = canvas_.draw(scene_, 1.0);
    const Vec3 face{0.7 * size_.x, 0.5 * size_.y, 0.93 * size_.z};
    QCOMPARE(layer_drawn(face), layer_at(face));
    const auto rock = rock_under(face);
    QVERIFY(rock && norm(*rock - face) < 5.0);
    const auto gone = rock_under({0.95 * size_.x, 0.02 * size_.y, 0.99 * size_.z});
    QVERIFY(!gone || gone->y >= 0.5 * size_.y - 1.0);
  }

  // Where the horizon was eroded the block ends at the cut: nowhere can one look into it.
  void eroded_rock_ends_at_its_cut() {
    const Block eroded = block_of("unconformity.json", 33);
    const StructureGeometry geometry = structure_geometry(*eroded.fold, {});
    QCOMPARE(geometry.lids.size(), eroded.fold->cuts.size());
    vtkIdType cells = 0;
    for (const auto& lid : geometry.lids)
      cells += lid->GetNumberOfCells();
    QVERIFY(cells > 0);
    for (const auto& lid : geometry.lids)
      for (vtkIdType i = 0; i < lid->GetNumberOfPoints(); ++i) {
        double p[3];
        lid->GetPoint(i, p);
        const Vec3 below{p[0], p[1], std::min(-p[2] + eroded.fold->grid.h[2], eroded.fold->grid.extent().z)};
        const auto rock = rock_at(eroded.fold->grid, eroded.fold->layering(), below);
        QVERIFY(!rock || rock->layer + 1 >= eroded.scenario.stack.horizon_is_top_of);
      }
  }

  // In a wide picture and in a tall one, with all that it can name.
  void the_legend_stands_beside_the_block() {
    for (const auto& [wide, high] : {std::pair{1280, 640}, {560, 480}, {520, 455}, {420, 700}}) {
      OffscreenCanvas canvas(wide, high);
      StructureScene scene;
      scene.show_scenario(block_.scenario);
      scene.show_fold(block_.fold, structure_geometry(*block_.fold, {}), block_.scenario.stack);
      StructureOptions options = scene.options();
      options.ghost = false;
      options.legend = true;
      scene.set_options(options);
      canvas.hold(scene);
      canvas.draw(scene, 1.0);
      const LegendPlace& legend = scene.legend_place();
      QVERIFY(legend.left > 0.0 && legend.left < wide - 60.0);
      double west = wide, east = 0.0;
      for (const double x : {0.0, size_.x})
        for (const double y : {0.0, size_.y})
          for (const double z : {0.0, size_.z}) {
            const Vec3 at = world_to_display(scene.renderer(), to_world({x, y, z}));
            QVERIFY2(at.x <= legend.left || at.y <= legend.bottom,
                     qPrintable(QString("%1 x %2: %3, %4").arg(wide).arg(high).arg(at.x).arg(at.y)));
            west = std::min(west, at.x);
            east = std::max(east, at.x);
          }
      // And leaves it room.
      QVERIFY2(east - west > 0.45 * std::min(wide, high),
               qPrintable(QString::number((east - west) / std::min(wide, high))));
    }
  }

  void the_legend_opens_and_closes() {
    change([](StructureOptions& o) { o.legend = true; });
    canvas_.draw(scene_, 1.0);
    const double x = width - 40, y = height - 22;
    QVERIFY(scene_.has_control_at(x, y));
    QVERIFY(!scene_.has_control_at(x, y - 60));
    QVERIFY(scene_.press_control(x, y));
    QVERIFY(!scene_.options().legend_open);
    const RgbPicture closed = canvas_.draw(scene_, 1.0);
    QVERIFY(scene_.press_control(x, y));
    QVERIFY(scene_.options().legend_open);
    QVERIFY(canvas_.draw(scene_, 1.0).bytes != closed.bytes);
  }

 private:
  void show() {
    scene_.show_scenario(block_.scenario);
    scene_.show_fold(block_.fold, structure_geometry(*block_.fold, {}), block_.scenario.stack);
  }
  template <class How>
  void change(const How& how) {
    StructureOptions options = scene_.options();
    how(options);
    scene_.set_options(options);
  }
  int layer_at(const Vec3& local) const {
    const auto rock = rock_at(block_.fold->grid, block_.fold->layering(), local);
    return rock ? rock->layer : -1;
  }
  // The layer whose colour the picture has at a place of the rock; -1: that of none.
  int layer_drawn(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_.renderer(), to_world(local));
    const int x = static_cast<int>(seen.x), y = height - 1 - static_cast<int>(seen.y);
    const unsigned char* const at = picture_.bytes.data() + 3 * (y * width + x);
    const auto& layers = block_.scenario.stack.layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
      if (std::abs(at[0] - layers[i].color[0]) < 4 && std::abs(at[1] - layers[i].color[1]) < 4 &&
          std::abs(at[2] - layers[i].color[2]) < 4)
        return static_cast<int>(i);
    return -1;
  }
  QString color_words(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_.renderer(), to_world(local));
    const int x = static_cast<int>(seen.x), y = height - 1 - static_cast<int>(seen.y);
    const unsigned char* const at = picture_.bytes.data() + 3 * (y * width + x);
    return QString("%1 %2: %3 %4 %5").arg(x).arg(y).arg(at[0]).arg(at[1]).arg(at[2]);
  }
  std::optional<Vec3> rock_under(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_.renderer(), to_world(local));
    return scene_.rock_at(seen.x, seen.y);
  }

  static constexpr int width = 640, height = 560;
  Block block_;
  StructureScene scene_;
  OffscreenCanvas canvas_{width, height};
  RgbPicture picture_;
  Vec3 size_{};
};

}  // namespace test_solid_block

FOLDWAVE_TEST(test_solid_block, run_alone<test_solid_block::TestSolidBlock>)
#include "test_solid_block.moc"
