#include "ui/scene/stage/scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/scene/stage/orientation_mark.hpp"

namespace foldwave {
namespace {

vtkSmartPointer<vtkRenderer> make_renderer() {
  auto renderer = vtkSmartPointer<vtkRenderer>::New();
  renderer->GradientBackgroundOn();
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
  has_orientation_ = false;
  if (std::exchange(look_, &present_look()) != &present_look()) take_look();
  const Rgb low = theme::background_low, high = theme::background_high;
  renderer_->SetBackground(low.r, low.g, low.b);
  renderer_->SetBackground2(high.r, high.g, high.b);
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

bool Scene::set_note(const std::string& note, theme::Shade color) {
  const bool changed = note != note_ || color.part != note_color_.part;
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

// Something of what is around it is seen too, and a point has a size.
void Scene::zoom_to(const Vec3& low, const Vec3& high) {
  if (space() == nullptr) return;
  constexpr double around = 0.15, least = 0.03;  // of its size, of the box's
  const double more = std::max(around * norm(high - low), least * space()->size());
  const Vec3 grown = more * Vec3{1, space()->section ? 0.0 : 1.0, 1};
  shows_all_ = false;
  look_at_part(renderer_, *space(), low - grown, high + grown, frame_, {px(24), px(24), px(24), px(48)});
}

void Scene::set_parallel(bool parallel) {
  if (space() != nullptr && !space()->section) foldwave::set_parallel(renderer_, parallel);
}

void Scene::draw_orientation_mark(Overlay& overlay) {
  has_orientation_ = space() != nullptr && !space()->section && frame_.width > px(320);
  if (has_orientation_) draw_orientation(overlay, renderer_, px(48), px(48), frame_.scale);
}

bool Scene::has_control_at(double x, double y) const {
  return has_orientation_ &&
         orientation_arrow_at(renderer_, {x - px(48), y - px(48)}, frame_.scale) != OrientationArrow::none;
}

std::string Scene::control_words(double, double) const {
  return "Look from this side; once more, from the other one";
}

// Once more on the same arrow: from the other side.
bool Scene::press_control(double x, double y) {
  if (!has_control_at(x, y)) return false;
  const auto turn = [this](LookFrom side, LookFrom other) {
    look_from(looks_from(renderer_, side) ? other : side);
  };
  switch (orientation_arrow_at(renderer_, {x - px(48), y - px(48)}, frame_.scale)) {
    case OrientationArrow::east:
      turn(LookFrom::east, LookFrom::west);
      break;
    case OrientationArrow::north:
      turn(LookFrom::north, LookFrom::south);
      break;
    case OrientationArrow::depth:
      turn(LookFrom::above, LookFrom::below);
      break;
    case OrientationArrow::none:
      break;
  }
  return true;
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

double Scene::draw_head(Overlay& overlay, const std::string& title, const std::string& note, Rgb note_color,
                        const HeadLook& look) const {
  overlay.count(look.counting);
  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  overlay.text(title, px(14), frame_.height - px(10), head);
  TextStyle sub = style(12, note_color);
  sub.upward = Align::high;
  const double left = look.in_one_line ? px(26) + overlay.text_size(title, head)[0] : px(14);
  overlay.text(note, left, frame_.height - px(look.in_one_line ? 13 : 31), sub);
  overlay.count(false);
  return look.in_one_line ? left + overlay.text_size(note, sub)[0] : 0.0;
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

}  // namespace foldwave
