// How a source or a receiver between nodes is spread over them.
//
//   sinc (Hicks 2002):  w(x) = sinc(x) I_0(b sqrt(1 - (x / 4)^2)) / I_0(b),  |x| < 4 in nodes, b = 6.31
//   trilinear:          w(x) = 1 - |x|,  |x| < 1
//
// and the product of the three axes. On a node either is that node alone. Sinc weights keep amplitude and
// phase of waves down to four nodes a wavelength; trilinear ones are a low-pass, (pi h / wavelength)^2 / 2
// too small in the middle of a cell. Across a free face a tap belongs to the odd image, so it is folded back
// with the opposite sign; beyond the outermost node of a pad there is no field, and the tap is dropped.
#pragma once

#include <vector>

#include "core/wave/padded_grid.hpp"

namespace foldwave {

struct Tap {
  Index index = 0;  // into the arrays
  double weight = 0.0;
};

// Each node at most once, weights of zero left out. On a free face a receiver reads zero.
std::vector<Tap> receiver_taps(const PaddedGrid& padded, Vec3 position, Interpolation interpolation);

// The same without the nodes of free faces, which are never updated.
std::vector<Tap> source_taps(const PaddedGrid& padded, Vec3 position, Interpolation interpolation);

}  // namespace foldwave
