// The quick codec's work on one tile, for the widest instruction set that the processor has; every set gives
// the same bits.
#pragma once

#include <cstdint>

#include "core/volume/codec/quick/quick_block.hpp"

namespace foldwave {

constexpr int quick_vector = 16;                          // lanes of a group
constexpr int quick_groups = quick_lanes / quick_vector;  // of a row
constexpr int quick_pitch = quick_vector + quick_lanes;   // of a line of q, zeros before it

// A tile on its way. Lines are [row][depth][lane], planes [row][group][plane][lane of it].
struct QuickWork {
  alignas(64) float values[quick_rows * quick_depth * quick_lanes];
  // Behind a row and before each line zeros, as beyond the tile.
  alignas(64) std::uint32_t q[(quick_rows + 1) * quick_depth * quick_pitch];
  alignas(64) std::uint32_t planes[quick_rows * quick_groups * 32 * quick_vector];
  // Of each block [row][lane]: depths that are kept exactly, and its byte without quick_whole.
  alignas(64) std::uint32_t exact[quick_blocks];
  alignas(64) std::uint32_t width[quick_blocks];
};

struct QuickKernels {
  // Values to planes, widths and exact depths, of `rows` rows; depths that are not in `depths` are not kept
  // exactly. q's zeros must be there.
  void (*split)(QuickWork& work, int rows, std::uint32_t depths, const QuickSteps& steps);
  // Planes and widths to values; planes above a block's width must be 0.
  void (*join)(QuickWork& work, int rows, float step);
};

enum class QuickPath { fastest, plain, avx2, avx512 };

// Null where the processor or the build has not that path; fastest is never null.
const QuickKernels* quick_kernels(QuickPath path = QuickPath::fastest);
const QuickKernels* plain_quick_kernels();
const QuickKernels* avx2_quick_kernels();
const QuickKernels* avx512_quick_kernels();

}  // namespace foldwave
