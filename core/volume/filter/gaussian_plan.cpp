#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/vec3_product.hpp"
#include "core/volume/filter/gaussian_plan.hpp"

namespace foldwave {

namespace {

using Form = std::array<std::array<double, 3>, 3>;

constexpr double least_sigma_nodes = 0.1;
// From this sigma, in nodes, on the recursion costs less than a kernel that reaches 5 sigma.
constexpr double recursive_from = 4.0;

const std::array<std::pair<const char*, GaussianMethod>, 4> gaussian_methods{
    {{"automatic", GaussianMethod::automatic},
     {"direct", GaussianMethod::direct},
     {"separable", GaussianMethod::separable},
     {"recursive", GaussianMethod::recursive}}};

void check_gaussian(const GaussianFilter& filter) {
  for (const double sigma : filter.sigma)
    if (!(sigma >= 0.0) || !std::isfinite(sigma))
      throw InputError("sigma", number_text(sigma) + " m is no width", "give 0 or more");
  if (!(filter.reach >= 1.0 && filter.reach <= 10.0))
    throw InputError("reach", number_text(filter.reach) + " is out of range", "give 1 to 10 sigmas");
  for (const double angle : {filter.azimuth, filter.dip, filter.rake})
    if (!std::isfinite(angle)) throw InputError("angle", "no finite number", "give degrees");
}

// The ellipsoid's axes.
std::array<Vec3, 3> ellipsoid_axes(const GaussianFilter& filter) {
  const double az = radians(filter.azimuth), dip = radians(filter.dip), rake = radians(filter.rake);
  const Vec3 strike{std::cos(az), -std::sin(az), 0.0};
  const Vec3 down{std::sin(az) * std::cos(dip), std::cos(az) * std::cos(dip), std::sin(dip)};
  const Vec3 across{-std::sin(az) * std::sin(dip), -std::cos(az) * std::sin(dip), std::cos(dip)};
  const Vec3 first = std::cos(rake) * strike + std::sin(rake) * down;
  const Vec3 second = std::cos(rake) * down - std::sin(rake) * strike;
  return {first, second, across};
}

Form inverse(const Form& c) {
  Form r{};
  const auto minor = [&c](std::size_t i, std::size_t j) {
    const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, d = (j + 1) % 3, e = (j + 2) % 3;
    return c[a][d] * c[b][e] - c[a][e] * c[b][d];
  };
  const double determinant = c[0][0] * minor(0, 0) + c[0][1] * minor(0, 1) + c[0][2] * minor(0, 2);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      r[j][i] = minor(i, j) / determinant;
  return r;
}

double sum_of_half(double sigma, int reach) {
  double sum = 0.0;
  for (int i = -reach; i <= reach; ++i)
    sum += std::exp(-0.5 * (i / sigma) * (i / sigma));
  return sum;
}

void take_thesis_gain(GaussianOnGrid& on) {
  const double s = on.sigma[0];
  const double most = *std::max_element(on.sigma.begin(), on.sigma.end()),
               least = *std::min_element(on.sigma.begin(), on.sigma.end());
  if (!on.along_axes || most - least > 1e-6 * most || s < least_sigma_nodes ||
      std::abs(2.0 * s - std::round(2.0 * s)) > 1e-6)
    throw InputError("gain", "the thesis's gain is of one sigma, in whole or half nodes",
                     "give the same number of nodes as sigma on each axis, or the gain unit");
  const int reach = static_cast<int>(std::lround(2.0 * s));
  on.reach = {reach, reach, reach};
  on.gain =
      50.0 / (2.0 * std::numbers::pi * std::sqrt(s)) * std::pow(sum_of_half(s, reach) / (4.0 * s + 1.0), 3);
}

// `taps`: no recursion.
std::array<AxisFilter, 3> axis_filters(const GaussianOnGrid& on, const GaussianFilter& filter,
                                       const std::array<int, 3>& n, bool taps, double gain) {
  std::array<AxisFilter, 3> axes;
  const bool thesis = filter.gain == GaussianGain::thesis;
  for (std::size_t a = 0; a < 3; ++a) {
    if (on.sigma[a] == 0.0 || n[a] < 2) continue;
    const double sigma = thesis ? on.sigma[a] : std::min(on.sigma[a], 2.0 * n[a]);
    const bool recursive = filter.method == GaussianMethod::recursive ||
                           (filter.method == GaussianMethod::automatic && !thesis && sigma >= recursive_from);
    if (recursive && !taps)
      axes[a] = recursive_gaussian(sigma, n[a], gain);
    else
      axes[a] = gaussian_half(
          sigma, thesis ? on.reach[a] : static_cast<int>(std::ceil(filter.reach * sigma - 1e-9)), gain);
    gain = 1.0;
  }
  return axes;
}

}  // namespace

GaussianOnGrid gaussian_on_grid(const GaussianFilter& filter, const Grid3& grid) {
  check_gaussian(filter);
  const std::array<Vec3, 3> axes = ellipsoid_axes(filter);
  GaussianOnGrid on;
  // The covariance in nodes. A flat ellipsoid gets the width that an axis is left alone for.
  Form c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int a = 0; a < 3; ++a)
        c[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] +=
            std::pow(filter.sigma[static_cast<std::size_t>(a)], 2) * axes[static_cast<std::size_t>(a)][i] *
            axes[static_cast<std::size_t>(a)][j] /
            (grid.h[static_cast<std::size_t>(i)] * grid.h[static_cast<std::size_t>(j)]);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j)
      on.along_axes = on.along_axes && std::abs(c[i][j]) <= 1e-9 * std::max(c[i][i], c[j][j]);
  for (std::size_t a = 0; a < 3; ++a) {
    on.sigma[a] = std::sqrt(c[a][a]);
    if (on.along_axes && (grid.n[a] < 2 || on.sigma[a] < least_sigma_nodes) &&
        filter.gain == GaussianGain::unit)
      on.sigma[a] = 0.0;
    const double reach = std::ceil(filter.reach * on.sigma[a] - 1e-9);
    if (reach > 1e6) throw InputError("sigma", "wider than a million nodes", "give a narrower Gaussian");
    on.reach[a] = static_cast<int>(reach);
  }
  if (filter.gain == GaussianGain::thesis) take_thesis_gain(on);
  for (std::size_t a = 0; a < 3; ++a)
    c[a][a] = std::max(c[a][a], 0.0) + (on.along_axes ? 1e-12 : least_sigma_nodes * least_sigma_nodes * 1e-2);
  on.form = inverse(c);
  return on;
}

