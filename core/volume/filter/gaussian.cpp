#include "core/volume/filter/gaussian.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/field.hpp"
#include "core/base/system.hpp"
#include "core/volume/filter/gaussian_plan.hpp"
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

std::uint32_t largest_of(std::span<const float> values) {
  const FilterKernels& kernels = *filter_kernels();
  constexpr Index part = 1 << 16;
  const auto size = static_cast<Index>(values.size());
  std::uint32_t found = 0;
#pragma omp parallel for schedule(static) reduction(max : found)
  for (Index m = 0; m < size; m += part)
    found = std::max(found, kernels.largest(values.data() + m, std::min(part, size - m)));
  return found;
}

// Means over the finite nodes: the field with zeros in its gaps over the share of nodes that are none. All
// weights are positive, so both keep their digits.
void fill_between(std::span<const float> in, const std::array<int, 3>& n, const GaussianPlan& plan,
                  std::span<float> out, const Job& job) {
  const auto size = static_cast<Index>(in.size());
  float most = 0.0F;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (Index m = 0; m < size; ++m) {
    const float v = std::abs(in[static_cast<std::size_t>(m)]);
    if (std::isfinite(v) && v > most) most = v;
  }
  const double scale = most > 0.0F ? std::ldexp(1.0, -std::ilogb(most)) : 1.0;
  Field<float> sums(n), shares(n);
#pragma omp parallel for schedule(static)
  for (Index m = 0; m < size; ++m) {
    const float v = in[static_cast<std::size_t>(m)];
    sums[m] = std::isfinite(v) ? static_cast<float>(v * scale) : 0.0F;
    shares[m] = std::isfinite(v) ? 1.0F : 0.0F;
  }
  if (plan.direct) {
    GaussianOnGrid unit = plan.on;
    unit.gain = 1.0;
    const Kernel3 kernel = gaussian_kernel(unit);
    for (Field<float>* const field : {&sums, &shares}) {
      Field<float> smooth(n);
      convolve(field->values(), n, kernel, smooth.values(), job);
      *field = std::move(smooth);
    }
  } else {
    for (Field<float>* const field : {&sums, &shares})
      LinePasses(n, plan.taps, job).run(field->data(), field->data());
  }
  const double back = plan.on.gain / scale;
#pragma omp parallel for schedule(static)
  for (Index m = 0; m < size; ++m) {
    const float v = in[static_cast<std::size_t>(m)];
    out[static_cast<std::size_t>(m)] = std::isfinite(v) ? static_cast<float>(back * sums[m] / shares[m]) : v;
  }
}

}  // namespace

void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
              std::span<float> out, const Job& job) {
  const GaussianPlan plan = plan_gaussian(filter, grid);
  constexpr auto most = std::bit_cast<std::uint32_t>(most_of_recursion);
  if (plan.direct) {
    if (largest_of(in) <= most)
      convolve(in, grid.n, gaussian_kernel(plan.on), out, job);
    else
      fill_between(in, grid.n, plan, out, job);
  } else if (plan.leaves_alone()) {
    const double gain = plan.on.gain;
    std::transform(in.begin(), in.end(), out.begin(), [gain](float v) {
      return gain == 1.0 || !std::isfinite(v) ? v : static_cast<float>(gain * v);
    });
  } else if (LinePasses(grid.n, plan.axes, job).run(in.data(), out.data()) > most) {
    fill_between(in, grid.n, plan, out, job);
  }
}

}  // namespace foldwave
