// Protects drawing on the map as a person does it: add, move, nudge and delete points, give a drag up, snap,
// turn the view without moving anything, draw the section's line; each one step that undoes.
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QPoint>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSize>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>

#include "core/engine/horizon_setup.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/ui/views/similar_picture.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/widgets/number_table.hpp"

namespace test_map_view {

using namespace foldwave;

class TestMapView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    shown_ = std::make_unique<ShownWindow>();
    window_ = &**shown_;
    shown_->raise("map");
    QVERIFY(shown_->open(example_on(24)));
    view_ = window_->panes().map->map_view();
    scene_ = &window_->panes().map->scene();
    QTRY_VERIFY(view_->isVisible());
    drawn_picture(*view_);
    QTRY_VERIFY(!scene_->contours().empty());
  }
  void cleanup() { shown_.reset(); }

  void a_point_is_dragged_level() {
    const Scenario still = window_->editor().now();
    const QPoint at = pixel_of(12);
    QSignalSpy previews(&window_->editor().preview(), &FoldPreview::ready);
    QTest::mousePress(view_, Qt::LeftButton, {}, at);
    for (int step = 1; step <= 10; ++step)
      QTest::mouseMove(view_, at + QPoint(4 * step, -2 * step));
    QTRY_VERIFY_WITH_TIMEOUT(previews.count() > 0, patience);
    QVERIFY(window_->editor().now() == still);
    // The 3D view follows before the release.
    QTRY_VERIFY_WITH_TIMEOUT(
        !(window_->panes().structure->scene().shown_fold() == &window_->results().fold()->result), patience);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, at + QPoint(40, -20));
    const double metre = 1.0 / scene_->metres_a_pixel();
    const Vec3 before = points(still)[12], after = points()[12];
    QVERIFY(std::abs(after.x - before.x - 40 / metre) < 1.5 / metre);
    QVERIFY(std::abs(after.y - before.y - 20 / metre) < 1.5 / metre);
    QCOMPARE(after.z, before.z);
    QCOMPARE(window_->editor().history().stack().undoText(), "Move point 13");
    QCOMPARE(window_->editor().history().stack().count(), 1);
    window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == still);
    QVERIFY(scene_->handle(12)->local == before - still.grid.origin);
  }

  void shift_drags_its_depth() {
    const Vec3 before = points()[12];
    const QPoint at = pixel_of(12);
    QTest::mousePress(view_, Qt::LeftButton, Qt::ShiftModifier, at);
    QTest::mouseEvent(QTest::MouseMove, view_, Qt::NoButton, Qt::ShiftModifier, at - QPoint(0, 10));
    move(at - QPoint(0, 30), Qt::ShiftModifier);
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::ShiftModifier, at - QPoint(0, 30));
    QVERIFY(points()[12].x == before.x && points()[12].y == before.y);
    QVERIFY(points()[12].z < before.z - 50.0);
  }

  void escape_gives_a_drag_up() {
    const Scenario still = window_->editor().now();
    const QPoint at = pixel_of(6);
    QTest::mousePress(view_, Qt::LeftButton, {}, at);
    move(at + QPoint(30, 30));
    QVERIFY(!(scene_->handle(6)->local == points()[6] - still.grid.origin));
    QTest::keyClick(view_, Qt::Key_Escape);
    QVERIFY(scene_->handle(6)->local == points()[6] - still.grid.origin);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, at + QPoint(30, 30));
    QVERIFY(window_->editor().now() == still);
    QCOMPARE(window_->editor().history().stack().count(), 0);
  }

  void points_come_and_go() {
    const auto count = points().size();
    const QPoint between = (pixel_of(6) + pixel_of(7) + pixel_of(11) + pixel_of(12)) / 4;
    QTest::mouseDClick(view_, Qt::LeftButton, {}, between);
    QTRY_COMPARE_WITH_TIMEOUT(points().size(), count + 1, patience);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Add point %1").arg(count + 1));
    // On the surface: its shape stays.
    const Vec3 added = points().back();
    QVERIFY(std::abs(window_->results().fold()->result.horizon->depth(added.x, added.y) - added.z) < 5.0);

    tool("map add")->click();
    QTest::mouseClick(view_, Qt::LeftButton, {}, (pixel_of(0) + pixel_of(1) + pixel_of(5) + pixel_of(6)) / 4);
    QTRY_COMPARE_WITH_TIMEOUT(points().size(), count + 2, patience);
    tool("map select")->click();

    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel_of(static_cast<int>(count)));
    QTest::keyClick(view_, Qt::Key_Delete);
    QCOMPARE(points().size(), count + 1);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Delete point %1").arg(count + 1));
    for (int i = 0; i < 3; ++i)
      window_->editor().history().stack().undo();
    QCOMPARE(points().size(), count);
    QVERIFY(!window_->isWindowModified());
  }

  void arrows_nudge_and_snap_rounds() {
    const Vec3 before = points()[12];
    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel_of(12));
    QTest::keyClick(view_, Qt::Key_Right);
    QVERIFY(points()[12].x > before.x && points()[12].y == before.y);
    shown_->child<QComboBox>("snap to")->setCurrentIndex(2);
    shown_->type("snap step", "250");
    QTest::keyClick(view_, Qt::Key_Right);
    QCOMPARE(points()[12].x, 1500.0);
    QCOMPARE(points()[12].y, before.y);  // only what moves is rounded
    QTest::keyClick(view_, Qt::Key_Up);
    QCOMPARE(points()[12].y, 1500.0);
    QTest::keyClick(view_, Qt::Key_PageDown);
    QVERIFY(points()[12].z > before.z && std::remainder(points()[12].z, 250.0) == 0.0);
  }

  void the_view_moves_and_no_point_does() {
    const Scenario still = window_->editor().now();
    const PlotPoint before = scene_->to_plot(200, 200);
    const QPoint at = pixel_of(12);
    QTest::mousePress(view_, Qt::RightButton, {}, at);
    move(at + QPoint(50, 20), {}, Qt::RightButton);
    QTest::mouseRelease(view_, Qt::RightButton, {}, at + QPoint(50, 20));
    QVERIFY(std::abs(scene_->to_plot(200, 200)[0] - before[0]) > 20.0);
    QVERIFY(window_->editor().now() == still);
    // A click that shakes by a pixel is no drag.
    const QPoint now = pixel_of(12);
    QTest::mousePress(view_, Qt::LeftButton, {}, now);
    move(now + QPoint(1, 1));
    QTest::mouseRelease(view_, Qt::LeftButton, {}, now + QPoint(1, 1));
    QVERIFY(window_->editor().now() == still);
  }

  // The source lies among them: it goes along.
  void a_box_chooses_what_moves_and_goes_together() {
    const Scenario still = window_->editor().now();
    const std::vector<int> inside{6, 7, 11, 12, source};
    const QPoint low(pixel_of(6).x() - 20, pixel_of(6).y() + 20),
        high(pixel_of(12).x() + 20, pixel_of(12).y() - 20);
    drag_pointer(view_, low, high);
    QCOMPARE(scene_->selected_handles(), inside);
    // So do the rows of the table, and the 3D view; a click on one is about it alone.
    auto* const table = shown_->child<NumberTable>("/events/0/horizon/points");
    QCOMPARE(table->chosen_rows(), (std::vector<int>{6, 7, 11, 12}));
    QCOMPARE(window_->panes().structure->scene().selected_handles(), inside);
    QVERIFY(window_->editor().now() == still);
    drag_pointer(view_, pixel_of(12), pixel_of(12) + QPoint(20, -10));
    QCOMPARE(window_->editor().history().stack().count(), 1);
    const Vec3 by = points()[12] - points(still)[12];
    QVERIFY(by.x > 50.0 && by.y > 25.0 && by.z == 0.0);
    for (int i = 0; i < 25; ++i) {
      const bool moved = std::find(inside.begin(), inside.end(), i) != inside.end();
      const auto at = static_cast<std::size_t>(i);
      QVERIFY(norm(points()[at] - points(still)[at] - (moved ? by : Vec3{})) < 1e-9);
    }
    const auto& sources = window_->editor().now().survey.sources;
    QVERIFY(norm(sources[0].position - still.survey.sources[0].position - by) < 1e-9);
    window_->editor().undo();
    QVERIFY(window_->editor().now() == still);

    QTest::mouseClick(view_, Qt::LeftButton, Qt::ControlModifier, pixel_of(source));
    QTest::keyClick(view_, Qt::Key_Delete);
    QCOMPARE(points().size(), std::size_t{21});
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Delete 4 points"));
    window_->editor().undo();
    QVERIFY(window_->editor().now() == still);
    // What is chosen in the table lights up here; a box that is given up chooses nothing else.
    table->table()->selectRow(3);
    QCOMPARE(scene_->selected_handles(), std::vector<int>{3});
    QTest::mousePress(view_, Qt::LeftButton, {}, low);
    move(high);
    QVERIFY(scene_->has_marks());
    QTest::keyClick(view_, Qt::Key_Escape);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, high);
    QVERIFY(!scene_->has_marks());
    QCOMPARE(scene_->selected_handles(), std::vector<int>{3});
  }

  void a_source_and_receivers_are_dragged() {
    const Scenario still = window_->editor().now();
    const auto fold = window_->results().fold();
    const auto* const table = shown_->child<NumberTable>("/survey/sources");
    QSignalSpy told(window_, &MainWindow::message);
    const QPoint at = pixel_of(source);
    QTest::mousePress(view_, Qt::LeftButton, {}, at);
    move(at + QPoint(5, 5));
    move(at + QPoint(30, 10));
    QVERIFY(told.back()[0].toString().startsWith("source 1:  x "));
    QVERIFY(table->rows()[0][0] > 950.0 && window_->editor().now() == still);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, at + QPoint(30, 10));
    const auto& sources = window_->editor().now().survey.sources;
    QVERIFY(sources[0].position.x > 950.0 && sources[0].position.y < 1270.0 && sources[0].position.z == 60.0);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Change source 1"));
    QVERIFY(window_->results().fold() == fold && !window_->results().fold_is_stale());
    // The last receiver stays in the box.
    drag_pointer(view_, pixel_of(source + 2), pixel_of(source + 2) + QPoint(4000, 0));
    const auto line = std::get<ReceiverLine>(window_->editor().now().survey.receivers[0]);
    QCOMPARE(line.to.x, still.grid.extent().x);
    QCOMPARE(line.from.x, 40.0);
    for (int i = 0; i < 2; ++i)
      window_->editor().undo();
    QVERIFY(window_->editor().now() == still);
  }

  void distances_and_angles_are_measured() {
    const Scenario still = window_->editor().now();
    const auto measure = [this](int which) {
      tool("map measure")->defaultAction()->menu()->actions()[which]->trigger();
    };
    const auto number = [this](const char* before) {
      const QString words = QString::fromStdString(scene_->measured().words);
      return words.mid(words.indexOf(before) + static_cast<int>(qstrlen(before))).section(' ', 0, 0);
    };
    measure(0);
    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel_of(6));
    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel_of(12));
    // 635 m north and east of it, to a pixel.
    QVERIFY2(std::abs(number("").toDouble() - 898.0) < 12.0, scene_->measured().words.c_str());
    QVERIFY2(QString::fromStdString(scene_->measured().words).contains(QRegularExpression("towards 04[456]")),
             scene_->measured().words.c_str());
    QTest::keyClick(view_, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), scene_->measured().words);
    QTest::keyClick(view_, Qt::Key_Escape);
    QVERIFY(scene_->measured().places.empty() && !scene_->has_marks());
    drag_pointer(view_, pixel_of(6), pixel_of(7));
    QVERIFY2(std::abs(number("").toDouble() - 635.0) < 9.0, scene_->measured().words.c_str());
    measure(1);
    QVERIFY(scene_->measured().places.empty());
    for (const int at : {6, 12, 8})
      QTest::mouseClick(view_, Qt::LeftButton, {}, pixel_of(at));
    QVERIFY2(std::abs(number("angle ").remove(QChar(0x00B0)).toDouble() - 90.0) < 2.0,
             scene_->measured().words.c_str());
    QVERIFY(window_->editor().now() == still);
    tool("map select")->click();
    QVERIFY(scene_->measured().places.empty());
  }

  void the_sections_line_is_drawn() {
    tool("map line")->click();
    const QPoint from = pixel_of(6), to = pixel_of(18);
    QTest::mousePress(view_, Qt::LeftButton, {}, from);
    move((from + to) / 2);
    move(to);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, to);
    QCOMPARE(window_->editor().history().stack().undoText(), "Move the section line");
    const MapLine line = section_line(window_->editor().now());
    QVERIFY(std::abs(line.from[0] - points()[6].x) < 12.0 && std::abs(line.to[1] - points()[18].y) < 12.0);
    QVERIFY(!window_->results().fold_is_stale());
    window_->editor().history().stack().undo();
    QVERIFY(!window_->editor().now().section);
  }

  void looks_as_it_should() {
    QTest::mouseMove(view_, QPoint(5, 5));
    view_->setFixedSize(560, 520);
    QTRY_COMPARE(view_->size(), QSize(560, 520));
    QVERIFY2(similar_to_baseline(drawn_picture(*view_), "map").isEmpty(),
             qPrintable(similar_to_baseline(drawn_picture(*view_), "map")));
  }

  // The comparison is sharp enough to miss one control point, or one contour line.
  void a_missing_part_would_be_noticed() {
    if (keeping_baselines()) QSKIP("baselines are being written");
    view_->setFixedSize(560, 520);
    QTRY_COMPARE(view_->size(), QSize(560, 520));
    Scenario fewer = window_->editor().now();
    auto& all = std::get<PointsHorizon>(fewer.events.front().horizon).points;
    all.erase(all.begin() + 12);
    scene_->show_scenario(fewer);
    QVERIFY(!similar_to_baseline(drawn_picture(*view_), "map").isEmpty());
    scene_->show_scenario(window_->editor().now());
    QImage picture = drawn_picture(*view_);
    QVERIFY(similar_to_baseline(picture, "map").isEmpty());
    // One line painted over with what lies beside it.
    for (const PlotPoint& p : scene_->contours()[scene_->contours().size() / 2].points) {
      const PlotPoint d = scene_->to_display(p[0], p[1]);
      const int x = static_cast<int>(d[0]), y = view_->height() - 1 - static_cast<int>(d[1]);
      for (int j = y - 3; j <= y + 3; ++j)
        for (int i = x - 3; i <= x + 3; ++i)
          picture.setPixelColor(i, j, picture.pixelColor(x + 6, y));
    }
    QVERIFY(!similar_to_baseline(picture, "map").isEmpty());
    Scenario deeper = window_->editor().now();
    std::get<PointsHorizon>(deeper.events.front().horizon).points[12].z += 60.0;
    scene_->show_horizon(build_horizon(deeper));
    QVERIFY(!similar_to_baseline(drawn_picture(*view_), "map").isEmpty());
  }

 private:
  static constexpr int source = 25;  // the first handle after the control points'
  static const std::vector<Vec3>& points(const Scenario& s) {
    return std::get<PointsHorizon>(s.events.front().horizon).points;
  }
  const std::vector<Vec3>& points() const { return points(window_->editor().now()); }
  QPoint pixel_of(int handle) const {
    const Vec3 p = scene_->handle(handle)->local;
    return widget_place(*view_, scene_->to_display(p.x, p.y));
  }
  void move(const QPoint& to, Qt::KeyboardModifiers keys = {}, Qt::MouseButton button = Qt::LeftButton) {
    move_pointer(view_, to, keys, button);
  }
  QToolButton* tool(const char* name) { return shown_->child<QToolButton>(name); }

  std::unique_ptr<ShownWindow> shown_;
  MainWindow* window_ = nullptr;
  MapView* view_ = nullptr;
  MapScene* scene_ = nullptr;
};

}  // namespace test_map_view

FOLDWAVE_TEST(test_map_view, run_in_windows<test_map_view::TestMapView>)
#include "test_map_view.moc"
