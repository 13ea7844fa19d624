#include "gpu/imaging/section_wave.cuh"

#include <algorithm>
#include <array>
#include <limits>

#include "gpu/imaging/section_pads.cuh"

namespace foldwave {

namespace {

using namespace section_wave;

int tiles_along(int nodes, int tile) {
  return (nodes + tile - 1) / tile;
}

// p of the tile and `Halo` nodes around it; a warp a row, all rows asked for before any is waited for.
template <int Halo, int Radius, class Real>
__device__ void fill_tile(SectionTile<Radius, Real>& tile, const SectionStepWork<Real>& w, int x0, int z0) {
  using Tile = SectionTile<Radius, Real>;
  constexpr int rows = Tile::z + 2 * Halo, turns = (rows + warps - 1) / warps, shift = Tile::reach - Halo;
  const int lane = static_cast<int>(threadIdx.x) % tile_x, warp = static_cast<int>(threadIdx.x) / tile_x;
  const int plane = static_cast<int>(w.fields.plane), x = x0 - Halo + lane;
  const auto in_array = [](int at, int nodes) { return at >= -Radius && at < nodes + Radius; };
  const bool left = in_array(x, w.nodes_x);
  const bool right = lane < 2 * Halo && in_array(x + tile_x, w.nodes_x);
  Real first[turns], second[turns];
#pragma unroll
  for (int t = 0; t < turns; ++t) {
    const int row = warp + warps * t, z = z0 - Halo + row;
    const bool is_there = row < rows && in_array(z, w.nodes_z);
    const Real* const line = w.fields.present + z * plane + x;
    first[t] = is_there && left ? line[0] : Real(0);
    second[t] = is_there && right ? line[tile_x] : Real(0);
  }
#pragma unroll
  for (int t = 0; t < turns; ++t) {
    const int row = warp + warps * t;
    if (row >= rows) continue;
    Real* const line = &tile.p[row + shift][lane + shift];
    line[0] = first[t];
    if (lane < 2 * Halo) line[tile_x] = second[t];
  }
}

// To the attached sums, at a node of the user's grid.
template <class Real>
__device__ void add_to_sums(const SectionStepWork<Real>& w, int x, int z, Real value, Real past) {
  const int i = x - w.user_x, k = z - w.user_z;
  if (i < 0 || i >= w.user.n[0] || k < 0 || k >= w.user.n[2]) return;
  const int at = i + w.user.n[0] * k;
#pragma unroll
  for (int s = 0; s < most_section_sums; ++s) {
    if (s >= w.sums.count) continue;
    const SinkKind kind = w.sums.kind[s];
    Real& sum = w.sums.values[s][at];
    if (kind == SinkKind::largest) {
      if (!(fabs(value) > sum)) continue;
      sum = fabs(value);
      w.sums.when[s][at] = w.step + 1;
    } else {
      const bool of_level = kind == SinkKind::energy || kind == SinkKind::product;
      const Real given = of_level ? value : value - past;
      sum += given * given;
    }
  }
}

template <class Real>
__device__ void read_receiver(const SectionStepWork<Real>& w, int worker) {
  const int r = worker / 8, lane = worker % 8;
  Real value = 0;
  if (r < w.receivers.receivers)
    for (int t = w.receivers.start[r] + lane; t < w.receivers.start[r + 1]; t += 8)
      value += w.receivers.weight[t] * w.pending.field[w.receivers.index[t]];
  for (int half = 4; half > 0; half /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, half);
  if (r < w.receivers.receivers && lane == 0) w.pending.samples[r] = value;
}

// What is given at a node at this step.
template <class Real>
__device__ Real given_at(const SectionStepWork<Real>& w, int x, int z, Real value) {
  if (w.slot == nullptr || w.step >= w.traces.steps || z < w.slot_first || z >= w.slot_last) return value;
  const int2 entries = w.slot[x + w.nodes_x * z];
  const float* const samples = w.traces.samples + Index{1} * w.step * w.traces.traces;
  for (int e = entries.x; e < entries.y; ++e)
    value += w.traces.entries[e].weight * static_cast<Real>(samples[w.traces.entries[e].trace]);
  return value;
}

// The odd images behind free faces, for the step to come. A face's own node is the one before the first or
// behind the last.
template <int Radius, class Real>
__device__ void reflect(const SectionStepWork<Real>& w, int x, int z, Real* node, Real value) {
  const auto across = [&](bool is_free, int away, Index to_face) {
    if (is_free && away <= Radius) node[2 * away * to_face] = -value;
  };
  across(w.free_face[0], x, -1);
  across(w.free_face[1], w.box.last[0] - x, 1);
  across(w.free_face[2], z, -w.fields.plane);
  across(w.free_face[3], w.box.last[2] - z, w.fields.plane);
}

template <int Radius, class Real>
__global__ __launch_bounds__(section_threads) void section_wave_kernel(
    const __grid_constant__ SectionStepWork<Real> w) {
  const int block = static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
  if (static_cast<int>(blockIdx.y) >= w.rows) {
    read_receiver(
        w, (block - w.rows * static_cast<int>(gridDim.x)) * section_threads + static_cast<int>(threadIdx.x));
    return;
  }
  using Tile = SectionTile<Radius, Real>;
  constexpr int rows = Tile::rows;
  constexpr Index pitch = Tile::pitch;
  __shared__ Tile tile;
  // Tiles at the ends have pads and take longest: they come first.
  const auto ends_first = [](int at, int count) { return at == 0 ? 0 : at == 1 ? count - 1 : at - 1; };
  const int x0 = ends_first(static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x)) * tile_x;
  const int z0 = ends_first(static_cast<int>(blockIdx.y), w.rows) * Tile::z;
  const int column = static_cast<int>(threadIdx.x) % tile_x;
  const int row = static_cast<int>(threadIdx.x) / tile_x * rows;
  const int x = x0 + column, plane = static_cast<int>(w.fields.plane);
  const LeapfrogFields<Real>& f = w.fields;
  const bool inside_x = x >= w.box.first[0] && x < w.box.last[0];
  const auto inside = [&](int z) { return inside_x && z >= w.box.first[2] && z < w.box.last[2]; };
  // Asked for early: the tile is waited for as well.
  Real old[rows], speed[rows];
#pragma unroll
  for (int i = 0; i < rows; ++i) {
    const int z = z0 + row + i, m = x + z * plane;
    old[i] = inside(z) ? f.oldest[m] : Real(0);
    speed[i] = inside(z) ? f.v2dt2[m] : Real(0);
  }
  const bool touch_x = w.across_x.touch(x0, x0 + tile_x), touch_z = w.across_z.touch(z0, z0 + Tile::z);
  TileOfPads<Radius, Real, true> pads_x;
  TileOfPads<Radius, Real, false> pads_z;
  if (touch_x) pads_x.ask(w, x0, z0, x, z0 + row);
  if (touch_z) pads_z.ask(w, x0, z0, x, z0 + row);
  if (touch_x || touch_z) {
    fill_tile<Tile::reach>(tile, w, x0, z0);
    __syncthreads();
    if (touch_x) pads_x.make(w, tile, x0, z0);
    if (touch_z) pads_z.make(w, tile, x0, z0);
  } else {
    fill_tile<Radius>(tile, w, x0, z0);
  }
  __syncthreads();
  const Real* const p = &tile.p[row + Tile::reach][column + Tile::reach];
  const auto stencils = axis_stencils<Radius>(f);
  const Real g_row = inside_x ? f.gx[x] * f.gy[0] : Real(0);
  Real value[rows], g[rows];
#pragma unroll
  for (int i = 0; i < rows; ++i) {
    const int z = z0 + row + i;
    g[i] = inside(z) ? g_row * f.gz[z] : Real(0);
    value[i] = leapfrog_node<Radius, true>(p + i * pitch, old[i], speed[i], g[i], pitch, pitch, stencils);
  }
  const bool any_free = w.free_face[0] || w.free_face[1] || w.free_face[2] || w.free_face[3];
#pragma unroll
  for (int i = 0; i < rows; ++i) {
    const int z = z0 + row + i, m = x + z * plane;
    if (!inside(z)) continue;
    if (touch_x) value[i] += g[i] * speed[i] * pads_x.term(w, tile, p + i * pitch, x, z, row + i, column, i);
    if (touch_z && w.across_z.touch(z, z + 1))
      value[i] += g[i] * speed[i] * pads_z.term(w, tile, p + i * pitch, x, z, row + i, column, i);
    value[i] = given_at(w, x, z, value[i]);
    f.oldest[m] = value[i];
    if (any_free) reflect<Radius>(w, x, z, f.oldest + m, value[i]);
    if (w.sums.count > 0) add_to_sums(w, x, z, value[i], p[i * pitch]);
  }
}

template <int Radius, class Real>
void run_section_wave(const SectionStepWork<Real>& work, const dim3& grid, cudaStream_t stream) {
  section_wave_kernel<Radius, Real><<<grid, section_threads, 0, stream>>>(work);
}

template <class Real>
struct SectionRun {
  void (*launch)(const SectionStepWork<Real>&, const dim3&, cudaStream_t) = nullptr;
  int tile_z = 0;
};

template <class Real, int... Below>
SectionRun<Real> section_run_of(int radius, std::integer_sequence<int, Below...>) {
  constexpr std::array<SectionRun<Real>, sizeof...(Below)> runs{
      SectionRun<Real>{run_section_wave<Below + 1, Real>, tile_z<Below + 1, Real>}...};
  return runs.at(static_cast<std::size_t>(radius - 1));
}

}  // namespace

