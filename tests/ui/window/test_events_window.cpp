// Protects several events in the window: the one that is chosen in the list has its handles and its horizon,
// as it stood at its time, in the 3D view, on the map and in the section; they are dragged there and change
// that event alone; the choice survives undo, and undo walks all back to the byte.
#include <vtkActor.h>
#include <vtkActorCollection.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPoint>
#include <QSignalSpy>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/horizon/horizon_handles.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_events_window {

using namespace foldwave;

namespace {

bool has_handles_of(const Handles& handles, const Scenario& s, std::size_t event) {
  const auto wanted = horizon_handles(s.events[event].horizon, s.grid);
  if (wanted.empty()) return false;
  for (const SceneHandle& h : handles.handles()) {
    const HorizonHandle& other = wanted[static_cast<std::size_t>(h.index)];
    if (h.name != other.name || norm(h.local + s.grid.origin - other.position) > 1e-6) return false;
  }
  return !handles.handles().empty();
}

// Drawn in the horizon's colour and not see-through, as what is past is.
int solid_horizons(const StructureScene& scene) {
  int count = 0;
  vtkActorCollection* const actors = scene.renderer()->GetActors();
  actors->InitTraversal();
  while (vtkActor* const actor = actors->GetNextActor()) {
    const double* const c = actor->GetProperty()->GetDiffuseColor();
    const bool colored = c[0] == theme::horizon.r && c[1] == theme::horizon.g && c[2] == theme::horizon.b;
    if (colored && actor->GetVisibility() != 0 && actor->GetProperty()->GetOpacity() == 1.0) ++count;
  }
  return count;
}

}  // namespace

