// The picks of a second horizon, before anything is fitted to them: which of them lie over the box, what
// speaks against them, and few enough of them, spread evenly.
//
// Errors (InputError under `name`): a pick that is not a number; fewer than `least_fit_picks` over the box,
// or all of them at one place of the map; picks outside the box's depths that another unit or sense of z
// would put into it; more than `most_across` of them on the horizon's other side, as no layer crosses
// another.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/horizon/horizon.hpp"

namespace foldwave {

inline constexpr std::size_t least_fit_picks = 12;
inline constexpr double most_across = 0.02;

struct SecondPicks {
  std::vector<Vec3> used;    // local
  std::int64_t given = 0;    // of the file
  std::int64_t outside = 0;  // left out: not over the box
  std::int64_t across = 0;   // of those over the box, on the side where few are
  bool above = false;        // the others lie on the younger side
  double coverage = 0.0;     // of the box's map, by the hull of the picks over it; of the section's length
  std::vector<std::string> remarks;
};

// At most `most` of them, spread over the map whatever their order: of each cell of the picks' extent the one
// nearest to its middle. `spread` gives their indices.
std::vector<std::size_t> spread(std::span<const Vec3> picks, std::size_t most);
std::vector<Vec3> spread_picks(std::span<const Vec3> picks, std::size_t most);

// `map`: x, y and depth in metres. At most `most` are used, spread.
SecondPicks choose_second_picks(std::span<const Vec3> map, const Horizon& horizon, const Grid3& grid,
                                std::size_t most, const std::string& name, const Job& job = {});

}  // namespace foldwave
