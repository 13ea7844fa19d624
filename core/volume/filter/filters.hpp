// The filters of volumes behind one interface, for what runs them on the processor or on a device. What each
// does is said by gaussian.hpp, kernel3.hpp, derivative.hpp, hough/hough_lines.hpp and
// hough/hough_planes.hpp; a device agrees with the processor within 1e-5 of the largest value, and in every
// vote. For one thread at a time. Errors: those of the functions; DeviceError where the device has too little
// memory or fails.
#pragma once

#include <memory>

#include "core/volume/filter/derivative.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/hough/hough_lines.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"
#include "core/volume/filter/kernel3.hpp"

namespace foldwave {

class VolumeFilters {
 public:
  virtual ~VolumeFilters() = default;
  virtual void gaussian(std::span<const float> in, const Grid3& grid, const GaussianFilter& filter,
                        std::span<float> out, const Job& job) = 0;
  virtual void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
                        std::span<float> out, const Job& job) = 0;
  virtual void derivative(std::span<const float> in, const Grid3& grid, int axis, int order,
                          std::span<float> out, const Job& job) = 0;
  virtual void gradient_size(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                             const Job& job) = 0;
  virtual void laplacian(std::span<const float> in, const Grid3& grid, int order, std::span<float> out,
                         const Job& job) = 0;
  virtual LineAccumulator hough_lines(std::span<const HoughPoint> points, const HoughLinesPlan& plan,
                                      const Job& job) = 0;
  virtual HoughPlanes hough_planes(std::span<const float> values, const HoughPlanesPlan& plan,
                                   const Job& job) = 0;

  // Of the last call: on a device its kernels alone, by its clock.
  double seconds() const { return seconds_; }

 protected:
  double seconds_ = 0.0;
};

std::unique_ptr<VolumeFilters> make_cpu_filters();

}  // namespace foldwave
