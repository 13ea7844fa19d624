// Where the eye of a scene in space is, and how it moves.
#include <vtkCamera.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/vec3_product.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {
namespace {

constexpr double view_angle = 24.0;  // degrees, from bottom to top
const double half_angle = std::tan(0.5 * view_angle * std::numbers::pi / 180.0);

// Not quite upright from above and below: there the eye stays in the south, however little.
Vec3 eye_direction(LookFrom from) {
  constexpr double aside = 1e-4;
  switch (from) {
    case LookFrom::above:
      return {0, -aside, 1};
    case LookFrom::below:
      return {0, -aside, -1};
    case LookFrom::south:
      return {0, -1, 0};
    case LookFrom::north:
      return {0, 1, 0};
    case LookFrom::east:
      return {1, 0, 0};
    case LookFrom::west:
      return {-1, 0, 0};
    case LookFrom::isometric:
      return {1, -1, 1};
    case LookFrom::corner:
    case LookFrom::here:
      break;
  }
  return {0.46, -1.0, 0.52};
}

Vec3 towards_eye(vtkCamera* camera) {
  double at[3];
  camera->GetDirectionOfProjection(at);
  return {-at[0], -at[1], -at[2]};
}

// Places as the camera sees them, exaggerated: all of them fill the frame within its margins.
void look_at_places(vtkRenderer* renderer, const std::array<Vec3, 8>& places, const Vec3& towards,
                    bool parallel, const FrameSize& frame, const Margins& margins) {
  if (frame.width < 2 || frame.height < 2) return;
  vtkCamera* const camera = renderer->GetActiveCamera();
  const Vec3 centre = 0.5 * (places.front() + places.back());
  const double radius = std::max(norm(places.back() - places.front()) / 2, 1e-6);
  camera->SetParallelProjection(parallel);
  camera->SetViewAngle(view_angle);
  camera->SetViewUp(0, 0, 1);
  camera->SetWindowCenter(0, 0);
  camera->SetFocalPoint(centre.x, centre.y, centre.z);

  // The outline as seen from there, in units of its distance: then distance and shift that fill the frame.
  const Vec3 forward = -towards;
  const Vec3 right = (1.0 / std::hypot(forward.x, forward.y)) * Vec3{forward.y, -forward.x, 0};
  const Vec3 up{right.y * forward.z - right.z * forward.y, right.z * forward.x - right.x * forward.z,
                right.x * forward.y - right.y * forward.x};
  const double wide = std::max(frame.width - margins.left - margins.right, 0.3 * frame.width);
  const double high = std::max(frame.height - margins.bottom - margins.top, 0.3 * frame.height);

  double low_u = 0, high_u = 0, low_v = 0, high_v = 0;
  const auto project = [&](double distance) {
    low_u = low_v = 1e300;
    high_u = high_v = -1e300;
    for (const Vec3& place : places) {
      const Vec3 d = place - centre;
      const double w = parallel ? 1.0 : 1.0 / ((distance + dot(d, forward)) * half_angle);
      const double u = dot(d, right) * w, v = dot(d, up) * w;
      low_u = std::min(low_u, u), high_u = std::max(high_u, u);
      low_v = std::min(low_v, v), high_v = std::max(high_v, v);
    }
  };

  // v spans -1..1 over the frame's height in perspective; in parallel projection it is metres.
  double distance = 6 * radius, shift_u = 0, shift_v = 0;
  double half_height = radius;
  if (parallel) {
    project(1.0);
    half_height = 0.5 * frame.height * std::max((high_u - low_u) / wide, (high_v - low_v) / high);
    camera->SetParallelScale(half_height);
    low_u /= half_height, high_u /= half_height, low_v /= half_height, high_v /= half_height;
  } else {
    double near = 1.05 * radius, far = 200 * radius;
    for (int i = 0; i < 60; ++i) {
      distance = std::sqrt(near * far);
      project(distance);
      const bool fits =
          (high_u - low_u) * frame.height / 2 <= wide && (high_v - low_v) * frame.height / 2 <= high;
      (fits ? far : near) = distance;
    }
  }
  shift_u = (low_u + high_u) / 2 * frame.height / frame.width + (margins.right - margins.left) / frame.width;
  shift_v = (low_v + high_v) / 2 + (margins.top - margins.bottom) / frame.height;
  camera->SetWindowCenter(shift_u, shift_v);
  camera->SetPosition(centre.x + distance * towards.x, centre.y + distance * towards.y,
                      centre.z + distance * towards.z);
  renderer->ResetCameraClippingRange();
}

std::array<Vec3, 8> seen_corners(vtkRenderer* renderer, const SceneBox& box) {
  std::array<Vec3, 8> corners = box.corners();
  for (Vec3& c : corners)
    c.z *= vertical_scale(renderer);
  return corners;
}

}  // namespace

void look_at_box(vtkRenderer* renderer, const SceneBox& box, const FrameSize& frame, const Margins& margins,
                 LookFrom from) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  const Vec3 towards = box.section              ? Vec3{0, -1, 0}
                       : from == LookFrom::here ? towards_eye(camera)
                                                : unit(eye_direction(from));
  look_at_places(renderer, seen_corners(renderer, box), towards,
                 box.section || camera->GetParallelProjection() != 0, frame, margins);
}

void look_at_part(vtkRenderer* renderer, const SceneBox& box, const Vec3& low, const Vec3& high,
                  const FrameSize& frame, const Margins& margins) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  SceneBox part = box;
  part.extent = high - low;
  std::array<Vec3, 8> places = part.corners();
  for (Vec3& p : places) {
    p = p + to_world(low);
    p.z *= vertical_scale(renderer);
  }
  look_at_places(renderer, places, box.section ? Vec3{0, -1, 0} : towards_eye(camera),
                 box.section || camera->GetParallelProjection() != 0, frame, margins);
}

