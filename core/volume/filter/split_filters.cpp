#include "core/volume/filter/split_filters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/volume/filter/gaussian_plan.hpp"

namespace foldwave {

namespace {

// What every filter would mend (gaussian_plan.hpp).
bool has_gaps(std::span<const float> values) {
  const auto size = static_cast<Index>(values.size());
  int gaps = 0;
#pragma omp parallel for schedule(static) reduction(| : gaps)
  for (Index m = 0; m < size; ++m)
    gaps |= static_cast<int>(!(std::abs(values[static_cast<std::size_t>(m)]) <= most_of_recursion));
  return gaps != 0;
}

class SplitFilters final : public VolumeFilters {
 public:
  SplitFilters(WorkDevices devices, std::function<std::unique_ptr<VolumeFilters>()> make)
      : devices_(std::move(devices)), make_(std::move(make)) {}

  void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
                std::span<float> out, const Job& job) override {
    const GaussianPlan plan = plan_gaussian(filter, grid);
    if (plan.direct && !has_gaps(in)) return convolve(in, grid.n, gaussian_kernel(plan.on), out, job);
    on_one([&](VolumeFilters& filters) { filters.gaussian(in, grid, filter, out, job); });
  }
  void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
                std::span<float> out, const Job& job) override {
    check_kernel(kernel);
    // A layer beside a cut must not see the mirror behind it, nor one at an end the cut.
    const int reach = kernel.reach[2], least = std::max(1, 2 * reach);
    const int parts = std::max(1, std::min(devices_.count, n[2] / least));
    if (parts == 1) return on_one([&](VolumeFilters& filters) { filters.convolve(in, n, kernel, out, job); });
    const std::size_t plane = static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]);
    std::vector<double> seconds(static_cast<std::size_t>(parts));
    for_each_part(devices_, parts, job, [&](int part, const Job& own) {
      const int first = n[2] * part / parts, end = n[2] * (part + 1) / parts;
      const int low = std::max(0, first - reach), high = std::min(n[2], end + reach);
      const auto values = [plane](int layers) { return plane * static_cast<std::size_t>(layers); };
      const auto filters = make_();
      std::vector<float> wide(values(high - low));
      filters->convolve(in.subspan(values(low), values(high - low)), {n[0], n[1], high - low}, kernel, wide,
                        own);
      std::copy_n(wide.begin() + static_cast<std::ptrdiff_t>(values(first - low)), values(end - first),
                  out.begin() + static_cast<std::ptrdiff_t>(values(first)));
      seconds[static_cast<std::size_t>(part)] = filters->seconds();
    });
    seconds_ = *std::ranges::max_element(seconds);
  }
  void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                  const Job& job) override {
    on_one([&](VolumeFilters& filters) { filters.derivative(in, grid, axis, order, out, job); });
  }
  void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                     const Job& job) override {
    on_one([&](VolumeFilters& filters) { filters.gradient_size(in, grid, order, out, job); });
  }
  void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                 const Job& job) override {
    on_one([&](VolumeFilters& filters) { filters.laplacian(in, grid, order, out, job); });
  }
  LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                              const Job& job) override {
    LineAccumulator result;
    on_one([&](VolumeFilters& filters) { result = filters.hough_lines(points, plan, job); });
    return result;
  }
  HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan,
                           const Job& job) override {
    HoughPlanes result;
    on_one([&](VolumeFilters& filters) { result = filters.hough_planes(values, plan, job); });
    return result;
  }

 private:
  template <class Use>
  void on_one(const Use& use) {
    const auto there = devices_.on(0);
    const auto filters = make_();
    use(*filters);
    seconds_ = filters->seconds();
  }

  WorkDevices devices_;
  std::function<std::unique_ptr<VolumeFilters>()> make_;
};

}  // namespace

std::unique_ptr<VolumeFilters> make_split_filters(WorkDevices devices,
                                                  std::function<std::unique_ptr<VolumeFilters>()> make) {
  return std::make_unique<SplitFilters>(std::move(devices), std::move(make));
}

}  // namespace foldwave
