#include "gpu/volume/cuda_filters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/volume/filter/gaussian_plan.hpp"
#include "gpu/device_array.cuh"
#include "gpu/staging.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

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
