#include "ui/canvas/vtk_view.hpp"

#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <utility>

#include "ui/canvas/gl_canvas.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/scene/stage/drawing_turn.hpp"
#include "ui/scene/stage/gl_state.hpp"
#include "ui/scene/stage/surfaceless.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int next_try = 10;       // ms, while another thread draws
constexpr int slowest_frame = 80;  // ms that a drag waits for the preview to be drawn with

}  // namespace

VtkView::VtkView(Scene& scene, QWidget* parent) : QWidget(parent), scene_(scene) {
  std::string why_not;
  const bool off_screen = check_opengl().off_screen;
  if (off_screen) {
    const std::lock_guard turn(drawing_turn());
    off_screen_ = SurfacelessWindow::make(why_not);
  }
  if (off_screen_) {
    window_ = off_screen_->window();
    setAttribute(Qt::WA_OpaquePaintEvent);
    scene_.keep_marks_apart();
  } else {
    canvas_ = new GlCanvas(*this);
    window_ = canvas_->window();
  }
  window_->AddRenderer(scene_.renderer());
  soon_.setSingleShot(true);
  soon_.setInterval(slowest_frame);
  connect(&soon_, &QTimer::timeout, this, &VtkView::update);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(160, 100);
}

VtkView::~VtkView() {
  // What lives in the context goes while there is one.
  const vtkSmartPointer<vtkGenericOpenGLRenderWindow> window = window_;
  const std::lock_guard turn(drawing_turn());
  delete canvas_;
  off_screen_.reset();
  window->RemoveRenderer(scene_.renderer());
}

void VtkView::update() {
  whole_ = true;
  update_quickly();
}

void VtkView::update_quickly() {
  due_ = true;
  if (canvas_ != nullptr)
    canvas_->update();
  else
    QWidget::update();
}

void VtkView::update_marks() {
  if (canvas_ != nullptr) return update();
  if (due_) return;  // it comes with its marks
  only_marks_ = true;
  QWidget::update();
}

void VtkView::look_from(LookFrom from) {
  scene_.look_from(from);
  update();
}

void VtkView::set_parallel(bool parallel) {
  scene_.set_parallel(parallel);
  update();
}

void VtkView::zoom_to(const Vec3& low, const Vec3& high) {
  scene_.zoom_to(low, high);
  update();
}

bool VtkView::shows_space() const {
  return scene_.space() != nullptr && !scene_.space()->section;
}

bool VtkView::event(QEvent* event) {
  // The look of the window is another one.
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) update();
  return work_controls(event) || QWidget::event(event);
}

bool VtkView::work_controls(QEvent* event) {
  const auto type = event->type();
  const bool pointed = type == QEvent::MouseMove || type == QEvent::MouseButtonPress ||
                       type == QEvent::MouseButtonDblClick || type == QEvent::ToolTip;
  if (!pointed) return false;
  if (type == QEvent::ToolTip) {
    const auto* const help = static_cast<QHelpEvent*>(event);
    const QPointF at = to_display(help->pos());
    if (!scene_.has_control_at(at.x(), at.y())) return false;
    QToolTip::showText(help->globalPos(), QString::fromStdString(scene_.control_words(at.x(), at.y())), this);
    return true;
  }
  const auto* const mouse = static_cast<QMouseEvent*>(event);
  const QPointF at = to_display(mouse->position());
  const bool on = scene_.has_control_at(at.x(), at.y());
  if (type == QEvent::MouseMove) {
    if (mouse->buttons() != Qt::NoButton) return false;
    if (on) setCursor(Qt::PointingHandCursor);
    if (!on && on_control_) unsetCursor();
    on_control_ = on;
    return on;
  }
  if (!on || mouse->button() != Qt::LeftButton) return false;
  scene_.press_control(at.x(), at.y());
  setFocus(Qt::MouseFocusReason);
  emit control_pressed();
  update();
  return true;
}

void VtkView::update_soon() {
  if (!soon_.isActive()) soon_.start();
}