bool section_wave_fits(const PaddedGrid& padded) {
  if (!padded.section || padded.size() > std::numeric_limits<int>::max() / 2) return false;
  for (const std::size_t axis : {0U, 2U}) {
    if (padded.last[axis] <= padded.first[axis]) return false;
    for (const std::size_t face : {2 * axis, 2 * axis + 1})
      if (padded.boundaries[face] == Boundary::free && padded.n[axis] <= padded.radius + 1) return false;
  }
  return true;
}

template <class Real>
SectionWave<Real>::SectionWave(const PaddedGrid& padded, const Field<float>& velocity, double dt,
                               double frequency, const TraceLists<Real>& traces)
    : radius_(padded.radius),
      box_(updated_box(padded)),
      user_(user_box(padded)),
      user_first_{padded.user[0], padded.user[2]},
      nodes_{padded.n[0], padded.n[2]} {
  for (std::size_t face = 0; face < 2; ++face) {
    free_[face] = padded.boundaries[face] == Boundary::free;
    free_[2 + face] = padded.boundaries[4 + face] == Boundary::free;
  }
  const auto slabs = cpml_slabs(padded, velocity, dt, frequency);
  across_x_ = pads_of(padded, slabs, 0);
  across_z_ = pads_of(padded, slabs, 2);
  if (traces.nodes.empty()) return;
  std::vector<int2> slot(static_cast<std::size_t>(padded.n[0]) * static_cast<std::size_t>(padded.n[2]));
  const Index origin = padded.index(0, 0, 0);
  for (std::size_t s = 0; s < traces.nodes.size(); ++s) {
    const Index node = traces.nodes[s] - origin;
    const Index z = node / padded.plane(), x = node % padded.plane();
    slot[static_cast<std::size_t>(x + padded.n[0] * z)] = make_int2(traces.start[s], traces.start[s + 1]);
    slot_first_ = s == 0 ? static_cast<int>(z) : std::min(slot_first_, static_cast<int>(z));
    slot_last_ = std::max(slot_last_, static_cast<int>(z) + 1);
  }
  slot_ = DeviceArray<int2>(slot.data(), slot.size());
}

