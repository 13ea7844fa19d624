// How strongly noise in the traces shows at each node of the reversed field: the illumination.
//
//   gain^2(x) = E |R(x, t)|^2 for noise of unit root mean square in the band
//             ~ sum over r of INTEGRAL |G(x_r, x) * s|^2 dt = <g, g>
//
// found in one reversal of random traces, which have passed the same band and wavelet, over its later half.
// |R| / (sigma gain) is large where many traces agree and not merely where receivers are near: it takes away
// the false foci around them and below strong reflectors, and by Cauchy and Schwarz its maximum without noise
// is at the source. gain^2 is smoothed over 0.6 of the shortest wavelength.
#pragma once

#include "core/imaging/locate/prediction.hpp"
#include "core/imaging/locate/reversal.hpp"

namespace foldwave {

Field<float> noise_gain(const StepperMaker& make, const Predictor& predictor, std::span<const float> wavelet,
                        const Band& band, int before, const Job& job);

// The root mean square of noise in traces that also hold a signal, by the median of their magnitudes.
double noise_level(std::span<const float> traces);

}  // namespace foldwave
