// One brick by zfp as HDF5's filter 32013 has it: the stream's header stands in the dataset's parameters, the
// brick holds the stream alone. Fixed accuracy, or reversible at bound 0. zfp keeps no bound on a block with
// what is not finite or of too wide a range: a brick that does not come back within it leaves the filter out.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/store/hdf_filters.hpp"

namespace foldwave {

std::vector<unsigned> zfp_parameters(const std::array<int, 3>& brick, double error_bound);
PackedBrick zfp_pack(const std::array<int, 3>& brick, double error_bound, std::span<const float> values);
// Throws InputError for parameters that do not fit the brick or are damaged.
void zfp_unpack(std::span<const unsigned> parameters, std::span<const std::byte> packed,
                std::span<std::byte> raw);

// The yardstick: zfp itself, which does not look whether it kept its bound, and unpacks its own bytes alone.
// Null in a build without it.
const Codec* bare_zfp();

}  // namespace foldwave
