#include "ui/views/vtk_view.hpp"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>
#include <QCoreApplication>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QWheelEvent>

#include <cmath>

#include "ui/scene/gl_state.hpp"

namespace foldwave {
namespace {

constexpr int slowest_frame = 80;  // ms that a drag waits for the preview to be drawn with

}  // namespace

VtkView::VtkView(Scene& scene, QWidget* parent)
    : QOpenGLWidget(parent),
      scene_(scene),
      window_(vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New()),
      make_current_(vtkSmartPointer<vtkCallbackCommand>::New()),
      is_current_(vtkSmartPointer<vtkCallbackCommand>::New()) {
  window_->SetOwnContext(0);
  window_->SetReadyForRendering(false);
  window_->SetFrameBlitModeToNoBlit();
  window_->SetMultiSamples(0);
  window_->AddRenderer(scene_.renderer());
  make_current_->SetClientData(this);
  make_current_->SetCallback([](vtkObject*, unsigned long, void* view, void*) {
    auto* const self = static_cast<VtkView*>(view);
    // Qt's makeCurrent also binds the widget's framebuffer, behind VTK's back: only where the context
    // changes.
    if (self->context() != nullptr && QOpenGLContext::currentContext() != self->context())
      self->makeCurrent();
  });
  is_current_->SetClientData(this);
  is_current_->SetCallback([](vtkObject*, unsigned long, void* view, void* answer) {
    auto* const self = static_cast<VtkView*>(view);
    *static_cast<bool*>(answer) =
        self->context() != nullptr && QOpenGLContext::currentContext() == self->context();
  });
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, make_current_);
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, is_current_);
  soon_.setSingleShot(true);
  soon_.setInterval(slowest_frame);
  connect(&soon_, &QTimer::timeout, this, qOverload<>(&VtkView::update));
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(160, 120);
}

VtkView::~VtkView() {
  disconnect(context_gone_);
  release_graphics();
  window_->RemoveRenderer(scene_.renderer());
}

void VtkView::release_graphics() {
  if (context() == nullptr || !window_->GetReadyForRendering()) return;
  makeCurrent();
  window_->Finalize();
  picture_ = {};
  window_->SetReadyForRendering(false);
  doneCurrent();
}

void VtkView::initializeGL() {
  // A view that is taken out of its window gets a new context: what lived in the old one goes first.
  disconnect(context_gone_);
  context_gone_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &VtkView::release_graphics);
  window_->SetForceMaximumHardwareLineWidth(1);
  window_->SetReadyForRendering(true);
  window_->OpenGLInit();
}

void VtkView::update_soon() {
  if (!soon_.isActive()) soon_.start();
}

QPointF VtkView::to_display(const QPointF& widget) const {
  const double ratio = devicePixelRatioF();
  return {widget.x() * ratio, (height() - 1 - widget.y()) * ratio};
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

void VtkView::paintGL() {
  if (another_was_drawn()) {
    QMetaObject::invokeMethod(this, qOverload<>(&VtkView::update), Qt::QueuedConnection);
    return show_picture();
  }
  soon_.stop();
  const double ratio = devicePixelRatioF();
  const FrameSize frame{static_cast<int>(std::lround(width() * ratio)),
                        static_cast<int>(std::lround(height() * ratio)), ratio};
  window_->SetSize(frame.width, frame.height);
  take_over_gl_state(window_);
  window_->GetState()->PushFramebufferBindings();
  scene_.prepare(frame);
  window_->Render();
  window_->GetState()->PopFramebufferBindings();
  picture_ = frame;
  show_picture();
  emit drawn();
  if (scene_.next_stage())
    QMetaObject::invokeMethod(this, qOverload<>(&VtkView::update), Qt::QueuedConnection);
}

void VtkView::show_picture() {
  auto* const gl = context()->extraFunctions();
  gl->glDisable(GL_SCISSOR_TEST);
  if (picture_.width > 0) {
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, window_->GetDisplayFramebuffer()->GetFBOIndex());
    gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
    gl->glBlitFramebuffer(0, 0, picture_.width, picture_.height, 0, 0, picture_.width, picture_.height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
  } else {
    gl->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    const Rgb c = theme::background_low;
    gl->glClearColor(static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b), 1);
    gl->glClear(GL_COLOR_BUFFER_BIT);
  }
  gl->glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  // Qt mixes the view with what is behind it: it must be opaque.
  gl->glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
  gl->glClearColor(0, 0, 0, 1);
  gl->glClear(GL_COLOR_BUFFER_BIT);
  gl->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void VtkView::mousePressEvent(QMouseEvent* event) {
  last_ = event->position();
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
