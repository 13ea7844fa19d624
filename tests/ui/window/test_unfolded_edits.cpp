// Protects what the views show before anything is folded: with folding switched off the horizon still follows
// a drag and every edit in all views, and the layers carry the stale mark; another interpolation shows its
// surface before its fold; the map paints where the fold cannot propagate.
#include <QAction>
#include <QComboBox>
#include <QMenuBar>
#include <QPoint>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_unfolded_edits {

using namespace foldwave;

class TestUnfoldedEdits : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
  }
  void cleanup() { window_.reset(); }

  void the_map_follows_without_folding() {
    fold_by_hand();
    MapView* const view = raised_map();
    MapScene& scene = window()->panes().map->scene();
    const auto fold = window()->results().fold();
    const double before = contour_sum();
    Scenario wished, shown;
    const QObject scope;
    connect(&window()->editor(), &Editor::dragged, &scope, [&](const Edited& e) { wished = e.scenario; });
    connect(&window()->editor(), &Editor::horizon_came, &scope,
            [&](const HorizonPreview& preview) { shown = preview.scenario; });
    const QPoint at = widget_place(*view, scene.to_display(points()[12].x, points()[12].y));
    QTest::mousePress(view, Qt::LeftButton, Qt::ShiftModifier, at);
    for (int i = 1; i <= 5; ++i)
      move_pointer(view, at - QPoint(0, 8 * i), Qt::ShiftModifier);
    // A quick machine draws places before the pointer's last one, too.
    QTRY_VERIFY_WITH_TIMEOUT(shown == wished, patience);
    drawn_picture(*view);
    const double dragged = contour_sum();
    QVERIFY(dragged != before);
    QVERIFY(begins(window()->panes().structure->scene().note(), "Stale"));
    QCOMPARE(window()->panes().section->scene().note(), std::string("stale"));
    QCOMPARE(window()->results().fold(), fold);
    keep_picture(**window_, "map unfolded");
    QTest::mouseRelease(view, Qt::LeftButton, Qt::ShiftModifier, at - QPoint(0, 40));
    QCOMPARE(window()->editor().now(), wished);
    QVERIFY(window()->results().fold_is_stale());
    // The horizon is the scenario's; only the layers are old.
    QTRY_VERIFY_WITH_TIMEOUT(window()->panes().map->scene().note().empty(), patience);
    drawn_picture(*view);
    QVERIFY(std::abs(contour_sum() - dragged) < 1e-6 * std::abs(dragged));
    QVERIFY(begins(window()->panes().structure->scene().note(), "Stale"));
    QCOMPARE(window()->results().fold(), fold);

    window()->editor().history().stack().undo();
    QTRY_COMPARE_WITH_TIMEOUT(contour_sum(), before, patience);
    QVERIFY(!begins(window()->panes().structure->scene().note(), "Stale"));
    QVERIFY(window()->panes().section->scene().note().empty());
  }

  void the_section_follows_without_folding() {
    fold_by_hand();
    window_->raise("section");
    SectionView* const view = window()->panes().section->section_view();
    SectionScene& scene = window()->panes().section->scene();
    QTRY_VERIFY(view->isVisible());
    drawn_picture(*view);
    QTRY_VERIFY(!scene.profile().empty());
    const auto fold = window()->results().fold();
    const auto before = scene.profile();
    const Vec3 p = points()[12];
    const QPoint at = widget_place(*view, scene.to_display(p.x, -p.z));
    QTest::mousePress(view, Qt::LeftButton, {}, at);
    for (int i = 1; i <= 5; ++i)
      move_pointer(view, at - QPoint(0, 8 * i));
    QTRY_VERIFY_WITH_TIMEOUT(scene.profile() != before, patience);
    const auto nearest = [&] { return scene.profile()[scene.profile().size() / 2]; };
    QTRY_VERIFY_WITH_TIMEOUT(std::abs(-nearest()[1] - scene.handle(12)->local.z) < 8.0, patience);
    QVERIFY(scene.handle(12)->local.z < p.z - 50.0);
    keep_picture(**window_, "section unfolded");
    QTest::keyClick(view, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(scene.profile() == before, patience);
    QTest::mouseRelease(view, Qt::LeftButton, {}, at - QPoint(0, 40));
    QCOMPARE(window()->results().fold(), fold);
    QCOMPARE(window()->editor().history().stack().count(), 0);
  }

  // With folding on: the surface first, then its fold.
  void another_interpolation_shows_before_its_fold() {
    MapView* const view = raised_map();
    const double before = contour_sum();
    QStringList came;
    const QObject scope;
    connect(&window()->editor().preview(), &FoldPreview::horizon_ready, &scope,
            [&came] { came << "surface"; });
    connect(&window()->results(), &Results::fold_changed, &scope, [&came] { came << "fold"; });
    auto* const method = window_->child<QComboBox>("interpolation");
    QTest::keyClick(method, Qt::Key_Down);
    QCOMPARE(window()->editor().history().stack().undoText(), "Change the surface");
    QTRY_COMPARE_WITH_TIMEOUT(came.size(), 2, patience);
    QCOMPARE(came, (QStringList{"surface", "fold"}));
    drawn_picture(*view);
    QVERIFY(contour_sum() != before);
  }

  void without_folding_another_interpolation_is_seen() {
    fold_by_hand();
    raised_map();
    const double before = contour_sum();
    const auto fold = window()->results().fold();
    QTest::keyClick(window_->child<QComboBox>("interpolation"), Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(contour_sum() != before, patience);
    QCOMPARE(window()->results().fold(), fold);
  }

  void the_map_paints_what_cannot_fold() {
    MapView* const view = raised_map();
    MapScene& scene = window()->panes().map->scene();
    QVERIFY(!scene.cannot_fold());
    const int before = refused_pixels(*view);  // the source is red too
    fold_by_hand();                            // before anything is solved
    Scenario steep = window()->editor().now();
    steep.events.front().fold.parameters = FoldParameters::from_lambda(1.0);
    steep.events.front().fold.axial_line = {120.0, 10.0};
    window()->editor().history().push(steep);
    QVERIFY(refused_pixels(*view) > before + 500);
    QVERIFY(scene.cannot_fold());
    keep_picture(**window_, "map cannot fold");
    window()->editor().history().stack().undo();
    QCOMPARE(refused_pixels(*view), before);
  }

 private:
  MainWindow* window() const { return &**window_; }
  const std::vector<Vec3>& points() const {
    return std::get<PointsHorizon>(window()->editor().now().events.front().horizon).points;
  }
  static bool begins(const std::string& note, const char* words) { return note.starts_with(words); }
  void fold_by_hand() const {
    for (QAction* const action : window()->findChildren<QAction*>())
      if (action->text() == "Fold while I &edit") return action->setChecked(false);
    qFatal("there is no such action");
  }
  MapView* raised_map() const {
    window_->raise("map");
    MapView* const view = window()->panes().map->map_view();
    if (!QTest::qWaitFor([view] { return view->isVisible(); })) qFatal("no map");
    drawn_picture(*view);
    return view;
  }
  double contour_sum() const {
    double sum = 0.0;
    for (const ContourLine& line : window()->panes().map->scene().contours())
      for (const PlotPoint& p : line.points)
        sum += line.level * (p[0] + 2.0 * p[1]);
    return sum;
  }
  static int refused_pixels(MapView& view) {
    const QImage seen = drawn_picture(view);
    int count = 0;
    for (int y = 0; y < seen.height(); ++y)
      for (int x = 0; x < seen.width(); ++x) {
        const QColor c = seen.pixelColor(x, y);
        if (c.red() > 120 && c.green() < 0.5 * c.red() && c.blue() < 0.5 * c.red()) ++count;
      }
    return count;
  }

  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_unfolded_edits

FOLDWAVE_TEST(test_unfolded_edits, run_in_windows<test_unfolded_edits::TestUnfoldedEdits>)
#include "test_unfolded_edits.moc"
