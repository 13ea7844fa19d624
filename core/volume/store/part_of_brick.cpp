#include "core/volume/store/part_of_brick.hpp"

#include <blosc.h>

#include <limits>

#include "core/base/error.hpp"

namespace foldwave {

bool unpack_part(std::span<const HdfFilter> filters, std::uint32_t skipped, std::span<const std::byte> packed,
                 std::size_t first, std::span<float> part) {
  constexpr int blosc_number = 32001;
  if (filters.size() != 1 || filters[0].id != blosc_number || skipped != 0) return false;
  std::size_t size = 0, type_size = 0;
  int flags = 0;
  if (packed.size() < BLOSC_MIN_HEADER_LENGTH ||
      blosc_cbuffer_validate(packed.data(), packed.size(), &size) != 0)
    throw InputError({}, "Blosc cannot be unpacked: its bytes are damaged", "take it from its source again");
  blosc_cbuffer_metainfo(packed.data(), &type_size, &flags);
  constexpr std::size_t most = std::numeric_limits<int>::max();
  if (type_size != sizeof(float) || size > most || first + part.size() > size / sizeof(float)) return false;
  const int wanted = static_cast<int>(part.size_bytes());
  if (blosc_getitem(packed.data(), static_cast<int>(first), static_cast<int>(part.size()), part.data()) !=
      wanted)
    throw InputError({}, "Blosc cannot be unpacked: its bytes are damaged", "take it from its source again");
  return true;
}

}  // namespace foldwave
