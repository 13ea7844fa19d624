// What the tests of filters share: volumes of noise, and the filters' definitions in double precision by
// brute force, which know nothing of the code's own helpers.
#pragma once

#include <cmath>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/kernel3.hpp"

namespace foldwave::test {

inline Grid3 filter_grid(std::array<int, 3> n, std::array<double, 3> h = {1.0, 1.0, 1.0}) {
  Grid3 grid;
  grid.n = n;
  grid.h = h;
  return grid;
}

inline std::vector<float> noise(const Grid3& grid, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-1.0F, 1.0F);
  std::vector<float> values(static_cast<std::size_t>(grid.size()));
  for (float& v : values)
    v = value(random);
  return values;
}

inline std::vector<float> impulse(const Grid3& grid, int i, int j, int k) {
  std::vector<float> values(static_cast<std::size_t>(grid.size()));
  values[static_cast<std::size_t>(grid.index(i, j, k))] = 1.0F;
  return values;
}

inline std::vector<float> filtered(const std::vector<float>& in, const Grid3& grid,
                                   const GaussianFilter& filter) {
  std::vector<float> out(in.size(), NAN);
  gaussian(in, grid, filter, out);
  return out;
}

// Walks to the node of place i of a line that is followed by its mirror image on and on.
inline int reflected(int i, int n) {
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

// One axis after another by the Gaussian's definition over 12 sigma.
inline std::vector<double> true_gaussian(const std::vector<float>& in, const Grid3& grid,
                                         const std::array<double, 3>& sigma, double reach = 12.0) {
  std::vector<double> now(in.begin(), in.end());
  for (int a = 0; a < 3; ++a) {
    const double s = sigma[static_cast<std::size_t>(a)] / grid.h[static_cast<std::size_t>(a)];
    if (s == 0.0 || grid.n[static_cast<std::size_t>(a)] == 1) continue;
    const int far = static_cast<int>(std::ceil(reach * s));
    std::vector<double> w, next(now.size());
    double sum = 0.0;
    for (int d = -far; d <= far; ++d)
      sum += std::exp(-0.5 * d * d / (s * s));
    for (int d = -far; d <= far; ++d)
      w.push_back(std::exp(-0.5 * d * d / (s * s)) / sum);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          for (int d = -far; d <= far; ++d) {
            std::array<int, 3> m{i, j, k};
            int& at = m[static_cast<std::size_t>(a)];
            at = reflected(at + d, grid.n[static_cast<std::size_t>(a)]);
            next[static_cast<std::size_t>(grid.index(i, j, k))] +=
                w[static_cast<std::size_t>(d + far)] *
                now[static_cast<std::size_t>(grid.index(m[0], m[1], m[2]))];
          }
    now = next;
  }
  return now;
}

inline std::vector<double> true_convolution(const std::vector<float>& in, const Grid3& grid,
                                            const Kernel3& kernel) {
  std::vector<double> out;
  const auto [rx, ry, rz] = kernel.reach;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        double sum = 0.0;
        std::size_t m = 0;
        for (int dz = -rz; dz <= rz; ++dz)
          for (int dy = -ry; dy <= ry; ++dy)
            for (int dx = -rx; dx <= rx; ++dx)
              sum += kernel.weights[m++] * in[static_cast<std::size_t>(grid.index(
                                               reflected(i - dx, grid.n[0]), reflected(j - dy, grid.n[1]),
                                               reflected(k - dz, grid.n[2])))];
        out.push_back(sum);
      }
  return out;
}

template <class A, class B>
double worst_difference(const A& a, const B& b) {
  double worst = a.size() == b.size() ? 0.0 : INFINITY;
  for (std::size_t m = 0; m < std::min(a.size(), b.size()); ++m)
    worst = worst_of(worst, std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m])));
  return worst;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// Gives the number of threads back as it was.
class ThreadsFor {
 public:
  explicit ThreadsFor(int count) : before_(thread_count()) { set_thread_count(count); }
  ~ThreadsFor() { set_thread_count(before_); }
  ThreadsFor(const ThreadsFor&) = delete;
  ThreadsFor& operator=(const ThreadsFor&) = delete;

 private:
  int before_;
};

}  // namespace foldwave::test
