#include "ui/scene/stage/surfaceless.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace foldwave {
namespace {

// All contexts share EGL's one surfaceless display. It stays: who ended it would end the others' contexts.
EGLDisplay surfaceless_display(std::string& why_not) {
  static std::mutex mutex;
  static EGLDisplay opened = EGL_NO_DISPLAY;
  const std::lock_guard lock(mutex);
  if (opened != EGL_NO_DISPLAY) return opened;
  const auto platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (platform_display == nullptr) {
    why_not = "EGL has no platform displays";
    return EGL_NO_DISPLAY;
  }
  const EGLDisplay found = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (found == EGL_NO_DISPLAY)
    why_not = "EGL has no surfaceless platform (Mesa's libegl-mesa0)";
  else if (eglInitialize(found, nullptr, nullptr) == EGL_FALSE)
    why_not = "EGL did not start";
  else
    opened = found;
  return opened;
}

class SurfacelessContext {
 public:
  ~SurfacelessContext() {
    if (context_ == EGL_NO_CONTEXT) return;
    if (is_current()) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }

  bool open(std::string& why_not) {
    display_ = surfaceless_display(why_not);
    if (display_ == EGL_NO_DISPLAY) return false;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return fail(why_not, "EGL has no desktop OpenGL");
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display_, wanted, &config, 1, &count) == EGL_FALSE || count == 0)
      config = EGL_NO_CONFIG_KHR;
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              2,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version);
    if (context_ == EGL_NO_CONTEXT) return fail(why_not, "EGL made no OpenGL 3.2 context");
    if (!make_current()) return fail(why_not, "EGL needs a surface");
    return true;
  }

  bool make_current() const {
    return eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
  }
  bool is_current() const { return eglGetCurrentContext() == context_; }

 private:
  static bool fail(std::string& why_not, const char* reason) {
    why_not = reason;
    return false;
  }
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace

struct SurfacelessWindow::Parts {
  SurfacelessContext context;
  vtkSmartPointer<vtkGenericOpenGLRenderWindow> window;
  vtkSmartPointer<vtkCallbackCommand> make_current, is_current, error;
};

std::unique_ptr<SurfacelessWindow> SurfacelessWindow::make(std::string& why_not) {
  auto parts = std::make_unique<Parts>();
  if (!parts->context.open(why_not)) return nullptr;
  auto window = vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New();
  parts->make_current = vtkSmartPointer<vtkCallbackCommand>::New();
  parts->make_current->SetClientData(&parts->context);
  parts->make_current->SetCallback([](vtkObject*, unsigned long, void* context, void*) {
    const auto* const self = static_cast<SurfacelessContext*>(context);
    if (!self->is_current()) self->make_current();
  });
  parts->is_current = vtkSmartPointer<vtkCallbackCommand>::New();
  parts->is_current->SetClientData(&parts->context);
  parts->is_current->SetCallback([](vtkObject*, unsigned long, void* context, void* answer) {
    *static_cast<bool*>(answer) = static_cast<SurfacelessContext*>(context)->is_current();
  });
  window->AddObserver(vtkCommand::WindowMakeCurrentEvent, parts->make_current);
  window->AddObserver(vtkCommand::WindowIsCurrentEvent, parts->is_current);
  window->SetOwnContext(0);
  window->SetReadyForRendering(true);
  window->SetFrameBlitModeToNoBlit();
  window->SetMultiSamples(0);
  // VTK's loader asks X for its version and complains that there is none; the functions are there all the
  // same.
  parts->error = vtkSmartPointer<vtkCallbackCommand>::New();
  parts->error->SetCallback([](vtkObject*, unsigned long, void*, void* text) {
    const auto* const words = static_cast<const char*>(text);
    if (words != nullptr && std::strstr(words, "GLEW could not be initialized") == nullptr)
      std::fprintf(stderr, "%s\n", words);
  });
  window->AddObserver(vtkCommand::ErrorEvent, parts->error);
  window->OpenGLInit();
  parts->window = window;
  return std::unique_ptr<SurfacelessWindow>(new SurfacelessWindow(std::move(parts)));
}

SurfacelessWindow::SurfacelessWindow(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

SurfacelessWindow::~SurfacelessWindow() {
  if (!parts_->context.is_current()) parts_->context.make_current();
  parts_->window->Finalize();
}

vtkGenericOpenGLRenderWindow* SurfacelessWindow::window() const {
  return parts_->window;
}

void copy_picture(vtkGenericOpenGLRenderWindow* window, int width, int height, std::uint8_t* to,
                  std::ptrdiff_t row_bytes) {
  window->MakeCurrent();
  vtkOpenGLState* const state = window->GetState();
  state->PushReadFramebufferBinding();
  window->GetDisplayFramebuffer()->Bind(GL_READ_FRAMEBUFFER);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<int>(row_bytes / 4));
  glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_BYTE, to);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  state->PopReadFramebufferBinding();
  // OpenGL gives the lowest row first.
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(to + y * row_bytes, to + y * row_bytes + 4 * width, to + (height - 1 - y) * row_bytes);
}

}  // namespace foldwave
