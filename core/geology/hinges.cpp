#include "core/geology/hinges.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace foldwave {

namespace {

constexpr double stands_out = 0.8;

// The middle of the points around `peak` whose curvature is within a tenth of its own, weighted by length:
// the curvature is flat and a little noisy there.
Hinge hinge_at(const Profile& profile, const LevelCurve& curve, std::size_t peak) {
  const double wanted = 0.9 * std::abs(curve[peak].curvature);
  const double sense = curve[peak].curvature;
  const auto belongs = [&](std::size_t i) {
    return curve[i].curvature * std::copysign(1.0, sense) >= wanted;
  };
  std::size_t from = peak, to = peak;
  while (from > 0 && belongs(from - 1))
    --from;
  while (to + 1 < curve.size() && belongs(to + 1))
    ++to;
  double length = 0.0;
  for (std::size_t i = from; i < to; ++i)
    length += std::hypot(curve[i + 1].s - curve[i].s, curve[i + 1].t - curve[i].t);
  double left = 0.5 * length, s = curve[from].s, t = curve[from].t;
  for (std::size_t i = from; i < to; ++i) {
    const double piece = std::hypot(curve[i + 1].s - curve[i].s, curve[i + 1].t - curve[i].t);
    if (piece >= left && piece > 0.0) {
      s = curve[i].s + left / piece * (curve[i + 1].s - curve[i].s);
      t = curve[i].t + left / piece * (curve[i + 1].t - curve[i].t);
      break;
    }
    left -= piece;
  }
  Hinge hinge;
  hinge.at = profile.at(s, t);
  hinge.antiform = sense > 0.0;
  hinge.sharp = !curve[peak].resolved;
  hinge.curvature = sense;
  return hinge;
}

}  // namespace

std::vector<Hinge> hinges_of(const Profile& profile, const LevelCurves& boundary) {
  std::vector<Hinge> hinges;
  for (const LevelCurve& curve : boundary.curves) {
    double strongest = 0.0;
    for (const CurvePoint& p : curve)
      strongest = std::max(strongest, std::abs(p.curvature));
    // Runs that bend one way; in each, peaks parted by valleys. A limb's own slight bends are no hinges.
    for (std::size_t begin = 0; begin < curve.size();) {
      std::size_t end = begin;
      while (end < curve.size() && curve[end].curvature * curve[begin].curvature > 0.0)
        ++end;
      bool rising = false;
      std::size_t peak = begin, valley = begin;
      const auto size = [&](std::size_t i) { return std::abs(curve[i].curvature); };
      const auto take = [&] {
        if (rising && size(peak) > 0.1 * strongest) hinges.push_back(hinge_at(profile, curve, peak));
        rising = false;
      };
      for (std::size_t i = begin; i < end; ++i) {
        if (rising) {
          if (size(i) > size(peak)) peak = i;
          if (size(i) < stands_out * size(peak)) take(), valley = i;
        } else {
          if (size(i) < size(valley)) valley = i;
          // At a curve's own end nobody knows what lies beyond.
          if (size(valley) < stands_out * size(i)) rising = true, peak = i;
        }
      }
      // A run that ends in an inflection has fallen to zero; the end of the curve says nothing.
      if (end < curve.size()) take();
      begin = std::max(end, begin + 1);
    }
  }
  return hinges;
}

namespace {

// How far b lies from where a leads.
double apart(const Hinge& a, const Hinge& b, const Vec3& lead) {
  return norm(b.at - a.at - lead);
}

}  // namespace

std::vector<Hinge> fold_hinges(const ArrivalProbe& probe, const Profile& profile,
                               std::span<const double> levels, int stations, const Job& job) {
  // How far the box reaches along the axis on both sides of the origin.
  double low = 0.0, high = 0.0;
  const Vec3 size = probe.grid().extent();
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{(corner & 1) != 0 ? size.x : 0.0, (corner & 2) != 0 ? size.y : 0.0,
                 (corner & 4) != 0 ? size.z : 0.0};
    low = std::min(low, dot(p - profile.origin, profile.axis));
    high = std::max(high, dot(p - profile.origin, profile.axis));
  }
  const double apart_stations = stations > 1 ? (high - low) / (stations + 1) : 0.0;
  std::vector<Hinge> all;
  int folds = 0;
  for (int station = 0; station < stations; ++station) {
    Profile here = profile;
    const double along = stations > 1 ? low + (station + 1) * apart_stations : 0.0;
    here.origin = profile.origin + along * profile.axis;
    const ProfileSection section = sample_profile(probe, here, job);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const std::size_t before = all.size();
      for (Hinge hinge : hinges_of(here, level_curves(probe, section, levels[i]))) {
        hinge.boundary = i;
        hinge.station = station;
        hinge.fold = -1;
        // The same fold one boundary below, or on this boundary one profile before.
        double nearest = 1e300;
        for (std::size_t k = 0; k < before; ++k) {
          const Hinge& known = all[k];
          const bool below = known.station == station && known.boundary + 1 == i;
          const bool behind = known.station + 1 == station && known.boundary == i;
          if (known.antiform != hinge.antiform || !(below || behind)) continue;
          Vec3 lead = apart_stations * profile.axis;
          if (below) {
            const auto jet = probe.at(known.at);
            if (!jet) continue;
            const double slope2 = dot(jet->gradient, jet->gradient);
            lead = ((levels[i] - levels[i - 1]) / slope2) * jet->gradient;
          }
          const double off = apart(known, hinge, lead);
          const bool taken = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
                                         [&](const Hinge& other) { return other.fold == known.fold; });
          if (taken || off > 3.0 * section.step() + 0.6 * norm(lead) || off >= nearest) continue;
          nearest = off;
          hinge.fold = known.fold;
        }
        if (hinge.fold < 0) hinge.fold = folds++;
        all.push_back(hinge);
      }
    }
  }
  std::sort(all.begin(), all.end(), [](const Hinge& a, const Hinge& b) {
    return std::tie(a.fold, a.station, a.boundary) < std::tie(b.fold, b.station, b.boundary);
  });
  return all;
}

}  // namespace foldwave
