#include "core/formats/segy/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

constexpr double in_degrees = 180.0 / std::numbers::pi;

// Sums about the means, of numbers and of coordinates.
struct LatticeSums {
  double ii = 0.0, ic = 0.0, cc = 0.0;
  MapStep i{}, c{};
};

}  // namespace

double SegyLattice::crossline_azimuth() const {
  const double azimuth = std::atan2(crossline_step.x, crossline_step.y) * in_degrees;
  return azimuth < 0.0 ? azimuth + 360.0 : azimuth;
}

double SegyLattice::angle() const {
  const double across = crossline_step.x * inline_step.y - crossline_step.y * inline_step.x;
  const double along = crossline_step.x * inline_step.x + crossline_step.y * inline_step.y;
  return across == 0.0 && along == 0.0 ? 90.0 : std::atan2(std::abs(across), along) * in_degrees;
}

std::optional<SegyLattice> fit_lattice(std::span<const NumberedPlace> places) {
  if (places.empty()) return std::nullopt;
  const auto count = static_cast<double>(places.size());
  NumberedPlace mean;
  for (const NumberedPlace& p : places) {
    mean.inline_number += p.inline_number / count;
    mean.crossline_number += p.crossline_number / count;
    mean.at.x += p.at.x / count;
    mean.at.y += p.at.y / count;
  }
  if (!std::isfinite(mean.at.x) || !std::isfinite(mean.at.y)) return std::nullopt;
  LatticeSums s;
  for (const NumberedPlace& p : places) {
    const double i = p.inline_number - mean.inline_number, c = p.crossline_number - mean.crossline_number;
    const MapStep d{p.at.x - mean.at.x, p.at.y - mean.at.y};
    s.ii += i * i, s.ic += i * c, s.cc += c * c;
    s.i.x += i * d.x, s.i.y += i * d.y;
    s.c.x += c * d.x, s.c.y += c * d.y;
  }
  SegyLattice lattice;
  const double determinant = s.ii * s.cc - s.ic * s.ic;
  if (determinant > 1e-9 * s.ii * s.cc) {
    lattice.inline_step = {(s.cc * s.i.x - s.ic * s.c.x) / determinant,
                           (s.cc * s.i.y - s.ic * s.c.y) / determinant};
    lattice.crossline_step = {(s.ii * s.c.x - s.ic * s.i.x) / determinant,
                              (s.ii * s.c.y - s.ic * s.i.y) / determinant};
  } else if (s.cc > 0.0) {
    lattice.crossline_step = {s.c.x / s.cc, s.c.y / s.cc};
  } else if (s.ii > 0.0) {
    lattice.inline_step = {s.i.x / s.ii, s.i.y / s.ii};
  }
  const auto from_mean = [&](double i, double c) {
    return MapStep{mean.at.x + i * lattice.inline_step.x + c * lattice.crossline_step.x,
                   mean.at.y + i * lattice.inline_step.y + c * lattice.crossline_step.y};
  };
  lattice.origin = from_mean(-mean.inline_number, -mean.crossline_number);
  for (const NumberedPlace& p : places) {
    const MapStep fitted =
        from_mean(p.inline_number - mean.inline_number, p.crossline_number - mean.crossline_number);
    const double beside = std::hypot(p.at.x - fitted.x, p.at.y - fitted.y);
    lattice.misfit = beside <= lattice.misfit ? lattice.misfit : beside;
  }
  return lattice;
}

}  // namespace foldwave
