#include "ui/scene/offscreen.hpp"

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
#include "ui/scene/surfaceless.hpp"

namespace foldwave {
struct OffscreenCanvas::Parts {
  std::unique_ptr<SurfacelessWindow> surfaceless;
  vtkSmartPointer<vtkRenderWindow> window;
};

OffscreenCanvas::OffscreenCanvas(int width, int height) : parts_(std::make_unique<Parts>()) {
  std::string why_not;
  parts_->surfaceless = SurfacelessWindow::make(why_not);
  if (parts_->surfaceless) {
    parts_->window = parts_->surfaceless->window();
    parts_->window->SetSize(width, height);
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
  if (parts_->window && !parts_->surfaceless) parts_->window->Finalize();
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
