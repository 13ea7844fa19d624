#include "core/volume/filter/derivative.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Of one node of an axis: weights of nodes first, first + 1, ...
struct NodeStencil {
  int first = 0;
  std::vector<float> weights;
};

std::vector<NodeStencil> node_stencils(int n, double h, int derivative, int order) {
  std::vector<NodeStencil> stencils(static_cast<std::size_t>(n));
  const int half = order / 2;
  for (int i = 0; i < n; ++i) {
    NodeStencil& s = stencils[static_cast<std::size_t>(i)];
    const bool centred = i >= half && i + half < n;
    const int count = std::min(n, centred ? order + 1 : order + derivative);
    s.first = centred ? i - half : std::clamp(i - half, 0, n - count);
    if (n == 1 || count <= derivative) continue;
    std::vector<double> nodes;
    for (int j = 0; j < count; ++j)
      nodes.push_back(s.first + j);
    for (const double w : difference_weights(derivative, i, nodes))
      s.weights.push_back(static_cast<float>(w / std::pow(h, derivative)));
  }
  return stencils;
}

void check_order(int order) {
  if (order != 2 && order != 4 && order != 6 && order != 8)
    throw InputError("order", std::to_string(order) + " is not an order", "give 2, 4, 6 or 8");
}

// sum[i] += the derivative along x of one row.
void add_along_row(const float* f, int n, const std::vector<NodeStencil>& stencils, int half, float* sum) {
  const auto single = [&](int i) {
    const NodeStencil& s = stencils[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < s.weights.size(); ++j)
      if (s.first + static_cast<int>(j) != i)
        sum[i] += s.weights[j] * (f[s.first + static_cast<int>(j)] - f[i]);
  };
  const int end = std::max(half, n - half);
  for (int i = 0; i < std::min(half, n); ++i)
    single(i);
  if (n > 2 * half)
    for (int j = -half; j <= half; ++j) {
      if (j == 0) continue;
      const float w = stencils[static_cast<std::size_t>(half)].weights[static_cast<std::size_t>(j + half)];
      for (int i = half; i < end; ++i)
        sum[i] += w * (f[i + j] - f[i]);
    }
  for (int i = end; i < n; ++i)
    single(i);
}

// The same across rows that lie `step` apart, of node i of their axis.
void add_across_rows(const float* f, Index step, int n, int i, const NodeStencil& s, float* sum) {
  for (std::size_t j = 0; j < s.weights.size(); ++j) {
    const int to = s.first + static_cast<int>(j) - i;
    if (to == 0) continue;
    const float w = s.weights[j];
    const float* const other = f + to * step;
    for (int m = 0; m < n; ++m)
      sum[m] += w * (other[m] - f[m]);
  }
}

// work(row, j, k) for each row of the grid.
template <class Work>
void each_row(const Grid3& grid, const Job& job, const Work& work) {
  const Index rows = Index{1} * grid.n[1] * grid.n[2];
#pragma omp parallel for schedule(static)
  for (Index r = 0; r < rows; ++r)
    if (!job.stop.stop_requested())
      work(r * grid.n[0], static_cast<int>(r % grid.n[1]), static_cast<int>(r / grid.n[1]));
  job.throw_if_stopped();
}

struct Stencils {
  std::array<std::vector<NodeStencil>, 3> axes;
  int half = 0;

  Stencils(const Grid3& grid, int derivative, int order) : half(order / 2) {
    check_order(order);
    for (std::size_t a = 0; a < 3; ++a)
      axes[a] = node_stencils(grid.n[a], grid.h[a], derivative, order);
  }

  void add(const float* f, const Grid3& grid, std::size_t axis, int j, int k, float* sum) const {
    if (axis == 0)
      add_along_row(f, grid.n[0], axes[0], half, sum);
    else if (axis == 1)
      add_across_rows(f, grid.n[0], grid.n[0], j, axes[1][static_cast<std::size_t>(j)], sum);
    else
      add_across_rows(f, Index{1} * grid.n[0] * grid.n[1], grid.n[0], k, axes[2][static_cast<std::size_t>(k)],
                      sum);
  }
};

}  // namespace

DifferenceTable difference_table(int n, double h, int derivative, int order) {
  check_order(order);
  DifferenceTable all;
  all.width = order + derivative;
  all.weights.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(all.width), 0.0F);
  auto to = all.weights.begin();
  for (const NodeStencil& s : node_stencils(n, h, derivative, order)) {
    all.first.push_back(s.first);
    std::copy(s.weights.begin(), s.weights.end(), to);
    to += all.width;
  }
  return all;
}

std::vector<double> difference_weights(int derivative, double at, std::span<const double> nodes) {
  // c[m][j]: weight of node j in the m-th derivative, from the nodes that came so far.
  const std::size_t count = nodes.size(), most = static_cast<std::size_t>(derivative);
  std::vector<std::vector<double>> c(most + 1, std::vector<double>(count, 0.0));
  c[0][0] = 1.0;
  double product = 1.0;
  for (std::size_t i = 1; i < count; ++i) {
    double next = 1.0;
    const std::size_t top = std::min(i, most);
    for (std::size_t j = 0; j < i; ++j) {
      const double gap = nodes[i] - nodes[j];
      next *= gap;
      if (j + 1 == i)
        for (std::size_t m = top + 1; m-- > 0;)
          c[m][i] = product / next *
                    ((m > 0 ? static_cast<double>(m) * c[m - 1][j] : 0.0) - (nodes[j] - at) * c[m][j]);
      for (std::size_t m = top + 1; m-- > 0;)
        c[m][j] = ((nodes[i] - at) * c[m][j] - (m > 0 ? static_cast<double>(m) * c[m - 1][j] : 0.0)) / gap;
    }
    product = next;
  }
  return c[most];
}

void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                const Job& job) {
  const Stencils stencils(grid, 1, order);
  if (axis < 0 || axis > 2) throw InputError("axis", std::to_string(axis) + " is no axis", "give 0, 1 or 2");
  each_row(grid, job, [&](Index row, int j, int k) {
    std::fill_n(out.data() + row, grid.n[0], 0.0F);
    stencils.add(in.data() + row, grid, static_cast<std::size_t>(axis), j, k, out.data() + row);
  });
}

void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                   const Job& job) {
  const Stencils stencils(grid, 1, order);
  each_row(grid, job, [&](Index row, int j, int k) {
    const auto n = static_cast<std::size_t>(grid.n[0]);
    std::vector<float> part(n), squares(n);
    for (std::size_t a = 0; a < 3; ++a) {
      std::fill(part.begin(), part.end(), 0.0F);
      stencils.add(in.data() + row, grid, a, j, k, part.data());
      for (std::size_t i = 0; i < n; ++i)
        squares[i] += part[i] * part[i];
    }
    for (std::size_t i = 0; i < n; ++i)
      out[static_cast<std::size_t>(row) + i] = std::sqrt(squares[i]);
  });
}

void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
               const Job& job) {
  const Stencils stencils(grid, 2, order);
  each_row(grid, job, [&](Index row, int j, int k) {
    std::fill_n(out.data() + row, grid.n[0], 0.0F);
    for (std::size_t a = 0; a < 3; ++a)
      stencils.add(in.data() + row, grid, a, j, k, out.data() + row);
  });
}

}  // namespace foldwave
