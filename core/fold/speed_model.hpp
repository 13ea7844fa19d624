// F and b = psi a that vary in space.
//
// At stations: the stations' values, weighted by the inverse square of their distance (Shepard 1968), so that
// a station has its own value and F and b stay between those of the stations. On a grid: trilinear between
// nodes, the nearest value outside. Positions are local to the fold's grid, in metres; b is as the upper side
// sees it.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

struct FoldSpeeds {
  double F;
  Vec3 b;
};

struct SpeedStations {
  std::vector<Vec3> positions;
  std::vector<FoldSpeeds> speeds;  // one a position; at least one
};

// One value a node of `grid`, whose first node is at `first`.
struct SpeedVolume {
  Grid3 grid;
  Vec3 first{};
  Field<float> F;
  std::array<Field<float>, 3> b;
};

class SpeedModel {
 public:
  using Source = std::variant<SpeedStations, SpeedVolume>;
  explicit SpeedModel(Source source) : source_(std::move(source)) {}

  FoldSpeeds at(Vec3 local) const;

  // The nodes of a grid whose first node is at `first`. Throws Stopped.
  SpeedVolume on(const Grid3& grid, Vec3 first, const Job& job) const;

  // The least F, and the greatest F and |b| that it gives anywhere.
  struct Range {
    double least_F, greatest_F, greatest_b;
  };
  Range range() const;

 private:
  Source source_;
};

}  // namespace foldwave
