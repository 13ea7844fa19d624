#include "gpu/imaging/section_wave.cuh"

#include <array>

namespace foldwave {

namespace {

constexpr int tile_x = 32, tile_z = 8;
constexpr int section_threads = tile_x * tile_z;

int tiles_along(int nodes, int tile) {
  return (nodes + tile - 1) / tile;
}

// Arrays at coordinate 0 of the pad's axis and of the other one, though that may lie outside.
template <class Real>
struct PadView {
  const Real* psi = nullptr;
  Real* psi_next = nullptr;
  Real* zeta = nullptr;
  const Real* b = nullptr;
  const Real* c = nullptr;
  int first = 0, last = 0;
  Index along = 0, other = 0;  // strides

  __device__ bool holds(int along_axis) const { return along_axis >= first && along_axis < last; }
};

// The pads across one axis, and the nodes that they touch: first_inner .. last_inner - 1 lie R nodes from
// any.
template <class Real>
struct PadsAcross {
  int count = 0, first_inner = 0, last_inner = 0;
  PadView<Real> pad[2];
  CpmlStencil<Real> stencil;

  __device__ bool touch(int first, int last) const {
    return count > 0 && (first < first_inner || last > last_inner);
  }
};

template <class Real>
struct SectionStepWork {
  LeapfrogFields<Real> fields;
  StepBox box;
  UserBox user;
  int nodes_x = 0, nodes_z = 0;  // padded
  int user_x = 0, user_z = 0;
  bool free_face[4]{};
  PadsAcross<Real> across_x, across_z;
  int step = 0;
  const int2* slot = nullptr;  // null: nothing goes in
  TraceTable<Real> traces;
  SectionSums<Real> sums;
  int rows = 0;  // of blocks that hold nodes; those beyond read receivers
  ReceiverTable<Real> receivers;
  SectionLevel<Real> pending;
};

// p of a tile, and what psi becomes in this step on it and R nodes beyond, by pads across x and across z.
template <int Radius, class Real>
struct SectionTile {
  static constexpr int reach = 2 * Radius, pitch = tile_x + 2 * reach, across = tile_x + 2 * Radius;
  Real p[tile_z + 2 * reach][pitch];
  Real psi_x[tile_z][across];
  Real psi_z[tile_z + 2 * Radius][tile_x];
};

// psi at the node (x, z), whose p is in the tile; kept where this block updates the node.
template <int Radius, class Real>
__device__ Real make_psi(const PadsAcross<Real>& pads, const Real* p, Index stride, int along, int other,
                         bool keep) {
  for (int i = 0; i < pads.count; ++i) {
    const PadView<Real>& pad = pads.pad[i];
    if (!pad.holds(along)) continue;
    const Index at = along * pad.along + other * pad.other;
    const Real psi = cpml_psi<Radius>(p, stride, pad.psi[at], pad.b[along], pad.c[along], pads.stencil);
    if (keep) pad.psi_next[at] = psi;
    return psi;
  }
  return Real(0);
}

// What of a pad a node has in memory; nothing where it is in none.
template <class Real>
struct PadNode {
  Real* zeta = nullptr;
  Real before = 0, b = 0, c = 0;

