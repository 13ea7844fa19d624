#include "core/geology/arrival_probe.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// The weights of up to four nodes along an axis, for the value and its first and second derivatives.
struct CellWeights {
  int first = 0, count = 0;
  double w[3][4] = {};
};

bool on_axis(double metres, double h, int n) {
  if (n == 1) return true;
  const double at = metres / h;
  return at >= -1e-6 && at <= n - 1 + 1e-6;
}

CellWeights weights(double metres, double h, int n) {
  CellWeights weights;
  weights.count = std::min(n, 4);
  const double at = n == 1 ? 0.0 : std::clamp(metres / h, 0.0, n - 1.0);
  weights.first = std::clamp(static_cast<int>(at) - 1, 0, n - weights.count);
  const double t = at - weights.first;
  for (int q = 0; q < weights.count; ++q) {
    // The product of (t - r) / (q - r) over the other nodes r, differentiated factor by factor.
    double p = 1.0, d = 0.0, dd = 0.0;
    for (int r = 0; r < weights.count; ++r) {
      if (r == q) continue;
      const double scale = 1.0 / (q - r);
      const double factor = (t - r) * scale;
      dd = dd * factor + 2.0 * d * scale;
      d = d * factor + p * scale;
      p *= factor;
    }
    weights.w[0][q] = p;
    weights.w[1][q] = d / h;
    weights.w[2][q] = dd / (h * h);
  }
  return weights;
}

}  // namespace

double ArrivalProbe::finest() const {
  const auto& h = grid_.h;
  return grid_.is_section() ? std::min(h[0], h[2]) : std::min({h[0], h[1], h[2]});
}

namespace {

// The weights of the nodes about a place, or none outside the box.
struct Place {
  CellWeights x, y, z;
  double value(const Field<float>& field) const {
    double sum = 0.0;
    for (int k = 0; k < z.count; ++k)
      for (int j = 0; j < y.count; ++j) {
        const float* const row = &field(x.first, y.first + j, z.first + k);
        double along = 0.0;
        for (int i = 0; i < x.count; ++i)
          along += x.w[0][i] * static_cast<double>(row[i]);
        sum += y.w[0][j] * z.w[0][k] * along;
      }
    return sum;
  }
};

std::optional<Place> place_of(const Grid3& grid, const Vec3& p) {
  const auto& [n, h] = std::pair{grid.n, grid.h};
  if (!on_axis(p.x, h[0], n[0]) || !on_axis(p.y, h[1], n[1]) || !on_axis(p.z, h[2], n[2])) return {};
  return Place{weights(p.x, h[0], n[0]), weights(p.y, h[1], n[1]), weights(p.z, h[2], n[2])};
}

bool is_cut_away(std::span<const CutSurface> cuts, const Place& place) {
  return std::any_of(cuts.begin(), cuts.end(),
                     [&](const CutSurface& cut) { return place.value(cut.height) > 0.0; });
}

}  // namespace

std::optional<double> ArrivalProbe::value(const Vec3& p) const {
  const auto place = place_of(grid_, p);
  if (!place || is_cut_away(cuts_, *place)) return {};
  const double T = place->value(arrival_);
  if (!std::isfinite(T)) return {};
  return T;
}

std::optional<ArrivalJet> ArrivalProbe::at(const Vec3& p) const {
  const auto place = place_of(grid_, p);
  if (!place || is_cut_away(cuts_, *place)) return {};
  const auto& [x, y, z] = *place;
  ArrivalJet jet;
  double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;
  for (int k = 0; k < z.count; ++k)
    for (int j = 0; j < y.count; ++j) {
      const float* const row = &arrival_(x.first, y.first + j, z.first + k);
      double f = 0.0, fx = 0.0, fxx = 0.0;
      for (int i = 0; i < x.count; ++i) {
        const auto T = static_cast<double>(row[i]);
        f += x.w[0][i] * T;
        fx += x.w[1][i] * T;
        fxx += x.w[2][i] * T;
      }
      const double y0 = y.w[0][j], y1 = y.w[1][j], z0 = z.w[0][k], z1 = z.w[1][k];
      jet.T += y0 * z0 * f;
      jet.gradient = jet.gradient + Vec3{y0 * z0 * fx, y1 * z0 * f, y0 * z1 * f};
      xx += y0 * z0 * fxx;
      xy += y1 * z0 * fx;
      xz += y0 * z1 * fx;
      yy += y.w[2][j] * z0 * f;
      yz += y1 * z1 * f;
      zz += y0 * z.w[2][k] * f;
    }
  if (!std::isfinite(jet.T)) return {};
  jet.xs = {xx, xy, xz};
  jet.ys = {xy, yy, yz};
  jet.zs = {xz, yz, zz};
  return jet;
}

std::optional<RockAt> rock_at(const Grid3& grid, const Layering& layering, const Vec3& local) {
  const auto place = place_of(grid, local);
  if (!place) return {};
  const auto value = [&](const Field<float>& field) { return place->value(field); };
  const std::size_t sequence = layering.sequence_at(value);
  if (sequence < layering.cuts.size())
    return RockAt{layering.layer_at(value), layering.cuts[sequence].bedding()};
  if (!std::isfinite(value(layering.arrival))) return {};
  return RockAt{layering.layer_at(value), &layering.arrival};
}

}  // namespace foldwave
