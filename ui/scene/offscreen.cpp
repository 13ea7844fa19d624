#include "ui/scene/offscreen.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkPNGWriter.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkWindowToImageFilter.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/base/error.hpp"
#include "ui/scene/gl_state.hpp"
#include "ui/scene/scene.hpp"

namespace foldwave {
namespace {

// One context of our own with no surface: VTK draws into its own framebuffer.
class SurfacelessContext {
 public:
  ~SurfacelessContext() {
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }

  bool open(std::string& why_not) {
    const auto platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (platform_display == nullptr) return fail(why_not, "EGL has no platform displays");
    display_ = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display_ == EGL_NO_DISPLAY)
      return fail(why_not, "EGL has no surfaceless platform (Mesa's libegl-mesa0)");
    if (eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) return fail(why_not, "EGL did not start");
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
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE)
      return fail(why_not, "EGL needs a surface");
    return true;
  }

  void make_current() const { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_); }
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

struct OffscreenCanvas::Parts {
  SurfacelessContext context;
  vtkSmartPointer<vtkRenderWindow> window;
  vtkSmartPointer<vtkCallbackCommand> make_current, is_current, error;
};

OffscreenCanvas::OffscreenCanvas(int width, int height) : parts_(std::make_unique<Parts>()) {
  std::string why_not;
  if (parts_->context.open(why_not)) {
    auto window = vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New();
    parts_->make_current = vtkSmartPointer<vtkCallbackCommand>::New();
    parts_->make_current->SetClientData(&parts_->context);
    parts_->make_current->SetCallback([](vtkObject*, unsigned long, void* context, void*) {
      static_cast<SurfacelessContext*>(context)->make_current();
    });
    parts_->is_current = vtkSmartPointer<vtkCallbackCommand>::New();
    parts_->is_current->SetClientData(&parts_->context);
    parts_->is_current->SetCallback([](vtkObject*, unsigned long, void* context, void* answer) {
      *static_cast<bool*>(answer) = static_cast<SurfacelessContext*>(context)->is_current();
    });
    window->AddObserver(vtkCommand::WindowMakeCurrentEvent, parts_->make_current);
    window->AddObserver(vtkCommand::WindowIsCurrentEvent, parts_->is_current);
    window->SetOwnContext(0);
    window->SetReadyForRendering(true);
    window->SetFrameBlitModeToNoBlit();
    window->SetSize(width, height);
    // VTK's loader asks X for its version and complains that there is none; the functions are there all the
    // same.
    parts_->error = vtkSmartPointer<vtkCallbackCommand>::New();
    parts_->error->SetCallback([](vtkObject*, unsigned long, void*, void* text) {
      const auto* const words = static_cast<const char*>(text);
      if (words != nullptr && std::strstr(words, "GLEW could not be initialized") == nullptr)
        std::fprintf(stderr, "%s\n", words);
    });
    window->AddObserver(vtkCommand::ErrorEvent, parts_->error);
    window->OpenGLInit();
    parts_->window = window;
  } else if (std::getenv("DISPLAY") != nullptr) {
    parts_->window = vtkSmartPointer<vtkRenderWindow>::New();
    parts_->window->SetOffScreenRendering(1);
    parts_->window->SetSize(width, height);
  } else {
    throw ResourceError("pictures", why_not,
                        "install libegl1 and libegl-mesa0, or run where there is an X display");
  }
  parts_->window->SetMultiSamples(0);
}

void OffscreenCanvas::hold(Scene& scene) {
  parts_->window->AddRenderer(scene.renderer());
}

OffscreenCanvas::~OffscreenCanvas() {
  if (parts_->window) parts_->window->Finalize();
}

void OffscreenCanvas::write(Scene& scene, const std::string& png) {
  vtkRenderWindow* const window = parts_->window;
  const int* const size = window->GetSize();
  const FrameSize frame{size[0], size[1], std::max(1.0, size[1] / 800.0)};
  window->AddRenderer(scene.renderer());
  if (auto* const generic = vtkGenericOpenGLRenderWindow::SafeDownCast(window)) take_over_gl_state(generic);
  scene.prepare(frame);
  window->Render();
  // Text is measured with the window's own fonts: only now are the labels exactly placed.
  scene.prepare(frame);
  window->Render();

  auto grab = vtkSmartPointer<vtkWindowToImageFilter>::New();
  grab->SetInput(window);
  grab->SetInputBufferTypeToRGB();
  grab->ReadFrontBufferOff();
  grab->ShouldRerenderOff();
  grab->Update();
  window->RemoveRenderer(scene.renderer());
  scene.renderer()->ReleaseGraphicsResources(window);

  const std::string part = png + ".part";
  std::FILE* const probe = std::fopen(part.c_str(), "wb");
  if (probe == nullptr)
    throw ResourceError(png, std::string("the picture cannot be written: ") + std::strerror(errno),
                        "choose a folder that can be written to");
  std::fclose(probe);
  auto writer = vtkSmartPointer<vtkPNGWriter>::New();
  writer->SetInputConnection(grab->GetOutputPort());
  writer->SetFileName(part.c_str());
  writer->Write();
  std::error_code error;
  if (writer->GetErrorCode() == 0) std::filesystem::rename(part, png, error);
  if (writer->GetErrorCode() != 0 || error) {
    std::filesystem::remove(part, error);
    throw ResourceError(png, "the picture cannot be written", "see that the disk has room");
  }
}

}  // namespace foldwave