void set_parallel(vtkRenderer* renderer, bool parallel) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  if ((camera->GetParallelProjection() != 0) == parallel) return;
  camera->SetParallelProjection(parallel);
  if (parallel) {
    camera->SetParallelScale(camera->GetDistance() * half_angle);
  } else {
    const Vec3 towards = towards_eye(camera);
    const double distance = camera->GetParallelScale() / half_angle;
    double f[3];
    camera->GetFocalPoint(f);
    camera->SetPosition(f[0] + distance * towards.x, f[1] + distance * towards.y,
                        f[2] + distance * towards.z);
  }
  renderer->ResetCameraClippingRange();
}

bool looks_from(vtkRenderer* renderer, LookFrom side) {
  return dot(towards_eye(renderer->GetActiveCamera()), unit(eye_direction(side))) > 0.9998;
}

Camera camera_of(vtkRenderer* renderer, const FrameSize& frame) {
  vtkCamera* const of = renderer->GetActiveCamera();
  Camera camera;
  of->GetPosition(camera.position.data());
  of->GetFocalPoint(camera.focus.data());
  of->GetViewUp(camera.up.data());
  of->GetWindowCenter(camera.shift.data());
  camera.angle = of->GetViewAngle();
  camera.half_height = of->GetParallelScale();
  camera.parallel = of->GetParallelProjection() != 0;
  camera.aspect = frame.height > 0 ? static_cast<double>(frame.width) / frame.height : 0.0;
  return camera;
}

void set_camera(vtkRenderer* renderer, const Camera& camera, double aspect) {
  vtkCamera* const to = renderer->GetActiveCamera();
  const double back = std::max(1.0, camera.aspect / aspect);
  std::array<double, 3> position{};
  for (std::size_t a = 0; a < 3; ++a)
    position[a] = camera.focus[a] + back * (camera.position[a] - camera.focus[a]);
  to->SetWindowCenter(camera.shift[0] * camera.aspect / (back * aspect), camera.shift[1] / back);
  to->SetPosition(position.data());
  to->SetFocalPoint(camera.focus.data());
  to->SetViewUp(camera.up.data());
  to->SetViewAngle(camera.angle);
  to->SetParallelProjection(camera.parallel);
  to->SetParallelScale(back * camera.half_height);
}

void orbit(vtkRenderer* renderer, double around, double upward) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  double p[3], f[3];
  camera->GetPosition(p);
  camera->GetFocalPoint(f);
  const Vec3 d{p[0] - f[0], p[1] - f[1], p[2] - f[2]};
  const double r = norm(d);
  const double to_radians = std::numbers::pi / 180.0;
  const double limit = 89.0 * to_radians;
  const double azimuth = std::atan2(d.y, d.x) + around * to_radians;
  const double elevation =
      std::clamp(std::asin(std::clamp(d.z / r, -1.0, 1.0)) + upward * to_radians, -limit, limit);
  camera->SetPosition(f[0] + r * std::cos(elevation) * std::cos(azimuth),
                      f[1] + r * std::cos(elevation) * std::sin(azimuth), f[2] + r * std::sin(elevation));
  camera->SetViewUp(0, 0, 1);
  renderer->ResetCameraClippingRange();
}

void pan(vtkRenderer* renderer, double dx, double dy) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  double f[3], p[3];
  camera->GetFocalPoint(f);
  camera->GetPosition(p);
  // The camera's own places are as it sees them, exaggerated.
  const double scale = vertical_scale(renderer);
  const Vec3 focus = world_to_display(renderer, {f[0], f[1], f[2] / scale});
  Vec3 moved = display_to_world(renderer, {focus.x - dx, focus.y - dy, focus.z});
  moved.z *= scale;
  const Vec3 by = moved - Vec3{f[0], f[1], f[2]};
  camera->SetFocalPoint(f[0] + by.x, f[1] + by.y, f[2] + by.z);
  camera->SetPosition(p[0] + by.x, p[1] + by.y, p[2] + by.z);
  renderer->ResetCameraClippingRange();
}

void zoom(vtkRenderer* renderer, double factor) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  if (camera->GetParallelProjection() != 0)
    camera->SetParallelScale(camera->GetParallelScale() / factor);
  else
    camera->Dolly(factor);
  renderer->ResetCameraClippingRange();
}

double vertical_scale(vtkRenderer* renderer) {
  return renderer->GetActiveCamera()->GetModelTransformMatrix()->GetElement(2, 2);
}

void set_vertical_scale(vtkRenderer* renderer, const SceneBox& box, double times) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  const double before = vertical_scale(renderer);
  if (times == before) return;
  const auto widest = [&](double scale) {
    return std::max({box.extent.x, box.extent.y, scale * box.extent.z});
  };
  double p[3], f[3];
  camera->GetPosition(p);
  camera->GetFocalPoint(f);
  const double farther = widest(times) / widest(before), z = f[2] * times / before;
  camera->SetPosition(f[0] + farther * (p[0] - f[0]), f[1] + farther * (p[1] - f[1]),
                      z + farther * (p[2] - f[2]));
  camera->SetFocalPoint(f[0], f[1], z);
  camera->SetParallelScale(farther * camera->GetParallelScale());
  auto matrix = vtkSmartPointer<vtkMatrix4x4>::New();
  matrix->SetElement(2, 2, times);
  camera->SetModelTransformMatrix(matrix);
  renderer->ResetCameraClippingRange();
}

}  // namespace foldwave
