// "quick": error-bounded bricks at the speed of memory, on a processor or a device (gpu/volume). Values are
// rounded to steps of nearly 2 bounds, their differences along three axes within a tile kept in as many bit
// planes as the largest of 32 needs: one idea with cuSZp (Y. Huang et al., SC 2023), but in three dimensions
// and with the bound held on every float. Both directions work on tiles alone, whose places are sums of
// sizes.
//
// Bytes, in words of 32 bits: checksum (2), step (0: no loss), sizes of the tiles in words (16 bits each),
// tiles one after the other. A tile of which all is 0 has no words; else a byte for each of its blocks (lanes
// fastest), the blocks' planes, the lowest first, and what no step can hold: pairs of a position (13 bits:
// row, lane, depth) and the value's bits. A block of more than 15 such has its 32 values as they are behind
// its planes.
//
// A bound of 0 or below 1e-30 is kept without loss: whole numbers are then the values' bits. At worst the
// bytes are a little over twice the values'. Errors: as codec.hpp has them.
#pragma once

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/quick/quick_kernels.hpp"

namespace foldwave {

// Steps that keep a bound; a step that is given (a power of two: it costs no rounding) keeps half of itself
// or `bound`, whichever is more.
QuickSteps quick_steps(ErrorBound bound);
QuickSteps quick_steps_of(float step, ErrorBound bound);

class QuickCodec final : public Codec {
 public:
  explicit QuickCodec(QuickPath path = QuickPath::fastest) : kernels_(quick_kernels(path)) {}
  std::string name() const override { return "quick"; }
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                ErrorBound bound) const override;
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                const QuickSteps& steps) const;
  void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const override;

 private:
  const QuickKernels* kernels_;
};

// Makes a brick's checksum right again, if it has one.
void seal_quick(std::span<std::byte> bytes, BrickShape shape);

}  // namespace foldwave
