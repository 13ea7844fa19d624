#include "core/volume/filter/hough/hough_planes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/field.hpp"

namespace foldwave {

namespace {

using Axes = std::array<std::size_t, 3>;  // of slopes a and b, and of the intercept

Axes axes_of_family(int axis) {
  return axis == 0 ? Axes{1, 2, 0} : axis == 1 ? Axes{0, 2, 1} : Axes{0, 1, 2};
}

// A plane in nodes: c = middle + slope_a (a - middle of a) + slope_b (b - middle of b).
struct NodePlane {
  int axis = 2;
  double slope_a = 0.0, slope_b = 0.0, middle = 0.0;
  double score = 0.0;
};

struct VoteOf {
  float threshold = 0.0F;
  HoughAmplitude amplitude = HoughAmplitude::as_it_is;

  float operator()(float v) const {
    const float size = std::abs(v);
    // Compares false for what is no number.
    if (!(size >= threshold && size <= 3.0e38F)) return 0.0F;
    return amplitude == HoughAmplitude::as_it_is    ? v
           : amplitude == HoughAmplitude::magnitude ? size
           : size > 0.0F                            ? 1.0F
                                                    : 0.0F;
  }
};

// Means over bricks.
struct CoarseVotes {
  std::array<int, 3> n{1, 1, 1}, brick{1, 1, 1};
  std::vector<float> means;
  double mean = 0.0;

