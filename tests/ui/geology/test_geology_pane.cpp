// Protects what a geologist reads in the window: the fold's class, its points on Ramsay's diagram and its
// layers, measured beside the window's thread and only where they are seen; and how the layer under the
// pointer lies.
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>

#include "core/model/same_results.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/geology/ramsay_diagram.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/window/cursor/cursor_strip.hpp"
#include "ui/window/docks.hpp"

namespace test_geology_pane {

using namespace foldwave;

class TestGeologyPane : public QObject {
  Q_OBJECT

  static bool shows(const GeologyPane& pane, const Scenario& scenario) {
    return pane.shown() && same_fold(pane.shown()->fold->scenario, scenario);
  }

 private slots:
  void the_fold_is_measured_when_it_is_looked_at() {
    ShownWindow window;
    QVERIFY(window.open(example_on(48)));
    GeologyPane& pane = *window->panes().geology;
    QTest::qWait(100);
    QVERIFY(pane.shown() == nullptr);  // behind the wave nothing is measured
    window.raise("geology");
    QTRY_VERIFY_WITH_TIMEOUT(shows(pane, window->editor().now()), patience);
    const FoldGeometry& g = pane.shown()->geometry;
    QCOMPARE(QString::fromStdString(g.measured.name), QString("1C"));
    QVERIFY(std::abs(g.measured.lambda - 0.4) < 0.03);
    auto* const words = window.child<QLabel>("class");
    QVERIFY2(words->text().contains("1C") && words->text().contains(QString::fromUtf8("±")),
             qPrintable(words->text()));
    QVERIFY(pane.diagram()->point_count() > 50);
    auto* const table = pane.findChild<QTableWidget*>(QString(), Qt::FindDirectChildrenOnly);
    QCOMPARE(table->rowCount(), static_cast<int>(window->editor().now().stack.layers.size()));
    keep_picture(*window, "geology");
  }

  // The curve and the dots follow the class knob while it is dragged, and stay where it is let go.
  void the_diagram_follows_an_edit() {
    ShownWindow window;
    QVERIFY(window.open(example_on(40)));
    window.raise("geology");
    GeologyPane& pane = *window->panes().geology;
    QTRY_VERIFY_WITH_TIMEOUT(shows(pane, window->editor().now()), patience);
    Scenario similar = window->editor().now();
    similar.events.front().fold.parameters = FoldParameters::from_lambda(1.0);
    QSignalSpy measured(&pane, &GeologyPane::measured);
    window->editor().preview().follow(similar);
    QTRY_VERIFY_WITH_TIMEOUT(
        pane.shown() && pane.shown()->fold->scenario.events.front().fold.parameters.lambda() == 1.0,
        patience);
    QVERIFY(measured.count() >= 1);
    QCOMPARE(QString::fromStdString(pane.shown()->geometry.measured.name), QString("2"));
  }

  // Without wells there is no table of them; it follows the markers without a fold.
  void tops_of_wells_stand_beside_the_boundaries() {
    ShownWindow window;
    QVERIFY(window.open(example_on(32, "two-layer")));
    window.raise("geology");
    GeologyPane& pane = *window->panes().geology;
    QTRY_VERIFY_WITH_TIMEOUT(shows(pane, window->editor().now()), patience);
    auto* const table = pane.findChild<QTableWidget*>("well tops");
    QVERIFY(table && !table->isVisible());
    Scenario next = window->editor().now();
    const auto& horizon = std::get<PlaneHorizon>(next.events.front().horizon);
    const Vec3 on = horizon.point, head{on.x, on.y, next.grid.origin.z};
    next.markers = {LineMarker{"A-1", head, on + Vec3{0, 0, -12.0}, {}},
                    LineMarker{"A-1, " + next.stack.layers.back().name, on + Vec3{0, 0, -12.0}, on, {}}};
    window->editor().edit(next);
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->rowCount(), 1);
    QCOMPARE(table->item(0, 0)->text(), QString("A-1"));
    QCOMPARE(table->item(0, 2)->text(), QString::fromStdString(next.stack.layers.back().name));
    QVERIFY2(table->item(0, 3)->text().startsWith("+12"), qPrintable(table->item(0, 3)->text()));
    keep_picture(*window, "geology-wells");
    next.markers.clear();
    window->editor().edit(next);
    QTRY_VERIFY(!table->isVisible());
  }

  void a_plane_says_that_it_has_no_class() {
    ShownWindow window;
    QVERIFY(window.open(example_on(24, "two-layer")));
    window.raise("geology");
    QTRY_VERIFY_WITH_TIMEOUT(shows(*window->panes().geology, window->editor().now()), patience);
    QVERIFY(window.child<QLabel>("class")->text().contains("too few"));
    QCOMPARE(window->panes().geology->diagram()->point_count(), 0);
  }

  // Strike and dip under the pointer, in the section anywhere, on the map of the horizon; gone with the
  // pointer.
  void the_pointer_reads_strike_and_dip() {
    ShownWindow window;
    QVERIFY(window.open(example_on(40)));
    auto* const strip = window->findChild<CursorStrip*>();
    window.raise("section");
    SectionView* const section = window->panes().section->section_view();
    QTRY_VERIFY(!section->visibleRegion().isEmpty());
    section->grabFramebuffer();
    const Vec3 size = window->editor().now().grid.extent();
    const PlotPoint deep = window->panes().section->scene().to_display(0.4 * size.x, -0.8 * size.z);
    move_pointer(section, widget_place(*section, {deep[0], deep[1]}), {}, Qt::NoButton);
    QTRY_VERIFY(!strip->value("strike").isEmpty() && !strip->value("dip").isEmpty());
    keep_picture(*window, "pointer");
    move_pointer(section, {2, 2}, {}, Qt::NoButton);
    QTRY_VERIFY(strip->value("strike").isEmpty());

    // In 3D on what the eye meets first, here a wall of the box or a boundary behind it.
    window.raise("structure");
    StructureView* const space = window->panes().structure->structure_view();
    QTRY_VERIFY(window->panes().structure->scene().is_complete() && !space->visibleRegion().isEmpty());
    // Below the middle, where a control point lies.
    move_pointer(space, space->rect().center() + QPoint(0, 80), {}, Qt::NoButton);
    QTRY_VERIFY(!strip->value("depth").isEmpty() && !strip->value("dip").isEmpty());
    move_pointer(space, {2, space->height() / 2}, {}, Qt::NoButton);
    QTRY_VERIFY(strip->value("dip").isEmpty());

    window.raise("map");
    MapView* const map = window->panes().map->map_view();
    QTRY_VERIFY(!map->visibleRegion().isEmpty());
    QTRY_VERIFY(!window->panes().map->scene().contours().empty());
    const PlotPoint there = window->panes().map->scene().to_display(0.3 * size.x, 0.3 * size.y);
    move_pointer(map, widget_place(*map, {there[0], there[1]}), {}, Qt::NoButton);
    QTRY_VERIFY(strip->value("layer") == "horizon" && !strip->value("strike").isEmpty());
  }
};

}  // namespace test_geology_pane

FOLDWAVE_TEST(test_geology_pane, run_in_windows<test_geology_pane::TestGeologyPane>)
#include "test_geology_pane.moc"
