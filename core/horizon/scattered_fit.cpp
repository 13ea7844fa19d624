#include "core/horizon/scattered_fit.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/angle.hpp"

namespace foldwave {

namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr std::size_t between_looks = 1 << 16;  // picks, at the stop token

struct Basis {
  std::array<Eigen::Index, 16> column;
  std::array<double, 16> weight;
};

std::array<double, 4> cubic(double t) {
  const double s = 1.0 - t;
  return {s * s * s / 6.0, (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0,
          (4.0 - 6.0 * s * s + 3.0 * s * s * s) / 6.0, t * t * t / 6.0};
}

// Of the slope along one axis, per node's step.
std::array<double, 4> cubic_slope(double t) {
  const double s = 1.0 - t;
  return {-0.5 * s * s, 0.5 * t * (3.0 * t - 4.0), 0.5 * s * (4.0 - 3.0 * s), 0.5 * t * t};
}

enum class Of { height, slope_x, slope_y };

Basis basis_at(const BsplineGrid& g, double x, double y, Of what = Of::height) {
  const double u = std::clamp((x - g.x0) / g.dx, 0.0, g.nx - 1.0);
  const double v = std::clamp((y - g.y0) / g.dy, 0.0, g.ny - 1.0);
  const int i = std::min(static_cast<int>(u), g.nx - 2);
  const int j = std::min(static_cast<int>(v), g.ny - 2);
  auto a = what == Of::slope_x ? cubic_slope(u - i) : cubic(u - i);
  auto b = what == Of::slope_y ? cubic_slope(v - j) : cubic(v - j);
  for (double& w : a)
    if (what == Of::slope_x) w /= g.dx;
  for (double& w : b)
    if (what == Of::slope_y) w /= g.dy;
  Basis basis{};
  for (std::size_t m = 0; m < 4; ++m)
    for (std::size_t k = 0; k < 4; ++k) {
      basis.column[4 * m + k] =
          static_cast<Eigen::Index>(j + static_cast<int>(m)) * (g.nx + 2) + i + static_cast<Eigen::Index>(k);
      basis.weight[4 * m + k] = b[m] * a[k];
    }
  return basis;
}

// Sum over the picks of w_i w_j. Two coefficients meet only where they are at most 3 steps apart, so the sums
// stand in a dense 7 x 7 stencil a coefficient: no row a pick is kept.
class NormalMatrix {
 public:
  explicit NormalMatrix(const BsplineGrid& g)
      : width_(g.nx + 2), columns_(width_ * (g.ny + 2)), sums_(static_cast<std::size_t>(columns_) * 49) {}

  void add(const Basis& b, double share) {
    for (std::size_t k = 0; k < 16; ++k) {
      double* const stencil = &sums_[static_cast<std::size_t>(b.column[k]) * 49];
      const double w = share * b.weight[k];
      for (std::size_t m = 0; m < 16; ++m)
        stencil[7 * (3 + m / 4 - k / 4) + 3 + m % 4 - k % 4] += w * b.weight[m];
    }
  }

  Sparse matrix() const {
    Triplets entries;
    for (Eigen::Index c = 0; c < columns_; ++c)
      for (Eigen::Index s = 0; s < 49; ++s)
        if (const double sum = sums_[static_cast<std::size_t>(49 * c + s)]; sum != 0.0)
          entries.emplace_back(c, c + (s / 7 - 3) * width_ + s % 7 - 3, sum);
    Sparse matrix(columns_, columns_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }

 private:
  Eigen::Index width_, columns_;
  std::vector<double> sums_;
};

// Sum over the coefficients of c_xx^2 + 2 c_xy^2 + c_yy^2 by differences, in units of one node's step.
Sparse bending(const BsplineGrid& g) {
  const int nx = g.nx + 2;
  const int ny = g.ny + 2;
  Triplets rows;
  Eigen::Index row = 0;
  const auto at = [nx](int i, int j) { return static_cast<Eigen::Index>(j) * nx + i; };
  const auto add = [&](std::initializer_list<std::pair<Eigen::Index, double>> terms) {
    for (const auto& [column, weight] : terms)
      rows.emplace_back(row, column, weight);
    ++row;
  };
  const double aspect = g.dx / g.dy;
  const double twist = std::sqrt(2.0) * aspect;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      if (i > 0 && i + 1 < nx) add({{at(i - 1, j), 1.0}, {at(i, j), -2.0}, {at(i + 1, j), 1.0}});
      if (j > 0 && j + 1 < ny)
        add({{at(i, j - 1), aspect * aspect},
             {at(i, j), -2.0 * aspect * aspect},
             {at(i, j + 1), aspect * aspect}});
      if (i + 1 < nx && j + 1 < ny)
        add({{at(i, j), twist}, {at(i + 1, j), -twist}, {at(i, j + 1), -twist}, {at(i + 1, j + 1), twist}});
    }
  Sparse D(row, static_cast<Eigen::Index>(nx) * ny);
  D.setFromTriplets(rows.begin(), rows.end());
  return Sparse(D.transpose() * D);
}

}  // namespace

namespace {

// The plane of least squares through the picks: what the spline is fitted to is the rest, so that the ridge
// below pulls nothing off a plane.
struct Trend {
  double z = 0.0, x = 0.0, y = 0.0, zx = 0.0, zy = 0.0;