QPointF VtkView::to_display(const QPointF& widget) const {
  const double ratio = devicePixelRatioF();
  return {widget.x() * ratio, (height() - 1 - widget.y()) * ratio};
}

FrameSize VtkView::frame_size() const {
  const double ratio = devicePixelRatioF();
  return {static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio)),
          ratio};
}

// Views that changed together would be drawn in one event, and together block the window. Only the first is;
// the others show their last picture once more and ask for an event of their own.
bool VtkView::another_was_drawn() {
  static const VtkView* drawn = nullptr;
  if (drawn != nullptr && drawn != this) return true;
  if (drawn == nullptr)
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [] { drawn = nullptr; }, Qt::QueuedConnection);
  drawn = this;
  return false;
}

bool VtkView::try_again() {
  QTimer::singleShot(next_try, this, &VtkView::update);
  return false;
}

bool VtkView::draw_scene(bool at_once) {
  if (!at_once && another_was_drawn()) {
    QMetaObject::invokeMethod(this, &VtkView::update, Qt::QueuedConnection);
    return false;
  }
  const std::unique_lock turn(drawing_turn(), std::try_to_lock);
  if (!turn) return try_again();
  soon_.stop();
  drawn_alone_ = false;
  draw_into(frame_size(), [this] { window_->Render(); });
  return true;
}

void VtkView::draw_into(const FrameSize& frame, const std::function<void()>& render) {
  window_->SetSize(frame.width, frame.height);
  window_->MakeCurrent();
  take_over_gl_state(window_);
  window_->GetState()->PushFramebufferBindings();
  scene_.prepare(frame);
  render();
  window_->GetState()->PopFramebufferBindings();
}

void VtkView::was_drawn() {
  emit drawn();
  if (scene_.next_stage()) QMetaObject::invokeMethod(this, &VtkView::update, Qt::QueuedConnection);
}

bool VtkView::draw_picture(bool at_once) {
  const FrameSize frame = frame_size();
  const bool quickly = !std::exchange(whole_, false) && !scene_.quick_slices().empty();
  std::unique_lock turn(drawing_turn(), std::defer_lock);
  const bool done = quickly ? turn.try_lock() || try_again() : draw_scene(at_once);
  if (!done) {
    whole_ = true;
    return false;
  }
  if (picture_.width() != frame.width || picture_.height() != frame.height)
    picture_ = QImage(frame.width, frame.height, QImage::Format_RGB32);
  picture_.setDevicePixelRatio(frame.scale);
  due_ = false;
  if (quickly) {
    draw_quickly(frame);
  } else {
    quick_.forget();
    copy_picture(window_, frame.width, frame.height, picture_.bits(), picture_.bytesPerLine());
  }
  return true;
}

// From the slices' pictures; where anything else has changed, it is first looked at anew.
void VtkView::draw_quickly(const FrameSize& frame) {
  const std::vector<Slice*> slices = scene_.quick_slices();
  Overlay& overlay = scene_.overlay();
  drawn_alone_ = quick_.fits(slices, frame) && scene_.prepare_quickly(frame);
  if (!drawn_alone_)
    draw_into(frame, [&] {
      overlay.show_counting(false);
      quick_.look(*off_screen_, scene_, slices, frame);
      overlay.show_counting(true);
    });
  quick_.compose(picture_.bits());
  overlay.draw_counting(picture_.bits(), frame.width, frame.height);
}

QImage VtkView::marked_picture() {
  if (!scene_.has_marks() || picture_.isNull() || !(scene_.frame() == frame_size())) return picture_;
  const std::unique_lock turn(drawing_turn(), std::try_to_lock);  // marks may have words
  if (!turn) {
    QTimer::singleShot(next_try, this, &VtkView::update_marks);
    return picture_;
  }
  QImage marked = picture_.copy();
  scene_.draw_marks(marked.bits());
  return marked;
}