  float at(const std::array<int, 3>& m) const {
    return means[static_cast<std::size_t>(m[0]) +
                 static_cast<std::size_t>(n[0]) *
                     (static_cast<std::size_t>(m[1]) +
                      static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(m[2]))];
  }
};

// The sums of one row of bricks, from the rows of nodes in it.
template <class Vote>
void add_brick_row(const float* from, int n, const Vote& vote, std::vector<float>& row) {
  for (int i = 0; i < n; ++i)
    row[static_cast<std::size_t>(i)] += vote(from[i]);
}

CoarseVotes coarse_votes(std::span<const float> values, const HoughPlanesPlan& plan, const Job& job) {
  const std::array<int, 3>& n = plan.grid.n;
  CoarseVotes coarse;
  for (std::size_t a = 0; a < 3; ++a) {
    coarse.brick[a] = (n[a] + plan.coarse - 1) / plan.coarse;
    coarse.n[a] = (n[a] + coarse.brick[a] - 1) / coarse.brick[a];
  }
  const auto& [bx, by, bz] = coarse.brick;
  const auto& [mx, my, mz] = coarse.n;
  coarse.means.resize(static_cast<std::size_t>(mx) * static_cast<std::size_t>(my) *
                      static_cast<std::size_t>(mz));
  const VoteOf vote{plan.threshold, plan.amplitude};
  const bool plain = plan.threshold <= 0.0F && plan.amplitude == HoughAmplitude::as_it_is;
  const auto finite = [](float v) { return std::abs(v) <= 3.0e38F ? v : 0.0F; };
#pragma omp parallel for schedule(static)
  for (int k = 0; k < mz; ++k) {
    std::vector<float> row(static_cast<std::size_t>(n[0]));
    for (int j = 0; j < my && !job.stop.stop_requested(); ++j) {
      std::fill(row.begin(), row.end(), 0.0F);
      const int k_end = std::min(n[2], (k + 1) * bz), j_end = std::min(n[1], (j + 1) * by);
      for (int kk = k * bz; kk < k_end; ++kk)
        for (int jj = j * by; jj < j_end; ++jj) {
          const float* const from = values.data() + Index{1} * n[0] * (jj + Index{1} * n[1] * kk);
          if (plain)
            add_brick_row(from, n[0], finite, row);
          else
            add_brick_row(from, n[0], vote, row);
        }
      for (int i = 0; i < mx; ++i) {
        const int first = i * bx, end = std::min(n[0], first + bx);
        float sum = 0.0F;
        for (int ii = first; ii < end; ++ii)
          sum += row[static_cast<std::size_t>(ii)];
        coarse.means[static_cast<std::size_t>(i + mx * (j + Index{1} * my * k))] =
            sum / static_cast<float>((end - first) * (j_end - j * by) * (k_end - k * bz));
      }
    }
  }
  job.throw_if_stopped();
  for (const float v : coarse.means)
    coarse.mean += v / static_cast<double>(coarse.means.size());
  return coarse;
}

// Slopes of -1 to 1 that a box of n nodes tells apart to half a node at its ends.
SlopeRange coarse_slopes(int n) {
  const int half = n < 2 ? 0 : (n + 1) / 2;
  return {2 * half + 1, half > 0 ? -1.0 : 0.0, half > 0 ? 1.0 / half : 0.0};
}

PlaneFamily family_sums(const CoarseVotes& coarse, int axis, const Job& job) {
  PlaneFamily family;
  family.axis = axis;
  const Axes to = axes_of_family(axis);
  PlaneSumsPlan& p = family.plan;
  p.a = coarse.n[to[0]];
  p.b = coarse.n[to[1]];
  p.c = coarse.n[to[2]];
  p.slopes_a = coarse_slopes(p.a);
  p.slopes_b = coarse_slopes(p.b);
  std::vector<float> box;
  box.reserve(coarse.means.size());
  std::array<int, 3> m{};
  for (m[to[1]] = 0; m[to[1]] < p.b; ++m[to[1]])
    for (m[to[0]] = 0; m[to[0]] < p.a; ++m[to[0]])
      for (m[to[2]] = 0; m[to[2]] < p.c; ++m[to[2]])
        box.push_back(coarse.at(m));
  family.sums = plane_sums(box, p, job);
  family.nodes = plane_nodes(p, job);
  return family;
}

// Planes whose score is the largest among their neighbours' and at least `share` of the best of all.
struct ScoredCell {
  const PlaneFamily* family = nullptr;
  int ia = 0, ib = 0, k = 0;
  float score = 0.0F;  // squared
};

Field<float> family_scores(const PlaneFamily& family, double mean) {
  const auto least = static_cast<float>(std::max(1.0, 0.1 * family.plan.a * family.plan.b));
  const auto m = static_cast<float>(mean);
  Field<float> scores(family.sums.shape());
  const auto size = scores.size();
  const float *const sums = family.sums.data(), *const nodes = family.nodes.data();
  float* const out = scores.data();
  // Squares at first: a root a cell costs as much as the sums.
#pragma omp parallel for simd schedule(static)
  for (Index i = 0; i < size; ++i) {
    const float excess = sums[i] - m * nodes[i];
    out[i] = nodes[i] >= least ? excess * excess / nodes[i] : 0.0F;
  }
  return scores;
}

float largest_score(const Field<float>& scores) {
  const auto size = scores.size();
  const float* const values = scores.data();
  float best = 0.0F;
#pragma omp parallel for simd schedule(static) reduction(max : best)
  for (Index i = 0; i < size; ++i)
    best = values[i] > best ? values[i] : best;
  return best;
}

bool is_peak(const Field<float>& scores, const PlaneSumsPlan& p, int ia, int ib, int k) {
  const float score = scores[p.index(ia, ib, k)];
  for (int da = std::max(0, ia - 1); da <= std::min(p.slopes_a.count - 1, ia + 1); ++da)
    for (int db = std::max(0, ib - 1); db <= std::min(p.slopes_b.count - 1, ib + 1); ++db)
      for (int dk = std::max(0, k - 1); dk <= std::min(p.intercepts() - 1, k + 1); ++dk)
        if (scores[p.index(da, db, dk)] > score) return false;
  return true;
}

void add_peaks(const PlaneFamily& family, const Field<float>& scores, float least,
               std::vector<ScoredCell>& cells) {
  const PlaneSumsPlan& p = family.plan;
  const int most = p.intercepts();
  for (int ia = 0; ia < p.slopes_a.count; ++ia)
    for (int ib = 0; ib < p.slopes_b.count; ++ib) {
      const float* const row = scores.data() + p.index(ia, ib, 0);
      for (int k = 0; k < most; ++k)
        if (row[k] >= least && row[k] > 0.0F && is_peak(scores, p, ia, ib, k))
          cells.push_back({&family, ia, ib, k, row[k]});
    }
}

NodePlane plane_of(const ScoredCell& cell, const CoarseVotes& coarse) {
  const Axes to = axes_of_family(cell.family->axis);
  const PlaneSumsPlan& p = cell.family->plan;
  const auto brick = [&](int i) {
    return static_cast<double>(coarse.brick[to[static_cast<std::size_t>(i)]]);
  };
  NodePlane plane;
  plane.axis = cell.family->axis;
  plane.score = std::sqrt(cell.score);
  plane.slope_a = p.slopes_a.at(cell.ia) * brick(2) / brick(0);
  plane.slope_b = p.slopes_b.at(cell.ib) * brick(2) / brick(1);
  plane.middle = (cell.k - p.pad() + 0.5) * brick(2) - 0.5;
  return plane;
}

HoughPlane in_metres(const NodePlane& plane, const HoughPlanesPlan& plan) {
  const Axes to = axes_of_family(plane.axis);
  Vec3 n{}, x{};
  const auto put = [&](std::size_t i, double normal, double node) {
    n[static_cast<int>(to[i])] = normal / plan.grid.h[to[i]];
    x[static_cast<int>(to[i])] = node * plan.grid.h[to[i]];
  };
  put(0, -plane.slope_a, 0.5 * (plan.grid.n[to[0]] - 1));
  put(1, -plane.slope_b, 0.5 * (plan.grid.n[to[1]] - 1));
  put(2, 1.0, plane.middle);
  n = (1.0 / norm(n)) * n;
  if (n.z < 0.0) n = -n;
  HoughPlane result;
  const bool vertical = n.z < 1e-9;
  // Both normals of a vertical plane are level: the one is taken whose dip points to 0 to 180.
  if (vertical && (n.x > 0.0 || (n.x == 0.0 && n.y > 0.0))) n = -n;
  const double level = std::hypot(n.x, n.y);
  result.dip = vertical ? 90.0 : degrees(std::atan2(level, n.z));
  result.azimuth = level < 1e-12 ? 0.0 : degrees(std::atan2(-n.x, -n.y));
  if (result.azimuth < 0.0) result.azimuth += 360.0;
  result.distance = dot(n, x);
  result.score = plane.score;
  return result;
}

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

