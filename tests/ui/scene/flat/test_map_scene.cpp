// Protects the map: its contour lines lie at round depths of the horizon itself, their labels are whole and
// apart, and what is clicked is what is drawn there.
//
// FOLDWAVE_PICTURES=DIR keeps the picture.
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_geometry.hpp"

namespace test_map_scene {

using namespace foldwave;

class TestMapScene : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    horizon_ = build_horizon(scenario_);
    scene_ = std::make_unique<MapScene>();
    scene_->show_scenario(scenario_);
    scene_->show_horizon(horizon_);
  }
  void cleanup() { scene_.reset(); }

  void contours_follow_the_horizon() {
    draw();
    QVERIFY(scene_->contours().size() >= 8);
    for (const ContourLine& line : scene_->contours()) {
      QVERIFY(std::abs(std::remainder(line.level, scene_->drawn_contours().interval())) < 1e-6);
      for (const PlotPoint& p : line.points)
        QVERIFY2(std::abs(horizon_->depth(p[0], p[1]) - line.level) < 2.0,
                 qPrintable(QString::number(line.level)));
    }
  }

  void labels_are_whole_and_apart() {
    draw();
    const auto& labels = scene_->drawn_contours().labels();
    QVERIFY2(labels.size() >= 6, qPrintable(QString::number(labels.size())));
    const PlotBox& frame = scene_->frame_box();
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const ContourLabel& a = labels[i];
      QVERIFY(a.x - a.width / 2 >= frame.left && a.x + a.width / 2 <= frame.right);
      QVERIFY(a.turned > -81.0 && a.turned <= 100.0);
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(std::hypot(a.x - labels[j].x, a.y - labels[j].y) > (a.width + labels[j].width) / 2);
      // A label stands on its own line.
      const PlotPoint p = scene_->to_plot(a.x, a.y);
      QVERIFY(std::abs(horizon_->depth(p[0], p[1]) - a.level) < 0.2 * scene_->drawn_contours().interval());
    }
  }

  // A fold that is turned over: what lies under it is drawn faint, and no label stands on it.
  void contours_under_a_fold_are_hidden() {
    draw();
    for (const ContourLine& line : scene_->contours())
      for (const PlotPoint& p : line.points)
        QVERIFY(!scene_->drawn_contours().is_hidden(line, p));
    const Scenario lying = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/recumbent.json");
    scene_->show_scenario(lying);
    scene_->show_surface(horizon_surface(lying, {}, {}));
    draw();
    int hidden = 0, seen = 0;
    for (const ContourLine& line : scene_->contours())
      for (const PlotPoint& p : line.points)
        ++(scene_->drawn_contours().is_hidden(line, p) ? hidden : seen);
    QVERIFY2(hidden > 100 && seen > 100, qPrintable(QString("%1 hidden, %2 seen").arg(hidden).arg(seen)));
    for (const ContourLabel& label : scene_->drawn_contours().labels()) {
      const PlotPoint p = scene_->to_plot(label.x, label.y);
      QVERIFY(!scene_->drawn_contours().is_hidden({label.level, {}}, p));
    }
  }

  void zoom_keeps_the_place_under_the_pointer() {
    draw();
    const PlotPoint before = scene_->to_plot(300, 260);
    scene_->zoom_at(300, 260, 3.0);
    const PlotPoint after = scene_->to_plot(300, 260);
    QVERIFY(std::abs(after[0] - before[0]) < 1e-6 && std::abs(after[1] - before[1]) < 1e-6);
    const PlotPoint a = scene_->to_display(0, 0), b = scene_->to_display(1000, 1000);
    QVERIFY(std::abs((b[0] - a[0]) - (b[1] - a[1])) < 1e-6);  // a map: one scale
    QVERIFY(b[0] > a[0] && b[1] > a[1]);                      // east to the right, north up
  }

  void handles_are_where_they_are_drawn() {
    draw();
    QCOMPARE(scene_->handles().size(), std::size_t{25});
    for (const SceneHandle& h : scene_->handles()) {
      const PlotPoint d = scene_->to_display(h.local.x, h.local.y);
      QCOMPARE(scene_->handle_at(d[0] + 3, d[1] - 4), h.index);
    }
    const PlotPoint from = scene_->to_display(0, 1270), to = scene_->to_display(2540, 1270);
    QCOMPARE(scene_->line_end_at(from[0], from[1]), 0);
    QCOMPARE(scene_->line_end_at(to[0], to[1]), 1);
    QCOMPARE(scene_->line_end_at(to[0], to[1] + 40.0), -1);
    // A line that is not drawn has no ends.
    MapOptions options;
    options.section_line = false;
    scene_->set_options(options);
    QCOMPARE(scene_->line_end_at(from[0], from[1]), -1);
  }

 private:
  void draw() {
    QTemporaryDir dir;
    OffscreenCanvas canvas(640, 600);
    const QString kept = qEnvironmentVariable("FOLDWAVE_PICTURES");
    canvas.write(*scene_, ((kept.isEmpty() ? dir.path() : kept) + "/map.png").toStdString());
  }

  Scenario scenario_;
  std::shared_ptr<const Horizon> horizon_;
  std::unique_ptr<MapScene> scene_;
};

}  // namespace test_map_scene

FOLDWAVE_TEST(test_map_scene, run_alone<test_map_scene::TestMapScene>)
#include "test_map_scene.moc"
