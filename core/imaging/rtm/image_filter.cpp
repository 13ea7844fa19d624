#include "core/imaging/rtm/image_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

// Two-way time at each node of a column, trapezoidal.
std::vector<double> two_way_times(const Grid3& grid, const Field<float>& velocity, int i, int j) {
  std::vector<double> times(static_cast<std::size_t>(grid.n[2]));
  for (int k = 1; k < grid.n[2]; ++k) {
    const double slowness =
        0.5 / static_cast<double>(velocity(i, j, k - 1)) + 0.5 / static_cast<double>(velocity(i, j, k));
    times[static_cast<std::size_t>(k)] = times[static_cast<std::size_t>(k) - 1] + 2.0 * grid.h[2] * slowness;
  }
  return times;
}

// Linear interpolation of values at ascending places; constant beyond the ends.
double value_at(const std::vector<double>& places, const std::vector<double>& values, double at) {
  const auto above = std::upper_bound(places.begin(), places.end(), at);
  if (above == places.begin()) return values.front();
  if (above == places.end()) return values.back();
  const auto n = static_cast<std::size_t>(above - places.begin());
  const double share = (at - places[n - 1]) / (places[n] - places[n - 1]);
  return values[n - 1] + share * (values[n] - values[n - 1]);
}

void smooth_axis(const Grid3& grid, Field<double>& values, std::size_t axis, double sigma_cells) {
  const int n = grid.n[axis];
  if (n == 1 || !(sigma_cells > 0.0)) return;
  const int reach = static_cast<int>(std::ceil(4.0 * sigma_cells));
  std::vector<double> weights(static_cast<std::size_t>(reach) + 1);
  double sum = 0.0;
  for (int d = 0; d <= reach; ++d) {
    weights[static_cast<std::size_t>(d)] = std::exp(-0.5 * d * d / (sigma_cells * sigma_cells));
    sum += (d == 0 ? 1.0 : 2.0) * weights[static_cast<std::size_t>(d)];
  }
  const std::array<Index, 3> strides{1, grid.n[0], Index{1} * grid.n[0] * grid.n[1]};
  const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
#pragma omp parallel for schedule(static)
  for (int u = 0; u < grid.n[a]; ++u) {
    std::vector<double> line(static_cast<std::size_t>(n));
    for (int w = 0; w < grid.n[b]; ++w) {
      double* const first = values.data() + u * strides[a] + w * strides[b];
      for (int m = 0; m < n; ++m)
        line[static_cast<std::size_t>(m)] = first[m * strides[axis]];
      for (int m = 0; m < n; ++m) {
        double smooth = 0.0;
        for (int d = -reach; d <= reach; ++d)
          smooth += weights[static_cast<std::size_t>(std::abs(d))] *
                    line[static_cast<std::size_t>(std::clamp(m + d, 0, n - 1))];
        first[m * strides[axis]] = smooth / sum;
      }
    }
  }
}

}  // namespace

Field<float> laplacian_of(const Grid3& grid, const Field<float>& image) {
  Field<float> out(grid.n);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        double sum = 0.0;
        const std::array<int, 3> at{i, j, k};
        for (std::size_t a = 0; a < 3; ++a) {
          if (grid.n[a] < 3) continue;
          std::array<int, 3> low = at, high = at, middle = at;
          middle[a] = std::clamp(at[a], 1, grid.n[a] - 2);
          low[a] = middle[a] - 1;
          high[a] = middle[a] + 1;
          const auto value = [&](const std::array<int, 3>& m) {
            return static_cast<double>(image(m[0], m[1], m[2]));
          };
          sum += (value(low) - 2.0 * value(middle) + value(high)) / (grid.h[a] * grid.h[a]);
        }
        out(i, j, k) = static_cast<float>(sum);
      }
  return out;
}

Field<float> illuminated(const Field<float>& image, const Field<float>& illumination, double damping) {
  const auto light = illumination.values();
  const float most = *std::max_element(light.begin(), light.end());
  const float least = static_cast<float>(damping) * most;
  Field<float> out(image.shape());
  for (Index m = 0; m < out.size(); ++m)
    out[m] = most > 0.0F ? image[m] / (illumination[m] + least) : image[m];
  return out;
}

