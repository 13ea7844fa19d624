// What a pointer takes hold of to change a horizon: the same handles for the map, the sections and the 3D
// view, each with the number that it sets.
//
//   points        one a control point, in order, free
//   plane         its point, free; its dip, free: the plane leans so that it meets the handle
//   trains        per train: its crest, level; its amplitude, at the trough, vertical; its wavelength and
//                 azimuth, on the limb a quarter of a wavelength from the crest, level
//   xyz, mesh     none
//
// Handles lie on the surface, in map coordinates, metres. A crest that lies outside the box is shown where
// the train repeats it, nearest to the middle. In a 2D section handles stay in its plane.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

enum class HandleMotion { free, level, vertical };

struct HorizonHandle {
  std::string name;  // "point 7", "crest of train 2"
  Vec3 position;
  HandleMotion motion;
};

// None where the values make no surface yet (a wavelength of 0, say).
std::vector<HorizonHandle> horizon_handles(const HorizonSpec& spec, const Grid3& grid);

// The horizon after handle `handle` was dragged to `to`. The spec unchanged when there is no such handle or
// when the place says nothing (an amplitude off the trough, a wavelength of 0).
HorizonSpec with_handle_moved(const HorizonSpec& spec, const Grid3& grid, std::size_t handle, const Vec3& to);

}  // namespace foldwave
