// The overlay put over a picture that is there, while nothing is drawn.
#include <vtkImageData.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>
#include <vtkTextRenderer.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/scene/overlay.hpp"

namespace foldwave {
namespace {

void blend(std::uint8_t* bgra, const std::array<unsigned char, 3>& rgb, int alpha) {
  for (std::size_t c = 0; c < 3; ++c)
    bgra[2 - c] = static_cast<std::uint8_t>((bgra[2 - c] * (255 - alpha) + rgb[c] * alpha + 127) / 255);
}

}  // namespace

void Overlay::draw_text(const Text& text, std::uint8_t* bgra, int width, int height) {
  vtkTextRenderer* const renderer = vtkTextRenderer::GetInstance();
  if (renderer == nullptr) return;
  auto property = vtkSmartPointer<vtkTextProperty>::New();
  apply(property, text.style);
  auto image = vtkSmartPointer<vtkImageData>::New();
  int size[2] = {0, 0};
  constexpr int dpi = 72;  // a point is a pixel, as in the actors
  if (!renderer->RenderString(property, text.words, image, size, dpi)) return;
  // The image's own places are those around the text's anchor.
  const int* const in = image->GetExtent();
  const int left = static_cast<int>(text.x), bottom = static_cast<int>(text.y);
  for (int y = std::max(in[2], -bottom); y <= std::min(in[3], height - 1 - bottom); ++y)
    for (int x = std::max(in[0], -left); x <= std::min(in[1], width - 1 - left); ++x) {
      const auto* const from = static_cast<const std::uint8_t*>(image->GetScalarPointer(x, y, 0));
      if (from[3] == 0) continue;
      blend(bgra + 4 * (static_cast<std::ptrdiff_t>(height - 1 - bottom - y) * width + left + x),
            {from[0], from[1], from[2]}, from[3]);
    }
}

void Overlay::draw_counting(std::uint8_t* bgra, int width, int height) const {
  for (const Text& text : now_.texts)
    if (text.style.counting) draw_text(text, bgra, width, height);
}

void Overlay::draw_over(std::uint8_t* bgra, int width, int height) const {
  const auto at = [&](int x, int y) {
    return bgra + 4 * (static_cast<std::ptrdiff_t>(height - 1 - y) * width + x);
  };
  const auto within = [](double v, int size) {
    return static_cast<int>(std::clamp(std::lround(v), 0L, static_cast<long>(size)));
  };
  for (const Quad& q : now_.quads)
    for (int y = within(q.y, height); y < within(q.y + q.h, height); ++y)
      for (int x = within(q.x, width); x < within(q.x + q.w, width); ++x)
        blend(at(x, y), {q.color[0], q.color[1], q.color[2]}, q.color[3]);
  for (const Segment& s : now_.segments) {
    // One pixel for each step along the longer way; no more than pass through the picture.
    const double steps = std::max({std::abs(s.x1 - s.x0), std::abs(s.y1 - s.y0), 1.0});
    double first = 0.0, last = 1.0;
    for (const auto& [from, to, size] : {std::tuple{s.x0, s.x1, width}, {s.y0, s.y1, height}}) {
      if (from == to) continue;
      const double a = -from / (to - from), b = (size - from) / (to - from);
      first = std::max(first, std::min(a, b));
      last = std::min(last, std::max(a, b));
    }
    for (double k = std::ceil(first * steps); k <= last * steps; k += 1.0) {
      const double part = k / steps;
      const auto x = static_cast<int>(std::floor(s.x0 + part * (s.x1 - s.x0)));
      const auto y = static_cast<int>(std::floor(s.y0 + part * (s.y1 - s.y0)));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      blend(at(x, y), {s.color[0], s.color[1], s.color[2]}, s.color[3]);
    }
  }
  for (const Text& text : now_.texts)
    draw_text(text, bgra, width, height);
}

}  // namespace foldwave
