// F and b = psi a that vary in space.
//
// At stations: the stations' values, weighted by the inverse square of their distance (Shepard 1968), so that
// a station has its own value and F and b stay between those of the stations. On a grid: trilinear between
// nodes, the nearest value outside. Sources are in map coordinates, what is asked for is local to the fold's
// grid; metres; b is as the upper side sees it.
#pragma once

#include <array>
#include <memory>
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
  std::vector<Vec3> positions;     // no two alike
  std::vector<FoldSpeeds> speeds;  // one a position; at least one
};

// One value a node of `grid`.
struct SpeedVolume {
  Grid3 grid;
  Field<float> F;
  std::array<Field<float>, 3> b;
};

class SpeedModel {
 public:
  using Source = std::variant<SpeedStations, SpeedVolume>;
  // `origin`: the map position of what is local (0, 0, 0).
  explicit SpeedModel(Source source, Vec3 origin = {})
      : SpeedModel(std::make_shared<const Source>(std::move(source)), origin) {}
  SpeedModel(std::shared_ptr<const Source> source, Vec3 origin)
      : source_(std::move(source)), origin_(origin) {}

  FoldSpeeds at(Vec3 local) const;

  // The nodes of a grid whose first node is at `first`, local. Throws Stopped.
  SpeedVolume on(const Grid3& grid, Vec3 first, const Job& job) const;

  const SpeedVolume* volume() const { return std::get_if<SpeedVolume>(source_.get()); }  // null: stations

  // The least F, and the greatest F and |b| that it gives anywhere.
  struct Range {
    double least_F, greatest_F, greatest_b;
  };
  Range range() const;

 private:
  std::shared_ptr<const Source> source_;
  Vec3 origin_;
};

}  // namespace foldwave
