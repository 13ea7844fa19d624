#include "ui/scene/structure/space_scene.hpp"

#include <vtkLight.h>
#include <vtkRenderer.h>

#include "ui/scene/rock/handle_drag.hpp"

namespace foldwave {

SpaceScene::SpaceScene()
    : all_(renderer(), theme::handle, 13),
      selected_(renderer(), theme::accent, 16),
      active_(renderer(), theme::active_handle, 17) {
  // One light with the camera, one from the upper left that shapes the folds.
  renderer()->AutomaticLightCreationOff();
  auto head = vtkSmartPointer<vtkLight>::New();
  head->SetLightTypeToHeadlight();
  head->SetIntensity(0.62);
  renderer()->AddLight(head);
  auto side = vtkSmartPointer<vtkLight>::New();
  side->SetLightTypeToSceneLight();
  side->SetPositional(false);
  side->SetPosition(-0.7, -0.5, 1.0);
  side->SetFocalPoint(0, 0, 0);
  side->SetIntensity(0.55);
  renderer()->AddLight(side);
}

std::array<double, 2> SpaceScene::display_of(const Vec3& local) const {
  const Vec3 seen = world_to_display(renderer(), to_world(local));
  return {seen.x, seen.y};
}

void SpaceScene::show_marks() {
  std::vector<Vec3> all, selected, active;
  for (const SceneHandle& h : handles()) {
    all.push_back(h.local);
    if (h.index == marked_handle())
      active.push_back(h.local);
    else if (is_selected(h.index))
      selected.push_back(h.local);
  }
  // The scene marks sources and receivers itself.
  for (const SceneHandle& h : survey_handles())
    if (h.index == marked_handle())
      active.push_back(h.local);
    else if (is_selected(h.index))
      selected.push_back(h.local);
  all_.set_points(all);
  selected_.set_points(selected);
  active_.set_points(active);
}

void SpaceScene::set_handles_in_front(bool in_front) {
  for (PointMarks* const marks : {&all_, &selected_, &active_})
    marks->set_in_front(in_front);
}

void SpaceScene::scale_handles() {
  for (PointMarks* const marks : {&all_, &selected_, &active_})
    marks->set_scale(frame().scale);
}

Vec3 SpaceScene::dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const {
  const bool level = motion == HandleMotion::level || (motion == HandleMotion::free && other);
  const auto from = display_of(start);
  return dragged_point(renderer(), box_, start, from[0] + dx, from[1] + dy,
                       level ? DragDirection::level : DragDirection::vertical);
}

Vec3 SpaceScene::pushed(HandleMotion motion, const Push& push, bool) const {
  if (push.deeper != 0) return {0, 0, motion == HandleMotion::level ? 0.0 : push.deeper};
  if (motion == HandleMotion::vertical || (box_.section && push.up != 0)) return {0, 0, -1.0 * push.up};
  const ScreenWays ways = screen_ways(renderer());
  return 1.0 * push.right * ways.right + 1.0 * push.up * ways.up;
}

double SpaceScene::metres_a_pixel_at(const Vec3& local) const {
  const Vec3 seen = world_to_display(renderer(), to_world(local));
  const Vec3 beside = display_to_world(renderer(), {seen.x + 1.0, seen.y, seen.z});
  return norm(to_local(beside) - local);
}

}  // namespace foldwave
