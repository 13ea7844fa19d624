#include "core/volume/codec/wave/wave_codec.hpp"

#include <algorithm>
#include <cstring>

#include "core/volume/codec/lossless/shuffled.hpp"
#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/wave/wave_prediction.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"
#include "core/volume/codec/wave/wave_transform.hpp"

namespace foldwave {

namespace {

// Prediction is tried where the transform takes more bits a value: below, waves are what it is for.
constexpr std::size_t transform_bits = 3;

std::vector<std::byte> without_loss(std::span<const float> values) {
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::lossless);
  pack_shuffled(values, bytes);
  return bytes;
}

std::vector<std::byte> pack_whole(const WaveKernels& kernels, std::span<const float> values, BrickShape shape,
                                  ErrorBound bound) {
  if (bound.absolute < least_wave_bound || !wave_transform_takes(shape)) return without_loss(values);
  const float strict = strict_wave_bound(bound.absolute);
  std::vector<std::byte> bytes = pack_transform(kernels, values, shape, strict);
  if (bytes.size() * 8 > values.size() * transform_bits) {
    std::vector<std::byte> predicted = pack_prediction(kernels, values, shape, strict, bytes.size());
    if (!predicted.empty() && predicted.size() < bytes.size()) bytes.swap(predicted);
  }
  // Bounds below the values' last digits leave nothing to round.
  if (bytes.size() < values.size_bytes() / 2) return bytes;
  std::vector<std::byte> kept = without_loss(values);
  return kept.size() <= bytes.size() ? kept : bytes;
}

std::size_t values_before(BrickShape shape, std::size_t axis) {
  std::size_t count = 1;
  for (std::size_t a = 0; a < axis; ++a)
    count *= static_cast<std::size_t>(shape.n[a]);
  return count;
}

// The brick without the layers along each axis that repeat the one before, bit by bit, to its end: bricks at
// a volume's upper sides, and silence.
BrickShape without_repeats(std::span<const float> values, BrickShape shape) {
  BrickShape kept = shape;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t run = values_before(shape, axis), n = static_cast<std::size_t>(shape.n[axis]);
    const auto repeats = [&](std::size_t layer) {
      for (std::size_t at = layer * run; at < values.size(); at += n * run)
        if (std::memcmp(&values[at], &values[at - run], run * sizeof(float)) != 0) return false;
      return true;
    };
    while (kept.n[axis] > 1 && repeats(static_cast<std::size_t>(kept.n[axis] - 1)))
      --kept.n[axis];
  }
  return kept;
}

// Calls with the place of each row of x in the smaller and in the larger brick.
template <class Each>
void for_rows(BrickShape small, BrickShape large, const Each& each) {
  std::size_t from = 0;
  for (int z = 0; z < large.n[2]; ++z)
    for (int y = 0; y < large.n[1]; ++y, from += static_cast<std::size_t>(large.n[0]))
      each((static_cast<std::size_t>(std::min(z, small.n[2] - 1)) * static_cast<std::size_t>(small.n[1]) +
            static_cast<std::size_t>(std::min(y, small.n[1] - 1))) *
               static_cast<std::size_t>(small.n[0]),
           from);
}

std::vector<std::byte> pack_wave(const WaveKernels& kernels, std::span<const float> values, BrickShape shape,
                                 ErrorBound bound) {
  const BrickShape kept = without_repeats(values, shape);
  if (kept.n == shape.n) return pack_whole(kernels, values, shape, bound);
  std::vector<float> part(kept.values());
  const auto length = static_cast<std::size_t>(kept.n[0]);
  for_rows(kept, shape,
           [&](std::size_t small, std::size_t large) { std::copy_n(&values[large], length, &part[small]); });
  const std::vector<std::byte> inner = pack_whole(kernels, part, kept, bound);
  if (inner.front() == static_cast<std::byte>(WaveMode::silent)) return inner;
  std::vector<std::byte> bytes;
  put(bytes, WaveMode::repeated);
  for (const int n : kept.n)
    put(bytes, static_cast<std::uint32_t>(n));
  put_all(bytes, std::span<const std::byte>(inner));
  return bytes;
}

void unpack_wave(const WaveKernels& kernels, ByteReader& reader, BrickShape shape, const BrickPart& part,
                 std::span<float> values, bool may_repeat) {
  switch (reader.take<WaveMode>()) {
    case WaveMode::lossless:
      unpack_shuffled(reader, values);
      return;
    case WaveMode::silent:
      if (reader.left() != 0) refuse_brick("it is longer than silence");
      std::fill(values.begin(), values.end(), 0.0F);
      return;
    case WaveMode::transform:
      unpack_transform(kernels, reader, shape, part, values);
      return;
    case WaveMode::predicted:
      unpack_prediction(kernels, reader, shape, values);
      return;
    case WaveMode::repeated: {
      if (!may_repeat) break;
      BrickShape kept;
      BrickPart inner;
      for (std::size_t a = 0; a < 3; ++a) {
        const auto n = reader.take<std::uint32_t>();
        if (n < 1 || n > static_cast<std::uint32_t>(shape.n[a])) refuse_brick("it repeats a part beyond it");
        kept.n[a] = static_cast<int>(n);
        // What lies beyond repeats the last layer.
        inner.low[a] = std::min(part.low[a], kept.n[a] - 1);
        inner.n[a] = std::min(part.low[a] + part.n[a], kept.n[a]) - inner.low[a];
        inner.n[a] = std::max(inner.n[a], 1);
      }
      std::vector<float> before(kept.values());
      unpack_wave(kernels, reader, kept, inner, before, false);
      for_rows(kept, shape, [&](std::size_t small, std::size_t large) {
        const auto length = static_cast<std::size_t>(kept.n[0]);
        std::copy_n(&before[small], length, &values[large]);
        std::fill_n(&values[large] + length, static_cast<std::size_t>(shape.n[0]) - length,
                    before[small + length - 1]);
      });
      return;
    }
  }
  refuse_brick("its kind is unknown");
}

}  // namespace

std::vector<std::byte> WaveCodec::encode(std::span<const float> values, BrickShape shape,
                                         ErrorBound bound) const {
  check_brick(values.size(), shape);
  check_bound(bound);
  std::vector<std::byte> bytes = pack_wave(*kernels_, values, shape, bound);
  seal(bytes, shape);
  return bytes;
}

void WaveCodec::decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const {
  decode_part(bytes, shape, whole_brick(shape), values);
}

void WaveCodec::decode_part(std::span<const std::byte> bytes, BrickShape shape, const BrickPart& part,
                            std::span<float> values) const {
  check_brick(values.size(), shape);
  ByteReader reader(unseal(bytes, shape));
  unpack_wave(*kernels_, reader, shape, part, values, true);
}

}  // namespace foldwave
