#include "ui/scene/flat/section_image.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foldwave {
namespace {

constexpr double line_slack = 1e-3;  // of a line's length: not along it any more

}  // namespace

bool SectionImage::lies_along(const MapLine& local) const {
  if (!image_.line) return true;
  const double length = std::max(local.length(), 1e-9);
  for (const auto& end : {image_.line->from, image_.line->to})
    if (std::abs(local.station(end[0], end[1]).left) > line_slack * length) return false;
  return true;
}

void SectionImage::show(ShownImage image) {
  image_ = std::move(image);
  largest_ = largest_of(image_);
  due_ = true;
}

void SectionImage::set_look(const ImageLook& look) {
  due_ = due_ || !(look == look_);
  look_ = look;
}

void SectionImage::set_visible(bool visible) {
  due_ = due_ || visible != visible_;
  visible_ = visible;
}

void SectionImage::draw(const MapLine& local) {
  if (!due_ && local == line_) return;
  due_ = false;
  line_ = local;
  ImagePixels pixels;
  if (is_seen() && lies_along(local)) pixels = image_pixels(image_, look_, local, largest_);
  picture_.set_visible(!pixels.colors.empty());
  if (pixels.colors.empty()) return;
  PlotBox box{0, local.length(), -image_.grid.extent().z, 0};
  // Its own line begins somewhere along the section's, and may run the other way.
  if (image_.line) {
    box.left = local.station(image_.line->from[0], image_.line->from[1]).along;
    box.right = local.station(image_.line->to[0], image_.line->to[1]).along;
  }
  picture_.show_over(pixels.columns, pixels.rows, pixels.colors, box, true);
}

}  // namespace foldwave
