// A plane of values as a picture, one pixel a node: of both signs in blue, white and red about 0, else from
// the least to the largest in viridis; colours end where 0.5 % of the values lie beyond. Shapes: values of
// size[0] x size[1], the first fastest; rows downwards, of a map northwards up. Errors: those of write_png.
#pragma once

#include <array>
#include <span>
#include <string>

namespace foldwave {

void write_plane_picture(std::span<const float> values, const std::array<int, 2>& size, bool is_map,
                         const std::string& png);

}  // namespace foldwave
