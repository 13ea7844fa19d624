#include "ui/scene/stage/scene.hpp"

#include <vtkCamera.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {
namespace {

vtkSmartPointer<vtkRenderer> make_renderer() {
  auto renderer = vtkSmartPointer<vtkRenderer>::New();
  renderer->GradientBackgroundOn();
  renderer->SetBackground(theme::background_low.r, theme::background_low.g, theme::background_low.b);
  renderer->SetBackground2(theme::background_high.r, theme::background_high.g, theme::background_high.b);
  return renderer;
}

}  // namespace

Scene::Scene() : renderer_(make_renderer()), overlay_(renderer_), marks_(renderer_, 1) {}
Scene::~Scene() = default;

vtkRenderer* Scene::renderer() const {
  return renderer_;
}

void Scene::prepare(const FrameSize& frame) {
  frame_ = frame;
  place_camera();
  overlay_.begin();
  layout(overlay_);
  overlay_.end();
  marks_.begin();
  if (!marks_apart_) layout_marks(marks_);
  marks_.end();
}

void Scene::draw_marks(std::uint8_t* bgra) {
  marks_.begin();
  layout_marks(marks_);
  marks_.draw_over(bgra, frame_.width, frame_.height);
}

bool Scene::prepare_quickly(const FrameSize& frame) {
  frame_ = frame;
  overlay_.begin();
  layout(overlay_);
  return overlay_.only_counts();
}

void Scene::undress(const std::optional<Rgb>& ground) {
  overlay_.set_visible(false);
  marks_.set_visible(false);
  if (!ground) return;
  if (!own_ground_) {
    own_ground_.emplace();
    renderer_->GetBackground(own_ground_->low.data());
    renderer_->GetBackground2(own_ground_->high.data());
    own_ground_->gradient = renderer_->GetGradientBackground();
  }
  renderer_->GradientBackgroundOff();
  renderer_->SetBackground(ground->r, ground->g, ground->b);
}

void Scene::dress() {
  overlay_.set_visible(true);
  marks_.set_visible(true);
  if (!own_ground_) return;
  renderer_->SetBackground(own_ground_->low.data());
  renderer_->SetBackground2(own_ground_->high.data());
  renderer_->SetGradientBackground(own_ground_->gradient);
  own_ground_.reset();
}

Overlay::Content Scene::content() {
  marks_.begin();
  layout_marks(marks_);
  Overlay::Content all = overlay_.content();
  return all += marks_.content();
}

void Scene::smooth_edges() {
  smooth_ = true;
  choose_edges();
}

bool Scene::set_note(const std::string& note, Rgb color) {
  const bool changed = note != note_ || !(color == note_color_);
  note_ = note;
  note_color_ = color;
  return changed;
}

bool Scene::set_cursor(const std::optional<Vec3>& local) {
  const bool changed = cursor_ != local;
  cursor_ = local;
  return changed;
}

void Scene::pan_by(double dx, double dy) {
  shows_all_ = false;
  pan(renderer_, dx, dy);
}

void Scene::zoom_at(double, double, double factor) {
  shows_all_ = false;
  zoom(renderer_, factor);
}

void Scene::set_moving(bool moving) {
  moving_ = moving;
  choose_edges();
}

void Scene::set_quick(bool quick) {
  quick_ = quick;
  choose_edges();
}

void Scene::choose_edges() {
  renderer_->SetUseFXAA(smooth_ && !(software_ && (moving_ || quick_)));
}

TextStyle Scene::style(double size, Rgb color) const {
  TextStyle s;
  s.size = px(size);
  s.color = color;
  return s;
}

void Scene::draw_head(Overlay& overlay, const std::string& title, const std::string& note, Rgb note_color,
                      const HeadLook& look) const {
  overlay.count(look.counting);
  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  overlay.text(title, px(14), frame_.height - px(10), head);
  TextStyle sub = style(12, note_color);
  sub.upward = Align::high;
  if (look.in_one_line)
    overlay.text(note, px(26) + overlay.text_size(title, head)[0], frame_.height - px(13), sub);
  else
    overlay.text(note, px(14), frame_.height - px(31), sub);
  overlay.count(false);
}

