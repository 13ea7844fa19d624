#include "core/volume/store/part_of_brick.hpp"

#include <blosc.h>

#include <limits>

#include "core/base/error.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"
#include "core/volume/store/plugin/own_filter.hpp"

namespace foldwave {

namespace {

// The layers across z that hold the part, where they are no more than half of all.
bool unpack_layers(std::span<const std::byte> packed, BrickShape shape, const BrickPart& part,
                   std::span<float> values) {
  const auto layer = static_cast<std::size_t>(shape.n[0]) * static_cast<std::size_t>(shape.n[1]);
  const std::size_t first = layer * static_cast<std::size_t>(part.low[2]);
  const std::size_t count = layer * static_cast<std::size_t>(part.n[2]);
  if (2 * count > values.size()) return false;
  std::size_t size = 0, type_size = 0;
  int flags = 0;
  if (packed.size() < BLOSC_MIN_HEADER_LENGTH ||
      blosc_cbuffer_validate(packed.data(), packed.size(), &size) != 0)
    throw InputError({}, "Blosc cannot be unpacked: its bytes are damaged", "take it from its source again");
  blosc_cbuffer_metainfo(packed.data(), &type_size, &flags);
  constexpr std::size_t most = std::numeric_limits<int>::max();
  if (type_size != sizeof(float) || size > most || first + count > size / sizeof(float)) return false;
  const int wanted = static_cast<int>(count * sizeof(float));
  if (blosc_getitem(packed.data(), static_cast<int>(first), static_cast<int>(count), values.data() + first) !=
      wanted)
    throw InputError({}, "Blosc cannot be unpacked: its bytes are damaged", "take it from its source again");
  return true;
}

}  // namespace

bool unpack_part(std::span<const HdfFilter> filters, std::uint32_t skipped, std::span<const std::byte> packed,
                 BrickShape shape, const BrickPart& part, std::span<float> values) {
  constexpr int blosc_number = 32001;
  if (filters.size() != 1 || skipped != 0) return false;
  if (filters[0].id == blosc_number) return unpack_layers(packed, shape, part, values);
  if (filters[0].id != own_filter_id) return false;
  const OwnPacking packing = own_packing(filters[0].values);
  const auto* const wave = dynamic_cast<const WaveCodec*>(packing.codec);
  if (wave == nullptr || packing.shape.n != shape.n) return false;
  wave->decode_part(packed, shape, part, values);
  return true;
}

}  // namespace foldwave
