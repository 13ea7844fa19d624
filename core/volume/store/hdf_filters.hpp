// The packings of .hdf files, and how one brick goes through them: those that every reader of HDF5 has or can
// install, and our own codecs, which others read by our plugin (plugin/own_filter.hpp). A dataset has a chain
// of filters; each brick of it says which of them it left out.
//
//   none      the floats themselves
//   deflate   shuffle, deflate (HDF5's own)
//   lz4       shuffle, LZ4           (filter 32004)
//   blosc     bitshuffle, LZ4        (filter 32001)
//   blosc-zstd  bitshuffle, zstd     (the same filter)
//   zfp       accuracy or reversible (filter 32013)
//   wave, quick, rle, huffman, huffman-fixed, and transforms such as fast-dct-3d or lot-2d-zstd
//                        (filter 479, of those that HDF5 leaves for testing: plugin/own_filter.hpp)
//
// Where there is an error bound e > 0, zfp, wave, quick and transforms keep it by themselves; the others
// round each value to the nearest multiple of the greatest power of two that is at most 2 e; a value beyond
// 2^22 of these, and what is not finite, stays as it is. A brick that zfp would not keep within the bound, or
// that ours would make longer, leaves the filter out. A brick that is rounded to zeros, of those that do not
// round one of which no value is above the bound, is silent: it has no bytes. At bound 0 that takes +0 alone.
// Units: bounds in the values' own. Errors: undo_filters throws InputError (the place is left to the caller)
// for damaged bytes and for filters that this program does not have, with the package that brings them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/volume/store/hdf_codecs.hpp"

namespace foldwave {

struct HdfFilter {
  int id = 0;
  std::vector<unsigned> values{};  // its parameters, as the file has them
  bool operator==(const HdfFilter&) const = default;
};

struct PackedBrick {
  std::vector<std::byte> bytes;  // none: silent
  std::uint32_t skipped = 0;     // bit f: filter f was left out
};

// The filters of a dataset of bricks of this shape. Throws InputError for a name that is not above.
std::vector<HdfFilter> filters_of(const std::string& codec, const std::array<int, 3>& brick,
                                  double error_bound);
std::string codec_of(std::span<const HdfFilter> filters);  // "shuffle, deflate" where it is none of ours

// `values` is rounded in place where there is a bound.
PackedBrick pack_brick(const std::string& codec, const std::array<int, 3>& brick, double error_bound,
                       std::span<float> values);

// The bytes of a brick as they were before the filters; `item` is the size of one value.
void undo_filters(std::span<const HdfFilter> filters, std::uint32_t skipped,
                  std::span<const std::byte> packed, std::size_t item, std::span<std::byte> raw);

// As said above; the bound holds on every finite value. The step is 0 where nothing is rounded.
float rounding_step(double error_bound);
void round_to_bound(std::span<float> values, double error_bound);

}  // namespace foldwave
