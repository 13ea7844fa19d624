// "wave": error-bounded bricks of wave fields and stacks. A transform of 16^3 blocks (DCT, wave_block.hpp)
// and a uniform quantiser of a step that the brick chooses, or a linear prediction of rounded values
// (wave_predictor.hpp), whichever takes fewer bytes; integers coded by 16 range coders side by side, each by
// the table that its neighbours' magnitudes choose, blocks in one stream of them or several (wave_lane.hpp).
// The encoder decodes each block as the decoder will and compares in single precision: what lies beyond the
// bound is mended by a step, or kept exactly. So the bound holds for every input, NaN and infinities come
// back bit by bit, and a brick that never leaves the bound is one byte and its checksum. A bound of 0, or one
// that the values have no digits for, is kept without loss. Bytes are the same on every machine: integers,
// and sums and products of floats in one order.
#pragma once

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/wave/wave_kernels.hpp"

namespace foldwave {

class WaveCodec final : public Codec {
 public:
  explicit WaveCodec(WavePath path = WavePath::fastest) : kernels_(wave_kernels(path)) {}
  std::string name() const override { return "wave"; }
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                ErrorBound bound) const override;
  void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const override;
  // Of the whole brick's `values` those of `part`, which lies within it; others may be of any value. Of thin
  // layers across z it takes a third of the time, of others three quarters.
  void decode_part(std::span<const std::byte> bytes, BrickShape shape, const BrickPart& part,
                   std::span<float> values) const;

 private:
  const WaveKernels* kernels_;
};

}  // namespace foldwave
