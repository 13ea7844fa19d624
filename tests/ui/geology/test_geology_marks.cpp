// Protects what is drawn over the fold in the window: off, nothing is measured; on, it comes by itself after
// each full fold and is stale while one is dragged; the section turns to the profile in one step.
#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QSize>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/ui/views/similar_picture.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"

namespace test_geology_marks {

using namespace foldwave;

class TestGeologyMarks : public QObject {
  Q_OBJECT

  QAction* action(const char* name) const { return shown_->child<QAction>(name); }
  bool measured() const {
    const auto& found = marks_->shown();
    return found && found->fold == window_->results().fold() && *found->wish.marks == marks_->wish();
  }
  const SectionScene& section() const { return window_->panes().section->scene(); }

 private slots:
  void init() {
    shown_ = std::make_unique<ShownWindow>();
    window_ = &**shown_;
    marks_ = window_->geology_marks();
    QVERIFY(shown_->open(example_on(40)));
  }
  void cleanup() { shown_.reset(); }

  void offNothingIsMeasured() {
    QSignalSpy measured(marks_, &GeologyMarks::measured);
    Scenario next = window_->editor().now();
    next.events.front().fold.parameters = FoldParameters::from_lambda(0.2);
    window_->editor().history().push(next);
    QVERIFY(shown_->settled());
    QTest::qWait(100);
    QCOMPARE(measured.count(), 0);
    QVERIFY(!marks_->wish().any() && !marks_->shown() && !section().marks_in_sight());
  }

  // Chosen from the menu, drawn after each full fold, gone when it is chosen away.
  void isogonsComeAndGo() {
    shown_->raise("section");
    action("mark isogons")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(measured() && section().marks_in_sight(), patience);
    QVERIFY(!section().drawn_marks().shown()->isogons.empty());
    QVERIFY(section().drawn_marks().shown()->hinges.empty());
    const auto old = marks_->shown();
    Scenario next = window_->editor().now();
    next.events.front().fold.parameters = FoldParameters::from_lambda(1.0);
    QSignalSpy stale(marks_, &GeologyMarks::stale);
    window_->editor().history().push(next);
    QVERIFY(!stale.empty() && stale.front().front().toBool());  // at once
    QTRY_VERIFY_WITH_TIMEOUT(shown_->settled() && measured() && marks_->shown() != old, patience);
    QVERIFY(!stale.back().front().toBool());
    action("mark isogons")->trigger();
    QVERIFY(!section().marks_in_sight() && !marks_->shown());
  }

  // A drag folds coarsely: what was measured is stale, and nothing is measured meanwhile.
  void aDragMeasuresNothing() {
    action("mark axial surfaces")->trigger();
    action("mark hinges")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(measured(), patience);
    const auto old = marks_->shown();
    QSignalSpy found(marks_, &GeologyMarks::measured), stale(marks_, &GeologyMarks::stale);
    Scenario next = window_->editor().now();
    next.events.front().fold.parameters = FoldParameters::from_lambda(0.9);
    QSignalSpy previews(&window_->editor().preview(), &FoldPreview::ready);
    window_->editor().preview().follow(next);
    QTRY_VERIFY_WITH_TIMEOUT(previews.count() > 0, patience);
    QTest::qWait(50);
    QCOMPARE(found.count(), 0);
    QVERIFY(stale.count() > 0 && stale.back().front().toBool() && marks_->shown() == old);
  }

  void theSectionTurnsToTheProfile() {
    shown_->raise("section");
    Scenario along = window_->editor().now();
    along.section.emplace().line = line_along(along.grid, 5.0);
    window_->editor().history().push(along);
    QVERIFY(shown_->settled());
    action("mark isogons")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(measured() && section().marks_in_sight(), patience);
    QVERIFY(!section().drawn_marks().shown()->refusal.empty());
    const int before = window_->editor().history().stack().count();
    action("section along the profile")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(window_->editor().history().stack().count(), before + 1, patience);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Section along the profile"));
    QTRY_VERIFY_WITH_TIMEOUT(measured() && section().marks_in_sight(), patience);
    const SectionMarks& marks = *section().drawn_marks().shown();
    QVERIFY2(marks.refusal.empty() && marks.obliquity < radians(8.0),
             qPrintable(QString::number(degrees(marks.obliquity))));  // the fold plunges a little
    QVERIFY(marks.isogons.size() >= 6);
    window_->editor().history().stack().undo();
    QCOMPARE(window_->editor().now(), along);
    // Without anything switched on it turns as well.
    action("mark isogons")->trigger();
    action("section along the profile")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!(window_->editor().now() == along), patience);
    QVERIFY(!section().marks_in_sight());
  }

  void theMapShowsTheThicknessOfALayer() {
    shown_->raise("map");
    QMenu* const layers = shown_->child<QMenu>("mark thickness");
    const auto& list = window_->editor().now().stack.layers;
    QAction* const second = layers->actions().at(2);
    QCOMPARE(second->text(), QString::fromStdString(list[2].name));
    second->trigger();
    action("mark attitudes")->trigger();
    const MapScene& map = window_->panes().map->scene();
    QTRY_VERIFY_WITH_TIMEOUT(measured() && map.shown_map() != nullptr, patience);
    QVERIFY(map.shown_map()->title.find(list[2].name) != std::string::npos);
    QVERIFY(map.shown_map()->low > 20.0 && map.shown_map()->high < 1000.0);
    drawn_picture(*window_->panes().map->view());
    keep_picture(*window_, "thickness");
    shown_->child<QAction>("thickness vertical")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(measured(), patience);
    QVERIFY(map.shown_map()->title.starts_with("Vertical"));
    layers->actions().front()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(measured() && map.shown_map() == nullptr, patience);
  }

  void looksAsItShould() {
    SectionView* const view = window_->panes().section->section_view();
    shown_->raise("section");
    marks_->set_wish({{true, true, false}, true, true, false, -1, Thickness::orthogonal});
    QTRY_VERIFY_WITH_TIMEOUT(measured() && section().marks_in_sight(), patience);
    keep_picture(*window_, "section-marks");
    view->setFixedSize(560, 520);
    QTRY_COMPARE(view->size(), QSize(560, 520));
    const QString differs = similar_to_baseline(drawn_picture(*view), "section-marks");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
    shown_->raise("structure");
    QTRY_VERIFY(window_->panes().structure->scene().is_complete());
    drawn_picture(*window_->panes().structure->view());
    keep_picture(*window_, "structure-marks");
    if (keeping_baselines()) return;
    shown_->raise("section");
    marks_->set_wish({});
    QVERIFY(!similar_to_baseline(drawn_picture(*view), "section-marks").isEmpty());
  }

 private:
  std::unique_ptr<ShownWindow> shown_;
  MainWindow* window_ = nullptr;
  GeologyMarks* marks_ = nullptr;
};

}  // namespace test_geology_marks

FOLDWAVE_TEST(test_geology_marks, run_in_windows<test_geology_marks::TestGeologyMarks>)
#include "test_geology_marks.moc"
