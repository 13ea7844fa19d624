// What is done to an image, and to velocities before they migrate.
#pragma once

#include <vector>

#include "core/base/field.hpp"

namespace foldwave {

// Second differences of second order, over h^2; one-sided copies at the edges.
Field<float> laplacian_of(const Grid3& grid, const Field<float>& image);

// image / (illumination + damping * its largest value)
Field<float> illuminated(const Field<float>& image, const Field<float>& illumination, double damping);

// Automatic gain: over the root mean square of `length` metres of depth about each node; columns of zeros
// stay zero.
Field<float> depth_agc(const Grid3& grid, const Field<float>& image, double length);

// The velocity whose slowness is this one's smoothed by a Gaussian of this standard deviation, metres, with
// the edges continued.
Field<float> smoothed_slowness(const Grid3& grid, const Field<float>& velocity, double sigma);

// Each column goes to two-way time at the velocity, takes the filter of a zero-phase Ricker wavelet of this
// frequency there, and comes back to depth.
Field<float> wavelet_band(const Grid3& grid, const Field<float>& values, const Field<float>& velocity,
                          double frequency);

// Pearson's correlation of two fields at depths of `from` metres and below.
double correlation_below(const Grid3& grid, const Field<float>& a, const Field<float>& b, double from);

}  // namespace foldwave
