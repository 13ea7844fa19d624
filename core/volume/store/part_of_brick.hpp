// The values of a part of a packed brick where its packing gives them for less than the whole: Blosc packs
// blocks of a brick alone, and wave transforms such. Only for bytes whose sum was right: Blosc trusts where
// its blocks say they lie.
#pragma once

#include <cstdint>
#include <span>

#include "core/volume/codec/codec.hpp"
#include "core/volume/store/hdf_filters.hpp"

namespace foldwave {

// Of the brick's `values` those of `part`; others may be of any value. False: the whole brick has to be
// unpacked. Throws InputError (the place is left to the caller) for damaged bytes.
bool unpack_part(std::span<const HdfFilter> filters, std::uint32_t skipped, std::span<const std::byte> packed,
                 BrickShape shape, const BrickPart& part, std::span<float> values);

}  // namespace foldwave
