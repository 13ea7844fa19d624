#include "core/horizon/train_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/angle.hpp"

namespace foldwave {

TrainProfile::TrainProfile(const FoldTrain& train) {
  const double r = train.roundness;
  if (train.shape == FoldShape::chevron && r < 1.0) {
    kind_ = Kind::chevron;
    soft_ = r * r;
    k_ = std::sqrt(1.0 - soft_);
    unit_ = 1.0 / std::asin(k_);
  } else if (train.shape == FoldShape::box && r < 1.0) {
    kind_ = Kind::box;
    soft_ = r * r;
    k_ = std::sqrt(1.0 / soft_ - 1.0);
    unit_ = 1.0 / std::atan(k_);
  }
  const bool leans = train.shape == FoldShape::chevron || train.shape == FoldShape::box ||
                     train.shape == FoldShape::asymmetric;
  if (leans) skew_ = train.skew;
}

TrainProfile::Jet TrainProfile::at(double phase) const {
  double w = phase;
  double w1 = 1.0;
  double w2 = 0.0;
  if (skew_ != 0.0) {
    const double cosine = std::cos(phase);
    w += skew_ * (1.0 - cosine);
    w1 += skew_ * std::sin(phase);
    w2 = skew_ * cosine;
  }
  const double c = std::cos(w);
  const double s = std::sin(w);
  double q = c;
  double q1 = -s;
  double q2 = -c;
  if (kind_ == Kind::chevron) {
    const double d = soft_ + k_ * k_ * s * s;  // 1 - k^2 c^2
    const double root = 1.0 / std::sqrt(d);
    q = unit_ * std::asin(k_ * c);
    q1 = -unit_ * k_ * s * root;
    q2 = -unit_ * k_ * soft_ * c * root / d;
  } else if (kind_ == Kind::box) {
    const double e = 1.0 / (1.0 + k_ * k_ * c * c);
    q = unit_ * std::atan(k_ * c);
    q1 = -unit_ * k_ * s * e;
    q2 = -unit_ * k_ * c * e * e * (1.0 + k_ * k_ * (2.0 - c * c));
  }
  return {q, q1 * w1, q2 * w1 * w1 + q1 * w2};
}

double TrainProfile::value(double phase) const {
  const double c = std::cos(skew_ == 0.0 ? phase : phase + skew_ * (1.0 - std::cos(phase)));
  switch (kind_) {
    case Kind::chevron:
      return unit_ * std::asin(k_ * c);
    case Kind::box:
      return unit_ * std::atan(k_ * c);
    default:
      return c;
  }
}

// Those of Q in closed form; the warp adds its own by the chain rule.
//   chevron  Q'' = -K k r^2 c / d^(3/2),  Q''' = -K k r^2 s (1 + 2 k^2 c^2) / d^(5/2),  d = r^2 + k^2 s^2
//   box      Q'' = -K k c (1 + 2 k^2 - k^2 c^2) / e^2,  |Q'''| <= K k (1 + 2 k^2),  e = 1 + k^2 c^2
TrainProfile::Bounds TrainProfile::bounds() const {
  double q1 = 1.0;
  double q2 = 1.0;
  double q3 = 1.0;
  const double kk = k_ * k_;
  if (kind_ == Kind::chevron) {
    q1 = unit_ * k_;
    q2 = unit_ * k_ / std::sqrt(soft_);
    const double s = std::min(1.0, 0.5 * std::sqrt(soft_) / k_);  // where s / d^(5/2) is largest
    q3 = unit_ * k_ * soft_ * s * (1.0 + 2.0 * kk) / std::pow(soft_ + kk * s * s, 2.5);
  } else if (kind_ == Kind::box) {
    q1 = unit_ * k_;
    const double c = std::min(1.0, 1.0 / (std::sqrt(3.0) * k_));  // where c / e^2 is largest
    q2 = unit_ * k_ * (1.0 + 2.0 * kk) * c / ((1.0 + kk * c * c) * (1.0 + kk * c * c));
    q3 = unit_ * k_ * (1.0 + 2.0 * kk);
  }
  const double a = std::abs(skew_);
  const double w = 1.0 + a;
  return {q1 * w, q2 * w * w + q1 * a, q3 * w * w * w + 3.0 * q2 * w * a + q1 * a};
}

double TrainProfile::finest() const {
  return std::sqrt(soft_) / (1.0 + std::abs(skew_));
}

double TrainProfile::trough() const {
  double t = std::numbers::pi;
  for (int step = 0; step < 50; ++step)
    t -= (t + skew_ * (1.0 - std::cos(t)) - std::numbers::pi) / (1.0 + skew_ * std::sin(t));
  return t;
}

HeightJet TrainSurface::at(double x, double y) const {
  HeightJet j;
  j.f = depth + fx * x + fy * y;
  j.fx = fx;
  j.fy = fy;
  for (const Train& t : trains) {
    const TrainProfile::Jet p = t.profile.at(t.kx * x + t.ky * y + t.phase);
    j.f -= t.amplitude * p.p;
    j.fx -= t.kx * t.amplitude * p.d1;
    j.fy -= t.ky * t.amplitude * p.d1;
    j.fxx -= t.kx * t.kx * t.amplitude * p.d2;
    j.fxy -= t.kx * t.ky * t.amplitude * p.d2;
    j.fyy -= t.ky * t.ky * t.amplitude * p.d2;
  }
  return j;
}

double TrainSurface::value(double x, double y) const {
  double f = depth + fx * x + fy * y;
  for (const Train& t : trains)
    f -= t.amplitude * t.profile.value(t.kx * x + t.ky * y + t.phase);
  return f;
}

bool TrainSurface::all_cosines() const {
  return std::all_of(trains.begin(), trains.end(), [](const Train& t) { return t.profile.is_cosine(); });
}

double TrainSurface::steepest_slope() const {
  double slope = std::hypot(fx, fy);
  for (const Train& t : trains)
    slope += std::abs(t.amplitude) * std::hypot(t.kx, t.ky) * t.profile.bounds().d1;
  return slope;
}

HeightJet TrainSurface::bend_bound() const {
  HeightJet j{};
  for (const Train& t : trains) {
    const double a = std::abs(t.amplitude) * t.profile.bounds().d2;
    j.fxx += a * t.kx * t.kx;
    j.fxy += a * std::abs(t.kx * t.ky);
    j.fyy += a * t.ky * t.ky;
  }
  return j;
}

double TrainSurface::third_bound() const {
  double most = 0.0;
  for (const Train& t : trains)
    most += std::abs(t.amplitude) * std::pow(std::hypot(t.kx, t.ky), 3) * t.profile.bounds().d3;
  return most;
}

double TrainSurface::smallest_feature() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const Train& t : trains)
    shortest = std::min(shortest, 0.5 * std::numbers::pi / std::hypot(t.kx, t.ky) * t.profile.finest());
  return shortest;
}

