#include "core/volume/filter/hough/hough_lines.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"

namespace foldwave {

namespace {

constexpr int most_angles = 36000, most_bins = 1 << 20;

void check_slice(const SliceGrid& slice) {
  for (std::size_t a = 0; a < 2; ++a) {
    if (slice.n[a] < 1) throw InputError("slice", "has no nodes", "give a slice of at least one");
    if (!(slice.h[a] > 0.0) || !std::isfinite(slice.h[a]))
      throw InputError("slice", "its spacing is no length", "give metres above 0");
  }
}

}  // namespace

std::vector<HoughPoint> points_above(std::span<const float> values, const SliceGrid& slice, float threshold,
                                     HoughAmplitude amplitude) {
  check_slice(slice);
  if (values.size() != static_cast<std::size_t>(slice.n[0]) * static_cast<std::size_t>(slice.n[1]))
    throw InputError("slice", "its values are not one a node", "give u times v values");
  std::vector<HoughPoint> points;
  std::size_t m = 0;
  for (int v = 0; v < slice.n[1]; ++v)
    for (int u = 0; u < slice.n[0]; ++u, ++m) {
      const float size = std::abs(values[m]);
      if (!(size >= threshold && size > 0.0F) || !std::isfinite(size)) continue;
      points.push_back({u, v,
                        amplitude == HoughAmplitude::as_it_is    ? values[m]
                        : amplitude == HoughAmplitude::magnitude ? size
                                                                 : 1.0F});
    }
  return points;
}

HoughTables hough_tables(const HoughLinesPlan& plan) {
  check_slice(plan.slice);
  if (plan.angles < 1 || plan.angles > most_angles)
    throw InputError("angles", std::to_string(plan.angles) + " is out of range",
                     "give 1 to " + std::to_string(most_angles));
  HoughTables t;
  t.step = plan.step > 0.0 ? plan.step : std::min(plan.slice.h[0], plan.slice.h[1]);
  if (!(plan.step >= 0.0) || !std::isfinite(t.step))
    throw InputError("step", "is no length", "give metres above 0");
  const double far =
      std::hypot((plan.slice.n[0] - 1) * plan.slice.h[0], (plan.slice.n[1] - 1) * plan.slice.h[1]) / t.step;
  if (!(far < most_bins / 2 - 2))
    throw InputError("step", number_text(t.step) + " m makes over " + std::to_string(most_bins) + " bins",
                     "give a larger step");
  t.half = static_cast<int>(std::ceil(far)) + 1;
  t.bins = 2 * t.half + 1;
  // u c, v s and their sum stay below 2^30.
  for (t.shift = 0; (std::int64_t{t.bins} << (t.shift + 1)) < (std::int64_t{1} << 30);)
    ++t.shift;
  const double scale = std::ldexp(1.0, t.shift);
  // Nodes of an axis that has one are all 0, whatever its spacing.
  const auto nodes_a_step = [&](std::size_t axis) {
    return plan.slice.n[axis] > 1 ? plan.slice.h[axis] / t.step : 0.0;
  };
  for (int a = 0; a < plan.angles; ++a) {
    const double theta = radians(180.0 * a / plan.angles);
    t.c.push_back(static_cast<std::int32_t>(std::lround(scale * std::cos(theta) * nodes_a_step(0))));
    t.s.push_back(static_cast<std::int32_t>(std::lround(scale * std::sin(theta) * nodes_a_step(1))));
  }
  t.c.resize(t.c.size() + 64);
  t.s.resize(t.s.size() + 64);
  t.offset = static_cast<std::int32_t>(scale * (t.half + 0.5));
  return t;
}

HoughVotes hough_votes(std::span<const HoughPoint> points, const SliceGrid& slice) {
  HoughVotes votes;
  double most = 0.0, sum = 0.0;
  for (const HoughPoint& p : points) {
    if (p.u < 0 || p.v < 0 || p.u >= slice.n[0] || p.v >= slice.n[1])
      throw InputError(
          "points", "one lies beyond the slice, at node " + std::to_string(p.u) + ", " + std::to_string(p.v),
          "give nodes of the slice");
    if (!std::isfinite(p.amplitude))
      throw InputError("points", "an amplitude is no finite number", "give finite amplitudes");
    const double size = std::abs(static_cast<double>(p.amplitude));
    most = std::max(most, size);
    sum += size;
  }
  if (points.size() > std::size_t{1} << 30)
    throw InputError("points", "are more than 2^30", "raise the threshold");
  // Rounding adds half a unit a point at most.
  const double room = 2147483000.0 - 0.5 * static_cast<double>(points.size());
  votes.unit = most > 0.0 ? std::max(std::ldexp(most, -20), sum / room) : 1.0;
  for (const HoughPoint& p : points) {
    votes.u.push_back(p.u);
    votes.v.push_back(p.v);
    votes.q.push_back(static_cast<std::int32_t>(std::lround(p.amplitude / votes.unit)));
  }
  return votes;
}

LineAccumulator empty_accumulator(std::size_t points, const HoughLinesPlan& plan, const HoughTables& tables,
                                  double unit) {
  LineAccumulator result;
  result.slice = plan.slice;
  result.angles = plan.angles;
  result.bins = tables.bins;
  result.half = tables.half;
  result.step = tables.step;
  result.unit = unit;
  result.cast = static_cast<std::int64_t>(points) * plan.angles;
  const std::size_t size = static_cast<std::size_t>(plan.angles) * static_cast<std::size_t>(tables.bins);
  if (size > std::size_t{1} << 31) throw_out_of_memory(size * sizeof(std::int32_t));
  result.votes.assign(size, 0);
  return result;
}

LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan, const Job& job) {
  const HoughTables tables = hough_tables(plan);
  const HoughVotes votes = hough_votes(points, plan.slice);
  LineAccumulator result = empty_accumulator(points.size(), plan, tables, votes.unit);
  const FilterKernels& kernels = *filter_kernels();
  const int groups = (plan.angles + kernels.lanes - 1) / kernels.lanes;
  constexpr Index part = 1 << 14;
  const auto count = static_cast<Index>(points.size());
  // Each thread has angles of its own, so no two write to one bin.
#pragma omp parallel for schedule(dynamic)
  for (int g = 0; g < groups; ++g) {
    const int first = g * kernels.lanes;
    for (Index m = 0; m < count && !job.stop.stop_requested(); m += part)
      kernels.vote({votes.u.data() + m, votes.v.data() + m, votes.q.data() + m, std::min(part, count - m)},
                   {tables.c.data() + first, tables.s.data() + first, tables.offset, tables.shift},
                   std::min(kernels.lanes, plan.angles - first),
                   result.votes.data() + Index{1} * first * tables.bins, tables.bins);
  }
  job.throw_if_stopped();
  return result;
}

}  // namespace foldwave
