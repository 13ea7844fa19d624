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

AxialLine AxialLine::from_upward(const Vec3& direction, double trend) {
  const Vec3 a = direction.z > 0.0 ? -direction : direction;
  const double along = std::hypot(a.x, a.y);
  if (along <= 1e-9 * std::abs(a.z)) return {trend, 90.0};
  const double azimuth = degrees(std::atan2(-a.x, -a.y));
  return {azimuth < 0.0 ? std::fmod(azimuth + 360.0, 360.0) : azimuth, degrees(std::atan2(-a.z, along))};
}

AxialLine AxialLine::rounded(double step) const {
  const auto nearest = [step](double angle) { return step * std::round(angle / step); };
  const double t = nearest(trend);
  return {t == 360.0 ? 0.0 : t, nearest(plunge)};
}

const char* fold_class(const FoldParameters& parameters) {
  const double F = parameters.F;
  const double psi = parameters.psi;
  if (!(F + psi > 0.0)) return "";
  if (psi < 0.0) return "1A";
  if (psi == 0.0) return "1B";
  return F > 0.0 ? "1C" : F == 0.0 ? "2" : "3";
}

Vec3 FoldSpec::advection() const {
  return parameters.psi * axial_line.upward();
}

Vec3 PlaneWaveStart::direction() const {
  const double lean = radians(inclination), towards = radians(azimuth);
  return {std::sin(lean) * std::sin(towards), std::sin(lean) * std::cos(towards), std::cos(lean)};
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

std::vector<FoldEvent> stand_in_events() {
  return {FoldEvent{}};
}

LayerStack stand_in_layers() {
  LayerStack stack;
  stack.layers = {{"above", 0.0, 1500.0, {158, 178, 193}}, {"model", 0.0, 3000.0, {178, 164, 140}}};
  return stack;
}

bool has_fold(const Scenario& s) {
  return !s.velocity || s.events != stand_in_events() || s.stack != stand_in_layers();
}

}  // namespace foldwave
