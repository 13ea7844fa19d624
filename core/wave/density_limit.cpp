#include "core/wave/density_limit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/wave/density_line.hpp"

namespace foldwave {

namespace {

// x = v^2 dt^2 lambda of the scheme's own limit.
double dt_of(double lambda, int time_order) {
  return std::sqrt((time_order == 4 ? 12.0 : 4.0) / lambda);
}

// The largest eigenvalue that fields of this range can have.
double largest_of_any(const Grid3& grid, int radius, const MediaRange& range) {
  const std::vector<double> e = staggered_coefficients(radius);
  double rest = 0.0;
  for (std::size_t k = 1; k < e.size(); ++k)
    rest += std::abs(e[k]);
  const double c = range.heaviest / range.lightest;
  const double slope = e[0] * std::sqrt(2.0 * c / (c + 1.0)) + rest * std::sqrt(c);
  double lambda = 0.0;
  for (std::size_t a = 0; a < 3; ++a)
    if (!(a == 1 && grid.is_section())) lambda += std::pow(2.0 * range.fastest * slope / grid.h[a], 2);
  return lambda;
}

constexpr int columns_at_once = 64;
// Of |A|: the step is within 3 % of the sharp one, but in boxes as narrow as the stencil.
constexpr int applications = 3;

// |A| on compact fields of the padded nodes, by lines of each axis.
class RowSums {
 public:
  // Eigenvalues are counted in those of one density at the largest velocity, so that floats hold |A|^n x.
  RowSums(const PaddedGrid& padded, const Field<float>& velocity, const Field<float>& density, double unit)
      : padded_(padded), velocity_(velocity), density_(density), unit_(unit) {
    for (std::size_t a = 0; a < 3; ++a) {
      for (int t = 0; t < padded.n[a]; ++t)
        user_[a].push_back(std::clamp(t - padded.user[a], 0, padded.grid.n[a] - 1));
      if (a == 1 && padded.section) continue;
      lines_[a] = density_line(padded, static_cast<int>(a));
      for (const double e : staggered_coefficients(padded.radius))
        weights_[a].push_back(std::abs(e) / padded.grid.h[a]);
    }
  }

  // sqrt(W) but for a factor; 0 where p stays 0.
  void start(Field<float>& x) const {
#pragma omp parallel for schedule(static)
    for (int k = padded_.first[2]; k < padded_.last[2]; ++k)
      for (int j = padded_.first[1]; j < padded_.last[1]; ++j)
        for (int i = padded_.first[0]; i < padded_.last[0]; ++i)
          x(i, j, k) = static_cast<float>(std::sqrt(weight({i, j, k})));
  }

  // y = |A| x; gives the largest y / x.
  double apply(const Field<float>& x, Field<float>& y, const std::stop_token& stop) const {
    const auto& first = padded_.first;
    const auto& last = padded_.last;
    double most = 0.0;
#pragma omp parallel reduction(max : most)
    {
      Scratch scratch;
#pragma omp for collapse(2) schedule(static)
      for (int k = first[2]; k < last[2]; ++k)
        for (int j = first[1]; j < last[1]; ++j)
          if (!stop.stop_requested()) line(0, {0, j, k}, 1, x, y, scratch);
      if (!padded_.section) {
#pragma omp for collapse(2) schedule(static)
        for (int k = first[2]; k < last[2]; ++k)
          for (int i = first[0]; i < last[0]; i += columns_at_once)
            if (!stop.stop_requested())
              line(1, {i, 0, k}, std::min(columns_at_once, last[0] - i), x, y, scratch);
      }
#pragma omp for collapse(2) schedule(static)
      for (int j = first[1]; j < last[1]; ++j)
        for (int i = first[0]; i < last[0]; i += columns_at_once)
          if (!stop.stop_requested())
            most = std::max(most, line(2, {i, j, 0}, std::min(columns_at_once, last[0] - i), x, y, scratch));
    }
    return most;
  }

 private:
  struct Scratch {
    std::vector<double> x, rho, flux;
  };

  double density(const std::array<int, 3>& at) const {
    return double{density_(user_[0][static_cast<std::size_t>(at[0])],
                           user_[1][static_cast<std::size_t>(at[1])],
                           user_[2][static_cast<std::size_t>(at[2])])};
  }
  double weight(const std::array<int, 3>& at) const {
    const double v =
        double{velocity_(user_[0][static_cast<std::size_t>(at[0])], user_[1][static_cast<std::size_t>(at[1])],
                         user_[2][static_cast<std::size_t>(at[2])])};
    return v * v * density(at) / unit_;
  }

