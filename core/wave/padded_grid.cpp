#include "core/wave/padded_grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/wave/edge_kernel.hpp"

namespace foldwave {

namespace {

constexpr int line_values = 16;  // of 4 bytes in a cache line

int rounded_up(int value, int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

int default_pad_cells(Boundary boundary, int radius) {
  return std::array{0, 60, radius == 1 ? 20 : 10}[static_cast<std::size_t>(boundary)];
}

PaddedGrid::PaddedGrid(const WaveModel& model)
    : PaddedGrid(model.grid, model.stencil, model.boundaries, model.pad_cells) {
  face_speed = model.face_speed;
  if (cut[4]) right_first -= model.margin;
  if (cut[5]) right_last += model.margin;
}

PaddedGrid::PaddedGrid(const Grid3& user_grid, const Stencil& weights, const std::array<Boundary, 6>& faces,
                       int pad_cells)
    : grid(user_grid),
      boundaries(faces),
      stencil(weights),
      section(user_grid.is_section()),
      radius(weights.radius),
      whole_faces(faces) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool used = !(section && axis == 1);
    cut[2 * axis] = used && grid.goes_on_below(axis);
    cut[2 * axis + 1] = used && grid.goes_on_above(axis);
    for (std::size_t face = 2 * axis; face < 2 * axis + 2; ++face) {
      if (used && whole_faces[face] != Boundary::free)
        whole_pad[face] = pad_cells > 0 ? pad_cells : default_pad_cells(whole_faces[face], radius);
      if (!cut[face]) pad[face] = whole_pad[face];
      // Of the faces without images, whichever.
      if (cut[face]) boundaries[face] = Boundary::cpml;
    }
    const bool free_low = used && boundaries[2 * axis] == Boundary::free;
    const bool free_high = used && boundaries[2 * axis + 1] == Boundary::free;
    user[axis] = pad[2 * axis];
    n[axis] = grid.n[axis] + pad[2 * axis] + pad[2 * axis + 1];
    first[axis] = free_low ? 1 : 0;
    last[axis] = free_high ? n[axis] - 1 : n[axis];
    lead[axis] = !used ? 0 : axis == 0 ? line_values : radius;
    shape[axis] = lead[axis] + n[axis] + (used ? radius : 0);
    if (!used) continue;
    for (int k = 1; k <= radius; ++k)
      for (const int t : {-k, n[axis] - 1 + k}) {
        const EdgeImage image = edge_image(t, n[axis] - 1, free_low, free_high);
        if (image.sign != 0) mirrors.push_back({static_cast<int>(axis), t, image.from, image.sign});
      }
  }
  right_first = cut[4] ? grid.halo : 0;
  right_last = cut[5] ? n[2] - grid.halo : n[2];
  // Rows a multiple of a page apart would all fall on the same cache sets.
  shape[0] = rounded_up(shape[0], line_values);
  if (shape[0] % 256 == 0) shape[0] += line_values;
}

bool PaddedGrid::updated(int i, int j, int k) const {
  return i >= first[0] && i < last[0] && j >= first[1] && j < last[1] && k >= first[2] && k < last[2];
}

double PaddedGrid::cell_measure() const {
  return section ? grid.h[0] * grid.h[2] : grid.h[0] * grid.h[1] * grid.h[2];
}

template <class Real>
Field<Real> squared_velocity_steps(const PaddedGrid& padded, const Field<float>& velocity, double dt) {
  Field<Real> steps(padded.shape);
  const auto& m = padded.grid.n;
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < padded.n[2]; ++k)
    for (int j = 0; j < padded.n[1]; ++j) {
      Real* const to = steps.data() + padded.index(0, j, k);
      const float* const from = &velocity(0, std::clamp(j - padded.user[1], 0, m[1] - 1),
                                          std::clamp(k - padded.user[2], 0, m[2] - 1));
      for (int i = 0; i < padded.n[0]; ++i) {
        const double v_dt = from[std::clamp(i - padded.user[0], 0, m[0] - 1)] * dt;
        to[i] = static_cast<Real>(v_dt * v_dt);
      }
    }
  return steps;
}
template Field<float> squared_velocity_steps<float>(const PaddedGrid&, const Field<float>&, double);
template Field<double> squared_velocity_steps<double>(const PaddedGrid&, const Field<float>&, double);

