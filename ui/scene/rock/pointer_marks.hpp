// What follows the pointer over a view: the box that is drawn about handles, and what was measured, with its
// words beside it.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"
#include "ui/scene/stage/overlay.hpp"

namespace foldwave {

// Display pixels, between two corners.
struct DisplayBox {
  std::array<double, 2> from{}, to{};
  double left() const { return std::min(from[0], to[0]); }
  double right() const { return std::max(from[0], to[0]); }
  double bottom() const { return std::min(from[1], to[1]); }
  double top() const { return std::max(from[1], to[1]); }
  bool meets(const DisplayBox& b) const {
    return left() < b.right() && b.left() < right() && bottom() < b.top() && b.bottom() < top();
  }
  bool holds(double x, double y) const { return x >= left() && x <= right() && y >= bottom() && y <= top(); }
};

struct Measured {
  std::vector<Vec3> places;  // local, joined by straight lines; none: nothing is measured
  std::string words;
};

void draw_band(Overlay& overlay, const DisplayBox& band);
void draw_measured(Overlay& overlay, const std::vector<std::array<double, 2>>& at, const std::string& words,
                   const DisplayBox& within, const TextStyle& style, double scale);

}  // namespace foldwave
