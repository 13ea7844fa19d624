// Protects editing the horizon in the 3D view as a person does it: points come by a click or a double click
// on the horizon and go with Delete, keys nudge the chosen one along the map's axes, a drag snaps, one choice
// of snap holds in every view, and what turns the camera moves nothing.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPoint>
#include <QSignalSpy>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/panels/chosen_part.hpp"
#include "ui/scene/rock/handle_drag.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/number_table.hpp"

namespace test_structure_view {

using namespace foldwave;

class TestStructureView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    view_ = window()->panes().structure->structure_view();
    scene_ = &window()->panes().structure->scene();
    QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
    drawn_picture(*view_);
  }
  void cleanup() { window_.reset(); }

  void a_double_click_on_the_horizon_adds_a_point() {
    const auto count = points().size();
    const QPoint at = free_place();
    const auto seen = scene_->horizon_at(at.x(), view_->height() - 1 - at.y());
    QVERIFY(seen.has_value());
    QTest::mouseDClick(view_, Qt::LeftButton, {}, at);
    QTRY_COMPARE_WITH_TIMEOUT(points().size(), count + 1, patience);
    QCOMPARE(undo_text(), QString("Add point %1").arg(count + 1));
    const Vec3 added = points().back();
    QVERIFY(std::abs(added.x - seen->x) < 1e-6 && std::abs(added.y - seen->y) < 1e-6);
    // On the surface, which keeps its shape: the drawn one is a net of triangles.
    QVERIFY2(std::abs(added.z - seen->z) < 15.0, qPrintable(QString::number(added.z - seen->z)));
    QVERIFY(std::abs(window()->results().fold()->result.horizon->depth(added.x, added.y) - added.z) < 1.0);
  }

  void a_double_click_beside_it_shows_all() {
    const auto count = points().size();
    const Scenario still = window()->editor().now();
    drag_pointer(view_, {20, 120}, {80, 140});
    const double turned = camera();
    QTest::mouseDClick(view_, Qt::LeftButton, {}, {20, 120});
    drawn_picture(*view_);
    QVERIFY(camera() != turned);
    QCOMPARE(points().size(), count);
    QVERIFY(window()->editor().now() == still);
  }

  void adding_clicks_add_and_drags_turn() {
    const auto count = points().size();
    window_->press_tool("structure add");
    const QPoint at = free_place();
    move_pointer(view_, at, {}, Qt::NoButton);
    keep_picture(**window_, "structure adding");
    const double before = camera();
    drag_pointer(view_, at, at + QPoint(60, 10));
    QVERIFY(camera() != before);
    QCOMPARE(points().size(), count);
    drawn_picture(*view_);
    QTest::mouseClick(view_, Qt::LeftButton, {}, free_place());
    QTRY_COMPARE_WITH_TIMEOUT(points().size(), count + 1, patience);
    // A handle is not taken hold of meanwhile.
    const Vec3 held = points()[2];
    drag_pointer(view_, place(2), place(2) - QPoint(0, 40));
    QVERIFY(points()[2] == held);
    window_->press_tool("structure select");
  }

  void delete_removes_the_chosen_point() {
    const auto count = points().size();
    const Vec3 gone = points()[2];
    QTest::keyClick(view_, Qt::Key_Delete);
    QCOMPARE(points().size(), count);  // none is chosen
    QTest::mouseClick(view_, Qt::LeftButton, {}, place(2));
    QCOMPARE(scene_->selected_handle(), 2);
    QTest::keyClick(view_, Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(points().size(), count - 1, patience);
    QVERIFY(!(points()[2] == gone));
    QCOMPARE(undo_text(), "Delete point 3");
    window()->editor().history().stack().undo();
    QVERIFY(points()[2] == gone);
  }

  // Right on the screen is the map's axis that lies nearest to it, however the camera stands.
  void keys_nudge_along_the_maps_axes() {
    QTest::mouseClick(view_, Qt::LeftButton, {}, place(12));
    for (const double around : {0.0, 90.0, 180.0, 270.0}) {
      scene_->reset_camera();
      orbit(scene_->renderer(), around, 0.0);
      drawn_picture(*view_);
      const Vec3 before = points()[12];
      const auto from = world_to_display(scene_->renderer(), to_world(before));
      QTest::keyClick(view_, Qt::Key_Right, Qt::ControlModifier);
      Vec3 after = points()[12];
      const auto right = world_to_display(scene_->renderer(), to_world(after)) - from;
      QVERIFY2(right.x > std::abs(right.y), qPrintable(QString("at %1").arg(around)));
      QCOMPARE((after.x != before.x) + (after.y != before.y) + (after.z != before.z), 1);
      window()->editor().history().stack().undo();
      QVERIFY(points()[12] == before);
    }
    const Vec3 before = points()[12];
    QTest::keyClick(view_, Qt::Key_PageUp);
    QVERIFY(points()[12].z < before.z && points()[12].x == before.x && points()[12].y == before.y);
    QTest::keyClick(view_, Qt::Key_PageDown, Qt::ControlModifier);
    QVERIFY(points()[12].z > before.z);
    QCOMPARE(undo_text(), "Move point 13");
  }

  // The choice stays while the camera turns; a click on nothing takes it back.
  void turning_keeps_the_choice_and_moves_nothing() {
    const Scenario still = window()->editor().now();
    QTest::mouseClick(view_, Qt::LeftButton, {}, place(2));
    const double before = camera();
    const QPoint over = place(2);  // a drag that passes over a handle
    drag_pointer(view_, over + QPoint(0, 70), over - QPoint(0, 70), {}, 14);
    QVERIFY(camera() != before);
    QVERIFY(window()->editor().now() == still);
    QCOMPARE(scene_->selected_handle(), 2);
    QTest::mouseClick(view_, Qt::LeftButton, {}, {20, 120});
    QCOMPARE(scene_->selected_handle(), -1);
    // A press on a handle that shakes by two pixels is no drag.
    drawn_picture(*view_);
    drag_pointer(view_, place(2), place(2) + QPoint(1, 1), {}, 1);
    QVERIFY(window()->editor().now() == still);
  }

  void with_ctrl_a_box_chooses_and_a_source_is_dragged() {
    const Scenario still = window()->editor().now();
    const double before = camera();
    // From beside the arrow, which goes through the middle point.
    drag_pointer(view_, place(12) + QPoint(22, 12), place(12) - QPoint(22, 12), Qt::ControlModifier);
    QCOMPARE(camera(), before);
    QVERIFY(scene_->is_selected(12) && !scene_->is_selected(2));
    QTest::mouseClick(view_, Qt::LeftButton, Qt::ControlModifier, place(2));
    QVERIFY(scene_->is_selected(12) && scene_->is_selected(2));
    drag_pointer(view_, place(2), place(2) - QPoint(0, 40));
    const double up = points()[2].z - std::get<PointsHorizon>(still.events.front().horizon).points[2].z;
    QVERIFY(up < -50.0);
    QVERIFY(std::abs(points()[12].z - up - std::get<PointsHorizon>(still.events[0].horizon).points[12].z) <
            1e-9);
    QCOMPARE(undo_text(), QString("Move 2 points"));
    window()->editor().undo();

    constexpr int source = 25;
    drag_pointer(view_, place(source), place(source) + QPoint(0, 40));
    const Vec3 now = window()->editor().now().survey.sources[0].position,
               then = still.survey.sources[0].position;
    QVERIFY(now.z > then.z + 50.0 && now.x == then.x && now.y == then.y);
    QCOMPARE(undo_text(), QString("Change source 1"));
  }

  void a_distance_in_space_has_a_plunge() {
    window_->child<QToolButton>("structure measure")->defaultAction()->menu()->actions()[0]->trigger();
    const double before = camera();
    const QPoint from = free_place();
    QTest::mouseClick(view_, Qt::LeftButton, {}, from);
    QTest::mouseClick(view_, Qt::LeftButton, {}, from + QPoint(60, 25));
    QCOMPARE(camera(), before);
    const Measured& found = scene_->measured();
    QVERIFY(found.places.size() == 2 && found.words.find("plunge") != std::string::npos);
    keep_picture(**window_, "distance in 3D");
    drag_pointer(view_, from, from + QPoint(60, 0));  // turns, and measures on
    QVERIFY(camera() != before && scene_->measured().places.size() != 1);
    QTest::keyClick(view_, Qt::Key_Escape);
    QVERIFY(scene_->measured().places.empty());
  }

  void one_choice_of_snap_holds_in_all_views() {
    const Grid3& grid = window()->editor().now().grid;
    choose_snap(SnapTo::metres);
    window_->type("snap step", "200");
    const Vec3 before = points()[2];
    drag_pointer(view_, place(2), place(2) - QPoint(0, 40));
    QVERIFY(points()[2].z < before.z - 50.0);
    QCOMPARE(std::remainder(points()[2].z, 200.0), 0.0);
    QVERIFY(points()[2].x == before.x && points()[2].y == before.y);  // a drag upwards goes nowhere else
    // Nodes: the spacing is no round number here.
    choose_snap(SnapTo::nodes);
    drag_pointer(view_, place(2), place(2) + QPoint(0, 60));
    const double nodes = points()[2].z / grid.h[2];
    QVERIFY(std::abs(nodes - std::round(nodes)) < 1e-9);
    QVERIFY(std::abs(std::remainder(points()[2].z, 200.0)) > 1e-3);
    drag_pointer(view_, place(2), place(2) + QPoint(40, 0), Qt::ShiftModifier);
    const double across = points()[2].x / grid.h[0];
    QVERIFY(std::abs(across - std::round(across)) < 1e-9 && points()[2].x != before.x);

    window_->raise("map");
    MapView* const map = window()->panes().map->map_view();
    QTRY_VERIFY(map->isVisible());
    drawn_picture(*map);
    const MapScene& flat = window()->panes().map->scene();
    const QPoint at = widget_place(*map, flat.to_display(points()[12].x, points()[12].y));
    drag_pointer(map, at, at + QPoint(31, -17));
    const double x = points()[12].x / grid.h[0], y = points()[12].y / grid.h[1];
    QVERIFY(std::abs(x - std::round(x)) < 1e-9 && std::abs(y - std::round(y)) < 1e-9);

    window_->raise("section");
    SectionView* const section = window()->panes().section->section_view();
    QTRY_VERIFY(section->isVisible());
    drawn_picture(*section);
    const SceneHandle* const near = window()->panes().section->scene().handle(11);
    QVERIFY(near != nullptr);
    const PlotPoint p = window()->panes().section->scene().plot_point(near->local);
    const QPoint there = widget_place(*section, window()->panes().section->scene().to_display(p[0], p[1]));
    QTest::mouseClick(section, Qt::LeftButton, {}, there);
    const double depth = points()[11].z;
    QTest::keyClick(section, Qt::Key_PageDown);
    const double z = points()[11].z / grid.h[2];
    QVERIFY(points()[11].z > depth && std::abs(z - std::round(z)) < 1e-9);
    QVERIFY(points()[11].z - depth <= grid.h[2] * 1.5);
    keep_picture(**window_, "section snapped");
  }

  void commands_and_arrows_turn_the_current_view() {
    const auto command = [this](const char* name, const char* group = "") {
      return find_command(*window()->menuBar(), name, group);
    };
    WaveScene& wave = window()->panes().wave->scene();
    command("From above")->trigger();
    QVERIFY(looks_from(scene_->renderer(), LookFrom::above));
    command("Wave", "View > Go to")->trigger();
    QTRY_VERIFY(window()->panes().wave->is_in_front());
    drawn_picture(*window()->panes().wave->view());
    command("From the west")->trigger();
    QVERIFY(looks_from(wave.renderer(), LookFrom::west) && looks_from(scene_->renderer(), LookFrom::above));
    command("Structure", "View > Go to")->trigger();
    const Scenario still = window()->editor().now();
    command("Isometric")->trigger();
    command("Parallel projection")->setChecked(true);
    for (vtkRenderer* const renderer : {scene_->renderer(), wave.renderer()})
      QVERIFY(renderer->GetActiveCamera()->GetParallelProjection() != 0);
    drawn_picture(*view_);
    keep_picture(**window_, "isometric");
    command("Parallel projection")->setChecked(false);
    command("From the south-east above")->trigger();
    drawn_picture(*view_);
    QTest::mouseClick(view_, Qt::LeftButton, {}, {48 + 26, view_->height() - 1 - 43});
    QVERIFY(looks_from(scene_->renderer(), LookFrom::east));
    QVERIFY(window()->editor().now() == still);
  }

  // What was chosen last, in a view or in the panel.
  void what_is_chosen_comes_into_the_middle() {
    QAction* const zoom = find_command(*window()->menuBar(), "Zoom to selection");
    QApplication::setActiveWindow(window());
    const auto seen = [this](const Vec3& local) {
      drawn_picture(*view_);
      return place(local) - QPoint(view_->width() / 2, view_->height() / 2);
    };
    QTest::mouseClick(view_, Qt::LeftButton, {}, place(12));
    zoom->trigger();
    QVERIFY(seen(points()[12] - window()->editor().now().grid.origin).manhattanLength() < 40);
    auto* const layers = window_->child<QTableWidget>("/layers/list");
    layers->setFocus();
    QTRY_VERIFY(layers->hasFocus());
    layers->setCurrentCell(4, 1);
    const auto part = part_of_layer(window()->results().fold()->result, 4);
    QVERIFY(part.has_value());
    zoom->trigger();
    QVERIFY(seen(0.5 * (part->low + part->high)).manhattanLength() < 60);
    auto* const sources = window_->child<QWidget>("/survey/sources");
    auto* const table = qobject_cast<NumberTable*>(sources)->table();
    table->setFocus();
    QTRY_VERIFY(table->hasFocus());
    table->setCurrentCell(0, 0);
    zoom->trigger();
    const Vec3 source = window()->editor().now().survey.sources.front().position;
    QVERIFY(seen(source - window()->editor().now().grid.origin).manhattanLength() < 40);
  }

  void a_horizon_of_another_kind_says_why_not() {
    Scenario plane = window()->editor().now();
    plane.events.front().horizon =
        PlaneHorizon{plane.grid.origin + 0.5 * plane.grid.extent(), 10.0, 90.0, {}};
    window()->editor().history().push(plane);
    QVERIFY(window_->settled());
    drawn_picture(*view_);
    const QSignalSpy told(&**window_, &MainWindow::message);
    const auto steps = window()->editor().history().stack().count();
    QTest::mouseDClick(view_, Qt::LeftButton, {}, free_place());
    const auto refused = [&told] {
      return std::any_of(told.begin(), told.end(),
                         [](const auto& words) { return words[0].toString().contains("control points"); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(refused(), patience);
    QCOMPARE(window()->editor().history().stack().count(), steps);
  }

 private:
  MainWindow* window() const { return &**window_; }
  const std::vector<Vec3>& points() const {
    return std::get<PointsHorizon>(window()->editor().now().events.front().horizon).points;
  }
  QString undo_text() const { return window()->editor().history().stack().undoText(); }
  QPoint place(int handle) const { return place(scene_->handle(handle)->local); }
  QPoint place(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(local));
    return widget_place(*view_, {seen.x, seen.y});
  }
  // On the horizon, away from handles and from the arrow.
  QPoint free_place() const {
    const double side = window()->editor().now().grid.extent().x;
    for (int y = view_->height() / 4; y < view_->height(); y += 7)
      for (int x = view_->width() / 4; x < view_->width(); x += 7) {
        const double up = view_->height() - 1 - y;
        const auto on = scene_->horizon_at(x, up);
        // At its rim the horizon reaches a little beyond the box, where no point is put.
        const bool inside = on && on->x > 0.0 && on->x < side && on->y > 0.0 && on->y < side;
        if (scene_->handle_at(x, up) < 0 && !scene_->arrow_at(x, up) && inside &&
            scene_->handle_at(x + 12, up) < 0)
          return {x, y};
      }
    qFatal("no free place on the horizon");
  }
  double camera() const {
    double p[3];
    scene_->renderer()->GetActiveCamera()->GetPosition(p);
    return p[0] + 3.0 * p[1] + 7.0 * p[2];
  }
  void choose_snap(SnapTo to) const {
    auto* const box = window_->child<QComboBox>("snap to");
    box->setCurrentIndex(box->findData(static_cast<int>(to)));
  }

  std::unique_ptr<ShownWindow> window_;
  StructureView* view_ = nullptr;
  StructureScene* scene_ = nullptr;
};

}  // namespace test_structure_view

FOLDWAVE_TEST(test_structure_view, run_in_windows<test_structure_view::TestStructureView>)
#include "test_structure_view.moc"