  double at(double px, double py) const { return z + zx * (px - x) + zy * (py - y); }
};

Trend trend_of(const std::vector<Vec3>& picks) {
  Trend t;
  const double share = 1.0 / static_cast<double>(picks.size());
  for (const Vec3& p : picks) {
    t.x += share * p.x;
    t.y += share * p.y;
    t.z += share * p.z;
  }
  double xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0;
  for (const Vec3& p : picks) {
    const double x = p.x - t.x;
    const double y = p.y - t.y;
    xx += x * x, xy += x * y, yy += y * y;
    xz += x * (p.z - t.z), yz += y * (p.z - t.z);
  }
  const double det = xx * yy - xy * xy;
  if (!(det > 1e-12 * xx * yy)) return t;
  t.zx = (yy * xz - xy * yz) / det;
  t.zy = (xx * yz - xy * xz) / det;
  return t;
}

// The gradient constraints of the slopes, in the sums of the picks.
void add_slopes(std::span<const SlopeAt> slopes, const BsplineGrid& g, const Trend& trend, std::size_t picks,
                NormalMatrix& sums, Eigen::VectorXd& rhs) {
  if (slopes.empty()) return;
  const double area = g.dx * (g.nx - 1) * g.dy * (g.ny - 1);
  const double apart = std::sqrt(area / static_cast<double>(picks + slopes.size()));
  const double reach = std::max({apart, g.dx, g.dy});
  const double share = 1.0 / std::min(static_cast<double>(picks), static_cast<double>(rhs.size()));
  for (const SlopeAt& s : slopes) {
    const double weight = share * reach * reach / (1.0 + s.fx * s.fx + s.fy * s.fy);
    for (const auto& [of, wanted] :
         {std::pair(Of::slope_x, s.fx - trend.zx), std::pair(Of::slope_y, s.fy - trend.zy)}) {
      const Basis b = basis_at(g, s.x, s.y, of);
      sums.add(b, weight);
      for (std::size_t k = 0; k < 16; ++k)
        rhs(b.column[k]) += weight * b.weight[k] * wanted;
    }
  }
}

double slope_misfit(std::span<const SlopeAt> slopes, const BsplineGrid& surface) {
  double sum = 0.0;
  for (const SlopeAt& s : slopes) {
    const HeightJet jet = surface.at(s.x, s.y);
    const Vec3 is{-jet.fx, -jet.fy, 1.0}, wanted{-s.fx, -s.fy, 1.0};
    const Vec3 apart = (1.0 / norm(is)) * is - (1.0 / norm(wanted)) * wanted;
    const double angle = degrees(2.0 * std::asin(std::min(1.0, 0.5 * norm(apart))));
    sum += angle * angle;
  }
  return slopes.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(slopes.size()));
}

}  // namespace

