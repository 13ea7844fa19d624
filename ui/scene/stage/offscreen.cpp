#include "ui/scene/stage/offscreen.hpp"

#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkImageData.h>
#include <vtkPNGWriter.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/base/error.hpp"
#include "ui/scene/stage/drawing_turn.hpp"
#include "ui/scene/stage/gl_state.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/scene/stage/surfaceless.hpp"

namespace foldwave {
namespace {

vtkSmartPointer<vtkImageData> image_of(const RgbPicture& picture) {
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(picture.width, picture.height, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  const auto row = 3 * static_cast<std::size_t>(picture.width);
  for (int j = 0; j < picture.height; ++j)
    std::copy_n(picture.bytes.data() + static_cast<std::size_t>(j) * row, row,
                static_cast<unsigned char*>(image->GetScalarPointer(0, picture.height - 1 - j, 0)));
  return image;
}

}  // namespace

struct OffscreenCanvas::Parts {
  std::unique_ptr<SurfacelessWindow> surfaceless;
  vtkSmartPointer<vtkRenderWindow> window;
};

OffscreenCanvas::OffscreenCanvas(int width, int height) : parts_(std::make_unique<Parts>()) {
  const std::lock_guard turn(drawing_turn());
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
  const std::lock_guard turn(drawing_turn());
  if (parts_->window && !parts_->surfaceless) parts_->window->Finalize();
  parts_.reset();
}

void OffscreenCanvas::render(Scene& scene, double scale) {
  vtkRenderWindow* const window = parts_->window;
  const int* const size = window->GetSize();
  const FrameSize frame{size[0], size[1], scale > 0.0 ? scale : std::max(1.0, size[1] / 800.0)};
  if (auto* const generic = vtkGenericOpenGLRenderWindow::SafeDownCast(window)) take_over_gl_state(generic);
  const bool first = !(scene.frame() == frame);
  scene.prepare(frame);
  window->Render();
  if (!first) return;
  // Text is measured with the window's own fonts: only now are the labels exactly placed.
  scene.prepare(frame);
  window->Render();
}

RgbPicture OffscreenCanvas::draw(Scene& scene, double scale) {
  vtkRenderWindow* const window = parts_->window;
  const std::lock_guard turn(drawing_turn());
  const bool held = window->HasRenderer(scene.renderer()) != 0;
  if (!held) window->AddRenderer(scene.renderer());
  render(scene, scale);
  const int* const size = window->GetSize();
  const auto row = 3 * static_cast<std::size_t>(size[0]), rows = static_cast<std::size_t>(size[1]);
  auto pixels = vtkSmartPointer<vtkUnsignedCharArray>::New();
  window->GetPixelData(0, 0, size[0] - 1, size[1] - 1, 0, pixels);
  RgbPicture picture{size[0], size[1], std::vector<unsigned char>(row * rows)};
  for (std::size_t j = 0; j < rows; ++j)  // VTK's rows go upwards
    std::copy_n(pixels->GetPointer(0) + (rows - 1 - j) * row, row, picture.bytes.data() + j * row);
  if (!held) {
    window->RemoveRenderer(scene.renderer());
    scene.renderer()->ReleaseGraphicsResources(window);
  }
  return picture;
}

void OffscreenCanvas::write(Scene& scene, const std::string& png) {
  write_png(draw(scene), png);
}

std::string png_bytes(const RgbPicture& picture) {
  auto writer = vtkSmartPointer<vtkPNGWriter>::New();
  writer->SetInputData(image_of(picture));
  writer->WriteToMemoryOn();
  writer->Write();
  vtkUnsignedCharArray* const bytes = writer->GetResult();
  return {reinterpret_cast<const char*>(bytes->GetPointer(0)),
          static_cast<std::size_t>(bytes->GetNumberOfValues())};
}

void write_png(const RgbPicture& picture, const std::string& png) {
  const std::string part = png + ".part";
  std::FILE* const probe = std::fopen(part.c_str(), "wb");
  if (probe == nullptr)
    throw ResourceError(png, std::string("the picture cannot be written: ") + std::strerror(errno),
                        "choose a folder that can be written to");
  std::fclose(probe);
  auto writer = vtkSmartPointer<vtkPNGWriter>::New();
  writer->SetInputData(image_of(picture));
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
