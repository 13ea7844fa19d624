// The overlay put over a picture that is there, while nothing is drawn.
#include <vtkImageData.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>
#include <vtkTextRenderer.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/scene/stage/overlay.hpp"

namespace foldwave {
namespace {

void blend(std::uint8_t* bgra, const std::array<unsigned char, 3>& rgb, int alpha) {
  for (std::size_t c = 0; c < 3; ++c)
    bgra[2 - c] = static_cast<std::uint8_t>((bgra[2 - c] * (255 - alpha) + rgb[c] * alpha + 127) / 255);
}

}  // namespace

Overlay::TextPicture Overlay::picture_of(const Text& text) {
  TextPicture picture{text, {0, -1, 0, -1}, {}};
  vtkTextRenderer* const renderer = vtkTextRenderer::GetInstance();
  if (renderer == nullptr) return picture;
  auto property = vtkSmartPointer<vtkTextProperty>::New();
  apply(property, text.style);
  auto image = vtkSmartPointer<vtkImageData>::New();
  int size[2] = {0, 0};
  constexpr int dpi = 72;  // a point is a pixel, as in the actors
  if (!renderer->RenderString(property, text.words, image, size, dpi)) return picture;
  // The image's own places are those around the text's anchor.
  const int* const in = image->GetExtent();
  std::copy_n(in, 4, picture.place.begin());
  for (int y = in[2]; y <= in[3]; ++y) {
    const auto* const row = static_cast<const std::uint8_t*>(image->GetScalarPointer(in[0], y, 0));
    picture.rgba.insert(picture.rgba.end(), row, row + 4 * (in[1] - in[0] + 1));
  }
  return picture;
}

// Most words are those of the frame before: only new ones are written.
void Overlay::draw_texts(const std::vector<const Content*>& contents, std::uint8_t* bgra, int width,
                         int height) {
  std::vector<TextPicture> drawn;
  for (const Content* const content : contents)
    for (const Text& text : content->texts) {
      const auto known = std::find_if(pictures_.begin(), pictures_.end(), [&](const TextPicture& p) {
        return p.text.words == text.words && p.text.style == text.style;
      });
      drawn.push_back(known != pictures_.end() ? *known : picture_of(text));
      const TextPicture& picture = drawn.back();
      const auto& in = picture.place;
      const int left = static_cast<int>(text.x), bottom = static_cast<int>(text.y);
      for (int y = std::max(in[2], -bottom); y <= std::min(in[3], height - 1 - bottom); ++y)
        for (int x = std::max(in[0], -left); x <= std::min(in[1], width - 1 - left); ++x) {
          const std::uint8_t* const from =
              picture.rgba.data() +
              4 * (static_cast<std::ptrdiff_t>(y - in[2]) * (in[1] - in[0] + 1) + x - in[0]);
          if (from[3] == 0) continue;
          blend(bgra + 4 * (static_cast<std::ptrdiff_t>(height - 1 - bottom - y) * width + left + x),
                {from[0], from[1], from[2]}, from[3]);
        }
    }
  pictures_ = std::move(drawn);
}

void Overlay::draw_counting(std::uint8_t* bgra, int width, int height) {
  draw_content(counting_.now, bgra, width, height);
  draw_texts({&counting_.now}, bgra, width, height);
}

void Overlay::draw_over(std::uint8_t* bgra, int width, int height) {
  draw_content(still_.now, bgra, width, height);
  draw_content(counting_.now, bgra, width, height);
  draw_texts({&still_.now, &counting_.now}, bgra, width, height);
}

void Overlay::draw_content(const Content& content, std::uint8_t* bgra, int width, int height) {
  const auto at = [&](int x, int y) {
    return bgra + 4 * (static_cast<std::ptrdiff_t>(height - 1 - y) * width + x);
  };
  const auto within = [](double v, int size) {
    return static_cast<int>(std::clamp(std::lround(v), 0L, static_cast<long>(size)));
  };
  for (const Quad& q : content.quads)
    for (int y = within(q.y, height); y < within(q.y + q.h, height); ++y)
      for (int x = within(q.x, width); x < within(q.x + q.w, width); ++x)
        blend(at(x, y), {q.color[0], q.color[1], q.color[2]}, q.color[3]);
  for (const Segment& s : content.segments) {
    // One pixel for each step along the longer way, the end's own left out as OpenGL does; no more than pass
    // through the picture.
    const double steps = std::max({std::abs(s.x1 - s.x0), std::abs(s.y1 - s.y0), 1.0});
    double first = 0.0, last = 1.0;
    for (const auto& [from, to, size] : {std::tuple{s.x0, s.x1, width}, {s.y0, s.y1, height}}) {
      if (from == to) continue;
      const double a = -from / (to - from), b = (size - from) / (to - from);
      first = std::max(first, std::min(a, b));
      last = std::min(last, std::max(a, b));
    }
    for (double k = std::ceil(first * steps); k < last * steps; k += 1.0) {
      const double part = k / steps;
      const auto x = static_cast<int>(std::floor(s.x0 + part * (s.x1 - s.x0)));
      const auto y = static_cast<int>(std::floor(s.y0 + part * (s.y1 - s.y0)));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      blend(at(x, y), {s.color[0], s.color[1], s.color[2]}, s.color[3]);
    }
  }
}

}  // namespace foldwave