ScatteredFit fit_scattered(const std::vector<Vec3>& picks, const FitDomain& domain, double rms,
                           const Job& job, std::span<const SlopeAt> slopes) {
  ScatteredFit fit;
  BsplineGrid& g = fit.surface;
  g = {domain.x0,
       domain.y0,
       (domain.x1 - domain.x0) / (domain.nx - 1),
       (domain.y1 - domain.y0) / (domain.ny - 1),
       domain.nx,
       domain.ny,
       {}};
  const auto columns = static_cast<Eigen::Index>(g.nx + 2) * (g.ny + 2);

  Eigen::VectorXd rhs = Eigen::VectorXd::Zero(columns);
  const double share = 1.0 / static_cast<double>(picks.size());
  const Trend trend = trend_of(picks);
  NormalMatrix sums(g);
  for (std::size_t r = 0; r < picks.size(); ++r) {
    if (r % between_looks == 0) job.throw_if_stopped();
    const Basis b = basis_at(g, picks[r].x, picks[r].y);
    sums.add(b, share);
    for (std::size_t k = 0; k < 16; ++k)
      rhs(b.column[k]) += share * b.weight[k] * (picks[r].z - trend.at(picks[r].x, picks[r].y));
  }
  add_slopes(slopes, g, trend, picks.size(), sums, rhs);
  const Sparse normal = sums.matrix();
  const Sparse bend = (1.0 / static_cast<double>(columns)) * bending(g);
  // Without this whisper a coefficient that no pick and no bending row sees would make the matrix singular.
  Sparse ridge(columns, columns);
  ridge.setIdentity();
  ridge *= 1e-12;

  Eigen::SimplicialLDLT<Sparse> solver;
  solver.analyzePattern(Sparse(normal + bend + ridge));
  const auto solve = [&](double mu) {
    job.throw_if_stopped();
    solver.factorize(Sparse(normal + mu * bend + ridge));
    Eigen::VectorXd c = solver.solve(rhs);
    g.coefficients.assign(c.data(), c.data() + columns);
    double sum = 0.0;
    fit.largest_misfit = 0.0;
    for (std::size_t r = 0; r < picks.size(); ++r) {
      if (r % between_looks == 0) job.throw_if_stopped();
      const Vec3& p = picks[r];
      const Basis b = basis_at(g, p.x, p.y);
      double f = trend.at(p.x, p.y) - p.z;
      for (std::size_t k = 0; k < 16; ++k)
        f += b.weight[k] * c(b.column[k]);
      sum += f * f;
      fit.largest_misfit = std::max(fit.largest_misfit, std::abs(f));
    }
    fit.rms_misfit = std::sqrt(sum * share);
  };

  double low = -6.0;
  solve(std::pow(10.0, rms > 0.0 ? low : -2.0));
  if (rms > 0.0 && fit.rms_misfit < rms) {
    double high = 6.0;
    while (high - low > 0.2) {
      const double middle = 0.5 * (low + high);
      solve(std::pow(10.0, middle));
      (fit.rms_misfit < rms ? low : high) = middle;
    }
    solve(std::pow(10.0, low));
  }
  for (int j = 0; j < g.ny + 2; ++j)
    for (int i = 0; i < g.nx + 2; ++i)
      g.coefficients[static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx + 2) +
                     static_cast<std::size_t>(i)] += trend.at(g.x0 + (i - 1) * g.dx, g.y0 + (j - 1) * g.dy);
  fit.rms_slope_misfit = slope_misfit(slopes, g);
  return fit;
}

}  // namespace foldwave
