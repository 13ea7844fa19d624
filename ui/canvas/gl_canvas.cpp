#include "ui/canvas/gl_canvas.hpp"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/stage/drawing_turn.hpp"

namespace foldwave {

GlCanvas::GlCanvas(VtkView& view)
    : QOpenGLWidget(&view),
      view_(view),
      window_(vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New()),
      make_current_(vtkSmartPointer<vtkCallbackCommand>::New()),
      is_current_(vtkSmartPointer<vtkCallbackCommand>::New()) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  window_->SetOwnContext(0);
  window_->SetReadyForRendering(false);
  window_->SetFrameBlitModeToNoBlit();
  window_->SetMultiSamples(0);
  make_current_->SetClientData(this);
  make_current_->SetCallback([](vtkObject*, unsigned long, void* canvas, void*) {
    auto* const self = static_cast<GlCanvas*>(canvas);
    // Qt's makeCurrent also binds the widget's framebuffer, behind VTK's back: only where the context
    // changes.
    if (self->context() != nullptr && QOpenGLContext::currentContext() != self->context())
      self->makeCurrent();
  });
  is_current_->SetClientData(this);
  is_current_->SetCallback([](vtkObject*, unsigned long, void* canvas, void* answer) {
    auto* const self = static_cast<GlCanvas*>(canvas);
    *static_cast<bool*>(answer) =
        self->context() != nullptr && QOpenGLContext::currentContext() == self->context();
  });
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, make_current_);
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, is_current_);
}

GlCanvas::~GlCanvas() {
  disconnect(context_gone_);
  release_graphics();
}

vtkGenericOpenGLRenderWindow* GlCanvas::window() const {
  return window_;
}

void GlCanvas::release_graphics() {
  if (context() == nullptr || !window_->GetReadyForRendering()) return;
  makeCurrent();
  window_->Finalize();
  picture_ = {};
  window_->SetReadyForRendering(false);
  doneCurrent();
}

void GlCanvas::initializeGL() {
  // A view that is taken out of its window gets a new context: what lived in the old one goes first.
  disconnect(context_gone_);
  context_gone_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &GlCanvas::release_graphics);
  window_->SetForceMaximumHardwareLineWidth(1);
  window_->SetReadyForRendering(true);
  const std::lock_guard turn(drawing_turn());
  window_->OpenGLInit();
}

void GlCanvas::paintGL() {
  const bool fresh = view_.draw_scene();
  if (fresh) picture_ = view_.frame_size();
  show_picture();
  if (fresh) view_.was_drawn();
}

void GlCanvas::show_picture() {
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

}  // namespace foldwave
