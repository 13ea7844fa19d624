#include "core/volume/filter/kernel3.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/field.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"
#include "core/volume/filter/mirror.hpp"

namespace foldwave {

namespace {

constexpr int most_kernel_nodes = 1 << 12;  // along an axis

// The field with its mirror images on either side of each row.
Field<float> widened_rows(std::span<const float> in, const std::array<int, 3>& n, int reach) {
  Field<float> wide({n[0] + 2 * reach, n[1], n[2]});
  const Index rows = Index{1} * n[1] * n[2];
#pragma omp parallel for schedule(static)
  for (Index r = 0; r < rows; ++r) {
    const float* const from = in.data() + r * n[0];
    float* const to = wide.data() + r * (n[0] + 2 * reach);
    for (int i = -reach; i < 0; ++i)
      to[i + reach] = from[mirrored_node(i, n[0])];
    std::copy_n(from, n[0], to + reach);
    for (int i = n[0]; i < n[0] + reach; ++i)
      to[i + reach] = from[mirrored_node(i, n[0])];
  }
  return wide;
}

}  // namespace

void check_kernel(const Kernel3& kernel) {
  for (const int reach : kernel.reach)
    if (reach < 0 || reach > most_kernel_nodes)
      throw InputError("kernel", "reaches " + std::to_string(reach) + " nodes",
                       "give 0 to " + std::to_string(most_kernel_nodes));
  if (static_cast<Index>(kernel.weights.size()) != kernel.size())
    throw InputError(
        "kernel",
        std::to_string(kernel.weights.size()) + " weights for " + std::to_string(kernel.size()) + " nodes",
        "give one weight a node");
}

void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
              std::span<float> out, const Job& job) {
  check_kernel(kernel);
  const auto [rx, ry, rz] = kernel.reach;
  const Field<float> wide = widened_rows(in, n, rx);
  // A sum over f(x - d) takes the weights from the last to the first.
  std::vector<float> turned(kernel.weights.rbegin(), kernel.weights.rend());
  const FilterKernels& kernels = *filter_kernels();
  const Index row = n[0] + 2 * rx, pairs = (n[2] + 1) / 2, plane = Index{1} * n[0] * n[1];
  DenseRows dense;
  dense.alone = 2 * ry + 1;
  dense.count = dense.alone * (2 * rz + 1);
  dense.taps = 2 * rx + 1;
  dense.weights = turned.data();
#pragma omp parallel
  {
    std::vector<const float*> rows(static_cast<std::size_t>(dense.count + dense.alone));
    DenseRows mine = dense;
    mine.rows = rows.data();
#pragma omp for schedule(dynamic, 4)
    for (Index task = 0; task < pairs * n[1]; ++task) {
      if (job.stop.stop_requested()) continue;
      const int k = 2 * static_cast<int>(task / n[1]), j = static_cast<int>(task % n[1]);
      std::size_t r = 0;
      for (int dz = -rz; dz <= rz + 1; ++dz)
        for (int dy = -ry; dy <= ry; ++dy)
          rows[r++] = wide.data() +
                      row * (mirrored_node(j + dy, n[1]) + Index{1} * n[1] * mirrored_node(k + dz, n[2]));
      float* const first = out.data() + k * plane + Index{1} * j * n[0];
      kernels.dense(mine, n[0], first, k + 1 < n[2] ? first + plane : nullptr);
    }
  }
  job.throw_if_stopped();
}

Kernel3 parse_kernel(std::string_view text, const std::string& place) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    double value = 0.0;
    if (*at == '+') ++at;
    const auto [next, code] = std::from_chars(at, end, value);
    if (code == std::errc()) {
      numbers.push_back(value);
      at = next;
    } else if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r' || *at == ',' || *at == ';') {
      ++at;
    } else {
      throw InputError(place, "holds something else than numbers",
                       "give three odd sizes and the weights, x fastest");
    }
  }
  Kernel3 kernel;
  if (numbers.size() < 3)
    throw InputError(place, "no kernel", "give three odd sizes and the weights, x fastest");
  for (std::size_t a = 0; a < 3; ++a) {
    const double size = numbers[a];
    if (!(size >= 1.0 && size <= 2.0 * most_kernel_nodes + 1.0) || std::fmod(size, 2.0) != 1.0)
      throw InputError(place, "a size of the kernel is not an odd count", "give sizes such as 3 3 3");
    kernel.reach[a] = static_cast<int>(size) / 2;
  }
  for (std::size_t m = 3; m < numbers.size(); ++m) {
    if (!std::isfinite(static_cast<float>(numbers[m])))
      throw InputError(place, "a weight is no finite number", "give finite weights");
    kernel.weights.push_back(static_cast<float>(numbers[m]));
  }
  check_kernel(kernel);
  return kernel;
}

}  // namespace foldwave