std::array<Vec3, 8> SceneBox::corners() const {
  std::array<Vec3, 8> c;
  for (unsigned i = 0; i < 8; ++i)
    c[i] = {(i & 1u) != 0 ? extent.x : 0.0, (i & 2u) != 0 ? extent.y : 0.0, (i & 4u) != 0 ? 0.0 : -extent.z};
  return c;
}

SceneBox scene_box(const Grid3& grid) {
  return {grid.extent(), grid.origin, grid.is_section()};
}

Vec3 world_to_display(vtkRenderer* renderer, const Vec3& world) {
  renderer->SetWorldPoint(world.x, world.y, world.z, 1.0);
  renderer->WorldToDisplay();
  const double* const d = renderer->GetDisplayPoint();
  return {d[0], d[1], d[2]};
}

Vec3 display_to_world(vtkRenderer* renderer, const Vec3& display) {
  renderer->SetDisplayPoint(display.x, display.y, display.z);
  renderer->DisplayToWorld();
  const double* const w = renderer->GetWorldPoint();
  const double s = w[3] != 0.0 ? w[3] : 1.0;
  return {w[0] / s, w[1] / s, w[2] / s};
}

void look_at_box(vtkRenderer* renderer, const SceneBox& true_box, const FrameSize& frame,
                 const Margins& margins, LookFrom look_from) {
  if (frame.width < 2 || frame.height < 2) return;
  vtkCamera* const camera = renderer->GetActiveCamera();
  SceneBox box = true_box;  // as the camera sees it
  box.extent.z *= vertical_scale(renderer);
  const Vec3 centre{box.extent.x / 2, box.extent.y / 2, -box.extent.z / 2};
  const double radius = std::max(box.size() / 2, 1e-6);

  // A section is looked at from the south; a volume from the south-east above.
  Vec3 from = box.section ? Vec3{0, -1, 0} : Vec3{0.46, -1.0, 0.52};
  if (look_from == LookFrom::here && !box.section) {
    double at[3];
    camera->GetDirectionOfProjection(at);
    from = {-at[0], -at[1], -at[2]};
  }
  const Vec3 towards = (1.0 / norm(from)) * from;
  camera->SetParallelProjection(box.section);
  camera->SetViewAngle(24.0);
  camera->SetViewUp(0, 0, 1);
  camera->SetWindowCenter(0, 0);
  camera->SetFocalPoint(centre.x, centre.y, centre.z);

  // The box's own outline as seen from there, in units of its distance: then distance and shift that fill the
  // frame.
  const Vec3 forward = -towards;
  const Vec3 right =
      box.section ? Vec3{1, 0, 0} : (1.0 / std::hypot(forward.x, forward.y)) * Vec3{forward.y, -forward.x, 0};
  const Vec3 up{right.y * forward.z - right.z * forward.y, right.z * forward.x - right.x * forward.z,
                right.x * forward.y - right.y * forward.x};
  const double wide = std::max(frame.width - margins.left - margins.right, 0.3 * frame.width);
  const double high = std::max(frame.height - margins.bottom - margins.top, 0.3 * frame.height);
  const double half_angle = std::tan(12.0 * std::numbers::pi / 180.0);

  double low_u = 0, high_u = 0, low_v = 0, high_v = 0;
  const auto project = [&](double distance) {
    low_u = low_v = 1e300;
    high_u = high_v = -1e300;
    for (const Vec3& corner : box.corners()) {
      const Vec3 d = corner - centre;
      const double w = box.section ? 1.0 : 1.0 / ((distance + dot(d, forward)) * half_angle);
      const double u = dot(d, right) * w, v = dot(d, up) * w;
      low_u = std::min(low_u, u), high_u = std::max(high_u, u);
      low_v = std::min(low_v, v), high_v = std::max(high_v, v);
    }
  };

  // v spans -1..1 over the frame's height in perspective; in parallel projection it is metres.
  double distance = 6 * radius, shift_u = 0, shift_v = 0;
  double half_height = radius;
  if (box.section) {
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