template <class Real>
typename SectionWave<Real>::Pads SectionWave<Real>::pads_of(const PaddedGrid& padded,
                                                            const std::vector<CpmlSlab>& slabs,
                                                            std::size_t axis) {
  Pads pads;
  pads.high_begin = padded.n[axis];
  std::vector<Real> b, c;
  for (const CpmlSlab& slab : slabs) {
    if (slab.axis != static_cast<int>(axis)) continue;
    (slab.first[axis] == 0 ? pads.low_end : pads.high_begin) =
        slab.first[axis] == 0 ? slab.last[axis] : slab.first[axis];
    for (int i = slab.first[axis]; i < slab.last[axis]; ++i) {
      b.push_back(static_cast<Real>(slab.b[static_cast<std::size_t>(i - slab.low[axis])]));
      c.push_back(static_cast<Real>(slab.c[static_cast<std::size_t>(i - slab.low[axis])]));
    }
    pads.stencil = cpml_stencil<Real>(padded, slab.axis);
  }
  if (b.empty()) return pads;
  const std::size_t size = b.size() * static_cast<std::size_t>(padded.n[axis == 0 ? 2 : 0]);
  pads.b = DeviceArray<Real>(b.data(), b.size());
  pads.c = DeviceArray<Real>(c.data(), c.size());
  for (DeviceArray<Real>* const array : {&pads.psi[0], &pads.psi[1], &pads.zeta}) {
    *array = DeviceArray<Real>(size);
    array->clear();
  }
  return pads;
}

