#include "core/volume/filter/kernel3.hpp"

#include <algorithm>

#include "core/base/field.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"
#include "core/volume/filter/lines/mirror.hpp"

namespace foldwave {

namespace {

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

void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
              std::span<float> out, const Job& job) {
  check_kernel(kernel);
  const int rx = kernel.reach[0], ry = kernel.reach[1], rz = kernel.reach[2];
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

}  // namespace foldwave
