#include "core/volume/filter/filters.hpp"

#include "core/base/clock.hpp"

namespace foldwave {

namespace {

class CpuFilters final : public VolumeFilters {
 public:
  void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
                std::span<float> out, const Job& job) override {
    const Clock clock;
    foldwave::gaussian(in, grid, filter, out, job);
    seconds_ = clock.seconds();
  }
  void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
                std::span<float> out, const Job& job) override {
    const Clock clock;
    foldwave::convolve(in, n, kernel, out, job);
    seconds_ = clock.seconds();
  }
  void derivative(std::span<const float> in, const Grid3& grid, int axis, int order, std::span<float> out,
                  const Job& job) override {
    const Clock clock;
    foldwave::derivative(in, grid, axis, order, out, job);
    seconds_ = clock.seconds();
  }
  void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                     const Job& job) override {
    const Clock clock;
    foldwave::gradient_size(in, grid, order, out, job);
    seconds_ = clock.seconds();
  }
  void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                 const Job& job) override {
    const Clock clock;
    foldwave::laplacian(in, grid, order, out, job);
    seconds_ = clock.seconds();
  }
  LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                              const Job& job) override {
    const Clock clock;
    LineAccumulator result = foldwave::hough_lines(points, plan, job);
    seconds_ = clock.seconds();
    return result;
  }
  HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan,
                           const Job& job) override {
    const Clock clock;
    HoughPlanes result = foldwave::hough_planes(values, plan, job);
    seconds_ = clock.seconds();
    return result;
  }
};

}  // namespace

std::unique_ptr<VolumeFilters> make_cpu_filters() {
  return std::make_unique<CpuFilters>();
}

}  // namespace foldwave