template <class Real>
void put_user_part(const PaddedGrid& padded, const Field<float>& values, Field<Real>& field) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < padded.grid.n[2]; ++k)
    for (int j = 0; j < padded.grid.n[1]; ++j)
      for (int i = 0; i < padded.grid.n[0]; ++i)
        if (padded.updated(i + padded.user[0], j + padded.user[1], k + padded.user[2]))
          field[padded.user_index(i, j, k)] = static_cast<Real>(values(i, j, k));
}
template void put_user_part<float>(const PaddedGrid&, const Field<float>&, Field<float>&);
template void put_user_part<double>(const PaddedGrid&, const Field<float>&, Field<double>&);

template <class Real>
void fill_images(const PaddedGrid& g, Real* origin, int y0, int y1, int z) {
  const auto row = [&](int y, int at_z) { return origin + y * g.row() + at_z * g.plane(); };
  const auto copy = [&](const MirrorPlane& m, const Real* from, Real* to) {
    const Real sign = static_cast<Real>(m.sign);
    for (int i = 0; i < g.n[0]; ++i)
      to[i] = sign * from[i];
  };
  for (const MirrorPlane& m : g.mirrors) {
    if (m.axis == 0)
      for (int y = y0; y < y1; ++y)
        row(y, z)[m.to] = static_cast<Real>(m.sign) * row(y, z)[m.from];
    else if (m.axis == 1 && m.from >= y0 && m.from < y1)
      copy(m, row(m.from, z), row(m.to, z));
    else if (m.axis == 2 && m.from == z)
      for (int y = y0; y < y1; ++y)
        copy(m, row(y, z), row(y, m.to));
  }
}
template void fill_images<float>(const PaddedGrid&, float*, int, int, int);
template void fill_images<double>(const PaddedGrid&, double*, int, int, int);

double fastest_on_face(const PaddedGrid& padded, const Field<float>& velocity, int face) {
  if (const double known = padded.face_speed[static_cast<std::size_t>(face)]; known > 0.0) return known;
  const auto axis = static_cast<std::size_t>(face / 2);
  std::array<int, 3> low{0, 0, 0}, high = velocity.shape();
  low[axis] = face % 2 == 0 ? 0 : high[axis] - 1;
  high[axis] = low[axis] + 1;
  float fastest = 0.0F;
  for (int k = low[2]; k < high[2]; ++k)
    for (int j = low[1]; j < high[1]; ++j)
      for (int i = low[0]; i < high[0]; ++i)
        fastest = std::max(fastest, velocity(i, j, k));
  return fastest;
}

std::array<std::vector<double>, 3> sponge_factors(const PaddedGrid& padded, const Field<float>& velocity,
                                                  double dt) {
  std::array<std::vector<double>, 3> factors;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    factors[axis].assign(static_cast<std::size_t>(padded.n[axis]), 1.0);
    for (std::size_t side = 0; side < 2; ++side) {
      const int width = padded.pad[2 * axis + side];
      if (width == 0 || padded.boundaries[2 * axis + side] != Boundary::sponge) continue;
      const double fastest = fastest_on_face(padded, velocity, static_cast<int>(2 * axis + side));
      const double per_step = sponge_strength * fastest * dt / (width * padded.grid.h[axis]);
      for (int d = 1; d <= width; ++d) {
        const int at = side == 0 ? width - d : padded.n[axis] - 1 - width + d;
        factors[axis][static_cast<std::size_t>(at)] =
            std::exp(-per_step * std::pow(static_cast<double>(d) / width, sponge_power));
      }
    }
  }
  return factors;
}

template <class Real>
LeapfrogFields<Real> leapfrog_stencils(const PaddedGrid& padded) {
  LeapfrogFields<Real> fields;
  fields.row = padded.row();
  fields.plane = padded.plane();
  const auto& c = padded.stencil.second;
  double centre = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axis == 1 && padded.section) continue;
    const double h2 = padded.grid.h[axis] * padded.grid.h[axis];
    centre += c[0] / h2;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(padded.radius); ++k)
      fields.side[axis][k - 1] = static_cast<Real>(c[k] / h2);
  }
  fields.centre = static_cast<Real>(centre);
  return fields;
}
template LeapfrogFields<float> leapfrog_stencils<float>(const PaddedGrid&);
template LeapfrogFields<double> leapfrog_stencils<double>(const PaddedGrid&);

}  // namespace foldwave
