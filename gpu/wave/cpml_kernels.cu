#include "gpu/wave/cpml_kernels.cuh"

#include <algorithm>
#include <array>
#include <utility>

#include "gpu/wave/cpml_columns.cuh"

namespace foldwave {

namespace {

using namespace device_cpml;

constexpr std::size_t most_shared_bytes = 48 * 1024;
constexpr int line_values = 2048;  // of a block that works on slabs across x

// Slabs across x: a block takes as many lines as fit shared memory, p and psi of them.
template <int Radius, class Real>
__global__ __launch_bounds__(threads) void line_kernel(
    SlabViews<Real> slabs, const Real* __restrict__ present, Real* __restrict__ next,
    const Real* __restrict__ v2dt2, const Real* __restrict__ g_x, const Real* __restrict__ g_y,
    const Real* __restrict__ g_z, int lines) {
  const SlabView<Real>& slab = slabs.of[blockIdx.z];
  extern __shared__ __align__(8) unsigned char shared[];
  const int low = slab.term_first - Radius, length = slab.term_last + Radius - low;
  Real* const p = reinterpret_cast<Real*>(shared);
  Real* const psi = p + lines * length;
  const int y0 = slab.other_first[0] + static_cast<int>(blockIdx.x) * lines;
  const int z = slab.other_first[1] + static_cast<int>(blockIdx.y);
  const int count = min(lines, slab.other_last[0] - y0);
  const auto in_field = [&](int line) { return (y0 + line) * slab.other[0] + z * slab.other[1]; };
  const auto in_slab = [&](int line) { return (y0 + line) * slab.slab_other[0] + z * slab.slab_other[1]; };
  const int worker = static_cast<int>(threadIdx.x);
#pragma unroll 4
  for (int m = worker; m < count * length; m += threads) {
    const int line = m / length, x = low + m % length;
    p[m] = present[in_field(line) + x];
    psi[m] = 0;
  }
  __syncthreads();
  const int width = slab.last - slab.first;
#pragma unroll 4
  for (int m = worker; m < count * width; m += threads) {
    const int line = m / width, x = slab.first + m % width, at = line * length + x - low;
    Real& stored = slab.psi[in_slab(line) + x];
    stored = psi[at] = cpml_psi<Radius>(p + at, Index{1}, stored, slab.b[x], slab.c[x], slab.stencil);
  }
  __syncthreads();
  const int terms = slab.term_last - slab.term_first;
#pragma unroll 4
  for (int m = worker; m < count * terms; m += threads) {
    const int line = m / terms, x = slab.term_first + m % terms, at = line * length + x - low;
    const bool in_pad = x >= slab.first && x < slab.last;
    const Index n = in_field(line) + x;
    const Real old = next[n], speed = v2dt2[n];
    Real zeta = 0;
    Real* const stored = slab.zeta + in_slab(line) + x;
    if (in_pad) zeta = *stored;
    const Real term =
        cpml_term<Radius>(p + at, Index{1}, psi + at, Index{1}, zeta, in_pad ? slab.b[x] : Real(0),
                          in_pad ? slab.c[x] : Real(0), slab.stencil);
    if (in_pad) *stored = zeta;
    next[n] = old + g_x[x] * g_y[y0 + line] * g_z[z] * speed * term;
  }
}

// The same of shorter lines: eight threads take one, `Rows` nodes each at most, and ask for all that memory
// holds before they wait for anything. Lines are apart by 8 banks.
constexpr int line_lanes = 8, lines_in_block = threads / line_lanes;
constexpr int line_pitch(int length) {
  return (length + 23) / 32 * 32 + 8;
}
template <int Radius, int Rows, class Real>
__global__ __launch_bounds__(threads) void short_line_kernel(
    SlabViews<Real> slabs, const Real* __restrict__ present, Real* __restrict__ next,
    const Real* __restrict__ v2dt2, const Real* __restrict__ g_x, const Real* __restrict__ g_y,
    const Real* __restrict__ g_z) {
  constexpr int wide = line_lanes, more_rows = Rows + (2 * Radius + wide - 1) / wide;
  const SlabView<Real>& slab = slabs.of[blockIdx.z];
  extern __shared__ __align__(8) unsigned char shared[];
  const int low = slab.term_first - Radius, length = slab.term_last + Radius - low;
  const int lane = static_cast<int>(threadIdx.x) % wide, number = static_cast<int>(threadIdx.x) / wide;
  const int y = slab.other_first[0] + static_cast<int>(blockIdx.x) * lines_in_block + number;
  const int z = slab.other_first[1] + static_cast<int>(blockIdx.y);
  const int pitch = line_pitch(length);
  Real* const p = reinterpret_cast<Real*>(shared) + number * pitch;
  Real* const psi = p + lines_in_block * pitch;
  const bool inside = y < slab.other_last[0];
  const Index in_field = y * slab.other[0] + z * slab.other[1];
  const Index in_slab = y * slab.slab_other[0] + z * slab.slab_other[1];
  const Real* const from = present + in_field;
  Real* const line = next + in_field;
  const Real* const speeds = v2dt2 + in_field;
  Real* const psi_stored = slab.psi + in_slab;
  Real* const zeta_stored = slab.zeta + in_slab;
  const auto in_pad = [&](int x) { return x >= slab.first && x < slab.last; };

  Real read_p[more_rows]{}, read_psi[Rows]{}, zeta[Rows]{}, old[Rows]{}, speed[Rows]{};
#pragma unroll
  for (int i = 0; i < more_rows; ++i)
    if (inside && lane + wide * i < length) read_p[i] = from[low + lane + wide * i];
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int c = slab.first + lane + wide * i, t = slab.term_first + lane + wide * i;
    if (inside && c < slab.last) read_psi[i] = psi_stored[c];
    if (!inside || t >= slab.term_last) continue;
    if (in_pad(t)) zeta[i] = zeta_stored[t];
    old[i] = line[t];
    speed[i] = speeds[t];
  }
#pragma unroll
  for (int i = 0; i < more_rows; ++i)
    if (lane + wide * i < length) {
      p[lane + wide * i] = read_p[i];
      psi[lane + wide * i] = 0;
    }
  __syncwarp();
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int c = slab.first + lane + wide * i;
    if (!inside || c >= slab.last) continue;
    psi[c - low] = cpml_psi<Radius>(p + c - low, Index{1}, read_psi[i], slab.b[c], slab.c[c], slab.stencil);
    psi_stored[c] = psi[c - low];
  }
  __syncwarp();
  if (!inside) return;
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    const int t = slab.term_first + lane + wide * i;
    if (t >= slab.term_last) continue;
    const Real b = in_pad(t) ? slab.b[t] : Real(0), c = in_pad(t) ? slab.c[t] : Real(0);
    const Real term =
        cpml_term<Radius>(p + t - low, Index{1}, psi + t - low, Index{1}, zeta[i], b, c, slab.stencil);
    if (in_pad(t)) zeta_stored[t] = zeta[i];
    line[t] = old[i] + g_x[t] * g_z[z] * g_y[y] * speed[i] * term;
  }
}

