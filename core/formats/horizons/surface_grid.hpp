// Grids of a surface as mapping programs exchange them, as text: CPS-3 (FSASCI, FSATTR, FSLIMI, FSNROW,
// FSXINC lines, then "->name") and ZMAP+ ('!' remarks, an '@' header of three lines, '@'). Both list the
// nodes column by column from west to east, each column from north to south. Null nodes (the header's own
// null value, 1e30 and more) are skipped and counted. Sources: the formats as their programs document them.
// Shapes and units: one point a node that has a value, in the order of the file, z as the file has it;
// neither format states units or the sense of z. Errors: InputError naming file and line: a header that is
// cut or contradicts itself, a rotated grid, values that are no numbers, fewer values than nodes (a cut file)
// or more.
#pragma once

#include <string>
#include <string_view>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

HorizonPicks parse_cps3(std::string_view text, const std::string& name, const Job& job = {});
HorizonPicks parse_zmap(std::string_view text, const std::string& name, const Job& job = {});

}  // namespace foldwave
