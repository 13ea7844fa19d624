#include "gpu/volume/cuda_filters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/volume/filter/gaussian_plan.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/base/staging.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

// The sums of hough_planes on the device; the seconds are of its kernels.
class DevicePlaneSteps final : public PlaneSteps {
 public:
  explicit DevicePlaneSteps(cudaStream_t stream) : stream_(stream) {}
  double seconds() const { return seconds_; }

  void means(std::span<const float> values, const HoughPlanesPlan& plan, const std::array<int, 3>& brick,
             const std::array<int, 3>& n, std::span<float> means) override {
    const DeviceArray<float> from(values.data(), values.size());
    DeviceArray<float> to(means.size());
    timed([&] {
      start_means(from.data(), plan.grid.n, {plan.threshold, plan.amplitude}, brick, n, to.data(), stream_);
    });
    bring(to, means);
  }

  Field<float> sums(std::span<const float> box, const PlaneSumsPlan& plan) override {
    const int most_a = plan.slopes_a.most_shift(plan.a), row = plan.c + 2 * most_a;
    const std::vector<int> a = plane_shifts(plan.slopes_a, plan.a), b = plane_shifts(plan.slopes_b, plan.b);
    const DeviceArray<int> shifts_a(a.data(), a.size()), shifts_b(b.data(), b.size());
    const DeviceArray<float> from(box.data(), box.size());
    DeviceArray<float> along(static_cast<std::size_t>(plan.slopes_a.count) *
                             static_cast<std::size_t>(plan.b) * static_cast<std::size_t>(row));
    Field<float> result({plan.intercepts(), plan.slopes_b.count, plan.slopes_a.count});
    DeviceArray<float> to(static_cast<std::size_t>(result.size()));
    ShiftedRows first;
    first.rows = plan.a;
    first.length = static_cast<int>(first.pitch = plan.c);
    first.slopes = plan.slopes_a.count;
    first.blocks = plan.b;
    first.out_length = row;
    first.in_block = Index{1} * plan.a * plan.c;
    first.out_slope = Index{1} * plan.b * row;
    first.out_block = row;
    ShiftedRows second;
    second.rows = plan.b;
    second.length = static_cast<int>(second.pitch = row);
    second.slopes = plan.slopes_b.count;
    second.blocks = plan.slopes_a.count;
    second.out_length = plan.intercepts();
    second.in_block = first.out_slope;
    second.out_slope = plan.intercepts();
    second.out_block = Index{1} * plan.slopes_b.count * plan.intercepts();
    timed([&] {
      start_shifted_sums(from.data(), shifts_a.data(), first, along.data(), stream_);
      start_shifted_sums(along.data(), shifts_b.data(), second, to.data(), stream_);
    });
    bring(to, result.values());
    return result;
  }

 private:
  template <class Work>
  void timed(const Work& work) {
    begin_.record(stream_);
    work();
    end_.record(stream_);
    end_.wait();
    seconds_ += end_.seconds_since(begin_);
  }
  static void bring(const DeviceArray<float>& from, std::span<float> to) {
    check_cuda(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(float), cudaMemcpyDeviceToHost),
               "cannot read the device");
  }
  cudaStream_t stream_;
  DeviceEvent begin_, end_;
  double seconds_ = 0.0;
};

