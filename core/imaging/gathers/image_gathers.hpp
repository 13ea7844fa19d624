// Common image gathers: what the shots of a survey show of one place, of a section or of a volume's middle
// row along x, kept apart by classes of offset or of angle (Sheriff & Geldart). In the right velocity an
// event lies at one depth in all classes; too slow a velocity bends it upwards to large offsets and angles,
// too fast a one downwards.
//
// Offset: of shot s, a place x lies at the offset 2 (x - x_s), across, what source and receiver are apart for
// a flat reflector below it; classes are of its magnitude. Angle: between the source's ray, down
// the gradient of its first arrival (residual/travel_times.hpp), and the layers' normal, degrees; an image at
// an angle between the middles of two classes is shared between them. Errors: those of travel_times.hpp.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/base/grid.hpp"
#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct GatherPlan {
  int places = 0, offsets = 8;  // places along x, and classes up to most_offset, m
  double most_offset = 0.0;
  int angles = 0;  // classes up to most_angle, degrees
  double most_angle = 60.0;
  std::vector<Vec3> normals;  // of the layers, a place's depths one after another; empty: straight up
};

// Images of one place by classes of offset or angle: (class, 0, depth). Of a stack: under the condition, not
// divided.
struct ImageGather {
  int column = 0;  // the grid's x
  Field<float> image, illumination;
  int row = 0;  // the grid's y
};

// The places whose gathers are kept: half an interval from the ends of x, on nodes, of the middle row.
std::vector<int> gather_columns(const Grid3& grid, int places);
int gather_row(const Grid3& grid);

std::vector<ImageGather> empty_gathers(const Grid3& grid, int places, int classes);  // zeros; no class: none

// Unit vectors up the gradient of T, where that is one, else straight up: of all depths at the places of
// gathers, (place * depths + depth). Central differences, and of second order at the rims.
std::vector<Vec3> layer_normals(const Grid3& grid, const Field<float>& arrival, int places);

// Degrees between the ray from a source and the layers' normal at the places of gathers: (place, 0, depth).
Field<float> incidence_angles(const Grid3& grid, const Field<float>& velocity, const GatherPlan& plan,
                              const Vec3& source, const Job& job);

// A shot's image and its illumination, both of the grid's shape.
struct SeenShot {
  const Field<float>& image;
  const Field<float>& illumination;  // empty: gathers are not divided by it
};
void add_by_offset(const Grid3& grid, const GatherPlan& plan, const Vec3& source, const SeenShot& shot,
                   std::vector<ImageGather>& gathers);
void add_by_angle(const GatherPlan& plan, const Field<float>& angles, const SeenShot& shot,
                  std::vector<ImageGather>& gathers);  // angles: incidence_angles

// How flat the events of a gather lie: semblance over classes that hold anything, weighted with
// their energy; 1: all alike, 1 / classes: nothing in common.
double gather_flatness(const ImageGather& gather);

}  // namespace foldwave