class TestEventsWindow : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    shown_ = std::make_unique<ShownWindow>();
    window_ = &**shown_;
    QVERIFY(shown_->open(example_on(32, "interference-hooks")));
    first_ = scenario_text(now());
    table_ = shown_->child<QTableWidget>("/events");
  }
  void cleanup() { shown_.reset(); }

  void the_chosen_event_is_shown_in_every_view() {
    auto& structure = window_->panes().structure->scene();
    auto& map = window_->panes().map->scene();
    auto& section = window_->panes().section->scene();
    QCOMPARE(table_->rowCount(), 3);
    QCOMPARE(table_->item(0, 0)->text(), "second, axis north");  // the youngest on top
    QCOMPARE(window_->editor().event(), std::size_t{2});         // what is nearest to today
    QVERIFY(has_handles_of(structure, now(), 2));
    shown_->raise("section");
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(2), patience);
    for (const int row : {2, 1, 0}) {
      const auto event = static_cast<std::size_t>(2 - row);
      click(row);
      QCOMPARE(window_->editor().event(), event);
      QVERIFY(has_handles_of(structure, now(), event) && has_handles_of(map, now(), event));
      QVERIFY(has_handles_of(section, now(), event));
      // The horizon comes from the worker: that of this event, not today's.
      QTRY_VERIFY_WITH_TIMEOUT(profile_fits(event), patience);
      QVERIFY(structure.horizon().speeds().speed.size() > 100);
    }
    keep_picture(*window_, "events-section");
    shown_->raise("structure");
    QTRY_VERIFY(structure.is_complete());
    keep_picture(*window_, "events-structure");
    shown_->raise("map");
    drawn_picture(*window_->panes().map->map_view());
    QTRY_VERIFY_WITH_TIMEOUT(!map.contours().empty(), patience);
    keep_picture(*window_, "events-map");
    QCOMPARE(window_->editor().history().stack().count(), 0);  // to choose is no edit
    QCOMPARE(scenario_text(now()), first_);
  }

  // It comes from a worker, while one may be typing.
  void a_fold_that_lands_leaves_the_panel_alone() {
    auto* const depth = shown_->child<QLineEdit>("/events/0/horizon/depth");
    depth->setFocus();
    depth->selectAll();
    QTest::keyClicks(depth, "12");
    window_->runs().run_fold();
    QVERIFY(shown_->settled());
    QCOMPARE(depth->text(), "12");
    click(0);
    table_->setFocus();
    QTest::keyClick(table_, Qt::Key_F2);
    QTRY_VERIFY(table_->findChild<QLineEdit*>() != nullptr);
    window_->runs().run_fold();
    QVERIFY(shown_->settled());
    QTest::qWait(20);  // what is deleted later
    QVERIFY(table_->findChild<QLineEdit*>() != nullptr);
  }

  // The past horizon of the chosen event does not take the place of today's.
  void todays_horizon_is_drawn_too() {
    auto& scene = window_->panes().structure->scene();
    click(2);
    QVERIFY(shown_->settled());
    QTRY_VERIFY(scene.is_complete() && !scene.horizon().empty());
    StructureOptions options = scene.options();
    for (const bool horizon : {true, false}) {
      options.layers = false;  // each of which is the top of one, too
      options.horizon = horizon;
      scene.set_options(options);
      QCOMPARE(solid_horizons(scene), horizon ? 1 : 0);
    }
  }

  void a_handle_of_the_chosen_event_is_dragged_in_the_section() {
    click(0);
    shown_->raise("section");
    auto& section = window_->panes().section->scene();
    drawn_picture(*section_view());
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(2), patience);
    const Scenario before = now();
    const SceneHandle trough = handle_called(section, "amplitude");
    const QPoint at = widget_place(*section_view(), pixel_of(section, trough));
    QSignalSpy previews(&window_->editor().preview(), &FoldPreview::horizon_ready);
    QTest::mousePress(section_view(), Qt::LeftButton, {}, at);
    for (int step = 1; step <= 6; ++step)
      move_pointer(section_view(), at + QPoint(0, -4 * step));
    QTRY_VERIFY_WITH_TIMEOUT(previews.count() > 0, patience);
    QVERIFY(now() == before);
    QTest::mouseRelease(section_view(), Qt::LeftButton, {}, at + QPoint(0, -24));
    QVERIFY(!(now().events[2].horizon == before.events[2].horizon));
    QVERIFY(now().events[0] == before.events[0] && now().events[1] == before.events[1]);
    QCOMPARE(window_->editor().history().stack().undoText(),
             "Change amplitude of train 1 of second, axis north");
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(2), patience);
    QVERIFY(shown_->settled());
    walk_back();
    QCOMPARE(window_->editor().event(), std::size_t{2});
    QVERIFY(has_handles_of(section, now(), 2));
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(2), patience);
  }

  void a_drag_that_is_given_up_leaves_no_trace() {
    click(0);
    shown_->raise("map");
    auto& map = window_->panes().map->scene();
    auto* const view = window_->panes().map->map_view();
    drawn_picture(*view);
    const SceneHandle crest = handle_called(map, "crest");
    const QPoint at = widget_place(*view, pixel_of(map, crest));
    QTest::mousePress(view, Qt::LeftButton, {}, at);
    move_pointer(view, at + QPoint(20, 0));
    move_pointer(view, at + QPoint(40, 0));
    QVERIFY(norm(map.handle(crest.index)->local - crest.local) > 1.0);
    QTest::keyClick(view, Qt::Key_Escape);
    QTest::mouseRelease(view, Qt::LeftButton, {}, at + QPoint(40, 0));
    QVERIFY(map.handle(crest.index)->local == crest.local);
    QVERIFY(shown_->settled());
    QCOMPARE(scenario_text(now()), first_);
    // Dragged for good, it moves this event's crest alone.
    drag_pointer(view, at, at + QPoint(30, 0));
    QCOMPARE(window_->editor().history().stack().undoText(), "Move crest of train 1 of second, axis north");
    walk_back();
  }

  void points_are_added_to_the_chosen_horizon() {
    click(0);
    auto* const kind = shown_->child<QComboBox>("horizon kind");
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Home);
    QVERIFY(std::holds_alternative<PointsHorizon>(now().events[2].horizon));
    const std::size_t count = std::get<PointsHorizon>(now().events[2].horizon).points.size();
    shown_->raise("map");
    shown_->press_tool("map add");
    auto* const view = window_->panes().map->map_view();
    drawn_picture(*view);
    QTest::mouseClick(view, Qt::LeftButton, {}, view->rect().center() + QPoint(13, 17));
    // Another is chosen while the surface is fitted.
    click(2);
    QTRY_COMPARE_WITH_TIMEOUT(std::get<PointsHorizon>(now().events[2].horizon).points.size(), count + 1,
                              patience);
    QVERIFY(now().events[0] == parse_scenario(first_, "s").events[0]);
    QCOMPARE(window_->editor().event(), std::size_t{0});
    walk_back();
  }

  void an_unconformity_is_added_and_its_surface_dragged() {
    QVERIFY(shown_->open(example_on(24), "antiform.json"));
    first_ = scenario_text(now());
    shown_->child<QAction>("add unconformity")->trigger();
    QCOMPARE(window_->editor().event(), std::size_t{1});
    QVERIFY(shown_->settled());
    const auto deposits = [this] {
      const auto layers = window_->results().fold()->result.layer_index.values();
      return std::count(layers.begin(), layers.end(), std::uint8_t{0});
    };
    const auto before = deposits();
    // Level, at three tenths of the box: the nodes above it are the deposit's.
    const int above = static_cast<int>(0.3 * (now().grid.n[2] - 1)) + 1;
    QCOMPARE(before, static_cast<std::ptrdiff_t>(above) * now().grid.n[0] * now().grid.n[1]);
    shown_->raise("section");
    drawn_picture(*section_view());
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(1), patience);
    auto& section = window_->panes().section->scene();
    QVERIFY(has_handles_of(section, now(), 1));
    keep_picture(*window_, "events-unconformity-section");
    const SceneHandle point = handle_called(section, "point of the plane");
    const auto at = widget_place(*section_view(), pixel_of(section, point));
    drag_pointer(section_view(), at, at + QPoint(0, 40));
    QCOMPARE(window_->editor().history().stack().undoText(), "Move the plane of unconformity");
    QVERIFY(shown_->settled());
    QVERIFY(deposits() > before);
    QTRY_VERIFY_WITH_TIMEOUT(profile_fits(1), patience);
    shown_->raise("structure");
    QTRY_VERIFY(window_->panes().structure->scene().is_complete());
    keep_picture(*window_, "events-unconformity");
    walk_back();
    QVERIFY(shown_->settled());
    QCOMPARE(window_->editor().event(), std::size_t{0});
  }

  void events_are_moved_and_removed_and_undo_walks_back() {
    click(1);
    QTest::mouseClick(shown_->child<QToolButton>("event up"), Qt::LeftButton);
    QCOMPARE(now().events[2].name, std::string("tilt"));
    QCOMPARE(window_->editor().event(), std::size_t{2});
    QTest::mouseClick(shown_->child<QToolButton>("remove event"), Qt::LeftButton);
    QCOMPARE(now().events.size(), std::size_t{2});
    QTest::mouseClick(shown_->child<QToolButton>("remove event"), Qt::LeftButton);
    QCOMPARE(now().events.size(), std::size_t{1});
    QVERIFY(!shown_->child<QToolButton>("remove event")->isEnabled());
    QVERIFY(shown_->settled());
    QVERIFY(window_->results().fold()->result.horizon != nullptr);  // today's again
    QVERIFY(has_handles_of(window_->panes().structure->scene(), now(), 0));
    walk_back();
    QVERIFY(shown_->settled());
  }

 private:
  const Scenario& now() const { return window_->editor().now(); }
  SectionView* section_view() const { return shown_->child<SectionView>("section view"); }
  void click(int row) {
    QTest::mouseClick(table_->viewport(), Qt::LeftButton, {},
                      table_->visualItemRect(table_->item(row, 0)).center());
  }
  // Whether the section's dashed line is that event's horizon.
  bool profile_fits(std::size_t event) {
    drawn_picture(*section_view());
    const auto& profile = window_->panes().section->scene().profile();
    if (profile.size() < 10) return false;
    const auto horizon = build_horizon(now(), nullptr, {}, event);
    const MapLine line = section_line(now()).shifted(-now().grid.origin.x, -now().grid.origin.y);
    for (const PlotPoint& p : profile) {
      const auto at = line.at(p[0]);
      if (std::abs(horizon->depth(at[0], at[1]) + p[1]) > 0.5) return false;
    }
    return true;
  }
  static std::array<double, 2> pixel_of(const HandleScene& scene, const SceneHandle& handle) {
    const PlotPoint p = scene.plot_point(handle.local);
    return scene.to_display(p[0], p[1]);
  }
  static SceneHandle handle_called(const Handles& handles, const char* name) {
    for (const SceneHandle& h : handles.handles())
      if (h.name.find(name) != std::string::npos) return h;
    qFatal("there is no handle %s", name);
  }
  void walk_back() {
    while (window_->editor().history().stack().canUndo())
      window_->editor().history().stack().undo();
    QCOMPARE(scenario_text(now()), first_);
  }

  std::unique_ptr<ShownWindow> shown_;
  MainWindow* window_ = nullptr;
  QTableWidget* table_ = nullptr;
  std::string first_;
};

}  // namespace test_events_window

FOLDWAVE_TEST(test_events_window, run_in_windows<test_events_window::TestEventsWindow>)
#include "test_events_window.moc"
