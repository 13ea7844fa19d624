// A run of values out of a packed brick where its packing gives that for less than the whole: Blosc packs
// blocks of a brick alone. Only for bytes whose sum was right: Blosc trusts where its blocks say they lie.
#pragma once

#include <cstdint>
#include <span>

#include "core/volume/store/hdf_filters.hpp"

namespace foldwave {

// The values from `first` on, as many as `part` holds; false: the whole brick has to be unpacked. Throws
// InputError (the place is left to the caller) for damaged bytes.
bool unpack_part(std::span<const HdfFilter> filters, std::uint32_t skipped, std::span<const std::byte> packed,
                 std::size_t first, std::span<float> part);

}  // namespace foldwave
