#include "core/volume/view/volume_survey.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr int block_across = usual_brick, block_along = 1024;  // nodes: 16 MiB at most

// Boxes of whole bricks, which lie from the deepest layer up; `take` is given each once.
void for_each_block(const std::array<int, 3>& n, const Job& job,
                    const std::function<void(const NodeBox&)>& take) {
  const auto parts = [](int nodes, int side) { return (nodes + side - 1) / side; };
  const int nx = parts(n[0], block_along), ny = parts(n[1], block_across), nz = parts(n[2], block_across);
  const std::int64_t all = std::int64_t{1} * nx * ny * nz;
  std::int64_t done = 0;
  for (int kb = 0; kb < nz; ++kb)
    for (int jb = 0; jb < ny; ++jb)
      for (int ib = 0; ib < nx; ++ib) {
        job.throw_if_stopped();
        NodeBox box;
        box.low = {ib * block_along, jb * block_across, std::max(n[2] - (kb + 1) * block_across, 0)};
        box.n = {std::min(block_along, n[0] - box.low[0]), std::min(block_across, n[1] - box.low[1]),
                 n[2] - kb * block_across - box.low[2]};
        take(box);
        job.report({"reading blocks", ++done, all, static_cast<double>(box.size()), "nodes"});
      }
}

// Sums of one block are in double, block after block: the same for any number of threads.
struct StatSums {
  Index finite = 0, not_finite = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  double sum = 0.0, squares = 0.0;

  void add(std::span<const float> values) {
    for (const float v : values) {
      if (!std::isfinite(v)) {
        ++not_finite;
        continue;
      }
      const auto d = static_cast<double>(v);
      ++finite;
      least = std::min(least, d);
      largest = std::max(largest, d);
      sum += d;
      squares += d * d;
    }
  }
  VolumeStats stats() const {
    if (finite == 0) return {not_finite, not_finite, 0.0, 0.0, 0.0, 0.0};
    const auto n = static_cast<double>(finite);
    return {finite + not_finite, not_finite, least, largest, sum / n, std::sqrt(squares / n)};
  }
};

// The coarse nodes that stand for nodes of a block.
void take_coarse(const NodeBox& box, std::span<const float> values, const std::array<int, 3>& nodes,
                 Field<float>& coarse) {
  const auto m = coarse.shape();
  std::array<std::vector<int>, 3> there;
  for (std::size_t a = 0; a < 3; ++a)
    for (int i = 0; i < m[a]; ++i)
      if (const int at = coarse_node(i, m[a], nodes[a]); at >= box.low[a] && at < box.low[a] + box.n[a])
        there[a].push_back(i);
  const auto inside = [&](std::size_t a, int i) { return coarse_node(i, m[a], nodes[a]) - box.low[a]; };
  for (const int k : there[2])
    for (const int j : there[1])
      for (const int i : there[0])
        coarse(i, j, k) = values[static_cast<std::size_t>(
            inside(0, i) + Index{1} * box.n[0] * (inside(1, j) + Index{1} * box.n[1] * inside(2, k)))];
}

enum class Kind { number, nan, high, low };

Kind kind_of(float v) {
  return std::isnan(v) ? Kind::nan : std::isfinite(v) ? Kind::number : v > 0.0F ? Kind::high : Kind::low;
}

}  // namespace

int coarse_node(int i, int coarse, int nodes) {
  if (coarse < 2) return 0;
  return static_cast<int>((std::int64_t{2} * i * (nodes - 1) + coarse - 1) /
                          (std::int64_t{2} * (coarse - 1)));
}

VolumeSurvey survey_volume(const VolumeSource& volume, const Job& job, int side) {
  const std::array<int, 3>& n = volume.grid().n;
  VolumeSurvey survey;
  const std::array<int, 3> m{std::min(n[0], side), std::min(n[1], side), std::min(n[2], side)};
  survey.coarse = Field<float>(m);
  survey.is_whole = m == n;
  StatSums sums;
  std::vector<float> values;
  for_each_block(n, job, [&](const NodeBox& box) {
    values.resize(static_cast<std::size_t>(box.size()));
    const auto damaged = volume.read_box(box, values, job);
    for (const DamagedBrick& brick : damaged)
      if (survey.damaged.empty() || survey.damaged.back().number != brick.number)
        survey.damaged.push_back(brick);
    sums.add(values);
    take_coarse(box, values, n, survey.coarse);
  });
  survey.stats = sums.stats();
  return survey;
}

