// Any 3D kernel, directly: out(x) = sum_d w(d) f(x - d), so that an impulse becomes the kernel. Beyond its
// ends the field goes on as its mirror image (mirror.hpp). A node whose kernel touches what is no number
// becomes no number. The same bits for any number of threads.
// Shapes: one value a node, x fastest; `out` may not overlap `in`. Errors: InputError for a kernel whose
// weights are not its size; ResourceError; Stopped, and `out` is of no use.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

struct Kernel3 {
  std::array<int, 3> reach{};  // nodes to either side: 2 reach + 1 weights an axis
  std::vector<float> weights;  // of d, x fastest, from -reach on

  std::array<int, 3> n() const { return {2 * reach[0] + 1, 2 * reach[1] + 1, 2 * reach[2] + 1}; }
  Index size() const { return Index{1} * n()[0] * n()[1] * n()[2]; }
};

void check_kernel(const Kernel3& kernel);

void convolve(std::span<const float> in, const std::array<int, 3>& n, const Kernel3& kernel,
              std::span<float> out, const Job& job = {});

// A kernel as text: its three odd sizes, then its weights, x fastest, with anything but digits, signs, points
// and exponents between them. InputError names the text by `place`.
Kernel3 parse_kernel(std::string_view text, const std::string& place);

}  // namespace foldwave
