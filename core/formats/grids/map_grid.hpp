// Grids of a surface whose nodes are listed row by row, from west to east:
//
//   Irap classic (Roxar text)  "-996 rows dx dy", limits, "columns rotation x0 y0", a line of zeros; from
//                              south to north; rotated anticlockwise about (x0, y0); null 9999900
//   ESRI ASCII grid            ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize (or dx,
//                              dy), NODATA_value; from north to south
//   Surfer                     6 text (DSAA), 6 binary (DSBB), 7 binary (DSRB, with a rotation); from south
//   to
//                              north; null 1.70141e38
//
// Null nodes (also those of 1e30 and more) are skipped and counted. Sources: the formats as their programs
// document them. Shapes and units: one point a node that has a value, in the order of the file, z as the file
// has it; none of the formats states units or the sense of z. Errors: InputError naming file and line or
// byte: a header that is cut or contradicts itself, values that are no numbers, fewer values than nodes or
// more.
#pragma once

#include <string>
#include <string_view>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

HorizonPicks parse_irap(std::string_view text, const std::string& name, const Job& job = {});
HorizonPicks parse_esri(std::string_view text, const std::string& name, const Job& job = {});
HorizonPicks parse_surfer(std::string_view bytes, const std::string& name, const Job& job = {});

// By how they begin.
bool is_irap(std::string_view start);
bool is_esri(std::string_view start);
bool is_surfer(std::string_view start);

}  // namespace foldwave
