// Protects how a person says how rock folded, with mouse and keys in a real window: the arrow of the axial
// direction, the knobs and numbers of the fold panel, which all show one fold; the faces of the horizon that
// cannot fold, painted and explained before anything is solved.
// FOLDWAVE_PICTURES=folder keeps pictures of the window to be looked at.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPoint>
#include <QPointF>
#include <QRectF>
#include <QSignalSpy>
#include <QSlider>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "core/engine/backend.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/window/main_window.hpp"

namespace test_fold_editing {

using namespace foldwave;

namespace {

constexpr int patience = 60000;

Scenario example(int n) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  s.events.front().fold.axial_line = {120.0, 65.0};
  return s;
}

}  // namespace

class TestFoldEditing : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { window_.reset(); }
  void the_arrow_turns_with_the_mouse();
  void with_ctrl_the_arrow_snaps();
  void escape_puts_the_arrow_back();
  void turning_the_camera_over_the_arrow_leaves_it();
  void a_handle_says_its_name_and_value();
  void a_knob_turns_the_arrow();
  void scrolling_over_a_knob_leaves_it();
  void numbers_and_knob_show_one_fold();
  void what_cannot_fold_is_painted_before_solving();
  void a_knob_into_the_impossible_and_back();

 private:
  QPoint tip() const {
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(scene_->arrow().tip()));
    return {static_cast<int>(seen.x), view_->height() - 1 - static_cast<int>(seen.y)};
  }
  QLineEdit* field(const char* key) const {
    return window_->panes().panel->findChild<QLineEdit*>(QString("/events/0/fold/") + key);
  }
  void type(const char* key, const char* text) const {
    field(key)->setText(text);
    QTest::keyClick(field(key), Qt::Key_Return);
  }
  QString message(const char* key) const {
    return window_->panes().panel->messages().message(std::string("/events/0/fold/") + key);
  }
  const FoldSpec& fold() const { return window_->editor().now().events.front().fold; }
  void settled() const {
    QTRY_VERIFY_WITH_TIMEOUT(!window_->runs().busy() && !window_->results().fold_is_stale(), patience);
  }
  void keep_picture(const char* name) const {
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(400);
    window_->grab().save(folder + "/" + name + ".png");
  }

  QTemporaryDir dir_;
  std::unique_ptr<MainWindow> window_;
  StructureScene* scene_ = nullptr;
  StructureView* view_ = nullptr;
};

void TestFoldEditing::init() {
  window_ = std::make_unique<MainWindow>(cpu_backend());
  window_->resize(1240, 760);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  const QString file = dir_.filePath("example.json");
  save_scenario(example(32), file.toStdString());
  QVERIFY(window_->files().open(file));
  QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
  scene_ = &window_->panes().structure->scene();
  view_ = window_->panes().structure->structure_view();
  QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
  QTRY_VERIFY(scene_->arrow_at(tip().x(), view_->height() - 1 - tip().y()));
}

void TestFoldEditing::the_arrow_turns_with_the_mouse() {
  const Scenario before = window_->editor().now();
  const auto old = window_->results().fold();
  const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
  const QPoint start = tip();
  QTest::mouseMove(view_, start);
  QTRY_VERIFY(scene_->arrow().active());
  keep_picture("arrow pointed at");
  QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start);
  for (int step = 1; step <= 6; ++step)
    QTest::mouseMove(view_, start + QPoint(8 * step, 3 * step));
  QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, patience);
  const AxialLine turned = scene_->arrow().line();
  QVERIFY(std::abs(turned.trend - 120.0) > 5.0 || std::abs(turned.plunge - 65.0) > 5.0);
  // The tip is where the pointer is, and the panel says the same angles already; nothing is edited yet.
  const QPoint away = tip() - (start + QPoint(48, 18));
  QVERIFY2(away.manhattanLength() <= 4, qPrintable(QString("%1 %2").arg(away.x()).arg(away.y())));
  QCOMPARE(field("axial_line/trend")->text().toDouble(), turned.trend);
  QCOMPARE(field("axial_line/plunge")->text().toDouble(), turned.plunge);
  QVERIFY(window_->editor().now() == before);
  keep_picture("arrow held");

  QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start + QPoint(48, 18));
  QCOMPARE(fold().axial_line, turned);
  QCOMPARE(window_->editor().history().stack().count(), 1);
  QCOMPARE(window_->editor().history().stack().undoText(), "Turn the shear direction");
  settled();
  QVERIFY(window_->results().fold() != old);
  window_->editor().history().stack().undo();
  QVERIFY(window_->editor().now() == before);
  QCOMPARE(scene_->arrow().line(), before.events.front().fold.axial_line);
}

