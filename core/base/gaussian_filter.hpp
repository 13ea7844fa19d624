// A field made smooth by a Gaussian of a standard deviation in metres, one axis after another:
//
//   g(x) = sum_i w_i f(x + i h),  w_i = exp(-(i h / sigma)^2 / 2) / sum,  |i h| <= 4.5 sigma
//
// Beyond an end the field goes on as its mirror image, about the middle between the last node and the next,
// so that the sum along every axis stays what it was. An axis of one node, or with a sigma under a tenth of
// its spacing, is left alone.
#pragma once

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

// In place; throws Stopped, and then the field is of no use.
void gaussian_filter(Field<float>& field, const Grid3& grid, double sigma, const Job& job = {});

}  // namespace foldwave
