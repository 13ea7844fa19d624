// Drawing without a window: an OpenGL context with no display at all where EGL allows it (Mesa's surfaceless
// platform), else an invisible window of the X display.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace foldwave {

class Scene;

struct RgbPicture {
  int width = 0, height = 0;
  std::vector<unsigned char> bytes;  // three a pixel, rows downwards
};

std::string png_bytes(const RgbPicture& picture);  // of a PNG file

// A PNG, beside and then renamed. Throws ResourceError when the file cannot be written.
void write_png(const RgbPicture& picture, const std::string& png);

class OffscreenCanvas {
 public:
  // Throws ResourceError with the reason when nothing can draw here.
  OffscreenCanvas(int width, int height);
  ~OffscreenCanvas();
  OffscreenCanvas(const OffscreenCanvas&) = delete;
  OffscreenCanvas& operator=(const OffscreenCanvas&) = delete;

  // `scale`: device pixels in one of the design; 0: by the height.
  RgbPicture draw(Scene& scene, double scale = 0.0);

  // Draws the scene and writes a PNG.
  void write(Scene& scene, const std::string& png);

  // Puts a scene in without drawing, so that positions can be asked of it; it stays until the canvas goes.
  void hold(Scene& scene);

 private:
  struct Parts;
  void render(Scene& scene, double scale);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foldwave