std::vector<float> gaussian_half(double sigma, int reach, double gain) {
  if (!(sigma > 0.0)) return {static_cast<float>(gain)};
  const double sum = sum_of_half(sigma, reach);
  std::vector<float> half;
  for (int i = 0; i <= reach; ++i)
    half.push_back(static_cast<float>(gain * std::exp(-0.5 * (i / sigma) * (i / sigma)) / sum));
  return half;
}

Kernel3 gaussian_kernel(const GaussianOnGrid& on) {
  Kernel3 kernel;
  kernel.reach = on.reach;
  for (std::size_t a = 0; a < 3; ++a)
    if (on.along_axes && on.sigma[a] == 0.0) kernel.reach[a] = 0;
  if (kernel.size() > (Index{1} << 27))
    throw InputError("sigma", "a direct kernel of " + std::to_string(kernel.size()) + " taps",
                     "use the separable or recursive method");
  std::vector<double> w;
  double sum = 0.0;
  for (int k = -kernel.reach[2]; k <= kernel.reach[2]; ++k)
    for (int j = -kernel.reach[1]; j <= kernel.reach[1]; ++j)
      for (int i = -kernel.reach[0]; i <= kernel.reach[0]; ++i) {
        const std::array<double, 3> d{1.0 * i, 1.0 * j, 1.0 * k};
        double form = 0.0;
        for (std::size_t a = 0; a < 3; ++a)
          for (std::size_t b = 0; b < 3; ++b)
            form += d[a] * on.form[a][b] * d[b];
        w.push_back(std::exp(-0.5 * form));
        sum += w.back();
      }
  for (const double v : w)
    kernel.weights.push_back(static_cast<float>(on.gain * v / sum));
  return kernel;
}

int reach_of(const AxisFilter& axis) {
  const auto* const half = std::get_if<std::vector<float>>(&axis);
  return half != nullptr ? static_cast<int>(half->size()) - 1 : 0;
}

bool GaussianPlan::leaves_alone() const {
  return std::all_of(axes.begin(), axes.end(), [](const AxisFilter& a) { return a.index() == 0; });
}

GaussianOnGrid GaussianPlan::unit() const {
  GaussianOnGrid one = on;
  one.gain = 1.0;
  return one;
}

GaussianPlan plan_gaussian(const GaussianFilter& filter, const Grid3& grid) {
  GaussianPlan plan;
  plan.on = gaussian_on_grid(filter, grid);
  plan.direct = filter.method == GaussianMethod::direct ||
                (filter.method == GaussianMethod::automatic && !plan.on.along_axes);
  if (plan.direct) return plan;
  if (!plan.on.along_axes)
    throw InputError("method", "a turned ellipsoid is filtered directly only",
                     "give the method direct or automatic");
  plan.axes = axis_filters(plan.on, filter, grid.n, false, plan.on.gain);
  plan.taps = axis_filters(plan.on, filter, grid.n, true, 1.0);
  return plan;
}

GaussianMethod gaussian_method_named(const std::string& name) {
  std::string known;
  for (const auto& [word, method] : gaussian_methods) {
    if (name == word) return method;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  throw InputError("method", "'" + name + "' is not known", "give one of " + known);
}

const char* gaussian_method_name(GaussianMethod method) {
  return gaussian_methods[static_cast<std::size_t>(method)].first;
}

}  // namespace foldwave
