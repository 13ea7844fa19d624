// The arrays that a propagator computes on, laid out the same on the CPU and on a GPU: the user's grid, a
// pad outside each absorbing face, and a halo as wide as the stencil's radius around it all.
//
// Padded coordinates (i, j, k) count from the first node of the padded grid; the user's node (0, 0, 0) has
// the coordinates `user`. Arrays are x fastest; rows start 64-byte aligned and the halo lies before and
// behind.
//
// Free face: its own nodes hold p = 0 and are never updated; the halo behind it holds the odd image,
// p(-k) = -p(k), which makes the reflection coefficient -1 for every angle and frequency.
// CPML face: a pad with the fields of wave/cpml_slabs.hpp, p = 0 behind it.
// Sponge face (after Cerjan and others 1985): a pad, p = 0 behind it. Both time levels are multiplied once a
// step by
//
//   g = exp(-a (v dt / W) s^m),   s = depth in the pad / W,   W = pad cells times h
//
// with v the largest velocity on the face, so a wave that crosses the pad twice at normal incidence is left
// with exp(-2 a / (m + 1)), whatever h and dt. a and m balance that leak against the reflection of the ramp:
// measured on Ricker wavelets in 2D, the residual is 0.9 % of the incident peak when W is 3.3 peak
// wavelengths, 1.4 % at 2.5, 3.4 % at 1.7 and 9 % at 1.1.
#pragma once

#include <array>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/wave_kernel.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

inline constexpr double sponge_strength = 6.0;  // a
inline constexpr double sponge_power = 2.0;     // m

// One plane of halo nodes across `axis`, filled before each step: value(to) = sign * value(from).
struct MirrorPlane {
  int axis = 0;
  int to = 0, from = 0;  // padded coordinates; `to` is outside
  int sign = -1;
};

// The width of a pad that nobody typed. CPML leaves 0.1 % of the peak with 10 cells, at order 2, whose first
// and second differences agree least, 0.2 % with 20; a sponge leaves 2.2 % with 60 (10 Hz, 3000 m/s, 10 m).
int default_pad_cells(Boundary boundary, int radius);

// A slab of a larger grid (Grid3::whole) goes on through a cut face: no pad, no images, nothing is known
// behind it, and its first planes there are copies of a neighbour's.
struct PaddedGrid {
  Grid3 grid;  // the user's
  std::array<Boundary, 6> boundaries{};
  Stencil stencil;
  bool section = false;                // 2D: one plane of y, no stencil, pad or halo along y
  int radius = 0;                      // of the stencil
  std::array<int, 3> n{};              // padded nodes
  std::array<int, 3> user{};           // padded coordinates of the user's first node
  std::array<int, 6> pad{};            // nodes added at each face
  std::array<int, 3> first{}, last{};  // nodes first .. last - 1 are updated
  std::array<int, 3> shape{};          // of the arrays, halo and alignment included
  std::array<int, 3> lead{};           // array position of padded node 0
  std::vector<MirrorPlane> mirrors;
  std::array<bool, 6> cut{};              // faces through which a slab goes on
  std::array<Boundary, 6> whole_faces{};  // the whole grid's, and its pads
  std::array<int, 6> whole_pad{};
  std::array<double, 6> face_speed{};   // WaveModel::face_speed
  int right_first = 0, right_last = 0;  // planes that a pass must leave right

  PaddedGrid() = default;
  PaddedGrid(const Grid3& grid, const Stencil& stencil, const std::array<Boundary, 6>& boundaries,
             int pad_cells);
  explicit PaddedGrid(const WaveModel& model);

  Index row() const { return shape[0]; }
  Index plane() const { return Index{1} * shape[0] * shape[1]; }
  Index size() const { return plane() * shape[2]; }
  Index nodes() const { return Index{1} * n[0] * n[1] * n[2]; }
  Index index(int i, int j, int k) const {
    return lead[0] + i + row() * (lead[1] + j) + plane() * (lead[2] + k);
  }
  Index user_index(int i, int j, int k) const { return index(user[0] + i, user[1] + j, user[2] + k); }
  bool updated(int i, int j, int k) const;
  double cell_measure() const;  // m^3, or m^2 in a section
};

// Velocity at the padded nodes, continued outwards by the nearest node of the user's grid, as v^2 dt^2; zero
// in the halo.
template <class Real>
Field<Real> squared_velocity_steps(const PaddedGrid& padded, const Field<float>& velocity, double dt);

// Sets the user's part of a field; nodes that are never updated stay as they are.
template <class Real>
void put_user_part(const PaddedGrid& padded, const Field<float>& values, Field<Real>& field);

// The halo's images of rows y0 .. y1 - 1 of plane z, in a field given at padded node (0, 0, 0). To be made as
// soon as the rows are complete: what still reads the old ones has then been made, as it lies within reach of
// the rows.
template <class Real>
void fill_images(const PaddedGrid& padded, Real* origin, int y0, int y1, int z);

// The largest velocity on a face of the user's grid, or of the whole that it is a slab of.
double fastest_on_face(const PaddedGrid& padded, const Field<float>& velocity, int face);

// The sponge's factors along each axis, n[axis] of them; a node's factor is the product of the three.
std::array<std::vector<double>, 3> sponge_factors(const PaddedGrid& padded, const Field<float>& velocity,
                                                  double dt);

// The stencils and strides of a step; the pointers are left to the caller.
template <class Real>
LeapfrogFields<Real> leapfrog_stencils(const PaddedGrid& padded);

}  // namespace foldwave
