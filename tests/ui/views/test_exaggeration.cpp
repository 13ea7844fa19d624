// Protects vertical exaggeration: in the 3D view at x3 a metre of depth is three times as long on the screen
// as one across it, and handles, the axial direction, picks and places stay true; the wave follows, and the
// section where it is linked.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QAction>
#include <QMenu>
#include <QPoint>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/scene/rock/handle_drag.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_exaggeration {

using namespace foldwave;

class TestExaggeration : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    view_ = window()->panes().structure->structure_view();
    scene_ = &window()->panes().structure->scene();
    QTRY_VERIFY_WITH_TIMEOUT(scene_->is_complete(), patience);
    exaggerate("3");
  }
  void cleanup() { window_.reset(); }

  // Looked at level from the south: pixels of 100 m upwards and across, at one distance.
  void depths_are_three_times_as_long() {
    for (const auto& [typed, times] : {std::pair{"1", 1.0}, {"3", 3.0}, {"0.5", 0.5}}) {
      exaggerate(typed);
      look_from_the_south();
      const Vec3 middle = 0.5 * scene_->box().extent;
      const double up = length(middle, {0, 0, -100}), across = length(middle, {100, 0, 0});
      QVERIFY2(std::abs(up / across - times) < 0.02 * times, qPrintable(QString::number(up / across)));
    }
  }

  // The same path of the pointer is a third of the depth, and the handle stays under the pointer.
  void a_dragged_handle_stays_under_the_pointer() {
    double moved[2] = {};
    for (int i = 0; i < 2; ++i) {
      exaggerate(i == 0 ? "1" : "3");
      look_from_the_south();
      drawn_picture(*view_);
      const Vec3 before = points()[12];
      const QPoint from = place(before), to = from - QPoint(0, 24);
      const double metre = length(before, {0, 0, -100}) / 100.0;
      drag_pointer(view_, from, to);
      moved[i] = (before.z - points()[12].z) * metre;
      const QPoint there = place(points()[12]);
      QVERIFY2((there - to).manhattanLength() <= 2,
               qPrintable(QString("%1 %2").arg(there.x()).arg(there.y())));
      QVERIFY(points()[12].x == before.x && points()[12].y == before.y);
      QVERIFY(window_->settled());
      window()->editor().history().stack().undo();
      QVERIFY(window_->settled());
    }
    QVERIFY2(std::abs(moved[0] - 24.0) < 1.5 && std::abs(moved[1] - 24.0) < 1.5,
             qPrintable(QString("%1 %2").arg(moved[0]).arg(moved[1])));
  }

  void what_is_picked_is_where_it_is() {
    drawn_picture(*view_);
    int met = 0;
    for (const int node : {0, 6, 12, 17, 22}) {
      const Vec3 extent = scene_->box().extent;
      // On the slice at the western wall, which the camera sees from within; and on the horizon.
      const double x = extent.x * node / 23.0, y = 0.4 * extent.y;
      const auto depth = scene_->horizon_depth(x, y);
      QVERIFY(depth.has_value());
      const Vec3 seen = world_to_display(scene_->renderer(), to_world({x, y, *depth}));
      const auto under = scene_->horizon_at(seen.x, seen.y);
      if (!under) continue;  // at the rim
      const Vec3 again = world_to_display(scene_->renderer(), to_world(*under));
      QVERIFY(std::hypot(again.x - seen.x, again.y - seen.y) < 1.0);
      QVERIFY(std::abs(scene_->horizon_depth(under->x, under->y).value_or(0.0) - under->z) < 15.0);
      ++met;
    }
    QVERIFY(met >= 3);
    const auto rock = scene_->rock_at(view_->width() / 2.0, view_->height() / 2.0);
    QVERIFY(rock.has_value());
    const Vec3 back = world_to_display(scene_->renderer(), to_world(*rock));
    QVERIFY(std::hypot(back.x - view_->width() / 2.0, back.y - view_->height() / 2.0) < 1.0);
    for (int a = 0; a < 3; ++a)
      QVERIFY((*rock)[a] > -1.0 && (*rock)[a] < scene_->box().extent[a] + 1.0);
  }

  void the_axial_direction_turns_by_its_tip() {
    const AxialArrow& axis = scene_->arrow();
    const Vec3 wanted = axis.foot() + axis.length() * AxialLine{200.0, 70.0}.upward();
    const Vec3 target = world_to_display(scene_->renderer(), to_world(wanted));
    const Vec3 found = dragged_direction(scene_->renderer(), scene_->box(), axis.foot(), axis.length(),
                                         (1.0 / axis.length()) * (wanted - axis.foot()), target.x, target.y);
    QVERIFY(norm(found - (1.0 / axis.length()) * (wanted - axis.foot())) < 1e-3);
  }

  // The right button takes the box along with the pointer, as it does unexaggerated.
  void moving_the_view_keeps_to_the_pointer() {
    drawn_picture(*view_);
    double f[3];
    scene_->renderer()->GetActiveCamera()->GetFocalPoint(f);
    const Vec3 focus{f[0], f[1], f[2] / 3.0};
    const Vec3 before = world_to_display(scene_->renderer(), focus);
    scene_->pan_by(40.0, -25.0);
    const Vec3 after = world_to_display(scene_->renderer(), focus);
    QVERIFY(std::abs(after.x - before.x - 40.0) < 0.5 && std::abs(after.y - before.y + 25.0) < 0.5);
  }

  void the_whole_box_is_in_the_frame() {
    for (const char* const typed : {"3", "10", "0.2", "100"}) {
      exaggerate(typed);
      drawn_picture(*view_);
      for (const Vec3& corner : scene_->box().corners()) {
        const Vec3 seen = world_to_display(scene_->renderer(), corner);
        QVERIFY(seen.x > 0 && seen.x < view_->width() && seen.y > 0 && seen.y < view_->height());
      }
      keep_picture(**window_, QString("exaggerated %1").arg(typed));
    }
    exaggerate("1000");
    QCOMPARE(vertical_scale(scene_->renderer()), 100.0);
  }

  void the_wave_follows_and_the_section_where_it_is_linked() {
    QCOMPARE(vertical_scale(window()->panes().wave->scene().renderer()), 3.0);
    QCOMPARE(window()->panes().section->scene().stretch(), 1.0);
    QAction* linked = nullptr;
    for (QAction* const action : window()->panes().section->commands()->actions())
      if (action->text().contains("exaggeration")) linked = action;
    QVERIFY(linked != nullptr);
    linked->setChecked(true);
    QCOMPARE(window()->panes().section->scene().stretch(), 3.0);
    exaggerate("2");
    QCOMPARE(window()->panes().section->scene().stretch(), 2.0);
    linked->setChecked(false);
    exaggerate("5");
    QCOMPARE(window()->panes().section->scene().stretch(), 2.0);
  }

 private:
  MainWindow* window() const { return &**window_; }
  void exaggerate(const char* typed) { window_->type("structure exaggeration", typed); }
  const std::vector<Vec3>& points() const {
    return std::get<PointsHorizon>(window()->editor().now().events.front().horizon).points;
  }
  QPoint place(const Vec3& local) const {
    const Vec3 seen = world_to_display(scene_->renderer(), to_world(local));
    return widget_place(*view_, {seen.x, seen.y});
  }
  double length(const Vec3& from, const Vec3& by) const {
    const Vec3 a = world_to_display(scene_->renderer(), to_world(from));
    const Vec3 b = world_to_display(scene_->renderer(), to_world(from + by));
    return std::hypot(b.x - a.x, b.y - a.y);
  }
  void look_from_the_south() {
    scene_->reset_camera();
    vtkCamera* const camera = scene_->renderer()->GetActiveCamera();
    double p[3], f[3];
    camera->GetPosition(p);
    camera->GetFocalPoint(f);
    const double away = std::hypot(p[0] - f[0], p[1] - f[1], p[2] - f[2]);
    camera->SetPosition(f[0], f[1] - away, f[2]);
    scene_->renderer()->ResetCameraClippingRange();
  }

  std::unique_ptr<ShownWindow> window_;
  StructureView* view_ = nullptr;
  StructureScene* scene_ = nullptr;
};

}  // namespace test_exaggeration

FOLDWAVE_TEST(test_exaggeration, run_in_windows<test_exaggeration::TestExaggeration>)
#include "test_exaggeration.moc"