  // `columns` neighbouring lines along the axis; gives the largest y / x so far.
  double line(std::size_t axis, std::array<int, 3> at, int columns, const Field<float>& x, Field<float>& y,
              Scratch& s) const {
    const auto& from = lines_[axis];
    const auto& e = weights_[axis];
    const std::array<int, 3> begin = at;
    const Index length = static_cast<Index>(from.size()), c = columns, radius = padded_.radius;
    for (auto* const values : {&s.x, &s.rho, &s.flux})
      values->assign(static_cast<std::size_t>(length * c), 0.0);
    for (Index t = 0; t < length; ++t) {
      const MirrorPlane& plane = from[static_cast<std::size_t>(t)];
      at[axis] = plane.from;
      for (Index q = 0; q < c; ++q) {
        if (axis != 0) at[0] = begin[0] + static_cast<int>(q);
        s.x[static_cast<std::size_t>(t * c + q)] = std::abs(plane.sign) * double{x(at[0], at[1], at[2])};
        s.rho[static_cast<std::size_t>(t * c + q)] = density(at);
      }
    }
    const double* const value = s.x.data();
    const double* const rho = s.rho.data();
    double* const flux = s.flux.data();
    // flux[t] lies half a node behind t.
    for (Index t = (radius - 1) * c; t < (length - radius) * c; ++t) {
      double slope = 0.0;
      for (Index k = 1; k <= radius; ++k)
        slope += e[static_cast<std::size_t>(k) - 1] * (value[t + k * c] + value[t - (k - 1) * c]);
      flux[t] = 2.0 * slope / (rho[t] + rho[t + c]);
    }
    double most = 0.0;
    for (int i = padded_.first[axis]; i < padded_.last[axis]; ++i)
      for (Index q = 0; q < c; ++q) {
        const Index t = (i + 2 * radius) * c + q;
        double divergence = 0.0;
        for (Index k = 1; k <= radius; ++k)
          divergence += e[static_cast<std::size_t>(k) - 1] * (flux[t + (k - 1) * c] + flux[t - k * c]);
        at[axis] = i;
        if (axis != 0) at[0] = begin[0] + static_cast<int>(q);
        float& sum = y(at[0], at[1], at[2]);
        const double more = weight(at) * divergence + (axis == 0 ? 0.0 : double{sum});
        sum = static_cast<float>(more);
        most = std::max(most, more / double{x(at[0], at[1], at[2])});
      }
    return most;
  }

  const PaddedGrid& padded_;
  const Field<float>& velocity_;
  const Field<float>& density_;
  double unit_ = 1.0;
  std::array<std::vector<int>, 3> user_;  // the user's node that stands for a padded one
  std::array<std::vector<MirrorPlane>, 3> lines_;
  std::array<std::vector<double>, 3> weights_;  // |e_k| / h
};

}  // namespace

double density_stable_dt(const Grid3& grid, int radius, const MediaRange& range, int time_order) {
  return dt_of(largest_of_any(grid, radius, range), time_order);
}

double density_stable_dt(const PaddedGrid& padded, const Field<float>& velocity, const Field<float>& density,
                         int time_order, const std::stop_token& stop) {
  const auto v = velocity.values(), rho = density.values();
  const auto [lightest, heaviest] = std::minmax_element(rho.begin(), rho.end());
  MediaRange range{double{*std::max_element(v.begin(), v.end())}, double{*lightest}, double{*heaviest}};
  const double of_any = density_stable_dt(padded.grid, padded.radius, range, time_order);
  range.heaviest = range.lightest;
  const double unit = largest_of_any(padded.grid, padded.radius, range);
  const RowSums sums(padded, velocity, density, unit);
  Field<float> x(padded.n), y(padded.n);
  sums.start(x);
  double most = 0.0;
  for (int n = 0; n < applications; ++n) {
    most = sums.apply(x, y, stop);
    if (stop.stop_requested()) return of_any;
    std::swap(x, y);
  }
  // Sums in single precision are off in their seventh digit.
  return std::max(of_any, dt_of(unit * most * (1.0 + 1e-6), time_order));
}

}  // namespace foldwave