void TestFoldEditing::with_ctrl_the_arrow_snaps() {
  const QPoint start = tip();
  QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start);
  QMouseEvent move(QEvent::MouseMove, QPointF(start + QPoint(33, 21)), view_->mapToGlobal(start),
                   Qt::NoButton, Qt::LeftButton, Qt::ControlModifier);
  QApplication::sendEvent(view_, &move);
  const AxialLine line = scene_->arrow().line();
  QVERIFY(!(line == AxialLine{120.0, 65.0}));
  QCOMPARE(std::remainder(line.trend, 5.0), 0.0);
  QCOMPARE(std::remainder(line.plunge, 5.0), 0.0);
  QTest::mouseRelease(view_, Qt::LeftButton, Qt::ControlModifier, start + QPoint(33, 21));
  QCOMPARE(fold().axial_line, line);
  settled();
}

void TestFoldEditing::escape_puts_the_arrow_back() {
  const Scenario before = window_->editor().now();
  const auto old = window_->results().fold();
  const QPoint start = tip();
  QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start);
  QTest::mouseMove(view_, start + QPoint(40, 30));
  QVERIFY(!(scene_->arrow().line() == AxialLine{120.0, 65.0}));
  QTest::keyClick(view_, Qt::Key_Escape);
  QCOMPARE(scene_->arrow().line(), (AxialLine{120.0, 65.0}));
  QCOMPARE(field("axial_line/trend")->text(), QString("120"));
  QTest::mouseMove(view_, start + QPoint(60, 30));
  QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start + QPoint(60, 30));
  QVERIFY(window_->editor().now() == before);
  QCOMPARE(window_->editor().history().stack().count(), 0);
  QTRY_COMPARE(scene_->shown_fold(), &old->result);
}

// A drag that began elsewhere turns the camera, whatever it passes over.
void TestFoldEditing::turning_the_camera_over_the_arrow_leaves_it() {
  const Scenario before = window_->editor().now();
  const QPoint start = tip() - QPoint(40, 0);
  double from[3], to[3];
  scene_->renderer()->GetActiveCamera()->GetPosition(from);
  QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, start);
  for (int x = 0; x <= 80; x += 8)
    QTest::mouseMove(view_, start + QPoint(x, 0));
  QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, start + QPoint(80, 0));
  scene_->renderer()->GetActiveCamera()->GetPosition(to);
  QVERIFY(std::abs(to[0] - from[0]) > 1.0);
  QVERIFY(window_->editor().now() == before);
  QCOMPARE(scene_->arrow().line(), (AxialLine{120.0, 65.0}));
}

void TestFoldEditing::a_handle_says_its_name_and_value() {
  const Vec3 seen = world_to_display(scene_->renderer(), to_world(scene_->handles()[2].local));
  const QPoint at(static_cast<int>(seen.x), view_->height() - 1 - static_cast<int>(seen.y));
  QTest::mouseMove(view_, at);
  QTRY_COMPARE(scene_->marked_handle(), 2);
  QCOMPARE(view_->cursor().shape(), Qt::SizeVerCursor);
  QHelpEvent help(QEvent::ToolTip, at, view_->mapToGlobal(at));
  QApplication::sendEvent(view_, &help);
  QVERIFY2(QToolTip::text().startsWith("point 3: x 1270, y 0, depth 608 m"), qPrintable(QToolTip::text()));
  QToolTip::hideText();
  QTest::mouseMove(view_, tip());
  QTRY_COMPARE(view_->cursor().shape(), Qt::PointingHandCursor);
  QCOMPARE(scene_->marked_handle(), -1);
}

void TestFoldEditing::a_knob_turns_the_arrow() {
  auto* const knob = window_->findChild<QSlider*>("trend knob");
  QVERIFY(knob != nullptr);
  const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready);
  knob->setSliderDown(true);
  for (const int trend : {130, 150, 170})
    knob->setSliderPosition(trend);
  QCOMPARE(scene_->arrow().line(), (AxialLine{170.0, 65.0}));
  QCOMPARE(field("axial_line/trend")->text(), QString("170"));
  QTRY_VERIFY_WITH_TIMEOUT(ready.count() > 0, patience);
  QCOMPARE(fold().axial_line.trend, 120.0);
  knob->setSliderDown(false);
  QCOMPARE(fold().axial_line.trend, 170.0);
  QCOMPARE(window_->editor().history().stack().count(), 1);
  QCOMPARE(window_->editor().history().stack().undoText(), "Change the shear direction's trend");
  settled();
}

void TestFoldEditing::scrolling_over_a_knob_leaves_it() {
  for (const char* const name : {"lambda knob", "trend knob", "plunge knob"}) {
    auto* const knob = window_->findChild<QSlider*>(name);
    const QPointF middle = QRectF(knob->rect()).center();
    const auto scroll = [&] {
      QWheelEvent wheel(middle, knob->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                        Qt::NoScrollPhase, false);
      QApplication::sendEvent(knob, &wheel);
    };
    const int before = knob->value();
    scroll();
    QCOMPARE(knob->value(), before);
  }
  QCOMPARE(window_->editor().history().stack().count(), 0);
}