// `faces` slabs of one axis, which do not touch each other.
template <int Radius, class Real>
void run_slabs(const SlabViews<Real>& slabs, int faces, int axis, const Real* present, Real* next,
               const LeapfrogFields<Real>& fields, cudaStream_t stream) {
  const SlabView<Real>& slab = slabs.of[0];
  const int wide = slab.other_last[0] - slab.other_first[0];
  // Free faces side by side leave nothing to update.
  if (wide <= 0 || slab.other_last[1] <= slab.other_first[1]) return;
  const auto deep = static_cast<unsigned>(slab.other_last[1] - slab.other_first[1]);
  if (axis == 0) {
    const int length = slab.term_last - slab.term_first + 2 * Radius;
    const int rows = (slab.term_last - slab.term_first + line_lanes - 1) / line_lanes;
    const std::size_t bytes =
        2 * sizeof(Real) * static_cast<std::size_t>(lines_in_block * line_pitch(length));
    if (rows <= most_column_rows && bytes <= most_shared_bytes) {
      const dim3 grid(static_cast<unsigned>((wide + lines_in_block - 1) / lines_in_block), deep,
                      static_cast<unsigned>(faces));
      const auto run =
          rows <= 3 ? short_line_kernel<Radius, 3, Real> : short_line_kernel<Radius, most_column_rows, Real>;
      run<<<grid, threads, bytes, stream>>>(slabs, present, next, fields.v2dt2, fields.gx, fields.gy,
                                            fields.gz);
      return;
    }
    const int lines = std::clamp(line_values / length, 1, std::max(1, wide));
    const dim3 grid(static_cast<unsigned>((wide + lines - 1) / lines), deep, static_cast<unsigned>(faces));
    line_kernel<Radius>
        <<<grid, threads, 2 * sizeof(Real) * static_cast<std::size_t>(lines * length), stream>>>(
            slabs, present, next, fields.v2dt2, fields.gx, fields.gy, fields.gz, lines);
  } else {
    const Real* const g_along = axis == 1 ? fields.gy : fields.gz;
    const Real* const g_other = axis == 1 ? fields.gz : fields.gy;
    const int length = slab.term_last - slab.term_first + 2 * Radius, nodes = slab.other_last[0];
    // A march waits for memory at each node.
    const int rows = (length - 2 * Radius + column_lines - 1) / column_lines;
    if (rows <= most_column_rows) {
      const dim3 grid(static_cast<unsigned>((nodes + 31) / 32), deep, static_cast<unsigned>(faces));
      const auto run =
          rows <= 3 ? column_kernel<Radius, 3, Real> : column_kernel<Radius, most_column_rows, Real>;
      run<<<grid, threads, 2 * sizeof(Real) * static_cast<std::size_t>(32 * length), stream>>>(
          slabs, present, next, fields.v2dt2, fields.gx, g_along, g_other, length);
      return;
    }
    const int packs = (nodes + Pack<Real>::lanes - 1) / Pack<Real>::lanes;
    const dim3 grid(static_cast<unsigned>((packs + march_threads - 1) / march_threads), deep,
                    static_cast<unsigned>(faces));
    march_kernel<Radius>
        <<<grid, march_threads, 0, stream>>>(slabs, present, next, fields.v2dt2, fields.gx, g_along, g_other);
  }
}

