// A VTK window with no window: it draws into a framebuffer of its own, in an OpenGL context that needs
// neither a display nor a surface (EGL on Mesa's surfaceless platform). Any number of them, all on one
// thread.
#pragma once

#include <vtkSmartPointer.h>
#include <cstdint>
#include <memory>
#include <string>

class vtkGenericOpenGLRenderWindow;

namespace foldwave {

// The picture that was rendered last into a window, blue, green, red and 255 a pixel, its top row first,
// `row_bytes` apart.
void copy_picture(vtkGenericOpenGLRenderWindow* window, int width, int height, std::uint8_t* to,
                  std::ptrdiff_t row_bytes);

class SurfacelessWindow {
 public:
  // Null where none can be made; `why_not` then says why.
  static std::unique_ptr<SurfacelessWindow> make(std::string& why_not);
  ~SurfacelessWindow();
  SurfacelessWindow(const SurfacelessWindow&) = delete;
  SurfacelessWindow& operator=(const SurfacelessWindow&) = delete;

  vtkGenericOpenGLRenderWindow* window() const;

 private:
  struct Parts;
  explicit SurfacelessWindow(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foldwave
