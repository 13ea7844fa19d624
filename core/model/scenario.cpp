#include "core/model/scenario.hpp"

#include <cmath>

#include "core/base/angle.hpp"

namespace foldwave {

Vec3 AxialLine::upward() const {
  // Exact at the common values, so that a vertical axis has no horizontal part at all.
  const double down = plunge == 90.0 ? 1.0 : std::sin(radians(plunge));
  const double along = plunge == 90.0 ? 0.0 : std::cos(radians(plunge));
  const double east = std::sin(radians(trend));
  const double north = std::cos(radians(trend));
  return {-along * east, -along * north, -down};
}

Vec3 FoldSpec::advection() const {
  return parameters.psi * axial_line.upward();
}

std::vector<Vec3> Survey::receiver_positions() const {
  std::vector<Vec3> positions;
  const auto fraction = [](int i, int count) {
    return count > 1 ? static_cast<double>(i) / (count - 1) : 0.0;
  };
  for (const ReceiverSet& set : receivers) {
    if (const auto* line = std::get_if<ReceiverLine>(&set)) {
      for (int i = 0; i < line->count; ++i)
        positions.push_back(line->from + fraction(i, line->count) * (line->to - line->from));
    } else {
      const auto& carpet = std::get<ReceiverCarpet>(set);
      for (int j = 0; j < carpet.count[1]; ++j)
        for (int i = 0; i < carpet.count[0]; ++i)
          positions.push_back(
              {carpet.from[0] + fraction(i, carpet.count[0]) * (carpet.to[0] - carpet.from[0]),
               carpet.from[1] + fraction(j, carpet.count[1]) * (carpet.to[1] - carpet.from[1]),
               carpet.depth});
    }
  }
  return positions;
}

}  // namespace foldwave
