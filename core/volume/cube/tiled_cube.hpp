// Volumes of any size from a small one, as seed 003 made its test data of 256 MB to 32 GB: the volume is laid
// side by side with itself until the size wanted is filled.
//
//   repeated  each tile as the volume is: jumps where two meet
//   mirrored  every second tile the other way round along its axis: no jumps
//   turned    each tile turned about its middle by half a turn, or none, about x, y or z, and where its sides
//             are equal by quarters too; which, hangs on the tile's place alone
//
// A size that is whole tiles holds every value of the volume equally often, bit by bit: the histogram is the
// same. Tiles at the upper sides are cut where the size is none.
// Planes are made on their own, z after z, so that a volume larger than memory can be written as it is made.
// Shapes: x fastest. Errors: InputError for a size below 1 and planes that are not there.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/field.hpp"

namespace foldwave {

enum class Tiling : std::uint8_t { repeated, mirrored, turned };

// Planes first to first + planes - 1 of the cube of size `n`; `out`: n[0] n[1] planes values.
void tile_planes(const Field<float>& volume, std::array<int, 3> n, Tiling tiling, int first,
                 std::span<float> out);

// All of it. Throws ResourceError when the memory is not to be had.
Field<float> tile_cube(const Field<float>& volume, std::array<int, 3> n, Tiling tiling);

}  // namespace foldwave