class CudaFilters final : public VolumeFilters {
 public:
  void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
                std::span<float> out, const Job& job) override {
    const GaussianPlan plan = plan_gaussian(filter, grid);
    if (!plan.direct && plan.leaves_alone()) {
      foldwave::gaussian(in, grid, filter, out, job);
      seconds_ = 0.0;
      return;
    }
    DeviceArray<float> from(in.data(), in.size()), to(in.size());
    job.throw_if_stopped();
    state_.clear();
    begin_.record(stream_);
    const bool quick = !plan.direct && in_one_pass(from, to, grid.n, plan.axes);
    end_.record(stream_);
    if (!quick || state(gaps) != 0) {
      with_care(from, to, grid.n, plan);
      end_.record(stream_);
    }
    finish(to, out, job);
  }

  void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
                std::span<float> out, const Job& job) override {
    check_kernel(kernel);
    DeviceArray<float> from(in.data(), in.size()), to(in.size());
    job.throw_if_stopped();
    const std::vector<float> host = dense_weights(kernel);
    const DeviceArray<float> weights(host.data(), host.size());
    begin_.record(stream_);
    start_dense(from.data(), to.data(), n, kernel, weights.data(), stream_);
    end_.record(stream_);
    finish(to, out, job);
  }

  void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                  const Job& job) override {
    if (axis < 0 || axis > 2)
      throw InputError("axis", std::to_string(axis) + " is no axis", "give 0, 1 or 2");
    stencils(in, grid, 1, order, axis, false, out, job);
  }
  void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                     const Job& job) override {
    stencils(in, grid, 1, order, -1, true, out, job);
  }
  void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                 const Job& job) override {
    stencils(in, grid, 2, order, -1, false, out, job);
  }

  HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan,
                           const Job& job) override {
    DevicePlaneSteps steps(stream_);
    HoughPlanes result = foldwave::hough_planes(values, plan, job, &steps);
    seconds_ = steps.seconds();
    return result;
  }

  LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                              const Job& job) override {
    const HoughTables tables = hough_tables(plan);
    HoughVotes cast = hough_votes(points, plan.slice);
    LineAccumulator result = empty_accumulator(points.size(), plan, tables, cast.unit);
    // Points in fours; those added have no votes.
    const std::size_t count = (points.size() + 3) / 4 * 4;
    for (auto* const list : {&cast.u, &cast.v, &cast.q})
      list->resize(count);
    const DeviceArray<std::int32_t> u(cast.u.data(), count), v(cast.v.data(), count), q(cast.q.data(), count);
    const DeviceArray<std::int32_t> c(tables.c.data(), tables.c.size()), s(tables.s.data(), tables.s.size());
    DeviceArray<std::int32_t> votes(result.votes.size());
    job.throw_if_stopped();
    begin_.record(stream_);
    start_votes(u.data(), v.data(), q.data(), static_cast<int>(count), c.data(), s.data(), plan.angles,
                tables, votes.data(), stream_);
    end_.record(stream_);
    end_.wait();
    seconds_ = end_.seconds_since(begin_);
    check_cuda(cudaMemcpy(result.votes.data(), votes.data(), result.votes.size() * sizeof(std::int32_t),
                          cudaMemcpyDeviceToHost),
               "cannot read the device");
    return result;
  }

 private:
  // Of what filters find in values.
  enum State { largest = 0, largest_finite = 1, gaps = 2, states = 3 };
  std::uint32_t state(State which) {
    std::uint32_t value = 0;
    check_cuda(cudaMemcpyAsync(&value, state_.data() + which, sizeof(value), cudaMemcpyDeviceToHost, stream_),
               "cannot read the device");
    check_cuda(cudaStreamSynchronize(stream_), "a filter failed on the device");
    return value;
  }

  // Along one axis, or along all where it is -1.
  void stencils(std::span<const float> in, const Grid3& grid, int derivative, int order, int axis, bool root,
                std::span<float> out, const Job& job) {
    std::array<DeviceStencils, 3> axes;
    std::array<DeviceArray<int>, 3> first;
    std::array<DeviceArray<float>, 3> weights;
    for (std::size_t a = 0; a < 3; ++a) {
      const DifferenceTable host = difference_table(grid.n[a], grid.h[a], derivative, order);
      if (axis >= 0 && static_cast<std::size_t>(axis) != a) continue;
      first[a] = DeviceArray<int>(host.first.data(), host.first.size());
      weights[a] = DeviceArray<float>(host.weights.data(), host.weights.size());
      axes[a] = {first[a].data(), weights[a].data(), host.width};
    }
    DeviceArray<float> from(in.data(), in.size()), to(in.size());
    job.throw_if_stopped();
    begin_.record(stream_);
    start_stencils(from.data(), to.data(), grid.n, axes, root, stream_);
    end_.record(stream_);
    finish(to, out, job);
  }

  // Values are looked at before.
  void with_care(DeviceArray<float>& from, DeviceArray<float>& to, const VolumeShape& n,
                 const GaussianPlan& plan) {
    start_largest(from.data(), static_cast<Index>(from.size()), state_.data(), stream_);
    if (state(largest) > std::bit_cast<std::uint32_t>(most_of_recursion))
      between_gaps(from, to, n, plan, std::bit_cast<float>(state(largest_finite)));
    else if (plan.direct)
      dense(from.data(), to.data(), n, gaussian_kernel(plan.on));
    else
      axes(from, to, n, plan.axes);
  }

  void dense(const float* from, float* to, const VolumeShape& n, const Kernel3& kernel) {
    const std::vector<float> host = dense_weights(kernel);
    weights_ = DeviceArray<float>(host.data(), host.size());
    start_dense(from, to, n, kernel, weights_.data(), stream_);
  }

  // The result is in `to`; `from` is of no use then.
  void axes(DeviceArray<float>& from, DeviceArray<float>& to, const VolumeShape& n,
            const std::array<AxisFilter, 3>& filters) {
    if (in_one_pass(from, to, n, filters)) return;
    for (std::size_t a = 0; a < 3; ++a) {
      const int axis = static_cast<int>(a);
      if (const auto* const half = std::get_if<std::vector<float>>(&filters[a])) {
        weights_ = DeviceArray<float>(half->data(), half->size());
        start_axis(from.data(), to.data(), n, axis, weights_.data(), reach_of(filters[a]), stream_);
        std::swap(from, to);
      } else if (const auto* const gaussian = std::get_if<RecursiveGaussian>(&filters[a])) {
        weights_ = DeviceArray<float>(gaussian->past.data(), gaussian->past.size());
        if (ahead_.size() != from.size()) ahead_ = DeviceArray<float>(from.size());
        start_recursive(from.data(), n, axis, *gaussian, weights_.data(), ahead_.data(), to.data(), stream_);
      }
      // The weights must not go before they are read.
      check_cuda(cudaStreamSynchronize(stream_), "a filter failed on the device");
    }
    std::swap(from, to);
  }

  bool in_one_pass(const DeviceArray<float>& from, DeviceArray<float>& to, const VolumeShape& n,
                   const std::array<AxisFilter, 3>& filters) {
    static constexpr float one = 1.0F;
    std::array<std::span<const float>, 3> halves;
    for (std::size_t a = 0; a < 3; ++a) {
      if (std::holds_alternative<RecursiveGaussian>(filters[a])) return false;
      const auto* const half = std::get_if<std::vector<float>>(&filters[a]);
      halves[a] = half != nullptr ? std::span<const float>(*half) : std::span<const float>(&one, 1);
    }
    return start_separable(from.data(), to.data(), n, halves, state_.data() + gaps, stream_);
  }

  void between_gaps(DeviceArray<float>& from, DeviceArray<float>& to, const VolumeShape& n,
                    const GaussianPlan& plan, float most) {
    const auto size = static_cast<Index>(from.size());
    const double scale = most > 0.0F ? std::ldexp(1.0, -std::ilogb(most)) : 1.0;
    DeviceArray<float> sums(from.size()), shares(from.size());
    start_split(from.data(), size, scale, sums.data(), shares.data(), stream_);
    for (DeviceArray<float>* const field : {&sums, &shares}) {
      if (plan.direct) {
        GaussianOnGrid unit = plan.on;
        unit.gain = 1.0;
        dense(field->data(), to.data(), n, gaussian_kernel(unit));
        check_cuda(cudaStreamSynchronize(stream_), "a filter failed on the device");
      } else {
        axes(*field, to, n, plan.taps);
      }
      std::swap(*field, to);
    }
    start_join(from.data(), size, plan.on.gain / scale, sums.data(), shares.data(), to.data(), stream_);
    check_cuda(cudaStreamSynchronize(stream_), "a filter failed on the device");
  }

  void finish(const DeviceArray<float>& from, std::span<float> out, const Job& job) {
    end_.wait();
    seconds_ = end_.seconds_since(begin_);
    job.throw_if_stopped();
    check_cuda(cudaMemcpy(out.data(), from.data(), out.size() * sizeof(float), cudaMemcpyDeviceToHost),
               "cannot read the device");
  }

  DeviceStream stream_;
  DeviceEvent begin_, end_;
  DeviceArray<float> weights_, ahead_;
  DeviceArray<std::uint32_t> state_{states};
};

}  // namespace

std::unique_ptr<VolumeFilters> make_cuda_filters() {
  return std::make_unique<CudaFilters>();
}

}  // namespace foldwave