template <class Real>
using RunSlabs = void (*)(const SlabViews<Real>&, int, int, const Real*, Real*, const LeapfrogFields<Real>&,
                          cudaStream_t);

template <class Real, int... Below>
RunSlabs<Real> run_of_radius(int radius, std::integer_sequence<int, Below...>) {
  constexpr std::array<RunSlabs<Real>, sizeof...(Below)> runs{run_slabs<Below + 1, Real>...};
  return runs.at(static_cast<std::size_t>(radius - 1));
}

// psi and zeta lie without margins here: along the axis the pad's nodes alone.
std::array<int, 3> pad_shape(const CpmlSlab& slab) {
  auto shape = slab.shape;
  const auto a = static_cast<std::size_t>(slab.axis);
  shape[a] = slab.last[a] - slab.first[a];
  shape[0] = (shape[0] + 3) / 4 * 4;  // whole packs
  return shape;
}

}  // namespace

template <class Real>
DeviceCpml<Real>::DeviceCpml(const PaddedGrid& padded, const Field<float>& velocity, double dt,
                             double frequency)
    : radius_(padded.radius) {
  for (const CpmlSlab& layout : cpml_slabs(padded, velocity, dt, frequency)) {
    const std::vector<Real> b(layout.b.begin(), layout.b.end()), c(layout.c.begin(), layout.c.end());
    const auto n = pad_shape(layout);
    const std::size_t size =
        static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]);
    slabs_.push_back({layout, cpml_stencil<Real>(padded, layout.axis), DeviceArray<Real>(b.data(), b.size()),
                      DeviceArray<Real>(c.data(), c.size()), DeviceArray<Real>(size),
                      DeviceArray<Real>(size)});
    const auto a = static_cast<std::size_t>(layout.axis);
    reads_images_ =
        reads_images_ || (padded.boundaries[2 * a] == Boundary::free && layout.term_first[a] < radius_) ||
        (padded.boundaries[2 * a + 1] == Boundary::free && layout.term_last[a] + radius_ > padded.n[a]);
    slabs_.back().psi.clear();
    slabs_.back().zeta.clear();
  }
}