template <class Real>
std::vector<std::pair<Real*, std::size_t>> SectionWave<Real>::memory() {
  std::vector<std::pair<Real*, std::size_t>> all;
  for (Pads* const pads : {&across_x_, &across_z_})
    if (pads->zeta.size() > 0)
      for (DeviceArray<Real>* const array : {&pads->psi[present_psi_], &pads->zeta})
        all.emplace_back(array->data(), array->size());
  return all;
}

template <class Real>
void SectionWave<Real>::launch(const LeapfrogFields<Real>& fields, int step, const TraceTable<Real>& traces,
                               const SectionSums<Real>& sums, const ReceiverTable<Real>& receivers,
                               const SectionLevel<Real>& pending, cudaStream_t stream) {
  const SectionRun<Real> run = section_run_of<Real>(radius_, std::make_integer_sequence<int, 8>{});
  SectionStepWork<Real> work;
  work.fields = fields;
  work.box = box_;
  work.user = user_;
  work.user_x = user_first_[0];
  work.user_z = user_first_[1];
  std::copy_n(free_, 4, work.free_face);
  work.nodes_x = nodes_[0];
  work.nodes_z = nodes_[1];
  for (const bool across_x : {true, false}) {
    PadsAcross<Real>& across = across_x ? work.across_x : work.across_z;
    Pads& pads = across_x ? across_x_ : across_z_;
    if (pads.zeta.size() == 0) continue;
    across.psi = pads.psi[present_psi_].data();
    across.psi_next = pads.psi[1 - present_psi_].data();
    across.zeta = pads.zeta.data();
    across.b = pads.b.data();
    across.c = pads.c.data();
    across.low_end = pads.low_end;
    across.high_begin = pads.high_begin;
    const int nodes = nodes_[across_x ? 0 : 1];
    across.first_inner = pads.low_end > 0 ? pads.low_end + radius_ : 0;
    across.last_inner = pads.high_begin < nodes ? pads.high_begin - radius_ : std::numeric_limits<int>::max();
    across.along = across_x ? 1 : nodes_[0];
    across.other = across_x ? static_cast<int>(pads.b.size()) : 1;
    across.stencil = pads.stencil;
  }
  work.step = step;
  if (traces.nodes > 0) work.slot = slot_.data();
  work.slot_first = slot_first_;
  work.slot_last = slot_last_;
  work.traces = traces;
  work.sums = sums;
  work.rows = tiles_along(box_.last[2], run.tile_z);
  work.receivers = receivers;
  work.pending = pending;
  const int wide = tiles_along(box_.last[0], tile_x);
  const int reading = pending.field == nullptr ? 0 : tiles_along(8 * receivers.receivers, section_threads);
  const dim3 grid(static_cast<unsigned>(wide), static_cast<unsigned>(work.rows + tiles_along(reading, wide)));
  run.launch(work, grid, stream);
  check_cuda(cudaGetLastError(), "the section's step does not start");
  present_psi_ = 1 - present_psi_;
}

template class SectionWave<float>;
template class SectionWave<double>;

}  // namespace foldwave
