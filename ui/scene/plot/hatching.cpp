#include "ui/scene/plot/hatching.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

std::vector<PlotLine> hatching(const PlotBox& box, double apart,
                               const std::function<bool(double, double)>& inside) {
  std::vector<PlotLine> lines;
  if (!(apart > 0.0)) return lines;
  const double first = box.left - box.top, last = box.right - box.bottom;
  for (double c = apart * std::ceil(first / apart); c < last; c += apart) {
    const double to = std::min(box.right, c + box.top);
    PlotLine line;
    const auto end = [&] {
      if (line.size() == 2) lines.push_back(line);
      line.clear();
    };
    for (double u = std::max(box.left, c + box.bottom); u <= to; u += apart / 6.0) {
      if (!inside(u, u - c)) {
        end();
        continue;
      }
      line.resize(std::min<std::size_t>(line.size() + 1, 2));
      line.back() = {u, u - c};
    }
    end();
  }
  return lines;
}

}  // namespace foldwave
