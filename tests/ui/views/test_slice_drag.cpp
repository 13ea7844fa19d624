// Protects moving slices, and the cuts at them, by their frames in the 3D view: a frame goes where the
// pointer takes it along the slice's normal, the sliders follow, Escape puts it back, where two slices meet
// the first way chooses, a frame behind rock is left alone, and pointing at one draws no scene.
#include <vtkRenderer.h>
#include <QPoint>
#include <QSignalSpy>
#include <QSlider>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_slice_drag {

using namespace foldwave;

class TestSliceDrag : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(nodes)));
    view_ = pane()->structure_view();
    scene_ = &pane()->scene();
    QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
    size_ = scene_->box().extent;
    window_->press_tool("structure ghost");
    StructureOptions o = scene_->options();
    o.handles = o.axis = o.layers = o.horizon = false;
    scene_->set_options(o);
  }
  void cleanupTestCase() { window_.reset(); }
  void init() {
    set(0, 4), set(1, 20), set(2, 14);
    scene_->reset_camera();
    move_pointer(view_, {3, 3}, {}, Qt::NoButton);
    drawn_picture(*view_);
  }

  void a_frame_goes_where_it_is_dragged_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("to");
    QTest::addColumn<double>("exaggeration");
    QTest::newRow("x") << 0 << 12 << 1.0;
    QTest::newRow("y") << 1 << 6 << 1.0;
    QTest::newRow("depth") << 2 << 19 << 1.0;
    QTest::newRow("depth, exaggerated") << 2 << 8 << 2.5;
  }
  void a_frame_goes_where_it_is_dragged() {
    QFETCH(int, axis);
    QFETCH(int, to);
    QFETCH(double, exaggeration);
    window_->type("structure exaggeration", QString::number(exaggeration));
    drawn_picture(*view_);
    const Vec3 grip = free_grip(axis);
    Vec3 target = grip;
    target[axis] = to * scene_->box().extent[axis] / (nodes - 1);
    const Scenario still = (*window_)->editor().now();
    move_pointer(view_, place(grip), {}, Qt::NoButton);
    QCOMPARE(scene_->frames().marked(), axis);
    QVERIFY(view_->cursor().shape() != Qt::ArrowCursor);
    QTest::mousePress(view_, Qt::LeftButton, {}, place(grip));
    for (int i = 1; i <= 5; ++i)
      move_pointer(view_, place(grip) + i * (place(target) - place(grip)) / 5);
    keep_picture(**window_, QString("slice drag %1").arg(axis));
    QTest::mouseRelease(view_, Qt::LeftButton, {}, place(target));
    QCOMPARE(scene_->slice(axis), to);
    QCOMPARE(pane()->slices()->slider(axis)->value(), to);
    QVERIFY((*window_)->editor().now() == still);  // no edit
    window_->type("structure exaggeration", "1");
  }

  void escape_puts_it_back() {
    const Vec3 grip = free_grip(2);
    const QPoint from = place(grip);
    QTest::mousePress(view_, Qt::LeftButton, {}, from);
    move_pointer(view_, from + QPoint(0, 60));
    QVERIFY(scene_->slice(2) > 14);
    QTest::keyClick(view_, Qt::Key_Escape);
    QCOMPARE(scene_->slice(2), 14);
    QCOMPARE(pane()->slices()->slider(2)->value(), 14);
    // The rest of the press moves nothing.
    move_pointer(view_, from + QPoint(0, 90));
    QTest::mouseRelease(view_, Qt::LeftButton, {}, from + QPoint(0, 90));
    QCOMPARE(scene_->slice(2), 14);
  }

  // A box is dragged by the frames of both its ends.
  void both_ends_of_a_box_are_dragged() {
    StructureOptions o = scene_->options();
    const StructureOptions before = o;
    o.cut = {CutAway::outside, CutAway::outside, CutAway::outside};
    scene_->set_options(o);
    for (int axis = 0; axis < 3; ++axis)
      set(axis, 6), set(axis + 3, 17);
    drawn_picture(*view_);
    keep_picture(**window_, "box before");
    for (const auto& [slice, to] : {std::pair{3, 20}, {1, 0}, {5, 22}}) {
      const int axis = axis_of_slice(slice);
      const auto at = [this](int of) { return scene_->slice(of) * size_[axis_of_slice(of)] / (nodes - 1); };
      // On the box's upper eastern or southern edge, for the lower end on the southern one below; where there
      // is no control point.
      Vec3 grip;
      for (const double part : {0.35, 0.4, 0.45, 0.5, 0.55, 0.6}) {
        grip = axis == 0 ? Vec3{at(3), part * size_.y, at(2)}
                         : Vec3{part * size_.x, at(1), at(axis == 2 ? 5 : 2)};
        if (scene_->handle_at(display(grip)[0], display(grip)[1]) < 0) break;
      }
      Vec3 target = grip;
      target[axis] = to * size_[axis] / (nodes - 1);
      QCOMPARE(scene_->grips_at(display(grip)[0], display(grip)[1]).size(), std::size_t{2});
      drag_pointer(view_, place(grip), place(target));
      QCOMPARE(scene_->slice(slice), to);
      QCOMPARE(pane()->slices()->slider(slice)->value(), to);
    }
    // Beyond the box there is no frame to take hold of.
    const auto beside = display({0.05 * size_.x, scene_->slice(1) * size_.y / (nodes - 1), 0.0});
    QCOMPARE(scene_->grips_at(beside[0], beside[1]).size(), std::size_t{0});
    keep_picture(**window_, "box dragged");
    scene_->set_options(before);
  }

  // On the common edge of two faces.
  void the_first_way_chooses_where_two_meet() {
    for (const int axis : {0, 2}) {
      set(0, nodes - 1), set(1, 20), set(2, 0);
      drawn_picture(*view_);
      const Vec3 corner{size_.x, 0.35 * size_.y, 0.0};
      const auto seen = display(corner);
      QCOMPARE(scene_->grips_at(seen[0], seen[1]).size(), std::size_t{2});
      Vec3 target = corner;
      target[axis] = axis == 0 ? 0.6 * size_.x : 0.4 * size_.z;
      drag_pointer(view_, place(corner), place(target));
      QVERIFY(scene_->slice(0) == (axis == 0 ? 14 : nodes - 1) && scene_->slice(2) == (axis == 2 ? 9 : 0));
    }
  }

  void behind_rock_a_frame_is_left_alone() {
    set(0, nodes - 1), set(1, 0), set(2, 0);  // a closed block: what lies inside is hidden
    set(1, 12);
    drawn_picture(*view_);
    StructureOptions o = scene_->options();
    const Vec3 inside{0.5 * size_.x, 12 * size_.y / (nodes - 1), size_.z};
    const auto seen = display(inside);
    QCOMPARE(scene_->grips_at(seen[0], seen[1]).size(), std::size_t{1});
    o.layers = true;
    scene_->set_options(o);
    set(1, nodes - 1);
    drawn_picture(*view_);
    const Vec3 hidden{0.3 * size_.x, size_.y, size_.z};  // the far lower edge, behind the layers
    const auto there = display(hidden);
    QVERIFY(scene_->rock_at(there[0], there[1]).has_value());
    QCOMPARE(scene_->grips_at(there[0], there[1]).size(), std::size_t{0});
    o.layers = false;
    scene_->set_options(o);
  }

  void pointing_at_a_frame_draws_no_scene() {
    if (!check_opengl().off_screen) QSKIP("a graphics card draws whole frames");
    const QImage before = drawn_picture(*view_);
    QSignalSpy drawn(view_, &VtkView::drawn);
    const QPoint on = place(free_grip(2));
    move_pointer(view_, on, {}, Qt::NoButton);
    QCOMPARE(scene_->frames().marked(), 2);
    QTest::qWait(200);
    move_pointer(view_, {3, 3}, {}, Qt::NoButton);
    QCOMPARE(scene_->frames().marked(), -1);
    QTest::qWait(200);
    QCOMPARE(drawn.count(), 0);
    move_pointer(view_, on, {}, Qt::NoButton);
    QVERIFY(drawn_picture(*view_) != before);  // but it is seen
    move_pointer(view_, {3, 3}, {}, Qt::NoButton);
    QVERIFY(drawn_picture(*view_) == before);
  }

 private:
  static constexpr int nodes = 24;
  StructurePane* pane() const { return (*window_)->panes().structure; }
  void set(int axis, int node) const { pane()->slices()->slider(axis)->setValue(node); }
  std::array<double, 2> display(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(local));
    return {seen.x, seen.y};
  }
  QPoint place(const Vec3& local) const { return widget_place(*view_, display(local)); }
  // On the frame of the slice and of no other, in front.
  Vec3 free_grip(int axis) const {
    const double at = scene_->slice(axis) * size_[axis] / (nodes - 1);
    for (const int along : {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2})
      for (const double end : {0.0, 1.0})
        for (const double part : {0.3, 0.5, 0.7}) {
          const int other = 3 - axis - along;
          Vec3 p{};
          p[axis] = at;
          p[along] = part * size_[along];
          p[other] = end * size_[other];
          const auto seen = display(p);
          const auto grips = scene_->grips_at(seen[0], seen[1]);
          if (grips.size() == 1 && grips.front().axis == axis && norm(grips.front().at - p) < 0.05 * size_.x)
            return p;
        }
    qFatal("no free place on the frame %d", axis);
  }

  std::unique_ptr<ShownWindow> window_;
  StructureView* view_ = nullptr;
  StructureScene* scene_ = nullptr;
  Vec3 size_;
};

}  // namespace test_slice_drag

FOLDWAVE_TEST(test_slice_drag, run_in_windows<test_slice_drag::TestSliceDrag>)
#include "test_slice_drag.moc"