  __device__ PadNode(const PadsAcross<Real>& pads, int along, int other, bool inside) {
    for (int i = 0; inside && i < pads.count; ++i) {
      const PadView<Real>& pad = pads.pad[i];
      if (!pad.holds(along)) continue;
      zeta = pad.zeta + along * pad.along + other * pad.other;
      before = *zeta;
      b = pad.b[along];
      c = pad.c[along];
    }
  }
};

// What the pads across an axis add to the Laplacian at the node; zeta there goes on.
template <int Radius, class Real>
__device__ Real pad_term(const PadsAcross<Real>& pads, const PadNode<Real>& node, const Real* p, Index stride,
                         const Real* psi, Index psi_stride) {
  Real zeta = node.before;
  const Real term = cpml_term<Radius>(p, stride, psi, psi_stride, zeta, node.b, node.c, pads.stencil);
  if (node.zeta != nullptr) *node.zeta = zeta;
  return term;
}

// The tile and what pads need of it; each block's threads together.
template <int Radius, class Real>
__device__ void fill_tile(SectionTile<Radius, Real>& tile, const SectionStepWork<Real>& w, int x0, int z0,
                          bool touch_x, bool touch_z) {
  constexpr int reach = SectionTile<Radius, Real>::reach;
  const LeapfrogFields<Real>& f = w.fields;
  const int halo_x = touch_x ? reach : Radius, halo_z = touch_z ? reach : Radius;
  const int wide = tile_x + 2 * halo_x, worker = static_cast<int>(threadIdx.x);
  for (int m = worker; m < wide * (tile_z + 2 * halo_z); m += section_threads) {
    const int x = x0 - halo_x + m % wide, z = z0 - halo_z + m / wide;
    const bool in_array = x >= -Radius && x < w.nodes_x + Radius && z >= -Radius && z < w.nodes_z + Radius;
    tile.p[z - z0 + reach][x - x0 + reach] = in_array ? f.present[x + z * f.plane] : Real(0);
  }
  __syncthreads();
  const auto inside = [&](int x, int z) {
    return x >= w.box.first[0] && x < w.box.last[0] && z >= w.box.first[2] && z < w.box.last[2];
  };
  if (touch_x)
    for (int m = worker; m < tile_z * SectionTile<Radius, Real>::across; m += section_threads) {
      const int row = m / SectionTile<Radius, Real>::across, column = m % SectionTile<Radius, Real>::across;
      const int x = x0 - Radius + column, z = z0 + row;
      const bool mine = column >= Radius && column < Radius + tile_x;
      tile.psi_x[row][column] =
          inside(x, z)
              ? make_psi<Radius>(w.across_x, &tile.p[row + reach][column + Radius], Index{1}, x, z, mine)
              : Real(0);
    }
  if (touch_z)
    for (int m = worker; m < (tile_z + 2 * Radius) * tile_x; m += section_threads) {
      const int row = m / tile_x, column = m % tile_x;
      const int x = x0 + column, z = z0 - Radius + row;
      const bool mine = row >= Radius && row < Radius + tile_z;
      tile.psi_z[row][column] = inside(x, z)
                                    ? make_psi<Radius>(w.across_z, &tile.p[row + Radius][column + reach],
                                                       Index{SectionTile<Radius, Real>::pitch}, z, x, mine)
                                    : Real(0);
    }
  if (touch_x || touch_z) __syncthreads();
}

// The sums at a node, asked for before the step is taken.
template <class Real>
struct NodeSums {
  Index at = -1;  // in the user's grid; -1: not there
  Real before[most_section_sums]{};