TrainSurface make_train_surface(const TrainsHorizon& spec, const Vec3& origin) {
  TrainSurface surface;
  surface.depth = spec.depth - origin.z;
  // A plane that is level under a crest.
  const auto lean = [&](double slope, double azimuth, const std::array<double, 2>& pivot) {
    if (slope == 0.0) return;
    const double fx = slope * std::sin(radians(azimuth));
    const double fy = slope * std::cos(radians(azimuth));
    surface.fx += fx;
    surface.fy += fy;
    surface.depth -= fx * (pivot[0] - origin.x) + fy * (pivot[1] - origin.y);
  };
  if (!spec.trains.empty()) lean(std::tan(radians(spec.dip)), spec.dip_direction, spec.trains.front().crest);
  for (const FoldTrain& t : spec.trains) {
    const double k = 2.0 * std::numbers::pi / t.wavelength;
    const double kx = k * std::sin(radians(t.azimuth));
    const double ky = k * std::cos(radians(t.azimuth));
    const auto add = [&](double amplitude, double x, double y) {
      surface.trains.push_back(
          {amplitude, x, y, -x * (t.crest[0] - origin.x) - y * (t.crest[1] - origin.y), TrainProfile(t)});
    };
    if (t.shape == FoldShape::dome) {
      const double px = -ky / t.aspect;
      const double py = kx / t.aspect;
      add(0.5 * t.amplitude, kx + px, ky + py);
      add(0.5 * t.amplitude, kx - px, ky - py);
    } else {
      add(t.amplitude, kx, ky);
    }
    lean(std::tan(radians(t.plunge)), t.azimuth - 90.0, t.crest);
  }
  return surface;
}

}  // namespace foldwave
