#include "ui/scene/rock/pointer_marks.hpp"

#include <cmath>
#include <utility>

namespace foldwave {
namespace {

constexpr double mark = 3.0;  // half the side of a measured place's square, design pixels

}  // namespace

void draw_band(Overlay& overlay, const DisplayBox& b) {
  overlay.rectangle(b.left(), b.bottom(), b.right() - b.left(), b.top() - b.bottom(), theme::accent, 0.12);
  overlay.line(b.left(), b.bottom(), b.right(), b.bottom(), theme::accent);
  overlay.line(b.left(), b.top(), b.right(), b.top(), theme::accent);
  overlay.line(b.left(), b.bottom(), b.left(), b.top(), theme::accent);
  overlay.line(b.right(), b.bottom(), b.right(), b.top(), theme::accent);
}

void draw_measured(Overlay& overlay, const std::vector<std::array<double, 2>>& at, const std::string& words,
                   const DisplayBox& within, const TextStyle& style, double scale) {
  // A dark line on each side keeps it clear of any rock.
  for (const double aside : {-1.0, 1.0, 0.0})
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
      const auto& [a, b] = std::pair{at[i], at[i + 1]};
      const bool upright = std::abs(b[1] - a[1]) > std::abs(b[0] - a[0]);
      const double dx = upright ? aside : 0.0, dy = upright ? 0.0 : aside;
      overlay.line(a[0] + dx, a[1] + dy, b[0] + dx, b[1] + dy,
                   aside == 0.0 ? theme::active_handle : theme::background_low);
    }
  const double half = mark * scale;
  for (const auto& p : at) {
    overlay.rectangle(p[0] - half - 1, p[1] - half - 1, 2 * half + 2, 2 * half + 2, theme::panel);
    overlay.rectangle(p[0] - half, p[1] - half, 2 * half, 2 * half, theme::active_handle);
  }
  if (words.empty()) return;
  const auto size = overlay.text_size(words, style);
  const double pad = 7 * scale, high = 20 * scale, wide = size[0] + 2 * pad;
  const double x =
      std::clamp(at.back()[0] + 12 * scale, within.left(), std::max(within.right() - wide, within.left()));
  const double y =
      std::clamp(at.back()[1] + 8 * scale, within.bottom(), std::max(within.top() - high, within.bottom()));
  overlay.rectangle(x, y, wide, high, theme::panel, 0.92);
  overlay.text(words, x + pad, y + high / 2, style);
}

}  // namespace foldwave