void VtkView::paintEvent(QPaintEvent*) {
  if (!off_screen_) return;
  const bool as_it_was = std::exchange(only_marks_, false) && !due_ && scene_.frame() == frame_size();
  const bool fresh = !as_it_was && draw_picture();
  {
    QPainter painter(this);
    if (picture_.isNull() || picture_.deviceIndependentSize() != QSizeF(size()))
      painter.fillRect(rect(), to_qcolor(theme::background_low));
    painter.drawImage(QPointF(), marked_picture());
  }
  if (fresh) was_drawn();
}

QImage VtkView::grabFramebuffer() {
  if (canvas_ != nullptr) return canvas_->grabFramebuffer();
  const bool fresh = draw_picture(true);
  const QImage grabbed = marked_picture().copy();
  if (fresh) was_drawn();
  return grabbed;
}

VtkView::Still VtkView::still(const FrameSize& frame, const std::optional<Rgb>& ground) {
  const std::lock_guard turn(drawing_turn());
  if (canvas_ != nullptr) canvas_->makeCurrent();
  vtkRenderer* const renderer = scene_.renderer();
  const Camera camera = camera_of(renderer, scene_.frame());
  const double aspect = static_cast<double>(frame.width) / frame.height;
  if (camera.aspect > 0.0) set_camera(renderer, camera, aspect);
  // Only a window that has drawn measures its letters rightly.
  for (int turns = window_->GetNeverRendered() != 0 ? 2 : 1; turns > 0; --turns)
    draw_into(frame, [&] {
      scene_.undress(ground);
      window_->Render();
    });
  Still still{QImage(frame.width, frame.height, QImage::Format_RGB32), scene_.content()};
  copy_picture(window_, frame.width, frame.height, still.scene.bits(), still.scene.bytesPerLine());
  // Where nothing is drawn VTK leaves it see-through.
  for (int y = 0; y < frame.height; ++y)
    for (auto *p = reinterpret_cast<QRgb*>(still.scene.scanLine(y)), *const end = p + frame.width; p < end;
         ++p)
      *p |= 0xff000000U;
  scene_.dress();
  if (camera.aspect > 0.0) set_camera(renderer, camera, camera.aspect);
  if (canvas_ != nullptr) canvas_->doneCurrent();
  update();
  return still;
}

void VtkView::resizeEvent(QResizeEvent*) {
  if (canvas_ != nullptr) canvas_->setGeometry(rect());
}

void VtkView::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  dragging_ = true;
  scene_.set_moving(true);
  event->accept();
}

void VtkView::mouseMoveEvent(QMouseEvent* event) {
  if (!dragging_) return;
  const QPointF by = (event->position() - last_) * devicePixelRatioF();
  last_ = event->position();
  const bool turning =
      event->buttons().testFlag(Qt::LeftButton) && !event->modifiers().testFlag(Qt::ShiftModifier);
  if (turning && !scene_.is_flat())
    orbit(scene_.renderer(), -0.4 * by.x() / devicePixelRatioF(), 0.4 * by.y() / devicePixelRatioF());
  else
    scene_.pan_by(by.x(), -by.y());
  update();
}

void VtkView::mouseReleaseEvent(QMouseEvent* event) {
  dragging_ = false;
  scene_.set_moving(false);
  update();
  event->accept();
  if (event->button() != Qt::RightButton ||
      (event->position() - pressed_).manhattanLength() >= QApplication::startDragDistance())
    return;
  choose_at(to_display(event->position()));
  emit menu_wished(event->globalPosition().toPoint());
}

// The right button moves the view: its menu comes on release.
void VtkView::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
  if (event->reason() == QContextMenuEvent::Keyboard) emit menu_wished(mapToGlobal(rect().center()));
}

void VtkView::mouseDoubleClickEvent(QMouseEvent* event) {
  scene_.reset_camera();
  update();
  event->accept();
}

void VtkView::wheelEvent(QWheelEvent* event) {
  const QPointF at = to_display(event->position());
  scene_.zoom_at(at.x(), at.y(), std::pow(1.0015, event->angleDelta().y()));
  update();
  event->accept();
}

}  // namespace foldwave
