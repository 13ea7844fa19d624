#include "core/volume/filter/hough/plane_refine.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// Sums of whole nodes have flat tops: the middle of what stands above three fifths of the largest, near it.
std::array<double, 3> middle_of_peak(const Field<float>& sums, const PlaneSumsPlan& p,
                                     const std::array<int, 3>& at) {
  const double best = sums[p.index(at[0], at[1], at[2])];
  const std::array<int, 3> counts{p.slopes_a.count, p.slopes_b.count, p.intercepts()}, reach{4, 4, 2};
  std::array<int, 3> low{}, high{};
  for (std::size_t d = 0; d < 3; ++d) {
    low[d] = std::max(0, at[d] - reach[d]);
    high[d] = std::min(counts[d] - 1, at[d] + reach[d]);
  }
  std::array<double, 3> middle{};
  double all = 0.0;
  for (int ia = low[0]; ia <= high[0]; ++ia)
    for (int ib = low[1]; ib <= high[1]; ++ib)
      for (int k = low[2]; k <= high[2]; ++k) {
        const double weight = std::max(0.0, sums[p.index(ia, ib, k)] / best - 0.6);
        middle[0] += weight * ia;
        middle[1] += weight * ib;
        middle[2] += weight * k;
        all += weight;
      }
  for (double& m : middle)
    m /= all;
  return middle;
}

// The values about a plane, at heights -width to width over it, x fastest along its axis.
struct PlaneSlab {
  int width = 0;
  std::vector<float> box;
};

class FullVolume {
 public:
  FullVolume(std::span<const float> values, const HoughPlanesPlan& plan, const CoarseVotes& coarse)
      : values_(values), plan_(plan), coarse_(coarse), vote_{plan.threshold, plan.amplitude} {}

  NodePlane refined(const NodePlane& first, const Job& job, PlaneSteps* steps) const {
    const Axes to = axes_of_family(first.axis);
    const auto n = [&](std::size_t i) { return plan_.grid.n[to[i]]; };
    const PlaneSlab slab = slab_about(first, 2 * coarse_.brick[to[2]] + 3, job);
    PlaneSumsPlan p;
    p.a = n(0);
    p.b = n(1);
    p.c = 2 * slab.width + 1;
    p.slopes_a = fine_slopes(to, 0);
    p.slopes_b = fine_slopes(to, 1);
    const Field<float> sums = steps != nullptr ? steps->sums(slab.box, p) : plane_sums(slab.box, p, job);
    const auto best = std::max_element(sums.values().begin(), sums.values().end(),
                                       [](float a, float b) { return std::abs(a) < std::abs(b); });
    const auto at = static_cast<int>(best - sums.values().begin());
    const int k = at % p.intercepts(), ib = at / p.intercepts() % p.slopes_b.count,
              ia = at / p.intercepts() / p.slopes_b.count;
    const std::array<double, 3> top = middle_of_peak(sums, p, {ia, ib, k});
    NodePlane plane = first;
    plane.slope_a += p.slopes_a.at(top[0]);
    plane.slope_b += p.slopes_b.at(top[1]);
    plane.middle += top[2] - p.pad() - slab.width;
    return plane;
  }

  void count(const NodePlane& plane, HoughPlane& result) const {
    const Axes to = axes_of_family(plane.axis);
    for (int b = 0; b < plan_.grid.n[to[1]]; ++b)
      for (int a = 0; a < plan_.grid.n[to[0]]; ++a) {
        const auto c = static_cast<Index>(std::floor(height(plane, to, a, b) + 0.5));
        if (c < 0 || c >= plan_.grid.n[to[2]]) continue;
        result.nodes += 1.0;
        result.votes +=
            vote_(values_[static_cast<std::size_t>(a * step(to[0]) + b * step(to[1]) + c * step(to[2]))]);
      }
  }

 private:
  // Slopes that the coarse step may have missed, told apart to half a node at the ends of the volume.
  SlopeRange fine_slopes(const Axes& to, std::size_t i) const {
    const int n = plan_.grid.n[to[i]];
    if (n < 2) return {};
    const double step = 1.0 / n, reach = 2.0 / coarse_.n[to[i]] * coarse_.brick[to[2]] / coarse_.brick[to[i]];
    const int half = static_cast<int>(std::ceil(reach / step));
    return {2 * half + 1, -half * step, step};
  }

  double height(const NodePlane& plane, const Axes& to, int a, int b) const {
    return plane.middle + plane.slope_a * (a - 0.5 * (plan_.grid.n[to[0]] - 1)) +
           plane.slope_b * (b - 0.5 * (plan_.grid.n[to[1]] - 1));
  }
  Index step(std::size_t axis) const {
    return axis == 0 ? 1 : axis == 1 ? plan_.grid.n[0] : Index{1} * plan_.grid.n[0] * plan_.grid.n[1];
  }

  // Between nodes linearly, as whole nodes would put a plane of slope 1 half a node aside. Votes less their
  // mean, so that what lies beyond the volume counts as neither.
  PlaneSlab slab_about(const NodePlane& plane, int width, const Job& job) const {
    const Axes to = axes_of_family(plane.axis);
    const int na = plan_.grid.n[to[0]], nb = plan_.grid.n[to[1]], nc = plan_.grid.n[to[2]],
              deep = 2 * width + 1;
    const auto mean = static_cast<float>(coarse_.mean);
    PlaneSlab slab{width, std::vector<float>(static_cast<std::size_t>(na) * static_cast<std::size_t>(nb) *
                                             static_cast<std::size_t>(deep))};
#pragma omp parallel for schedule(static)
    for (int b = 0; b < nb; ++b) {
      if (job.stop.stop_requested()) continue;
      float* out = slab.box.data() + Index{1} * b * na * deep;
      std::vector<float> line(static_cast<std::size_t>(deep) + 1);
      for (int a = 0; a < na; ++a, out += deep) {
        const double lowest = std::clamp(height(plane, to, a, b) - width, -1e6, 1e9), c = std::floor(lowest);
        const auto part = static_cast<float>(lowest - c);
        const Index from = static_cast<Index>(c);
        const auto first = static_cast<int>(std::clamp<Index>(-from, 0, deep + 1)),
                   end = static_cast<int>(std::clamp<Index>(nc - from, 0, deep + 1));
        const float* const values = values_.data() + a * step(to[0]) + b * step(to[1]);
        std::fill(line.begin(), line.end(), 0.0F);
        for (int d = first; d < end; ++d)
          line[static_cast<std::size_t>(d)] = vote_(values[(from + d) * step(to[2])]) - mean;
        for (std::size_t d = 0; d < static_cast<std::size_t>(deep); ++d)
          out[d] = line[d] + part * (line[d + 1] - line[d]);
      }
    }
    job.throw_if_stopped();
    return slab;
  }

  std::span<const float> values_;
  const HoughPlanesPlan& plan_;
  const CoarseVotes& coarse_;
  VoteOf vote_;
};

}  // namespace

NodePlane refined_plane(const NodePlane& first, std::span<const float> values, const HoughPlanesPlan& plan,
                        const CoarseVotes& coarse, const Job& job, PlaneSteps* steps) {
  return FullVolume(values, plan, coarse).refined(first, job, steps);
}

void count_votes(const NodePlane& plane, std::span<const float> values, const HoughPlanesPlan& plan,
                 HoughPlane& result) {
  const CoarseVotes none;
  FullVolume(values, plan, none).count(plane, result);
}

}  // namespace foldwave
