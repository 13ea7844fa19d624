// Protects what is cut away in the 3D view: rock beyond a slice is neither drawn nor picked, what is left
// stays as it was, the slice's slider moves the cut, two slices an axis leave a box with all its faces, and
// the switches of the legend and the orientation.
#include <vtkRenderer.h>
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QSlider>
#include <QToolTip>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_cut_away {

using namespace foldwave;

class TestCutAway : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    view_ = window()->panes().structure->structure_view();
    scene_ = &window()->panes().structure->scene();
    QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
    window_->press_tool("structure ghost");
    StructureOptions o = scene_->options();
    o.handles = o.axis = o.survey = false;
    scene_->set_options(o);
    shown_ = view_->size();
  }
  void cleanupTestCase() { window_.reset(); }
  void cleanup() {
    for (const char* const all : {"x: nothing", "y: nothing", "depth: nothing"})
      command(all)->setChecked(true);
    for (int slice = 0; slice < slice_count; ++slice)
      move_slice(slice, slice == 0 || slice > 3 ? 0 : 23);
    QTRY_COMPARE(view_->size(), shown_);  // the second slices' places have gone
  }

  void rock_in_front_of_a_slice_is_gone() {
    const QImage whole = drawn_picture(*view_);
    move_slice(1, 12);
    command("South of the slice")->setChecked(true);
    const QImage cut = drawn_picture(*view_);
    keep_picture(**window_, "cut away");
    // Where the southern wall's lower edge was there is the background; above the horizon's far side nothing
    // has changed.
    const Vec3 size = scene_->box().extent;
    const QPoint edge = place({0.75 * size.x, 0.05 * size.y, 0.97 * size.z});
    QVERIFY(whole.pixel(edge) != cut.pixel(edge));
    QVERIFY2(qGray(cut.pixel(edge)) < 45, qPrintable(QString::number(qGray(cut.pixel(edge)))));
    // On the slice itself, which is the cut's face, its layer is seen and picked.
    const Vec3 face{0.75 * size.x, 12 * size.y / 23.0, 0.9 * size.z};
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(face));
    const auto rock = scene_->rock_at(seen.x, seen.y);
    QVERIFY(rock.has_value());
    QVERIFY2(norm(*rock - face) < 2.0,
             qPrintable(QString("%1 %2 %3").arg(rock->x).arg(rock->y).arg(rock->z)));
  }

  void nothing_is_picked_where_all_is_cut_away() {
    const Vec3 size = scene_->box().extent;
    move_slice(0, 20);
    command("West of the slice")->setChecked(true);
    drawn_picture(*view_);
    const Vec3 seen = world_to_display(scene_->renderer(), to_world({0.05 * size.x, 0.0, 0.5 * size.z}));
    const auto rock = scene_->rock_at(seen.x, seen.y);
    QVERIFY(!rock || rock->x >= 20 * size.x / 23.0 - 1.0);
  }

  void the_slices_slider_moves_the_cut() {
    command("Above the slice")->setChecked(true);
    move_slice(2, 8);
    const QImage shallow = drawn_picture(*view_);
    move_slice(2, 16);
    const QImage deep = drawn_picture(*view_);
    const Vec3 size = scene_->box().extent;
    const QPoint between = place({0.9 * size.x, 0.02 * size.y, 12 * size.z / 23.0});
    QVERIFY(shallow.pixel(between) != deep.pixel(between));
    keep_picture(**window_, "cut away above");
  }

  void cuts_go_without_a_trace() {
    const QImage before = drawn_picture(*view_);
    command("Below the slice")->setChecked(true);
    command("East of the slice")->setChecked(true);
    QVERIFY(drawn_picture(*view_) != before);
    command("depth: nothing")->setChecked(true);
    command("x: nothing")->setChecked(true);
    QVERIFY(drawn_picture(*view_) == before);
  }

  void a_box_remains_between_two_slices_each_way() {
    const QImage whole = drawn_picture(*view_);
    command("All but a box")->trigger();
    for (int axis = 0; axis < 3; ++axis) {
      QVERIFY(scene_->options().cut[static_cast<std::size_t>(axis)] == CutAway::outside);
      QVERIFY(scene_->slice(axis) == 0 && scene_->slice(axis + 3) == 23);  // all of the rock, at first
      move_slice(axis, 6);
      move_slice(axis + 3, 17);
    }
    const QImage boxed = drawn_picture(*view_);
    keep_picture(**window_, "cut to a box");
    const Vec3 size = scene_->box().extent;
    const auto part = [&](double x, double y, double z) { return Vec3{x * size.x, y * size.y, z * size.z}; };
    const double low = 6 / 23.0, high = 17 / 23.0;
    // Rock is drawn and picked on the faces that the eye sees, and nothing beyond them.
    for (const Vec3& face : {part(0.45, low, 0.55), part(high, 0.45, 0.55), part(0.55, 0.45, low)}) {
      const Vec3 seen = world_to_display(scene_->renderer(), to_world(face));
      const auto rock = scene_->rock_at(seen.x, seen.y);
      QVERIFY(rock.has_value());
      QVERIFY2(norm(*rock - face) < 2.0,
               qPrintable(QString("%1 %2 %3").arg(rock->x).arg(rock->y).arg(rock->z)));
      QVERIFY(qGray(boxed.pixel(place(face))) > 60);
    }
    for (const Vec3& gone : {part(0.75, 0.05, 0.97), part(0.97, 0.5, 0.8), part(0.1, 0.1, 0.9)}) {
      const Vec3 seen = world_to_display(scene_->renderer(), to_world(gone));
      QVERIFY(!scene_->rock_at(seen.x, seen.y));
      QVERIFY2(qGray(boxed.pixel(place(gone))) < 45, qPrintable(QString::number(gone.x)));
    }
    // Which of the two is which makes no difference.
    for (int axis = 0; axis < 3; ++axis) {
      move_slice(axis, 17);
      move_slice(axis + 3, 6);
    }
    QCOMPARE(drawn_picture(*view_), boxed);
    for (int axis = 0; axis < 3; ++axis)
      move_slice(axis, axis == 0 ? 0 : 23);
    command("Nothing")->trigger();
    QTRY_COMPARE(view_->size(), shown_);
    QCOMPARE(drawn_picture(*view_), whole);
  }

  // Whole metres, the nearest node, and the box's end for what lies beyond it.
  void a_place_is_typed() {
    command("West and east of two slices")->setChecked(true);
    const Grid3& grid = window()->editor().now().grid;
    auto* const second = window_->child<QLineEdit>("slice 3 place");
    QVERIFY(second->isVisible() && !window_->child<QLineEdit>("slice 4 place")->isVisible());
    const double wanted = grid.origin.x + 9.3 * grid.h[0];
    window_->type("slice 3 place", QString::number(wanted));
    QCOMPARE(scene_->slice(3), 9);
    QCOMPARE(second->text().toDouble(), std::round(grid.origin.x + 9 * grid.h[0]));
    window_->type("slice 3 place", "1e7");
    QCOMPARE(scene_->slice(3), 23);
    QCOMPARE(second->text().toDouble(), std::round(grid.origin.x + grid.extent().x));
    window_->type("slice 3 place", "1e7");
    QCOMPARE(second->text().toDouble(), std::round(grid.origin.x + grid.extent().x));
    window_->type("slice 3 place", "abc");                                     // no place: the old one stays
    QVERIFY2(QToolTip::text().contains("abc"), qPrintable(QToolTip::text()));  // and it is said
    QCOMPARE(second->text().toDouble(), std::round(grid.origin.x + grid.extent().x));
    command("x: nothing")->setChecked(true);
    QVERIFY(!second->isVisible());
  }

  // It opens as a block, cut down from its sides; the ghost has planes and cuts of its own, and each comes
  // back as it was left.
  void a_block_and_its_ghost() {
    const QImage ghost = drawn_picture(*view_);
    window_->press_tool("structure ghost");
    QVERIFY(!scene_->options().ghost && scene_->options().cut[1] == CutAway::outside);
    for (int slice = 0; slice < slice_count; ++slice)
      QCOMPARE(scene_->slice(slice), slice < 3 ? 0 : 23);
    const QImage block = drawn_picture(*view_);
    keep_picture(**window_, "solid block");
    const Vec3 size = scene_->box().extent;
    // Down the southern side: rock of another kind may lie behind it in one place, but not in all.
    const auto differ = [&](const QImage& a, const QImage& b) {
      int places = 0;
      for (const double depth : {0.55, 0.65, 0.75, 0.85}) {
        const QPoint at = place({0.75 * size.x, 0.0, depth * size.z});
        places += a.pixel(at) != b.pixel(at) ? 1 : 0;
      }
      return places;
    };
    QVERIFY(differ(block, ghost) >= 2);
    move_slice(1, 8);
    QVERIFY(differ(drawn_picture(*view_), block) >= 2);
    window_->press_tool("structure ghost");
    QTRY_COMPARE(view_->size(), shown_);
    QCOMPARE(drawn_picture(*view_), ghost);
    window_->press_tool("structure ghost");
    QCOMPARE(scene_->slice(1), 8);
    move_slice(1, 0);
    QCOMPARE(drawn_picture(*view_), block);
    window_->press_tool("structure ghost");
  }

  void legend_and_orientation_are_switched() {
    const QImage before = drawn_picture(*view_);
    const QRect corner(10, view_->height() - 90, 90, 80);
    command("Orientation")->setChecked(false);
    const QImage without = drawn_picture(*view_);
    QVERIFY(without.copy(corner) != before.copy(corner));
    command("Orientation")->setChecked(true);
    command("Legend")->setChecked(false);
    const QRect upper(view_->width() - 120, 20, 100, 80);
    QVERIFY(drawn_picture(*view_).copy(upper) != before.copy(upper));
    command("Legend")->setChecked(true);
    QVERIFY(drawn_picture(*view_) == before);
    // Its head closes it, with the switch.
    QTest::mouseClick(view_, Qt::LeftButton, {}, {view_->width() - 40, 22});
    QVERIFY(!command("Legend in full")->isChecked() && drawn_picture(*view_) != before);
    command("Legend in full")->setChecked(true);
    QVERIFY(drawn_picture(*view_) == before);
  }

 private:
  MainWindow* window() const { return &**window_; }
  QAction* command(const char* text) const {
    for (QAction* const action : window()->panes().structure->findChildren<QAction*>())
      if (action->text().remove('&') == text) return action;
    qFatal("no command %s", text);
  }
  void move_slice(int slice, int node) const {
    window()->panes().structure->slices()->slider(slice)->setValue(node);
  }
  QPoint place(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(local));
    return widget_place(*view_, {seen.x, seen.y});
  }

  std::unique_ptr<ShownWindow> window_;
  StructureView* view_ = nullptr;
  QSize shown_;
  StructureScene* scene_ = nullptr;
};

}  // namespace test_cut_away

FOLDWAVE_TEST(test_cut_away, run_in_windows<test_cut_away::TestCutAway>)
#include "test_cut_away.moc"
