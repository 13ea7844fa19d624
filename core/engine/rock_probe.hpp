// What is known of the rock at one place of a folded volume: its layer, T, the wave's velocity, and how it
// lies (geology/attitude.hpp).
//
// Between the nodes T and the attitude come from the cubic of geology/arrival_probe.hpp. The velocity of a
// layer is that layer's own up to its boundary; that of a file is trilinear.
#pragma once

#include <optional>

#include "core/engine/fold_result.hpp"
#include "core/geology/attitude.hpp"

namespace foldwave {

struct RockReading {
  Vec3 map{};                        // metres
  int layer = -1;                    // its place in the list; -1: the front never came, or there is no fold
  std::optional<double> T;           // metres at the hinge; none where the rock of that front was cut away
  std::optional<double> velocity;    // m/s
  std::optional<Attitude> attitude;  // none in rock without bedding
};

// `local` in metres from the box's corner; nothing outside the box. `layers` are those that were folded.
std::optional<RockReading> read_rock(const FoldResult& fold, const LayerStack& layers, const Vec3& local);

// Where today's horizon, T = 0, lies below a place of the map, metres from the box's corner; the uppermost
// where it is turned over. Nothing where there is none in the box: not folded, or cut away.
std::optional<double> horizon_depth(const FoldResult& fold, double x, double y);

}  // namespace foldwave