Field<float> depth_agc(const Grid3& grid, const Field<float>& image, double length) {
  const int half = std::max(1, static_cast<int>(std::lround(0.5 * length / grid.h[2])));
  Field<float> out(grid.n);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < grid.n[0]; ++i)
    for (int j = 0; j < grid.n[1]; ++j) {
      std::vector<double> power(static_cast<std::size_t>(grid.n[2]) + 1);
      for (int k = 0; k < grid.n[2]; ++k) {
        const double v = static_cast<double>(image(i, j, k));
        power[static_cast<std::size_t>(k) + 1] = power[static_cast<std::size_t>(k)] + v * v;
      }
      for (int k = 0; k < grid.n[2]; ++k) {
        const auto low = static_cast<std::size_t>(std::max(0, k - half));
        const auto high = static_cast<std::size_t>(std::min(grid.n[2], k + half + 1));
        const double mean = (power[high] - power[low]) / static_cast<double>(high - low);
        out(i, j, k) =
            mean > 0.0 ? static_cast<float>(static_cast<double>(image(i, j, k)) / std::sqrt(mean)) : 0.0F;
      }
    }
  return out;
}

Field<float> smoothed_slowness(const Grid3& grid, const Field<float>& velocity, double sigma) {
  Field<double> slowness(grid.n);
  for (Index m = 0; m < slowness.size(); ++m)
    slowness[m] = 1.0 / static_cast<double>(velocity[m]);
  for (std::size_t axis = 0; axis < 3; ++axis)
    smooth_axis(grid, slowness, axis, sigma / grid.h[axis]);
  Field<float> smooth(grid.n);
  for (Index m = 0; m < smooth.size(); ++m)
    smooth[m] = static_cast<float>(1.0 / slowness[m]);
  return smooth;
}

Field<float> wavelet_band(const Grid3& grid, const Field<float>& values, const Field<float>& velocity,
                          double frequency) {
  const double dt = 1.0 / (40.0 * frequency);
  // Beyond 1.6 periods a Ricker wavelet is below 1e-8 of its peak.
  const int reach = static_cast<int>(std::ceil(1.6 / (frequency * dt)));
  std::vector<double> ricker;
  for (int n = -reach; n <= reach; ++n) {
    const double a = std::pow(std::numbers::pi * frequency * n * dt, 2);
    ricker.push_back((1.0 - 2.0 * a) * std::exp(-a));
  }
  Field<float> out(grid.n);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < grid.n[0]; ++i)
    for (int j = 0; j < grid.n[1]; ++j) {
      const std::vector<double> times = two_way_times(grid, velocity, i, j);
      std::vector<double> column;
      for (int k = 0; k < grid.n[2]; ++k)
        column.push_back(static_cast<double>(values(i, j, k)));
      const int samples = static_cast<int>(times.back() / dt) + 2;
      std::vector<double> in_time, places, filtered(static_cast<std::size_t>(samples));
      for (int n = 0; n < samples; ++n) {
        places.push_back(n * dt);
        in_time.push_back(value_at(times, column, n * dt));
      }
      for (int n = 0; n < samples; ++n) {
        double sum = 0.0;
        for (int m = -reach; m <= reach; ++m)
          sum += ricker[static_cast<std::size_t>(m + reach)] *
                 in_time[static_cast<std::size_t>(std::clamp(n + m, 0, samples - 1))];
        filtered[static_cast<std::size_t>(n)] = sum * dt;
      }
      for (int k = 0; k < grid.n[2]; ++k)
        out(i, j, k) = static_cast<float>(value_at(places, filtered, times[static_cast<std::size_t>(k)]));
    }
  return out;
}

double correlation_below(const Grid3& grid, const Field<float>& a, const Field<float>& b, double from) {
  double count = 0.0, sum_a = 0.0, sum_b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (int k = 0; k < grid.n[2]; ++k) {
    if (k * grid.h[2] < from) continue;
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const double u = static_cast<double>(a(i, j, k)), w = static_cast<double>(b(i, j, k));
        ++count;
        sum_a += u;
        sum_b += w;
        aa += u * u;
        bb += w * w;
        ab += u * w;
      }
  }
  const double of_a = aa - sum_a * sum_a / count, of_b = bb - sum_b * sum_b / count;
  return (ab - sum_a * sum_b / count) / std::sqrt(of_a * of_b);
}

}  // namespace foldwave
