#include "core/volume/filter/gaussian.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/volume/filter/gaussian_parts.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"

namespace foldwave {

namespace {

// One axis after another over a whole volume.
class LinePasses {
 public:
  LinePasses(const std::array<int, 3>& n, const std::array<AxisFilter, 3>& axes, const Job& job)
      : n_(n), axes_(axes), job_(job), kernels_(*filter_kernels()), plane_(Index{1} * n[0] * n[1]) {
    for (std::size_t a = 0; a < 3; ++a)
      scratch_ = std::max(scratch_, kernels_.scratch(n[a], reach_of(axes[a])));
  }

  // The largest magnitude among the values of `in`, as bits. `in` may be `out`.
  std::uint32_t run(const float* in, float* out) {
    const bool whole_planes = n_[1] >= kernels_.lanes && n_[2] >= 2 * thread_count();
    if (whole_planes)
      planes(in, out);
    else
      rows_and_columns(in, out);
    const bool moved = active(0) || active(1);
    if (active(2)) {
      const Index tasks = (plane_ + columns - 1) / columns;
      each(tasks, [&](Index t, float* scratch) {
        const Index first = t * columns;
        filter(2, {(moved ? out : in) + first, plane_, 1}, {out + first, plane_, 1},
               static_cast<int>(std::min(columns, plane_ - first)), scratch);
      });
    } else if (!moved && in != out) {
      std::copy_n(in, plane_ * n_[2], out);
    }
    job_.throw_if_stopped();
    return largest_;
  }

 private:
  static constexpr Index columns = 64;

  bool active(std::size_t axis) const { return axes_[axis].index() != 0; }

  void filter(std::size_t axis, LineBundle<const float> in, LineBundle<float> out, int count,
              float* scratch) const {
    if (const auto* const half = std::get_if<std::vector<float>>(&axes_[axis]))
      kernels_.symmetric(in, out, n_[axis], count, *half, scratch);
    else
      kernels_.recursive(in, out, n_[axis], count, std::get<RecursiveGaussian>(axes_[axis]), scratch);
  }

  template <class Work>
  void each(Index tasks, const Work& work) {
#pragma omp parallel
    {
      Field<float> scratch({static_cast<int>(scratch_), 1, 1});
#pragma omp for schedule(dynamic)
      for (Index t = 0; t < tasks; ++t)
        if (!job_.stop.stop_requested()) work(t, scratch.data());
    }
  }

  void look_at(const float* values, Index count) {
    const std::uint32_t found = kernels_.largest(values, count);
    std::uint32_t before = largest_;
    while (before < found && !largest_.compare_exchange_weak(before, found)) {
    }
  }

  // Both axes of a plane while it is in the cache.
  void planes(const float* in, float* out) {
    each(n_[2], [&](Index k, float* scratch) {
      const float* from = in + k * plane_;
      float* const to = out + k * plane_;
      look_at(from, plane_);
      if (active(0)) {
        filter(0, {from, 1, n_[0]}, {to, 1, n_[0]}, n_[1], scratch);
        from = to;
      }
      if (active(1)) filter(1, {from, n_[0], 1}, {to, n_[0], 1}, n_[0], scratch);
    });
  }

  void rows_and_columns(const float* in, float* out) {
    const Index rows = Index{1} * n_[1] * n_[2], tasks = (rows + columns - 1) / columns;
    each(tasks, [&](Index t, float* scratch) {
      const Index first = t * columns;
      const int count = static_cast<int>(std::min(columns, rows - first));
      look_at(in + first * n_[0], Index{1} * count * n_[0]);
      if (active(0))
        filter(0, {in + first * n_[0], 1, n_[0]}, {out + first * n_[0], 1, n_[0]}, count, scratch);
    });
    if (!active(1)) return;
    const float* const from = active(0) ? out : in;
    const Index parts = (n_[0] + columns - 1) / columns;
    each(parts * n_[2], [&](Index t, float* scratch) {
      const Index first = t % parts * columns, at = t / parts * plane_ + first;
      filter(1, {from + at, n_[0], 1}, {out + at, n_[0], 1},
             static_cast<int>(std::min(columns, n_[0] - first)), scratch);
    });
  }