void TestFoldEditing::numbers_and_knob_show_one_fold() {
  auto* const knob = window_->findChild<QSlider*>("lambda knob");
  auto* const words = window_->findChild<QLabel*>("fold class");
  type("lambda", "0.25");
  QCOMPARE(field("F")->text(), QString("0.75"));
  QCOMPARE(field("psi")->text(), QString("0.25"));
  QCOMPARE(knob->value(), 25);
  QVERIFY(fold().parameters == FoldParameters::from_lambda(0.25));

  type("F", "0.25");
  QVERIFY(fold().parameters == (FoldParameters{0.25, 0.25, false}));
  QCOMPARE(field("lambda")->text(), QString("0.5"));
  QCOMPARE(knob->value(), 50);
  QVERIFY(words->text().contains("1C"));
  type("psi", "-0.05");
  QCOMPARE(field("lambda")->text(), QString("-0.25"));
  QVERIFY(words->text().contains("1A"));
  // F + psi = 0: no class, and both fields still there to be put right.
  type("psi", "-0.25");
  QVERIFY(!message("psi").isEmpty());
  QVERIFY(words->text().contains("F +"));
  type("psi", "0.25");
  QVERIFY(message("psi").isEmpty());

  // The knob shows F and psi while it is held, and gives metres at the hinge again.
  knob->setSliderDown(true);
  knob->setSliderPosition(100);
  QCOMPARE(field("F")->text(), QString("0"));
  QCOMPARE(field("psi")->text(), QString("1"));
  QVERIFY(words->text().contains("similar"));
  knob->setSliderPosition(50);
  QCOMPARE(field("F")->text(), QString("0.25"));  // where it was: the same fold
  knob->setSliderPosition(70);
  knob->setSliderDown(false);
  QVERIFY(fold().parameters == FoldParameters::from_lambda(0.7));
  QCOMPARE(window_->editor().history().stack().count(), 6);
  for (int i = 0; i < 6; ++i)
    window_->editor().history().stack().undo();
  QVERIFY(fold().parameters == FoldParameters::from_lambda(0.4));
  QCOMPARE(field("lambda")->text(), QString("0.4"));
  settled();
}

void TestFoldEditing::what_cannot_fold_is_painted_before_solving() {
  QVERIFY(!scene_->horizon().cannot_fold());
  type("lambda", "1");
  settled();
  const auto old = window_->results().fold();
  type("axial_line/plunge", "10");
  // At once, as nothing has been solved yet.
  QVERIFY(scene_->horizon().cannot_fold());
  QCOMPARE(window_->results().fold(), old);
  const NormalSpeeds& V = scene_->horizon().speeds();
  QVERIFY(V.least < 0.0 && V.share_bad > 0.05 && V.share_bad < 0.95);
  // The solve refuses it, with the reason beside the knob.
  QTRY_VERIFY_WITH_TIMEOUT(message("lambda").contains("cannot propagate"), patience);
  QVERIFY2(message("lambda").contains("class 2"), qPrintable(message("lambda")));
  QTRY_VERIFY(!window_->runs().busy());
  QCOMPARE(window_->results().fold(), old);
  QVERIFY(window_->results().fold_is_stale());
  keep_picture("cannot fold");
  type("axial_line/plunge", "80");
  QVERIFY(!scene_->horizon().cannot_fold());
  settled();
  QVERIFY(message("lambda").isEmpty());
}

void TestFoldEditing::a_knob_into_the_impossible_and_back() {
  type("lambda", "1");
  settled();
  const auto full = window_->results().fold();
  auto* const knob = window_->findChild<QSlider*>("plunge knob");
  const QSignalSpy ready(&window_->editor().preview(), &FoldPreview::ready),
      refused(&window_->editor().preview(), &FoldPreview::refused);
  knob->setSliderDown(true);
  knob->setSliderPosition(8);
  QTRY_VERIFY_WITH_TIMEOUT(refused.count() > 0, patience);
  QVERIFY(scene_->horizon().cannot_fold());
  QVERIFY(scene_->shown_fold() == nullptr);  // the last preview is not this fold
  QVERIFY(message("lambda").contains("cannot propagate"));
  keep_picture("cannot fold while dragging");
  const auto seen = ready.count();
  knob->setSliderPosition(75);
  QTRY_VERIFY_WITH_TIMEOUT(ready.count() > seen, patience);
  QVERIFY(!scene_->horizon().cannot_fold());
  QVERIFY(message("lambda").isEmpty());
  knob->setSliderPosition(65);
  knob->setSliderDown(false);
  QCOMPARE(scene_->shown_fold(), &full->result);
  QCOMPARE(window_->editor().history().stack().count(), 1);  // lambda alone
}

}  // namespace test_fold_editing

FOLDWAVE_TEST(test_fold_editing, run_in_windows<test_fold_editing::TestFoldEditing>)
#include "test_fold_editing.moc"
