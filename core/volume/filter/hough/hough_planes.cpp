#include "core/volume/filter/hough/hough_planes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/volume/filter/hough/plane_refine.hpp"

namespace foldwave {

namespace {

// The sums of one row of bricks, from the rows of nodes in it.
template <class Vote>
void add_brick_row(const float* from, int n, const Vote& vote, std::vector<float>& row) {
  for (int i = 0; i < n; ++i)
    row[static_cast<std::size_t>(i)] += vote(from[i]);
}

void coarse_means(std::span<const float> values, const HoughPlanesPlan& plan, CoarseVotes& coarse,
                  const Job& job) {
  const std::array<int, 3>& n = plan.grid.n;
  const int bx = coarse.brick[0], by = coarse.brick[1], bz = coarse.brick[2];
  const int mx = coarse.n[0], my = coarse.n[1], mz = coarse.n[2];
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
}

CoarseVotes coarse_votes(std::span<const float> values, const HoughPlanesPlan& plan, const Job& job,
                         PlaneSteps* steps) {
  CoarseVotes coarse;
  std::size_t size = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    coarse.brick[a] = (plan.grid.n[a] + plan.coarse - 1) / plan.coarse;
    coarse.n[a] = (plan.grid.n[a] + coarse.brick[a] - 1) / coarse.brick[a];
    size *= static_cast<std::size_t>(coarse.n[a]);
  }
  coarse.means.resize(size);
  if (steps != nullptr)
    steps->means(values, plan, coarse.brick, coarse.n, coarse.means);
  else
    coarse_means(values, plan, coarse, job);
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

PlaneFamily family_sums(const CoarseVotes& coarse, int axis, const Job& job, PlaneSteps* steps) {
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
  family.sums = steps != nullptr ? steps->sums(box, p) : plane_sums(box, p, job);
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

HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan, const Job& job,
                         PlaneSteps* steps) {
  check_planes_plan(values, plan);
  const CoarseVotes coarse = coarse_votes(values, plan, job, steps);
  HoughPlanes result;
  result.brick = coarse.brick;
  result.mean = coarse.mean;
  for (int axis = 0; axis < 3; ++axis)
    if (coarse.n[static_cast<std::size_t>(axis)] > 1)
      result.accumulator.push_back(family_sums(coarse, axis, job, steps));
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
    const NodePlane fine = refined_plane(first, values, plan, coarse, job, steps);
    HoughPlane plane = in_metres(fine, plan);
    if (is_known(plane)) continue;
    count_votes(fine, values, plan, plane);
    result.planes.push_back(plane);
  }
  return result;
}

}  // namespace foldwave