  __device__ NodeSums(const SectionStepWork<Real>& w, int x, int z) {
    const int i = x - w.user_x, k = z - w.user_z;
    if (i < 0 || i >= w.user.n[0] || k < 0 || k >= w.user.n[2]) return;
    at = i + Index{1} * w.user.n[0] * k;
#pragma unroll
    for (int s = 0; s < most_section_sums; ++s)
      if (s < w.sums.count) before[s] = w.sums.values[s][at];
  }
  __device__ void add(const SectionStepWork<Real>& w, Real value, Real past, int step) const {
    if (at < 0) return;
#pragma unroll
    for (int s = 0; s < most_section_sums; ++s) {
      if (s >= w.sums.count) continue;
      const SinkKind kind = w.sums.kind[s];
      if (kind == SinkKind::largest) {
        if (!(fabs(value) > before[s])) continue;
        w.sums.values[s][at] = fabs(value);
        w.sums.when[s][at] = step + 1;
      } else {
        const bool of_level = kind == SinkKind::energy || kind == SinkKind::product;
        const Real given = of_level ? value : value - past;
        w.sums.values[s][at] = before[s] + given * given;
      }
    }
  }
};

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

template <int Radius, class Real>
__global__ __launch_bounds__(section_threads) void section_wave_kernel(
    const __grid_constant__ SectionStepWork<Real> w) {
  const int block = static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
  if (static_cast<int>(blockIdx.y) >= w.rows) {
    read_receiver(
        w, (block - w.rows * static_cast<int>(gridDim.x)) * section_threads + static_cast<int>(threadIdx.x));
    return;
  }
  constexpr int reach = SectionTile<Radius, Real>::reach;
  constexpr Index pitch = SectionTile<Radius, Real>::pitch;
  __shared__ SectionTile<Radius, Real> tile;
  const int x0 = static_cast<int>(blockIdx.x) * tile_x, z0 = static_cast<int>(blockIdx.y) * tile_z;
  const int column = static_cast<int>(threadIdx.x) % tile_x, row = static_cast<int>(threadIdx.x) / tile_x;
  const int x = x0 + column, z = z0 + row;
  const LeapfrogFields<Real>& f = w.fields;
  const Index m = x + z * f.plane;
  const bool inside = x >= w.box.first[0] && x < w.box.last[0] && z >= w.box.first[2] && z < w.box.last[2];
  // Asked for early: the tile is waited for as well.
  const Real old = inside ? f.oldest[m] : Real(0), speed = inside ? f.v2dt2[m] : Real(0);
  const int step = w.step;
  const Real g = inside ? f.gx[x] * f.gy[0] * f.gz[z] : Real(0);
  const NodeSums<Real> sums(w, x, z);
  const int2 traces =
      inside && w.slot != nullptr && step < w.traces.steps ? w.slot[x + w.nodes_x * z] : make_int2(0, 0);
  const bool touch_x = w.across_x.touch(x0, x0 + tile_x), touch_z = w.across_z.touch(z0, z0 + tile_z);
  const PadNode<Real> in_x(w.across_x, x, z, inside && touch_x), in_z(w.across_z, z, x, inside && touch_z);
  fill_tile(tile, w, x0, z0, touch_x, touch_z);
  if (!inside) return;
  const Real* const p = &tile.p[row + reach][column + reach];
  const Real before = p[0];
  Real value = leapfrog_node<Radius, true>(p, old, speed, g, pitch, pitch, axis_stencils<Radius>(f));
  if (touch_x)
    value += g * speed *
             pad_term<Radius>(w.across_x, in_x, p, Index{1}, &tile.psi_x[row][column + Radius], Index{1});
  if (touch_z)
    value += g * speed *
             pad_term<Radius>(w.across_z, in_z, p, pitch, &tile.psi_z[row + Radius][column], Index{tile_x});
  const float* const samples = w.traces.samples + Index{1} * step * w.traces.traces;
  for (int e = traces.x; e < traces.y; ++e)
    value += w.traces.entries[e].weight * static_cast<Real>(samples[w.traces.entries[e].trace]);
  f.oldest[m] = value;
  // A face's own node is the one before the first or behind the last.
  const auto reflect = [&](bool is_free, int away, Index to_face) {
    if (is_free && away <= Radius) f.oldest[m + 2 * away * to_face] = -value;
  };
  reflect(w.free_face[0], x, -1);
  reflect(w.free_face[1], w.box.last[0] - x, 1);
  reflect(w.free_face[2], z, -f.plane);
  reflect(w.free_face[3], w.box.last[2] - z, f.plane);
  sums.add(w, value, before, step);
}

template <int Radius, class Real>
void run_section_wave(const SectionStepWork<Real>& work, const dim3& grid, cudaStream_t stream) {
  section_wave_kernel<Radius, Real><<<grid, section_threads, 0, stream>>>(work);
}

template <class Real, int... Below>
auto section_run_of(int radius, std::integer_sequence<int, Below...>) {
  using Run = void (*)(const SectionStepWork<Real>&, const dim3&, cudaStream_t);
  constexpr std::array<Run, sizeof...(Below)> runs{run_section_wave<Below + 1, Real>...};
  return runs.at(static_cast<std::size_t>(radius - 1));
}

}  // namespace

bool section_wave_fits(const PaddedGrid& padded) {
  if (!padded.section) return false;
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
  for (const CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    if (layout.axis == 1) continue;
    const std::vector<Real> b(layout.b.begin(), layout.b.end()), c(layout.c.begin(), layout.c.end());
    const auto size = static_cast<std::size_t>(layout.size());
    pads_.push_back({layout,
                     cpml_stencil<Real>(padded, layout.axis),
                     DeviceArray<Real>(b.data(), b.size()),
                     DeviceArray<Real>(c.data(), c.size()),
                     {DeviceArray<Real>(size), DeviceArray<Real>(size)},
                     DeviceArray<Real>(size)});
    for (DeviceArray<Real>* const array : {&pads_.back().psi[0], &pads_.back().psi[1], &pads_.back().zeta})
      array->clear();
  }
  if (traces.nodes.empty()) return;
  std::vector<int2> slot(static_cast<std::size_t>(padded.n[0]) * static_cast<std::size_t>(padded.n[2]));
  const Index origin = padded.index(0, 0, 0);
  for (std::size_t s = 0; s < traces.nodes.size(); ++s) {
    const Index node = traces.nodes[s] - origin;
    const Index z = node / padded.plane(), x = node % padded.plane();
    slot[static_cast<std::size_t>(x + padded.n[0] * z)] = make_int2(traces.start[s], traces.start[s + 1]);
  }
  slot_ = DeviceArray<int2>(slot.data(), slot.size());
}

template <class Real>
std::vector<std::pair<Real*, std::size_t>> SectionWave<Real>::memory() {
  std::vector<std::pair<Real*, std::size_t>> all;
  for (Pad& pad : pads_)
    for (DeviceArray<Real>* const array : {&pad.psi[present_psi_], &pad.zeta})
      all.emplace_back(array->data(), array->size());
  return all;
}

template <class Real>
void SectionWave<Real>::launch(const LeapfrogFields<Real>& fields, int step, const TraceTable<Real>& traces,
                               const SectionSums<Real>& sums, const ReceiverTable<Real>& receivers,
                               const SectionLevel<Real>& pending, cudaStream_t stream) {
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
    across.last_inner = across_x ? nodes_[0] + 1 : nodes_[1] + 1;
    for (Pad& pad : pads_) {
      const CpmlSlab& l = pad.layout;
      if ((l.axis == 0) != across_x) continue;
      const auto a = static_cast<std::size_t>(l.axis);
      PadView<Real>& view = across.pad[across.count++];
      view.along = across_x ? 1 : l.plane();
      view.other = across_x ? l.plane() : 1;
      const Index to_zero = l.low[a] * view.along;
      view.psi = pad.psi[present_psi_].data() - to_zero;
      view.psi_next = pad.psi[1 - present_psi_].data() - to_zero;
      view.zeta = pad.zeta.data() - to_zero;
      view.b = pad.b.data() - l.low[a];
      view.c = pad.c.data() - l.low[a];
      view.first = l.first[a];
      view.last = l.last[a];
      across.stencil = pad.stencil;
      if (l.first[a] == 0)
        across.first_inner = l.last[a] + radius_;
      else
        across.last_inner = l.first[a] - radius_;
    }
  }
  work.step = step;
  if (traces.nodes > 0) work.slot = slot_.data();
  work.traces = traces;
  work.sums = sums;
  work.rows = tiles_along(box_.last[2], tile_z);
  work.receivers = receivers;
  work.pending = pending;
  const int wide = tiles_along(box_.last[0], tile_x);
  const int reading = pending.field == nullptr ? 0 : tiles_along(8 * receivers.receivers, section_threads);
  const dim3 grid(static_cast<unsigned>(wide), static_cast<unsigned>(work.rows + tiles_along(reading, wide)));
  section_run_of<Real>(radius_, std::make_integer_sequence<int, 8>{})(work, grid, stream);
  check_cuda(cudaGetLastError(), "the section's step does not start");
  present_psi_ = 1 - present_psi_;
}

template class SectionWave<float>;
template class SectionWave<double>;

}  // namespace foldwave
