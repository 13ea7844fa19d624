// Volumes to measure codecs on, n^3 nodes, the same bits on every run of a machine:
//
//   filled   a snapshot that waves fill: 24 plane waves in directions spread over the sphere, each a train of
//            Ricker wavelets of random spikes, as layers scatter them. A sum of f(t - p x), so it solves the
//            wave equation of one speed. 12 nodes to the wavelength at the spectrum's peak, 5 where it ends
//   silent   a snapshot early in a run: one spherical wave w(t - r / c) / r, zero elsewhere
//   stack    a layered stack as traces stand in a file, samples along x: reflections of random strength on
//            beds that fold and are broken by a fault, 8 samples to the wavelength at the peak, with noise of
//            a twentieth of their rms
//
// None is scaled: bounds are relative to the range.
#pragma once

#include <string>

#include "core/base/field.hpp"

namespace foldwave {

enum class CodecBenchCase { filled, silent, stack };

std::string codec_case_name(CodecBenchCase which);

// Throws ResourceError when the memory is not to be had.
Field<float> codec_case(CodecBenchCase which, int n);

}  // namespace foldwave