  NodePlane refined(const NodePlane& first, const Job& job) const {
    const Axes to = axes_of_family(first.axis);
    const auto n = [&](std::size_t i) { return plan_.grid.n[to[i]]; };
    const PlaneSlab slab = slab_about(first, 2 * coarse_.brick[to[2]] + 3, job);
    PlaneSumsPlan p;
    p.a = n(0);
    p.b = n(1);
    p.c = 2 * slab.width + 1;
    p.slopes_a = fine_slopes(to, 0);
    p.slopes_b = fine_slopes(to, 1);
    const Field<float> sums = plane_sums(slab.box, p, job);
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
    const PlaneSlab slab = slab_about(plane, 0, {});
    double votes = 0.0;
    for (const float v : slab.box)
      votes += v;
    const Axes to = axes_of_family(plane.axis);
    double nodes = 0.0;
    for (int b = 0; b < plan_.grid.n[to[1]]; ++b)
      for (int a = 0; a < plan_.grid.n[to[0]]; ++a) {
        const int c = height(plane, to, a, b);
        nodes += c >= 0 && c < plan_.grid.n[to[2]] ? 1.0 : 0.0;
      }
    result.nodes = nodes;
    result.votes = votes + coarse_.mean * nodes;
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

  int height(const NodePlane& plane, const Axes& to, int a, int b) const {
    return static_cast<int>(std::lround(plane.middle + plane.slope_a * (a - 0.5 * (plan_.grid.n[to[0]] - 1)) +
                                        plane.slope_b * (b - 0.5 * (plan_.grid.n[to[1]] - 1))));
  }

  // Votes less their mean, so that what lies beyond the volume counts as neither.
  PlaneSlab slab_about(const NodePlane& plane, int width, const Job& job) const {
    const Axes to = axes_of_family(plane.axis);
    const std::array<Index, 3> steps{1, plan_.grid.n[0], Index{1} * plan_.grid.n[0] * plan_.grid.n[1]};
    const int na = plan_.grid.n[to[0]], nb = plan_.grid.n[to[1]], nc = plan_.grid.n[to[2]],
              deep = 2 * width + 1;
    const auto mean = static_cast<float>(coarse_.mean);
    PlaneSlab slab{width, std::vector<float>(static_cast<std::size_t>(na) * static_cast<std::size_t>(nb) *
                                             static_cast<std::size_t>(deep))};
#pragma omp parallel for schedule(static)
    for (int b = 0; b < nb; ++b) {
      if (job.stop.stop_requested()) continue;
      float* out = slab.box.data() + Index{1} * b * na * deep;
      for (int a = 0; a < na; ++a, out += deep) {
        const int c = height(plane, to, a, b) - width;
        const float* const from = values_.data() + a * steps[to[0]] + b * steps[to[1]];
        const int first = std::clamp(-c, 0, deep), end = std::clamp(nc - c, 0, deep);
        for (int d = first; d < end; ++d)
          out[d] = vote_(from[(c + d) * steps[to[2]]]) - mean;
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

// Whether two planes are one: their attitudes, and how far apart they are in the middle of the grid.
bool same_plane(const HoughPlane& a, const HoughPlane& b, const HoughPlanesPlan& plan, double apart) {
  const double turn = dot(a.normal(), b.normal());
  if (degrees(std::acos(std::min(1.0, std::abs(turn)))) > plan.apart_angle) return false;
  const Vec3 middle = 0.5 * plan.grid.extent();
  const double da = a.distance - dot(a.normal(), middle), db = b.distance - dot(b.normal(), middle);
  return std::abs(da - (turn < 0.0 ? -db : db)) <= apart;
}

void check_planes_plan(std::span<const float> values, const HoughPlanesPlan& plan) {
  if (static_cast<Index>(values.size()) != plan.grid.size())
    throw InputError("volume", "its values are not one a node", "give the volume's own grid");
  if (plan.coarse < 8 || plan.coarse > 256)
    throw InputError("coarse", std::to_string(plan.coarse) + " is out of range", "give 8 to 256");
  if (plan.planes < 1) throw InputError("planes", "none is asked for", "give 1 or more");
}

}  // namespace

HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan, const Job& job) {
  check_planes_plan(values, plan);
  const CoarseVotes coarse = coarse_votes(values, plan, job);
  HoughPlanes result;
  result.brick = coarse.brick;
  result.mean = coarse.mean;
  for (int axis = 0; axis < 3; ++axis)
    if (coarse.n[static_cast<std::size_t>(axis)] > 1)
      result.accumulator.push_back(family_sums(coarse, axis, job));
  std::vector<Field<float>> scores;
  float best = 0.0F;
  for (const PlaneFamily& family : result.accumulator) {
    scores.push_back(family_scores(family, coarse.mean));
    best = std::max(best, largest_score(scores.back()));
  }
  std::vector<ScoredCell> cells;
  for (std::size_t f = 0; f < scores.size(); ++f)
    add_peaks(result.accumulator[f], scores[f],
              static_cast<float>(plan.planes == 1 ? best : plan.least_score * plan.least_score * best),
              cells);
  std::stable_sort(cells.begin(), cells.end(),
                   [](const ScoredCell& a, const ScoredCell& b) { return a.score > b.score; });
  const FullVolume volume(values, plan, coarse);
  double spacing = 0.0;
  for (std::size_t a = 0; a < 3; ++a)
    spacing = std::max(spacing, coarse.n[a] > 1 ? coarse.brick[a] * plan.grid.h[a] : 0.0);
  const auto is_known = [&](const HoughPlane& plane) {
    return std::any_of(result.planes.begin(), result.planes.end(), [&](const HoughPlane& other) {
      return same_plane(plane, other, plan, plan.apart * spacing);
    });
  };
  for (const ScoredCell& cell : cells) {
    if (static_cast<int>(result.planes.size()) >= plan.planes) break;
    const NodePlane first = plane_of(cell, coarse);
    if (is_known(in_metres(first, plan))) continue;
    const NodePlane fine = volume.refined(first, job);
    HoughPlane plane = in_metres(fine, plan);
    if (is_known(plane)) continue;
    volume.count(fine, plane);
    result.planes.push_back(plane);
  }
  return result;
}

}  // namespace foldwave
