// Protects drawing in the section as a person does it: a stroke becomes the horizon there in one step, a
// point moves up and along, the fold is cut where the map's line runs, and a backdrop is saved with the
// scenario and stands where it was put.
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QPushButton>
#include <QSignalSpy>
#include <QSize>
#include <QToolButton>
#include <cmath>

#include "core/engine/horizon_setup.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/ui/views/similar_picture.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_section_view {

using namespace foldwave;

class TestSectionView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    shown_ = std::make_unique<ShownWindow>();
    window_ = &**shown_;
    shown_->raise("section");
    QVERIFY(shown_->open(example_on(24)));
    pane_ = window_->panes().section;
    view_ = pane_->section_view();
    scene_ = &pane_->scene();
    QTRY_VERIFY(view_->isVisible());
    drawn_picture(*view_);
    QTRY_VERIFY(!scene_->profile().empty());
  }
  void cleanup() { shown_.reset(); }

  void a_stroke_becomes_the_horizon() {
    const Scenario still = window_->editor().now();
    tool("section stroke")->click();
    // From 700 to 1800 m along the line: a hump.
    const auto depth = [](double s) {
      return 900.0 - 250.0 * std::sin((s - 700.0) / 1100.0 * std::acos(-1.0));
    };
    QSignalSpy previews(&window_->editor().preview(), &FoldPreview::ready);
    QTest::mousePress(view_, Qt::LeftButton, {}, pixel(700, depth(700)));
    for (double s = 720; s <= 1800; s += 20) {
      move(pixel(s, depth(s)));
      QTest::qWait(5);
    }
    QTRY_VERIFY_WITH_TIMEOUT(previews.count() > 0, patience);  // the fold follows the pen
    QVERIFY(window_->editor().now() == still);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, pixel(1800, depth(1800)));
    QTRY_COMPARE_WITH_TIMEOUT(window_->editor().history().stack().undoText(), "Draw horizon in section",
                              patience);
    QCOMPARE(window_->editor().history().stack().count(), 1);
    const auto horizon = build_horizon(window_->editor().now());
    const double tolerance = 0.004 * still.grid.extent().z, pixel_size = scene_->metres_a_pixel();
    for (double s = 760; s <= 1740; s += 20) {
      const double off = std::abs(horizon->depth(s, 1270.0) - depth(s));
      QVERIFY2(off < 2 * tolerance + 2 * pixel_size, qPrintable(QString("%1 m at %2").arg(off).arg(s)));
    }
    window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == still);
    window_->editor().history().stack().redo();
    QVERIFY(!(window_->editor().now() == still));
  }

  void escape_gives_a_stroke_up() {
    const Scenario still = window_->editor().now();
    tool("section stroke")->click();
    QTest::mousePress(view_, Qt::LeftButton, {}, pixel(600, 900));
    for (int s = 620; s < 1200; s += 20)
      move(pixel(s, 700));
    QTest::keyClick(view_, Qt::Key_Escape);
    QTest::mouseRelease(view_, Qt::LeftButton, {}, pixel(1200, 700));
    QVERIFY(window_->editor().now() == still);
    QVERIFY(view_->stroke().empty());
  }

  void a_point_moves_up_and_along() {
    const SceneHandle* const near = scene_->handle(12);  // in the middle of the box, on the line
    QVERIFY(near != nullptr);
    QVERIFY(scene_->handle(2) == nullptr);  // far from it
    const Vec3 before = points()[12];
    const QPoint at = pixel(before.x, before.z);
    QTest::mousePress(view_, Qt::LeftButton, {}, at);
    move(at - QPoint(0, 20));
    move(at - QPoint(0, 40));
    QTest::mouseRelease(view_, Qt::LeftButton, {}, at - QPoint(0, 40));
    QVERIFY(points()[12].x == before.x && points()[12].y == before.y);
    QVERIFY(std::abs(before.z - points()[12].z - 40 * scene_->metres_a_pixel()) <
            2 * scene_->metres_a_pixel());
    QCOMPARE(window_->editor().history().stack().undoText(), "Move point 13");

    const Vec3 now = points()[12];
    const QPoint there = pixel(now.x, now.z);
    QTest::mousePress(view_, Qt::LeftButton, Qt::ShiftModifier, there);
    move(there + QPoint(15, 3), Qt::ShiftModifier);
    move(there + QPoint(30, 3), Qt::ShiftModifier);
    QTest::mouseRelease(view_, Qt::LeftButton, Qt::ShiftModifier, there + QPoint(30, 3));
    QVERIFY(points()[12].z == now.z && points()[12].x > now.x + 50.0);
    QVERIFY(std::abs(points()[12].y - now.y) < 1e-6);
  }

  void the_section_runs_where_the_line_is() {
    Scenario next = window_->editor().now();
    next.section = SectionSpec{south_north_line(next.grid), {}, {}};
    window_->editor().history().push(next);
    drawn_picture(*view_);
    const auto horizon = window_->results().fold()->result.horizon;
    QVERIFY(std::abs(scene_->profile().front()[1] + horizon->depth(1270, 0)) < 1e-6);
    QVERIFY(std::abs(scene_->profile().back()[1] + horizon->depth(1270, 2540)) < 1e-6);
    QVERIFY(scene_->handle(2) != nullptr);
    window_->editor().history().stack().undo();
    QVERIFY(scene_->handle(2) == nullptr);
  }

  void an_extruded_section_is_a_cylinder() {
    pane_->extrude(0.0, 0.0, 5);  // north: across the line
    QTRY_COMPARE_WITH_TIMEOUT(window_->editor().history().stack().undoText(), "Extrude the section",
                              patience);
    const auto horizon = build_horizon(window_->editor().now());
    for (const double x : {300.0, 1270.0, 2100.0})
      QVERIFY2(std::abs(horizon->depth(x, 100.0) - horizon->depth(x, 2400.0)) < 5.0,
               qPrintable(QString::number(horizon->depth(x, 100.0) - horizon->depth(x, 2400.0))));
  }

  void typed_ends_are_one_edit() {
    auto* const menu = tool("section line")->defaultAction()->menu();
    QVERIFY(menu != nullptr);
    menu->actions().last()->trigger();
    QDialog* const dialog = opened("line dialog");
    keep_picture(*dialog, "line dialog");
    QCOMPARE(dialog->findChild<QLineEdit*>("line Ay")->text(), QString("1270"));
    const auto enter = [&](const char* name, const char* text) { type_in(dialog, name, text); };
    enter("line Ax", "300");
    enter("line Ay", "2000");
    enter("line Bx", "1,900");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());  // a number that could be read in two ways
    QVERIFY(dialog->findChild<QLabel*>("refusal")->text().contains("1,900"));
    enter("line Bx", "300");
    enter("line By", "2000");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QVERIFY(dialog->findChild<QLabel*>("refusal")->text().contains("one place"));
    enter("line Bx", "1900");
    enter("line By", "400");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QTRY_VERIFY(window_->editor().now().section);
    QCOMPARE(section_line(window_->editor().now()), (MapLine{{300, 2000}, {1900, 400}}));
    QCOMPARE(window_->editor().history().stack().count(), 1);
    QCOMPARE(window_->editor().history().stack().undoText(), "Move the section line");
    window_->editor().history().stack().undo();
    QVERIFY(!window_->editor().now().section);
  }

  void the_extrude_dialog_offers_the_axial_line() {
    Scenario next = window_->editor().now();
    next.events.front().fold.axial_line = {40.0, 75.0};
    window_->editor().history().push(next);
    QVERIFY(shown_->settled());
    QTest::mouseClick(tool("section extrude"), Qt::LeftButton);
    QDialog* const dialog = opened("extrude dialog");
    auto* const trend = dialog->findChild<QLineEdit*>("extrude trend");
    auto* const plunge = dialog->findChild<QLineEdit*>("extrude plunge");
    auto* const axis = dialog->findChild<QComboBox*>("extrude axis");
    QCOMPARE(trend->text(), QString("180"));  // across a line that runs east
    QTest::keyClick(axis, Qt::Key_Down);
    QCOMPARE(trend->text(), QString("040"));
    QCOMPARE(plunge->text(), QString("75"));
    keep_picture(*dialog, "extrude dialog");
    type_in(dialog, "extrude plunge", "5x");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QVERIFY2(dialog->findChild<QLabel*>("refusal")->text().contains("5x"), "an unreadable number is told");
    type_in(dialog, "extrude plunge", "90");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());  // it goes nowhere on the map
    QCOMPARE(axis->currentText(), QString("as typed"));
    type_in(dialog, "extrude plunge", "0");
    type_in(dialog, "extrude trend", "0");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->editor().history().stack().undoText(), "Extrude the section",
                              patience);
    const auto horizon = build_horizon(window_->editor().now());
    QVERIFY(std::abs(horizon->depth(1270, 100.0) - horizon->depth(1270, 2400.0)) < 5.0);
  }

  void the_backdrop_dialog_refuses_what_it_cannot_read() {
    QImage image(40, 20, QImage::Format_RGB888);
    image.fill(QColor("#00a0ff"));
    QVERIFY(image.save(shown_->path("dialog.png")));
    tool("section backdrop")->defaultAction()->menu()->actions().first()->trigger();
    QDialog* const dialog = opened("backdrop dialog");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());  // no file yet
    type_in(dialog, "backdrop file", "dialog.png");
    type_in(dialog, "backdrop right", "2.000.0");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible() && !window_->editor().now().section);
    keep_picture(*dialog, "backdrop dialog");
    // What a seismic line has of its own does not count for a picture.
    dialog->findChild<QLineEdit*>("backdrop velocity")->setText("fast");
    type_in(dialog, "backdrop right", "2000");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->backdrop_is_there(), patience);
    QCOMPARE(window_->editor().now().section->backdrop->right, 2000.0);
    QCOMPARE(window_->editor().history().stack().count(), 1);
  }

  // The width that a person chose outlives another number of nodes.
  void the_corridor_stays_with_other_nodes() {
    shown_->type("corridor", "431");
    QVERIFY(scene_->handle(7) == nullptr);
    shown_->type("corridor", "700");
    QVERIFY(scene_->handle(7) != nullptr);
    Scenario finer = window_->editor().now();
    finer.grid.n = {30, 30, 30};
    window_->editor().history().push(finer);
    QCOMPARE(scene_->corridor(), 700.0);
    QCOMPARE(shown_->child<QLineEdit>("corridor")->text(), QString("700"));
    Scenario larger = finer;
    larger.grid.h = {500, 500, 500};
    window_->editor().history().push(larger);
    QVERIFY(scene_->corridor() != 700.0);
  }

  void exaggeration_by_slider_and_by_number() {
    shown_->type("exaggeration", "2.5");
    drawn_picture(*view_);
    const PlotPoint a = scene_->to_display(0, 0), b = scene_->to_display(100, 100);
    QVERIFY(std::abs((b[1] - a[1]) / (b[0] - a[0]) - 2.5) < 1e-9);
  }

  void the_thickness_of_a_layer_is_measured() {
    tool("section measure")->defaultAction()->menu()->actions()[2]->trigger();
    // Under the hinge, where the layers have the thickness that they were given.
    const double top = window_->results().fold()->result.horizon->depth(1270.0, 1270.0);
    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel(1270, top + 90));
    const Measured& found = scene_->measured();
    QCOMPARE(found.places.size(), std::size_t{2});
    const std::string words = found.words;
    QVERIFY2(words.starts_with("\"Marl\" is 2"), words.c_str());
    QVERIFY2(std::abs(norm(found.places[0] - found.places[1]) - 240.0) < 12.0, words.c_str());
    keep_picture(*window_, "thickness in the section");
    QTest::keyClick(view_, Qt::Key_Escape);
    QVERIFY(scene_->measured().places.empty());
  }

  // What stands in the view is of the rock that is shown, or says that it is not.
  void what_was_measured_follows_the_model() {
    const auto measure = [this](int which) {
      tool("section measure")->defaultAction()->menu()->actions()[which]->trigger();
    };
    const auto words = [this] { return QString::fromStdString(scene_->measured().words); };
    const Scenario still = window_->editor().now();
    Scenario thicker = still;
    const double top = window_->results().fold()->result.horizon->depth(1270.0, 1270.0);
    measure(2);
    QTest::mouseClick(view_, Qt::LeftButton, {}, pixel(1270, top + 90));
    QVERIFY2(words().startsWith("\"Marl\" is 2"), qPrintable(words()));
    for (Layer& layer : thicker.stack.layers)
      if (layer.name == "Marl") layer.thickness += 100.0;
    window_->editor().edit(thicker);
    QVERIFY(shown_->settled());
    QVERIFY2(words().startsWith("\"Marl\" is 3"), qPrintable(words()));
    QVERIFY(std::abs(norm(scene_->measured().places[0] - scene_->measured().places[1]) - 340.0) < 12.0);

    measure(0);
    for (const double s : {600.0, 1400.0})
      QTest::mouseClick(view_, Qt::LeftButton, {}, pixel(s, 900));
    const QString measured = words();
    QVERIFY2(measured.startsWith("79") || measured.startsWith("80"), qPrintable(measured));
    window_->editor().edit(still);
    QVERIFY(shown_->settled());
    QCOMPARE(words(), measured + " (before the model changed)");

    Scenario turned = still;
    if (!turned.section) turned.section.emplace();
    turned.section->line = section_line(still);
    turned.section->line.to[1] += 300.0;
    window_->editor().edit(turned);
    QVERIFY(scene_->measured().places.empty());
  }

  // Up and down, with Shift along the line.
  void a_source_is_dragged_in_the_section() {
    const Vec3 before = window_->editor().now().survey.sources[0].position;
    const QPoint at = pixel(before.x, before.z);
    drag_pointer(view_, at, at + QPoint(0, 60));
    const Vec3 deeper = window_->editor().now().survey.sources[0].position;
    QVERIFY(deeper.z > before.z + 100.0 && deeper.x == before.x && deeper.y == before.y);
    drag_pointer(view_, pixel(deeper.x, deeper.z), pixel(deeper.x, deeper.z) + QPoint(50, 0),
                 Qt::ShiftModifier);
    const Vec3 along = window_->editor().now().survey.sources[0].position;
    QVERIFY(along.x > before.x + 100.0 && along.z == deeper.z);
    QCOMPARE(window_->editor().history().stack().count(), 2);
  }

  void a_hidden_section_draws_nothing() {
    shown_->raise("structure");
    QTRY_VERIFY(view_->visibleRegion().isEmpty());
    QSignalSpy drawn(view_, &VtkView::drawn);
    const auto old = window_->results().fold();
    emit window_->panes().section->handles_moved({{12, scene_->handle(12)->local - Vec3{0, 0, 60}}});
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() != old && !window_->runs().busy(), patience);
    QTest::qWait(100);
    QCOMPARE(drawn.count(), 0);
  }

  void a_picture_stands_behind_and_is_saved() {
    QImage image(200, 100, QImage::Format_RGB888);
    image.fill(QColor("#ff00ff"));
    QVERIFY(image.save(shown_->path("line.png")));
    pane_->set_backdrop(Backdrop{"line.png", 0, 1270, 1.0, ImageBackdrop{0, 400}, {}});
    QTRY_VERIFY_WITH_TIMEOUT(pane_->backdrop_is_there(), patience);
    const QImage seen = drawn_picture(*view_);
    const auto color = [&](double s, double depth) { return seen.pixelColor(pixel(s, depth)); };
    QCOMPARE(color(300, 200), QColor("#ff00ff"));
    QVERIFY(color(1600, 200) != QColor("#ff00ff") && color(300, 500) != QColor("#ff00ff"));
    QCOMPARE(window_->editor().history().stack().undoText(), "Change the section's backdrop");
    QVERIFY(window_->files().save_to(shown_->path("with-backdrop.json")));
    QVERIFY(load_scenario(shown_->path("with-backdrop.json").toStdString()).section->backdrop->file ==
            "line.png");

    // Saved elsewhere it is still found; one that is not there is told.
    QVERIFY(QDir().mkpath(shown_->path("elsewhere")));
    QVERIFY(window_->files().save_to(shown_->path("elsewhere/moved.json")));
    QVERIFY(window_->files().open(shown_->path("elsewhere/moved.json")));
    QTRY_VERIFY_WITH_TIMEOUT(pane_->backdrop_is_there(), patience);
    QSignalSpy told(pane_, &SectionPane::message);
    pane_->set_backdrop(Backdrop{"nowhere.png", 0, 100, 1.0, ImageBackdrop{0, 400}, {}});
    QTRY_VERIFY_WITH_TIMEOUT(told.count() == 1, patience);
    QVERIFY(told[0][0].toString().contains("nowhere.png"));
  }

  // Its numbers are listed before one is chosen; it stands where its headers say, and the names over it.
  void a_seismic_line_stands_at_its_own_place() {
    SegyGather gather;
    gather.dt = 0.004;
    gather.samples = 200;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i <= 20; ++i) {
        SegyTrace trace;
        trace.source = trace.receiver = {500.0 + 50.0 * i, 1220.0 + 50.0 * j, 0.0};
        trace.inline_number = 7 + j;
        trace.crossline_number = 100 + i;
        gather.geometry.push_back(trace);
      }
    const std::vector<float> ones(gather.geometry.size() * 200, 1.0F);
    gather.traces = ones;
    write_segy(shown_->path("own.sgy").toStdString(), gather);
    const QImage before = drawn_picture(*view_);
    tool("section backdrop")->defaultAction()->menu()->actions().first()->trigger();
    QDialog* const dialog = opened("backdrop dialog");
    type_in(dialog, "backdrop file", "own.sgy");
    const auto* const facts = dialog->findChild<QLabel*>("backdrop facts");
    QTRY_VERIFY_WITH_TIMEOUT(facts->text().contains("Inlines 7 to 9 (3), crosslines 100 to 120 (21)"),
                             patience);
    QVERIFY2(facts->text().contains("x 500 to 1500, y 1220 to 1320"), qPrintable(facts->text()));
    QCOMPARE(dialog->findChild<NumberEdit*>("backdrop line")->value(), 8.0);
    QVERIFY(!dialog->findChild<QLineEdit*>("backdrop left")->isVisible());
    keep_picture(*dialog, "backdrop-segy");
    type_in(dialog, "backdrop line", "12");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QVERIFY(dialog->isVisible());  // there is none
    type_in(dialog, "backdrop line", "8");
    QTest::mouseClick(ok(dialog), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->backdrop_is_there(), patience);
    const QImage seen = drawn_picture(*view_);
    const auto changed = [&](double s, double depth) {
      return seen.pixelColor(pixel(s, depth)) != before.pixelColor(pixel(s, depth));
    };
    QVERIFY(changed(560, 120) && changed(1440, 120) && changed(1000, 760));
    QVERIFY(!changed(440, 120) && !changed(1560, 120) && !changed(1000, 860));
    if (const QString keep = qEnvironmentVariable("FOLDWAVE_PICTURES"); !keep.isEmpty())
      seen.save(keep + "/section-own-place.png");
  }

  void a_seismic_line_stands_behind() {
    const QString file =
        qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data") + "/f3-small.sgy";
    if (!QFile::exists(file)) QSKIP("the shared data (shared/data/f3-small.sgy) is not here");
    pane_->set_backdrop(
        Backdrop{file.toStdString(), 0, 2540, 0.8, SegyBackdrop{SegyLineKind::all, 0, 2200}, {}});
    QTRY_VERIFY_WITH_TIMEOUT(pane_->backdrop_is_there(), patience);
    const QImage seen = drawn_picture(*view_);
    if (const QString keep = qEnvironmentVariable("FOLDWAVE_PICTURES"); !keep.isEmpty())
      seen.save(keep + "/section-seismic.png");
  }

  void looks_as_it_should() {
    view_->setFixedSize(560, 520);
    QTRY_COMPARE(view_->size(), QSize(560, 520));
    const QString differs = similar_to_baseline(drawn_picture(*view_), "section");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
    if (keeping_baselines()) return;
    // A missing point, and a horizon that runs elsewhere, would be noticed.
    Scenario fewer = window_->editor().now();
    auto& all = std::get<PointsHorizon>(fewer.events.front().horizon).points;
    all.erase(all.begin() + 12);
    scene_->show_scenario(fewer);
    QVERIFY(!similar_to_baseline(drawn_picture(*view_), "section").isEmpty());
  }

 private:
  QDialog* opened(const char* name) const {
    auto* const dialog = shown_->child<QDialog>(name);
    if (!QTest::qWaitForWindowExposed(dialog)) qFatal("%s is not shown", name);
    return dialog;
  }
  static void type_in(QDialog* dialog, const char* name, const char* text) {
    auto* const field = dialog->findChild<QLineEdit*>(name);
    QTest::mouseClick(field, Qt::LeftButton);
    field->selectAll();
    QTest::keyClicks(field, text);
  }
  static QPushButton* ok(QDialog* dialog) {
    return dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
  }
  const std::vector<Vec3>& points() const {
    return std::get<PointsHorizon>(window_->editor().now().events.front().horizon).points;
  }
  QPoint pixel(double along, double depth) const {
    return widget_place(*view_, scene_->to_display(along, -depth));
  }
  void move(const QPoint& to, Qt::KeyboardModifiers keys = {}) { move_pointer(view_, to, keys); }
  QToolButton* tool(const char* name) { return shown_->child<QToolButton>(name); }

  std::unique_ptr<ShownWindow> shown_;
  MainWindow* window_ = nullptr;
  SectionPane* pane_ = nullptr;
  SectionView* view_ = nullptr;
  SectionScene* scene_ = nullptr;
};

}  // namespace test_section_view

FOLDWAVE_TEST(test_section_view, run_in_windows<test_section_view::TestSectionView>)
#include "test_section_view.moc"
