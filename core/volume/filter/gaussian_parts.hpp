// The steps of a Gaussian (gaussian.hpp), for who has not all of a volume at once. A volume in slabs of
// planes goes through x and y as planes are there, and through z as whole columns; a direct kernel takes
// slabs with a halo of its reach. What a step gives is what the whole volume at once would, bit by bit.
// Whether gaps are filled is decided for the whole: where a value is no finite number, or larger than
// `most_of_recursion`, two fields are filtered, values and shares, and their quotient is the result. Shapes:
// boxes of nodes, x fastest. Errors: Stopped.
#pragma once

#include <cstdint>
#include <span>

#include "core/volume/filter/gaussian_plan.hpp"

namespace foldwave {

// The axes that are filtered must be whole in the box. The largest magnitude of `in` as bits, above those of
// any finite number where one is none. `in` may be `out`.
std::uint32_t filter_axes(const float* in, const std::array<int, 3>& n, const std::array<AxisFilter, 3>& axes,
                          float* out, const Job& job);

// What must be known of a whole volume before any of it is filtered.
struct GapScale {
  bool fills = false;  // gaps are filled
  double scale = 1.0;  // of values, to about 1
};
class GapSurvey {
 public:
  void add(std::span<const float> values);
  GapScale result() const;

 private:
  float most_ = 0.0F;  // of the finite magnitudes
  bool any_gap_ = false;
};

// Of a Gaussian that leaves every axis alone.
void apply_gain(std::span<const float> in, double gain, std::span<float> out);

// `values` scaled with zeros in their gaps, and 1 where there is a number, 0 where there is none.
void part_gaps(std::span<const float> values, double scale, std::span<float> sums, std::span<float> shares);
// The means where `values` has a number; elsewhere what it has. `values` may be `out`.
void join_gaps(std::span<const float> values, std::span<const float> sums, std::span<const float> shares,
               double back, std::span<float> out);

}  // namespace foldwave
