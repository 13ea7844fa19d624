// What lies over a scene, drawn by a painter: rectangles, lines and letters as such, so that a file keeps
// them sharp at any size.
#pragma once

#include <QImage>

#include "ui/scene/stage/overlay.hpp"

class QPainter;

namespace foldwave {

// Where words and lines stand on another ground than the one that they were made for, they are turned dark or
// light so that they stand out from it.
struct OverlayGround {
  bool is_own = true;  // the view's: all stays as it is
  QColor color{};      // in place of the view's background
};

// Into the picture: what the overlay covers with the view's own background. A transparent ground is cleared.
void cover_ground(QImage& picture, const Overlay::Content& over, const OverlayGround& ground);

// All else, over a picture of that size. `line`: pixels that a line is wide.
void paint_overlay(QPainter& painter, const QImage& picture, const Overlay::Content& over,
                   const OverlayGround& ground, double line);

}  // namespace foldwave