template <class Real>
std::vector<std::pair<Real*, std::size_t>> DeviceCpml<Real>::memory() {
  std::vector<std::pair<Real*, std::size_t>> all;
  for (Slab& slab : slabs_)
    for (DeviceArray<Real>* const array : {&slab.psi, &slab.zeta})
      all.emplace_back(array->data(), array->size());
  return all;
}

template <class Real>
std::int64_t DeviceCpml<Real>::memory_bytes(const PaddedGrid& padded) {
  std::int64_t values = 0;
  for (const CpmlSlab& slab : cpml_slab_layouts(padded)) {
    const auto n = pad_shape(slab);
    values += 2 * (std::int64_t{n[0]} * n[1] * n[2] + slab.shape[static_cast<std::size_t>(slab.axis)]);
  }
  return static_cast<std::int64_t>(sizeof(Real)) * values;
}

template <class Real>
void DeviceCpml<Real>::launch_planes(const Real* present, Real* next, const LeapfrogFields<Real>& fields,
                                     int first, int last, cudaStream_t stream) {
  const auto run = run_of_radius<Real>(radius_, std::make_integer_sequence<int, 8>{});
  const Index strides[3] = {1, fields.row, fields.plane};
  const auto view = [&](Slab& slab) {
    const CpmlSlab& l = slab.layout;
    const auto a = static_cast<std::size_t>(l.axis);
    const std::size_t faster = a == 0 ? 1 : 0, slower = a == 2 ? 1 : 2;
    const auto n = pad_shape(l);
    const Index slab_strides[3] = {1, n[0], Index{1} * n[0] * n[1]};
    SlabView<Real> v;
    v.psi = slab.psi.data() - l.first[a] * slab_strides[a];
    v.zeta = slab.zeta.data() - l.first[a] * slab_strides[a];
    v.b = slab.b.data() - l.low[a];
    v.c = slab.c.data() - l.low[a];
    v.first = l.first[a];
    v.last = l.last[a];
    v.term_first = l.term_first[a];
    v.term_last = l.term_last[a];
    v.along = strides[a];
    v.slab_along = slab_strides[a];
    for (const std::size_t o : {0U, 1U}) {
      const std::size_t other = o == 0 ? faster : slower;
      v.other_first[o] = l.first[other];
      v.other_last[o] = l.last[other];
      v.other[o] = strides[other];
      v.slab_other[o] = slab_strides[other];
    }
    if (a != 2) {
      v.other_first[1] = std::max(v.other_first[1], first);
      v.other_last[1] = std::min(v.other_last[1], last);
    }
    v.stencil = slab.stencil;
    return v;
  };
  // Edges and corners belong to slabs of several axes, which go in turn; the two of one together unless they
  // touch.
  for (std::size_t s = 0; s < slabs_.size(); ++s) {
    const int axis = slabs_[s].layout.axis;
    if (!fits_in(slabs_[s].layout, first, last)) continue;
    SlabViews<Real> views{{view(slabs_[s]), {}}};
    const bool pair = s + 1 < slabs_.size() && slabs_[s + 1].layout.axis == axis &&
                      fits_in(slabs_[s + 1].layout, first, last);
    if (pair) views.of[1] = view(slabs_[s + 1]);
    if (pair && views.of[0].term_last <= views.of[1].term_first) {
      run(views, 2, axis, present, next, fields, stream);
      ++s;
    } else {
      run(views, 1, axis, present, next, fields, stream);
    }
  }
  check_cuda(cudaGetLastError(), "the absorbing pads do not start");
}

template class DeviceCpml<float>;
template class DeviceCpml<double>;

}  // namespace foldwave
