// Frames in which nothing but the pictures on some slices is new, without drawing the scene again: where the
// slices are seen is found once, and each frame is then put together from the slices' pictures alone.
//
// Two renders of the scene, with the slices black (B) and white (W), say what each pixel takes from them:
// its colour is B + (W - B) c where a slice has the colour c, whatever lies before or behind them and however
// see-through that is. Which slice, and where on it, is the nearest cut of the pixel's ray with their planes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace foldwave {

class Scene;
class Slice;
class SurfacelessWindow;
struct FrameSize;

class QuickSlices {
 public:
  // Renders into the window, whose context is current and which holds the scene, prepared.
  void look(SurfacelessWindow& window, Scene& scene, const std::vector<Slice*>& slices,
            const FrameSize& frame);
  void forget() { slices_.clear(); }
  bool fits(const std::vector<Slice*>& slices, const FrameSize& frame) const;

  // The picture with what the slices show now: blue, green, red and 255 a pixel, its top row first.
  void compose(std::uint8_t* bgra) const;

 private:
  struct Seen {
    std::uint32_t pixel;  // of the picture, rows from the top
    std::uint8_t slice;
    std::uint8_t part;    // of 255, that the slice has in the pixel
    std::uint8_t u, v;    // between texels, of 256
    std::uint32_t texel;  // the lower left of the four that are mixed
  };
  void find(const Scene& scene, const std::vector<std::uint8_t>& white);

  std::vector<Slice*> slices_;
  std::vector<std::array<int, 2>> texels_;  // of each slice's picture when it was looked at
  std::vector<int> nodes_;
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> black_;
  std::vector<Seen> seen_;
};

}  // namespace foldwave
