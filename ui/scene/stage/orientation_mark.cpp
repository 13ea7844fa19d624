#include "ui/scene/stage/orientation_mark.hpp"

#include <vtkCamera.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace foldwave {
namespace {

constexpr double length = 26.0, head = 6.0, beyond = 9.0, reach_of_click = 11.0;  // design pixels

struct Arrow {
  const char* name;
  Vec3 world;
  Rgb color;
  Vec3 seen{};  // x to the right, y up, z towards the eye
};

std::array<Arrow, 3> arrows_of(vtkRenderer* renderer) {
  vtkMatrix4x4* const view = renderer->GetActiveCamera()->GetViewTransformMatrix();
  std::array<Arrow, 3> arrows{Arrow{"E", {1, 0, 0}, theme::text, {}},
                              Arrow{"N", {0, 1, 0}, theme::accent, {}},
                              Arrow{"depth", {0, 0, -1}, theme::quiet_text, {}}};
  for (Arrow& arrow : arrows) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        arrow.seen[row] += view->GetElement(row, column) * arrow.world[column];
    arrow.seen = (1.0 / norm(arrow.seen)) * arrow.seen;  // exaggerated depths make no longer arrow
  }
  return arrows;
}

}  // namespace

// The outer half counts, where the arrows do not meet; of those that lie over each other the nearest.
OrientationArrow orientation_arrow_at(vtkRenderer* renderer, const std::array<double, 2>& from_middle,
                                      double scale) {
  const std::array<Arrow, 3> arrows = arrows_of(renderer);
  OrientationArrow best = OrientationArrow::none;
  double nearest = reach_of_click * scale, front = -2.0;
  for (std::size_t i = 0; i < arrows.size(); ++i) {
    const Vec3& seen = arrows[i].seen;
    const double flat = std::hypot(seen.x, seen.y), out = (length + beyond) * scale;
    double away = 1e300;
    for (const double part : {0.6, 0.8, 1.0})
      away = std::min(away,
                      std::hypot(from_middle[0] - part * out * seen.x,
                                 from_middle[1] - part * out * seen.y - (flat > 0.2 ? 0.0 : beyond * scale)));
    const bool tied = std::abs(away - nearest) < 1.0 && seen.z > front;
    if (away > nearest && !tied) continue;
    nearest = away;
    front = seen.z;
    best = static_cast<OrientationArrow>(i);
  }
  return best;
}

void draw_orientation(Overlay& overlay, vtkRenderer* renderer, double x, double y, double scale) {
  std::array<Arrow, 3> arrows = arrows_of(renderer);
  // Those that point away from the eye lie behind the others.
  std::sort(arrows.begin(), arrows.end(), [](const Arrow& a, const Arrow& b) { return a.seen.z < b.seen.z; });
  for (const Arrow& arrow : arrows) {
    const double across = arrow.seen.x, up = arrow.seen.y, flat = std::hypot(across, up);
    const double tip_x = x + across * length * scale, tip_y = y + up * length * scale;
    for (const double aside : {-0.5, 0.5})
      overlay.line(x + aside, y + aside, tip_x + aside, tip_y + aside, arrow.color);
    if (flat > 0.2)
      for (const double side : {-1.0, 1.0}) {
        const double back_x = -across / flat, back_y = -up / flat;
        overlay.line(tip_x, tip_y, tip_x + head * scale * (0.87 * back_x - side * 0.5 * back_y),
                     tip_y + head * scale * (0.87 * back_y + side * 0.5 * back_x), arrow.color);
      }
    TextStyle words;
    words.size = 11.0 * scale;
    words.color = arrow.color;
    words.across = across > 0.35 ? Align::low : across < -0.35 ? Align::high : Align::middle;
    words.upward = Align::middle;
    const double reach = flat > 0.2 ? beyond * scale / flat : beyond * scale;
    const double away = words.across == Align::middle ? reach : 0.6 * reach;
    overlay.text(arrow.name, tip_x + away * (flat > 0.2 ? across : 0.0),
                 tip_y + away * (flat > 0.2 ? up : 1.0), words);
  }
}

}  // namespace foldwave