VolumePlane VolumeSurvey::plane(const Grid3& grid, int axis, int node) const {
  const auto m = coarse.shape();
  const auto a = static_cast<std::size_t>(axis);
  const auto u = static_cast<std::size_t>(plane_u(axis)), v = static_cast<std::size_t>(plane_v(axis));
  const double part = grid.n[a] > 1 ? static_cast<double>(node) / (grid.n[a] - 1) : 0.0;
  std::array<int, 3> at{};
  at[a] = static_cast<int>(std::lround(part * (m[a] - 1)));
  VolumePlane made{axis, node, m[u], m[v], {}};
  made.values.reserve(static_cast<std::size_t>(m[u]) * static_cast<std::size_t>(m[v]));
  for (at[v] = 0; at[v] < m[v]; ++at[v])
    for (at[u] = 0; at[u] < m[u]; ++at[u])
      made.values.push_back(coarse(at[0], at[1], at[2]));
  return made;
}

ValueHistogram value_histogram(std::span<const float> values, int bins) {
  StatSums sums;
  sums.add(values);
  ValueHistogram made{sums.stats().least, sums.stats().largest,
                      std::vector<Index>(static_cast<std::size_t>(bins))};
  const double unit = made.high > made.low ? bins / (made.high - made.low) : 0.0;
  for (const float v : values)
    if (std::isfinite(v))
      ++made.counts[static_cast<std::size_t>(
          std::clamp(static_cast<int>((static_cast<double>(v) - made.low) * unit), 0, bins - 1))];
  return made;
}

VolumeErrors volume_errors(const VolumeSource& a, const VolumeSource& b, const Job& job) {
  if (a.grid().n != b.grid().n)
    throw InputError(b.facts().array, "it has other nodes than " + a.facts().array,
                     "compare volumes of the same nodes");
  VolumeErrors errors;
  double squares = 0.0, sizes = 0.0, of_a = 0.0, top = 0.0;
  std::vector<float> left, right;
  for_each_block(a.grid().n, job, [&](const NodeBox& box) {
    left.resize(static_cast<std::size_t>(box.size()));
    right.resize(left.size());
    a.read_box(box, left, job);
    b.read_box(box, right, job);
    for (std::size_t m = 0; m < left.size(); ++m) {
      const Kind kind = kind_of(left[m]);
      if (kind != kind_of(right[m])) ++errors.unlike;
      if (kind != Kind::number || kind_of(right[m]) != Kind::number) continue;
      const auto value = static_cast<double>(left[m]);
      const double e = value - static_cast<double>(right[m]);
      ++errors.nodes;
      errors.largest = std::max(errors.largest, std::abs(e));
      top = std::max(top, std::abs(value));
      squares += e * e;
      sizes += std::abs(e);
      of_a += value * value;
    }
  });
  const auto n = static_cast<double>(errors.nodes);
  if (errors.nodes > 0) {
    errors.rms = std::sqrt(squares / n);
    errors.mean = top > 0.0 ? sizes / n / top : 0.0;
    errors.snr = squares > 0.0 ? 10.0 * std::log10(of_a / squares) : std::numeric_limits<double>::infinity();
  }
  errors.ratio = sizeof(float) * static_cast<double>(a.grid().size()) /
                 std::max(static_cast<double>(b.stored_bytes()), 1.0);
  return errors;
}

VolumePlane difference(const VolumePlane& a, const VolumePlane& b) {
  if (a.nu != b.nu || a.nv != b.nv)
    throw InputError("difference", "the planes have other nodes", "compare volumes of the same nodes");
  VolumePlane made{a.axis, a.node, a.nu, a.nv, a.values};
  for (std::size_t m = 0; m < made.values.size(); ++m)
    made.values[m] -= b.values[m];
  return made;
}

}  // namespace foldwave