  std::array<int, 3> n_;
  const std::array<AxisFilter, 3>& axes_;
  const Job& job_;
  const FilterKernels& kernels_;
  Index plane_;
  std::size_t scratch_ = 0;
  std::atomic<std::uint32_t> largest_ = 0;
};

// Whether a volume has no gap and nothing above `most_of_recursion`.
bool is_plain(std::span<const float> values) {
  const FilterKernels& kernels = *filter_kernels();
  constexpr Index part = 1 << 16;
  const auto size = static_cast<Index>(values.size());
  std::uint32_t found = 0;
#pragma omp parallel for schedule(static) reduction(max : found)
  for (Index m = 0; m < size; m += part)
    found = std::max(found, kernels.largest(values.data() + m, std::min(part, size - m)));
  return found <= std::bit_cast<std::uint32_t>(most_of_recursion);
}

// Means over the finite nodes: the field with zeros in its gaps over the share of nodes that are none. All
// weights are positive, so both keep their digits.
void fill_between(std::span<const float> in, const std::array<int, 3>& n, const GaussianPlan& plan,
                  std::span<float> out, const Job& job) {
  GapSurvey survey;
  survey.add(in);
  const double scale = survey.result().scale;
  Field<float> sums(n), shares(n);
  part_gaps(in, scale, sums.values(), shares.values());
  if (plan.direct) {
    const Kernel3 kernel = gaussian_kernel(plan.unit());
    for (Field<float>* const field : {&sums, &shares}) {
      Field<float> smooth(n);
      convolve(field->values(), n, kernel, smooth.values(), job);
      *field = std::move(smooth);
    }
  } else {
    for (Field<float>* const field : {&sums, &shares})
      filter_axes(field->data(), n, plan.taps, field->data(), job);
  }
  join_gaps(in, sums.values(), shares.values(), plan.on.gain / scale, out);
}

}  // namespace

std::uint32_t filter_axes(const float* in, const std::array<int, 3>& n, const std::array<AxisFilter, 3>& axes,
                          float* out, const Job& job) {
  return LinePasses(n, axes, job).run(in, out);
}

void GapSurvey::add(std::span<const float> values) {
  const auto size = static_cast<Index>(values.size());
  float most = most_;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (Index m = 0; m < size; ++m) {
    const float v = std::abs(values[static_cast<std::size_t>(m)]);
    if (std::isfinite(v) && v > most) most = v;
  }
  most_ = most;
  any_gap_ = any_gap_ || !is_plain(values);
}

GapScale GapSurvey::result() const {
  return {any_gap_, most_ > 0.0F ? std::ldexp(1.0, -std::ilogb(most_)) : 1.0};
}

void apply_gain(std::span<const float> in, double gain, std::span<float> out) {
  std::transform(in.begin(), in.end(), out.begin(), [gain](float v) {
    return gain == 1.0 || !std::isfinite(v) ? v : static_cast<float>(gain * v);
  });
}

void part_gaps(std::span<const float> values, double scale, std::span<float> sums, std::span<float> shares) {
  const auto size = static_cast<Index>(values.size());
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < size; ++i) {
    const auto m = static_cast<std::size_t>(i);
    const bool there = std::isfinite(values[m]);
    sums[m] = there ? static_cast<float>(values[m] * scale) : 0.0F;
    shares[m] = there ? 1.0F : 0.0F;
  }
}

void join_gaps(std::span<const float> values, std::span<const float> sums, std::span<const float> shares,
               double back, std::span<float> out) {
  const auto size = static_cast<Index>(values.size());
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < size; ++i) {
    const auto m = static_cast<std::size_t>(i);
    out[m] = std::isfinite(values[m]) ? static_cast<float>(back * sums[m] / shares[m]) : values[m];
  }
}

void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
              std::span<float> out, const Job& job) {
  const GaussianPlan plan = plan_gaussian(filter, grid);
  constexpr auto most = std::bit_cast<std::uint32_t>(most_of_recursion);
  if (plan.direct) {
    if (is_plain(in))
      convolve(in, grid.n, gaussian_kernel(plan.on), out, job);
    else
      fill_between(in, grid.n, plan, out, job);
  } else if (plan.leaves_alone()) {
    apply_gain(in, plan.on.gain, out);
  } else if (filter_axes(in.data(), grid.n, plan.axes, out.data(), job) > most) {
    fill_between(in, grid.n, plan, out, job);
  }
}

void make_smooth(Field<float>& field, const Grid3& grid, double sigma, const Job& job) {
  Field<float> smooth(field.shape());
  gaussian(field.values(), grid, {.sigma = {sigma, sigma, sigma}, .method = GaussianMethod::separable},
           smooth.values(), job);
  field = std::move(smooth);
}

}  // namespace foldwave
