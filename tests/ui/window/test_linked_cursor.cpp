// Protects the linked cursor: what is pointed at in one view is read out in columns that stand still and is
// marked at the same place in all other views, variants that are compared among them, whatever the horizon is
// made of; it can be pinned, copied and switched off, and a pointer that moves has no view drawn anew.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QPoint>
#include <QRect>
#include <QSignalSpy>
#include <QSize>
#include <QToolBar>
#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/cursor/cursor_strip.hpp"
#include "ui/window/cursor/rock_cursor.hpp"

namespace test_linked_cursor {

using namespace foldwave;

class TestLinkedCursor : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(32)));
    QTRY_VERIFY_WITH_TIMEOUT(window()->panes().structure->scene().is_complete(), patience);
    strip_ = window()->findChild<CursorStrip*>();
    size_ = window()->editor().now().grid.extent();
  }
  void cleanupTestCase() { window_.reset(); }
  void cleanup() {
    command("Pin the cursor")->setChecked(false);
    move_pointer(window()->panes().section->section_view(), {2, 2}, {}, Qt::NoButton);
    QTRY_VERIFY(strip_->text().isEmpty());
  }

  void the_section_is_read_and_marked_elsewhere() {
    const Vec3 place = point_in_section(0.4, 0.7);
    QTRY_VERIFY_WITH_TIMEOUT(!strip_->value("layer").isEmpty(), patience);
    const Vec3 map = place + window()->editor().now().grid.origin;
    QVERIFY(std::abs(strip_->value("x").toDouble() - map.x) < 0.6);
    QVERIFY(std::abs(strip_->value("depth").toDouble() - map.z) < 0.6);
    const FoldOutcome& fold = *window()->results().fold();
    const auto rock = read_rock(fold.result, fold.scenario.stack, place);
    QVERIFY(rock && rock->T && rock->attitude);
    QVERIFY(std::abs(strip_->value("T").toDouble() - *rock->T) < 2.0);
    QCOMPARE(strip_->value("layer").toStdString(),
             fold.scenario.stack.layers[static_cast<std::size_t>(rock->layer)].name);
    QVERIFY(std::abs(strip_->value("dip").remove(" o").toDouble() - rock->attitude->dip) < 1.0);

    for (Scene* const scene :
         std::initializer_list<Scene*>{&window()->panes().structure->scene(), &window()->panes().map->scene(),
                                       &window()->panes().wave->scene()}) {
      QVERIFY(scene->cursor().has_value());
      QVERIFY(norm(*scene->cursor() - place) < 1.0);
    }
    QVERIFY(!window()->panes().section->scene().cursor());  // the pointer is there
    keep_picture(**window_, "linked cursor");
    move_pointer(window()->panes().section->section_view(), {2, 2}, {}, Qt::NoButton);
    QTRY_VERIFY(!window()->panes().map->scene().cursor());
    QVERIFY(strip_->text().isEmpty());
  }

  // Drawn, not only told: the picture changes about the place, and is as before when the cursor has gone.
  void marks_are_drawn_where_the_place_is() {
    window_->raise("map");
    MapView* const map = window()->panes().map->map_view();
    QTRY_VERIFY(!map->visibleRegion().isEmpty());
    QTRY_VERIFY(!window()->panes().map->scene().contours().empty());
    const QImage before = drawn_picture(*map);
    window()->panes().map->show_cursor(Vec3{0.3 * size_.x, 0.6 * size_.y, 0.5 * size_.z});
    const QImage after = drawn_picture(*map);
    const PlotPoint at = window()->panes().map->scene().to_display(0.3 * size_.x, 0.6 * size_.y);
    const QPoint there = widget_place(*map, {at[0], at[1]});
    for (const QPoint& arm : {QPoint(8, 0), {-8, 0}, {0, 8}, {0, -8}})
      QCOMPARE(brightest(after, there + arm), 255);
    QVERIFY(!differs(before, after, QRect(there + QPoint(20, 20), QSize(30, 30))));
    window()->panes().map->show_cursor({});
    QCOMPARE(drawn_picture(*map), before);

    window_->raise("structure");
    StructureView* const space = window()->panes().structure->structure_view();
    QTRY_VERIFY(!space->visibleRegion().isEmpty());
    const QImage solid = drawn_picture(*space);
    const Vec3 deep{0.5 * size_.x, 0.5 * size_.y, 0.8 * size_.z};  // hidden in rock
    window()->panes().structure->show_cursor(deep);
    const QImage marked = drawn_picture(*space);
    const Vec3 seen = world_to_display(window()->panes().structure->scene().renderer(), to_world(deep));
    const QPoint in_rock = widget_place(*space, {seen.x, seen.y});
    QCOMPARE(brightest(marked, in_rock), 255);
    QVERIFY(brightest(solid, in_rock) < 250);
    window()->panes().structure->show_cursor({});
  }

  void a_place_beside_the_section_is_projected_with_its_distance() {
    window_->raise("section");
    SectionView* const section = window()->panes().section->section_view();
    QTRY_VERIFY(!section->visibleRegion().isEmpty());
    const QImage before = drawn_picture(*section);
    const MapLine line = window()->panes().section->scene().line();
    const auto on = line.at(0.5 * line.length());
    const double away = 400.0, angle = radians(line.azimuth() - 90.0);
    window()->panes().section->show_cursor(
        Vec3{on[0] + away * std::sin(angle), on[1] + away * std::cos(angle), 0.5 * size_.z});
    const QImage after = drawn_picture(*section);
    const PlotPoint at = window()->panes().section->scene().to_display(0.5 * line.length(), -0.5 * size_.z);
    const QPoint there = widget_place(*section, {at[0], at[1]});
    QVERIFY(differs(before, after, QRect(there - QPoint(14, 14), QSize(28, 28))));
    QVERIFY(differs(before, after, QRect(there + QPoint(14, -28), QSize(60, 20))));  // "400 m behind"
    keep_picture(**window_, "cursor behind the section");
    window()->panes().section->show_cursor({});
  }

  void the_wave_view_reads_its_slices() {
    WavePane* const wave = window()->panes().wave;
    window_->raise("wave");
    QTRY_VERIFY(!wave->view()->visibleRegion().isEmpty());
    drawn_picture(*wave->view());
    // A wave of p = x + 2 y on the nodes.
    const Grid3& grid = window()->editor().now().grid;
    auto shot = std::make_shared<Snapshot>();
    shot->time = 0.1;
    shot->limit = 1.0;
    shot->pressure = Field<float>(grid.n);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          shot->pressure(i, j, k) = static_cast<float>(i * grid.h[0] + 2.0 * j * grid.h[1]);
    wave->show_snapshots({shot});
    move_pointer(wave->view(), wave->view()->rect().center(), {}, Qt::NoButton);
    QTRY_VERIFY_WITH_TIMEOUT(!strip_->value("p").isEmpty(), patience);
    const Vec3 local = *window()->cursor().place();
    QVERIFY(std::abs(strip_->value("p").toDouble() / (local.x + 2.0 * local.y) - 1.0) < 0.006);
    QVERIFY(window()->panes().structure->scene().cursor().has_value());
    move_pointer(wave->view(), {2, 2}, {}, Qt::NoButton);
    wave->show_snapshots({});
  }

  // The mark is put over the pictures that are there.
  void a_moving_cursor_draws_no_scene() {
    if (!check_opengl().off_screen) QSKIP("a graphics card draws whole frames");
    window_->raise("wave");
    VtkView* const wave = window()->panes().wave->view();
    QTRY_VERIFY(!wave->visibleRegion().isEmpty());
    point_in_section(0.3, 0.5);
    QTRY_VERIFY_WITH_TIMEOUT(window()->panes().wave->scene().cursor().has_value(), patience);
    const QImage before = drawn_picture(*wave);
    QTest::qWait(200);
    QSignalSpy drawn(wave, &VtkView::drawn), told(&window()->cursor(), &RockCursor::changed);
    SectionView* const section = window()->panes().section->section_view();
    const QPoint middle = section->rect().center();
    for (int i = 0; i < 12; ++i) {
      move_pointer(section, middle + QPoint(4 * i, i), {}, Qt::NoButton);
      QTest::qWait(60);
    }
    QVERIFY2(told.count() >= 4, qPrintable(QString::number(told.count())));
    QCOMPARE(drawn.count(), 0);
    QVERIFY(wave->grab().toImage() != before);  // but it is seen there
  }

  // Both variants are marked; one is read where the pointer is on it.
  void variants_are_marked_and_read() {
    window()->variants().keep("before");
    Scenario next = window()->editor().now();
    for (Vec3& p : std::get<PointsHorizon>(next.events.front().horizon).points)
      p.z += 150.0;
    window()->editor().history().push(next);
    QVERIFY(window_->settled());
    window_->child<QDockWidget>("compare")->show();
    window_->raise("compare");
    ComparePane& pane = *window()->panes().compare;
    for (int side = 0; side < 2; ++side) {
      pane.choice(side)->setCurrentIndex(side);
      emit pane.choice(side)->activated(side);
    }
    QTRY_VERIFY_WITH_TIMEOUT(pane.scene(0).shown_fold() != nullptr && pane.scene(1).shown_fold() != nullptr &&
                                 pane.scene(0).shown_fold() != pane.scene(1).shown_fold() &&
                                 pane.scene(0).is_complete() && pane.scene(1).is_complete(),
                             patience);
    for (int side = 0; side < 2; ++side)
      drawn_picture(*pane.view(side));
    const QPoint middle = pane.view(0)->rect().center();
    for (int side = 0; side < 2; ++side) {
      move_pointer(pane.view(side), middle, {}, Qt::NoButton);
      QTRY_VERIFY_WITH_TIMEOUT(pane.scene(1 - side).cursor().has_value(), patience);
      QVERIFY(!pane.scene(side).cursor());  // the pointer is there
      const Vec3 local = *window()->cursor().place();
      QVERIFY(norm(*pane.scene(1 - side).cursor() - local) < 1e-6);
      const auto rock = read_rock(*pane.scene(side).shown_fold(), next.stack, local);
      QVERIFY(rock && rock->T);
      QCOMPARE(strip_->value("T").toLong(), std::lround(*rock->T));
      const auto other = read_rock(*pane.scene(1 - side).shown_fold(), next.stack, local);
      QVERIFY(!other || !other->T || std::abs(*other->T - *rock->T) > 20.0);
      keep_picture(**window_, QString("cursor compared %1").arg(side));
      const QString read = strip_->text();
      move_pointer(pane.view(side), {2, 2}, {}, Qt::NoButton);
      QTRY_VERIFY(!pane.scene(1 - side).cursor());
      // Pinned, it is read on its side still, wherever the pointer goes, and marked on both.
      command("Pin the cursor")->setChecked(true);
      QTRY_VERIFY(pane.scene(0).cursor() && pane.scene(1).cursor());
      QCOMPARE(strip_->text(), read);
      move_pointer(pane.view(1 - side), middle, {}, Qt::NoButton);
      window()->cursor().refresh();
      QTest::qWait(150);
      QCOMPARE(strip_->text(), read);
      QVERIFY(pane.scene(0).cursor() && pane.scene(1).cursor());
      move_pointer(pane.view(1 - side), {2, 2}, {}, Qt::NoButton);
      command("Pin the cursor")->setChecked(false);
      QTRY_VERIFY(!pane.scene(side).cursor());
    }
    while (window()->editor().history().stack().canUndo())
      window()->editor().history().stack().undo();
    QVERIFY(window_->settled());
  }

  // A horizon of triangles and one that a later event has folded again have no depth of their own: today's is
  // looked for in the rock.
  void the_map_reads_any_horizon_data() {
    QTest::addColumn<QString>("scenario");
    QTest::newRow("triangles, turned over") << "recumbent";
    QTest::newRow("several events") << "interference-hooks";
  }
  void the_map_reads_any_horizon() {
    QFETCH(QString, scenario);
    ShownWindow shown;
    Scenario s = example_on(32, scenario.toUtf8());
    for (const char* const file : {"recumbent.ts"})
      QFile::copy(QString(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + file, shown.path(file));
    QVERIFY(shown.open(s));
    shown.raise("map");
    MapView* const map = shown->panes().map->map_view();
    QTRY_VERIFY(!map->visibleRegion().isEmpty());
    drawn_picture(*map);
    auto* const strip = shown->findChild<CursorStrip*>();
    const FoldResult& fold = shown->results().fold()->result;
    QVERIFY(!fold.horizon);
    const Vec3 size = fold.grid.extent();
    int read = 0;
    for (const double part : {0.3, 0.45, 0.6}) {
      const PlotPoint at = shown->panes().map->scene().to_display(part * size.x, 0.5 * size.y);
      move_pointer(map, widget_place(*map, at), {}, Qt::NoButton);
      const auto depth = horizon_depth(fold, part * size.x, 0.5 * size.y);
      if (!depth) continue;
      QTRY_COMPARE_WITH_TIMEOUT(strip->value("layer"), QString("horizon"), patience);
      QTRY_VERIFY_WITH_TIMEOUT(
          std::abs(strip->value("x").toDouble() - fold.grid.origin.x - part * size.x) < 0.01 * size.x,
          patience);
      QVERIFY2(std::abs(strip->value("T").toDouble()) < 0.03 * size.z, qPrintable(strip->value("T")));
      QVERIFY(std::abs(strip->value("depth").toDouble() - fold.grid.origin.z - *depth) < 0.05 * size.z);
      QVERIFY(shown->panes().wave->scene().cursor().has_value());
      ++read;
    }
    QVERIFY2(read > 0, qPrintable(QString::number(read)));
    keep_picture(*shown, "cursor map " + scenario);
  }

  void pinned_it_stays_and_is_copied() {
    const Vec3 place = point_in_section(0.6, 0.5);
    QTRY_VERIFY_WITH_TIMEOUT(!strip_->value("layer").isEmpty(), patience);
    const QString read = strip_->text();
    SectionView* const section = window()->panes().section->section_view();
    move_pointer(section, {2, 2}, {}, Qt::NoButton);  // on the way to the menu
    QTRY_VERIFY(strip_->text().isEmpty());
    command("Pin the cursor")->setChecked(true);
    QTRY_COMPARE(strip_->text(), read);
    QVERIFY(norm(window()->panes().section->scene().cursor().value() - place) < 1.0);  // marked here as well
    point_in_section(0.2, 0.2);
    QTest::qWait(300);
    QCOMPARE(strip_->text(), read);
    command("Copy what the cursor reads")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), read);
    QVERIFY(read.contains("depth (m)\t") && read.contains("dip (\u00b0)\t"));
  }

  void switched_off_it_is_gone() {
    QAction* const shown = command("Linked cursor");
    shown->trigger();
    QVERIFY(!strip_->isVisible());
    point_in_section(0.4, 0.7);
    QTest::qWait(300);
    QVERIFY(!window()->panes().map->scene().cursor());
    shown->trigger();
    QVERIFY(strip_->isVisible());
    point_in_section(0.41, 0.7);
    QTRY_VERIFY_WITH_TIMEOUT(window()->panes().map->scene().cursor().has_value(), patience);
  }

  // The first place is told at once, then the last; those in between are not worth a frame.
  void a_fast_pointer_is_told_seldom() {
    RockCursor cursor;
    QSignalSpy told(&cursor, &RockCursor::changed);
    for (int i = 0; i <= 500; ++i)
      cursor.point({1.0 * i, 0, 0}, nullptr);
    QCOMPARE(told.count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, patience);
    QCOMPARE(cursor.place()->x, 500.0);
  }

 private:
  MainWindow* window() const { return &**window_; }
  QAction* command(const char* text) const {
    for (QAction* const action : window()->findChildren<QAction*>())
      if (action->text().remove('&') == text) return action;
    qFatal("no command %s", text);
  }
  // Parts of the section's length and depth; the place, local.
  Vec3 point_in_section(double along, double down) const {
    window_->raise("section");
    SectionView* const section = window()->panes().section->section_view();
    if (!QTest::qWaitFor([section] { return !section->visibleRegion().isEmpty(); }, patience))
      qFatal("the section is not shown");
    drawn_picture(*section);
    const SectionScene& scene = window()->panes().section->scene();
    const PlotPoint at = scene.to_display(along * scene.line().length(), -down * size_.z);
    const QPoint pixel = widget_place(*section, {at[0], at[1]});
    move_pointer(section, pixel, {}, Qt::NoButton);
    const double ratio = section->devicePixelRatioF();
    const PlotPoint p = scene.to_plot(pixel.x() * ratio, (section->height() - 1 - pixel.y()) * ratio);
    const auto map = scene.line().at(p[0]);
    return {map[0], map[1], -p[1]};
  }
  static int brightest(const QImage& picture, const QPoint& at) {
    int most = 0;
    for (int y = at.y() - 2; y <= at.y() + 2; ++y)
      for (int x = at.x() - 2; x <= at.x() + 2; ++x)
        most = std::max(most, qGray(picture.pixel(x, y)));
    return most;
  }
  static bool differs(const QImage& a, const QImage& b, const QRect& where) {
    return a.copy(where) != b.copy(where);
  }

  std::unique_ptr<ShownWindow> window_;
  CursorStrip* strip_ = nullptr;
  Vec3 size_;
};

}  // namespace test_linked_cursor

FOLDWAVE_TEST(test_linked_cursor, run_in_windows<test_linked_cursor::TestLinkedCursor>)
#include "test_linked_cursor.moc"
