#include "core/geology/isogons.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/vec3_product.hpp"

namespace foldwave {

double Isogon::lean(const Profile& profile) const {
  return profile.dip_of(points.back() - points.front());
}

double Isogon::bow() const {
  const Vec3 along = unit(points.back() - points.front());
  double farthest = 0.0;
  for (const Vec3& p : points)
    farthest = std::max(farthest, norm(cross_product(p - points.front(), along)));
  return farthest;
}

std::vector<Isogon> dip_isogons(const ArrivalProbe& probe, const Profile& profile,
                                std::span<const LevelCurves> boundaries, const DipRange& dips,
                                const Job& job) {
  std::vector<Isogon> isogons;
  const int steps = static_cast<int>(dips.largest / dips.step + 1e-9);
  for (int q = -steps; q <= steps; ++q) {
    const double alpha = q * dips.step;
    // Isogons that still grow, with the point that each has reached.
    std::vector<std::pair<Isogon, DipPoint>> growing;
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
      job.throw_if_stopped();
      std::vector<std::pair<Isogon, DipPoint>> next;
      for (const EqualDip& pair : equal_dips(probe, profile, boundaries[i], boundaries[i + 1], alpha)) {
        const auto same = [&](const auto& g) {
          return g.second.s == pair.lower.s && g.second.t == pair.lower.t;
        };
        const auto known = std::find_if(growing.begin(), growing.end(), same);
        Isogon isogon;
        if (known != growing.end()) {
          isogon = std::move(known->first);
          growing.erase(known);
        } else {
          isogon = {alpha, pair.lower.curvature > 0.0, {profile.at(pair.lower.s, pair.lower.t)}, {i}};
        }
        isogon.points.push_back(profile.at(pair.upper.s, pair.upper.t));
        isogon.boundary.push_back(i + 1);
        next.emplace_back(std::move(isogon), pair.upper);
      }
      for (auto& ended : growing)
        isogons.push_back(std::move(ended.first));
      growing = std::move(next);
    }
    for (auto& ended : growing)
      isogons.push_back(std::move(ended.first));
  }
  return isogons;
}

namespace {

std::vector<Vec3> follow(const ArrivalProbe& probe, const std::function<FoldSpeeds(Vec3)>& speeds,
                         Vec3 place) {
  std::vector<Vec3> path;
  const auto start = probe.value(place);
  if (!start) return path;
  path.push_back(place);
  const auto velocity = [&](const Vec3& x) -> std::optional<Vec3> {
    const auto jet = probe.at(x);
    if (!jet || !(norm(jet->gradient) > 0.0)) return {};
    const FoldSpeeds here = speeds(x);
    return here.F * unit(jet->gradient) + here.b;
  };
  const FoldSpeeds fastest = speeds(place);
  const double longest = probe.finest() / (std::abs(fastest.F) + norm(fastest.b));
  double T = *start;
  while (T != 0.0) {
    // Back in T from the upper side, forward from the lower one.
    const double step = -std::copysign(std::min(longest, std::abs(T)), T);
    const auto k1 = velocity(place);
    const auto k2 = k1 ? velocity(place + 0.5 * step * *k1) : k1;
    const auto k3 = k2 ? velocity(place + 0.5 * step * *k2) : k2;
    const auto k4 = k3 ? velocity(place + step * *k3) : k3;
    if (!k4) break;
    place = place + (step / 6.0) * (*k1 + 2.0 * *k2 + 2.0 * *k3 + *k4);
    path.push_back(place);
    T = std::abs(T) <= longest ? 0.0 : T + step;
  }
  return path;
}

}  // namespace

std::vector<Vec3> characteristic(const ArrivalProbe& probe, const FoldSpeeds& speeds, const Vec3& place) {
  return follow(
      probe, [&](Vec3) { return speeds; }, place);
}

std::vector<Vec3> characteristic(const ArrivalProbe& probe, const SpeedModel& speeds, const Vec3& place) {
  return follow(
      probe, [&](Vec3 x) { return speeds.at(x); }, place);
}

}  // namespace foldwave
