// Protects the comparison of variants, as a person would make it: keep the scenario, change it, see both with
// one camera and one set of slices, read the difference, switch, delete, and undo all of it; a variant that
// cannot be folded says why, and one that was stopped is folded again on a wish.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QPoint>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/window/main_window.hpp"

namespace test_compare {

using namespace foldwave;

namespace {

constexpr int patience = 60000;

// A level horizon: T is the height above it over F + psi = 1, whatever lambda; a deeper one differs by the
// step.
Scenario level(double depth, int n = 40) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {n, n, n};
  s.grid.h = {e.x / (n - 1), e.y / (n - 1), e.z / (n - 1)};
  s.events[0].horizon = PlaneHorizon{{1000.0, 1000.0, depth}, 0.0, 0.0, {}};
  s.events[0].fold.axial_line = {0.0, 90.0};
  s.propagation.enabled = false;
  return s;
}

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->resize(1240, 760);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    const QString file = dir_.filePath("level.json");
    save_scenario(level(900.0), file.toStdString());
    QVERIFY(window_->files().open(file));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
    pane_ = window_->panes().compare;
  }
  void cleanup() { window_.reset(); }

  void two_folds_side_by_side() {
    show_two();
    QCOMPARE(pane_->choice(0)->currentText(), QString("as edited"));
    QCOMPARE(pane_->choice(1)->currentText(), QString("Shallow"));
    QVERIFY(left() != right());
    QVERIFY(std::abs(left()->arrival[0] - 1000.0F) < 0.5F);
    QVERIFY(std::abs(right()->arrival[0] - 900.0F) < 0.5F);

    // One camera: turning one view turns the other.
    QCOMPARE(pane_->scene(0).renderer()->GetActiveCamera(), pane_->scene(1).renderer()->GetActiveCamera());
    QSignalSpy drawn(pane_->view(1), &VtkView::drawn);
    const QPoint middle = pane_->view(0)->rect().center();
    QTest::mousePress(pane_->view(0), Qt::LeftButton, Qt::NoModifier, middle);
    QTest::mouseMove(pane_->view(0), middle + QPoint(60, 10));
    QTest::mouseRelease(pane_->view(0), Qt::LeftButton, Qt::NoModifier, middle + QPoint(60, 10));
    QTRY_VERIFY(drawn.count() > 0);
    // It comes to rest: neither view asks the other for ever.
    QTest::qWait(500);
    const auto count = drawn.count();
    QTest::qWait(300);
    QVERIFY(drawn.count() <= count + 1);

    // One set of slices.
    pane_->slices()->slider(0)->setValue(11);
    QCOMPARE(pane_->scene(0).slice(0), 11);
    QCOMPARE(pane_->scene(1).slice(0), 11);
    keep_picture("compare");
  }

  // With linked colours equal colours are equal values on both sides; else each has its own range.
  void an_automatic_range_is_that_of_both() {
    Scenario faster = level(900.0);
    for (Layer& layer : faster.stack.layers)
      layer.velocity += 700.0;
    faster.name = "Faster";
    save_scenario(faster, dir_.filePath("faster.json").toStdString());
    QVERIFY(window_->variants().add_file(dir_.filePath("faster.json")));
    raise();
    QTRY_VERIFY_WITH_TIMEOUT(left() != nullptr && right() != nullptr, patience);
    const ValueRange slow = velocity_range(*left(), window_->editor().now().stack),
                     fast = velocity_range(*right(), faster.stack);
    QCOMPARE(fast.low, slow.low + 700.0);
    command("Velocity")->trigger();
    for (int side = 0; side < 2; ++side)
      QTRY_VERIFY_WITH_TIMEOUT(pane_->scene(side).is_complete(), patience);
    const auto picture = [this] {
      pane_->view(1)->update();
      QTest::qWait(300);
      return pane_->view(1)->grabFramebuffer();
    };
    for (int side = 0; side < 2; ++side) {
      QVERIFY(pane_->scene(side).options().slice_color == SliceColor::velocity);
      QVERIFY(pane_->scene(side).options().colors.velocity.shared == (ValueRange{slow.low, fast.high}));
    }
    const QImage shared = picture();
    keep_picture("compare velocity linked");
    command("Link colours")->setChecked(false);
    QVERIFY(!pane_->scene(1).options().colors.velocity.shared);
    const QImage alone = picture();
    keep_picture("compare velocity not linked");
    QVERIFY(shared != alone);
    command("Link colours")->setChecked(true);
    QCOMPARE(picture(), shared);
  }

  void the_difference_is_told() {
    show_two();
    pick(pane_->mode(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->difference() != nullptr, patience);
    QVERIFY(std::abs(pane_->difference()->largest - 100.0) < 0.5);
    QVERIFY(std::abs(pane_->difference()->rms - 100.0) < 0.5);
    QVERIFY(pane_->difference()->other_layer_share > 0.05);
    QVERIFY(pane_->scene(1).options().slice_color == SliceColor::difference);
    QTest::qWait(400);
    keep_picture("difference");
    // Of itself there is none.
    pick(pane_->choice(1), 0);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->difference() && pane_->difference()->largest == 0.0, patience);
    QCOMPARE(pane_->difference()->other_layer_share, 0.0);
  }

  // While the scenario has no fold of its own, the old one is marked and no difference is told.
  void a_stale_fold_is_marked() {
    show_two();
    pick(pane_->mode(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->difference() != nullptr, patience);
    for (auto* const action : window_->findChildren<QAction*>())
      if (action->text() == "Fold while I &edit") action->setChecked(false);
    Scenario deeper = window_->editor().now();
    std::get<PlaneHorizon>(deeper.events[0].horizon).point.z += 50.0;
    window_->editor().history().push(deeper);
    QVERIFY(pane_->scene(0).note().find("Stale") == 0);
    QVERIFY(pane_->difference() == nullptr);
    window_->runs().run_fold();
    QTRY_VERIFY_WITH_TIMEOUT(pane_->difference() && std::abs(pane_->difference()->largest - 150.0) < 0.5,
                             patience);
    QVERIFY(pane_->scene(0).note().empty());
  }

  void every_step_can_be_undone() {
    const Scenario before = window_->editor().now();
    show_two();
    const Scenario edited = window_->editor().now();
    window_->variants().switch_to(0);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Switch to Shallow"));
    QCOMPARE(depth(), 900.0);
    QCOMPARE(std::get<PlaneHorizon>(window_->editor().now().variants[0].events[0].horizon).point.z, 1000.0);
    window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == edited);
    auto* const remove = button("Delete");
    QTRY_VERIFY(remove->isEnabled());
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Delete Shallow"));
    QVERIFY(window_->editor().now().variants.empty());
    while (window_->editor().history().stack().canUndo())
      window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == before);
  }

  void variants_are_saved_with_the_scenario() {
    window_->variants().keep("Shallow");
    window_->variants().keep("Shallow");  // a name that is taken gets a number
    const QString file = dir_.filePath("with variants.json");
    QVERIFY(window_->files().save_to(file));
    const Scenario again = load_scenario(file.toStdString());
    QCOMPARE(again.variants.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(again.variants[1].name), QString("Shallow 2"));
    QVERIFY(again.variants == window_->editor().now().variants);

    save_scenario(level(1300.0), dir_.filePath("deep.json").toStdString());
    QVERIFY(window_->variants().add_file(dir_.filePath("deep.json")));
    QCOMPARE(window_->editor().now().variants.size(), std::size_t{3});
    QVERIFY(!window_->variants().add_file(dir_.filePath("none.json")));
    QCOMPARE(window_->editor().now().variants.size(), std::size_t{3});
  }

  void a_variant_that_cannot_be_folded_says_why() {
    Scenario s = level(90000.0);  // below the box
    s.name = "Lost";
    save_scenario(s, dir_.filePath("lost.json").toStdString());
    QVERIFY(window_->variants().add_file(dir_.filePath("lost.json")));
    raise();
    QTRY_VERIFY_WITH_TIMEOUT(pane_->scene(1).note().find("the horizon misses the box") != std::string::npos,
                             patience);
    QCOMPARE(right(), nullptr);
    const JobList& jobs = window_->jobs();
    QVERIFY(jobs.index(0, JobList::outcome).data().toString().startsWith("failed: "));
  }

  void a_stopped_variant_is_folded_again() {
    const auto stop_it = connect(
        &window_->jobs(), &JobList::rowsInserted, this,
        [this] { window_->jobs().stop(window_->jobs().record(0)->id); }, Qt::QueuedConnection);
    save_scenario(level(1300.0, 80), dir_.filePath("deep.json").toStdString());
    QVERIFY(window_->variants().add_file(dir_.filePath("deep.json")));
    raise();
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene(1).note(), std::string("it was stopped"), patience);
    disconnect(stop_it);
    QCOMPARE(right(), nullptr);
    // To look at the other side, and back, is no wish.
    pick(pane_->choice(1), 0);
    pick(pane_->choice(1), 1);
    QCOMPARE(pane_->scene(1).note(), std::string("it was stopped"));
    keep_picture("stopped variant");
    QVERIFY(button("Fold again")->isVisible());
    QTest::mouseClick(button("Fold again"), Qt::LeftButton);
    QVERIFY(!button("Fold again")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(right() != nullptr, patience);
    QVERIFY(std::abs(right()->arrival[0] - 1300.0F) < 0.5F);
    QVERIFY(pane_->scene(1).note().empty());
  }

 private:
  const FoldResult* left() { return pane_->scene(0).shown_fold(); }
  const FoldResult* right() { return pane_->scene(1).shown_fold(); }
  double depth() const { return std::get<PlaneHorizon>(window_->editor().now().events[0].horizon).point.z; }
  void raise() {
    auto* const dock = window_->findChild<QDockWidget*>("compare");
    dock->show();
    dock->raise();
    QTRY_VERIFY(pane_->isVisible());
  }
  QAction* command(const QString& text) {
    for (QWidget* const root : std::initializer_list<QWidget*>{pane_, window_.get()})
      for (auto* const action : root->findChildren<QAction*>())
        if (action->text().remove('&') == text) return action;
    qFatal("no command %s", qPrintable(text));
  }
  void pick(QComboBox* box, int index) {
    box->setCurrentIndex(index);
    emit box->activated(index);
  }
  QPushButton* button(const QString& words) {
    for (auto* const b : pane_->findChildren<QPushButton*>())
      if (b->text() == words) return b;
    return nullptr;
  }
  // The scenario kept as "Shallow", and the horizon brought 100 m down.
  void show_two() {
    window_->variants().keep("Shallow");
    QCOMPARE(window_->editor().history().stack().undoText(), QString("Keep Shallow"));
    Scenario deeper = window_->editor().now();
    std::get<PlaneHorizon>(deeper.events[0].horizon).point.z += 100.0;
    window_->editor().history().push(deeper);
    raise();
    QTRY_VERIFY_WITH_TIMEOUT(left() != nullptr && right() != nullptr && !window_->results().fold_is_stale() &&
                                 !window_->runs().busy(),
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT(std::abs(left()->arrival[0] - 1000.0F) < 0.5F, patience);
  }
  // For people: FOLDWAVE_PICTURES names a folder.
  void keep_picture(const QString& name) {
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (!folder.isEmpty()) window_->grab().save(folder + "/" + name + ".png");
  }

  QTemporaryDir dir_;
  std::unique_ptr<MainWindow> window_;
  ComparePane* pane_ = nullptr;
};

}  // namespace test_compare

FOLDWAVE_TEST(test_compare, run_in_windows<test_compare::TestCompare>)
#include "test_compare.moc"
