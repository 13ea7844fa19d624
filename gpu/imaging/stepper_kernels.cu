#include "gpu/imaging/stepper_kernels.cuh"

#include <utility>

#include "gpu/base/device_array.cuh"

namespace foldwave {

namespace {

constexpr int stepper_threads = 256;

unsigned stepper_blocks(Index work) {
  return static_cast<unsigned>((work + stepper_threads - 1) / stepper_threads);
}

__device__ Index stepper_worker() {
  return static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
}

template <class Real>
__global__ void traces_kernel(Real* field, TraceTable<Real> table, int step) {
  const Index m = stepper_worker();
  if (m >= table.nodes) return;
  const float* const samples = table.samples + Index{1} * step * table.traces;
  Real value = field[table.node[m]];
  for (int e = table.start[m]; e < table.start[m + 1]; ++e)
    value += table.entries[e].weight * static_cast<Real>(samples[table.entries[e].trace]);
  field[table.node[m]] = value;
}

// Eight lanes a receiver.
template <class Real>
__global__ void exact_receivers_kernel(const Real* field, ReceiverTable<Real> receivers, Real* samples) {
  const int worker = static_cast<int>(stepper_worker());
  const int r = worker / 8, lane = worker % 8;
  Real value = 0;
  if (r < receivers.receivers)
    for (int t = receivers.start[r] + lane; t < receivers.start[r + 1]; t += 8)
      value += receivers.weight[t] * field[receivers.index[t]];
  for (int half = 4; half > 0; half /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, half);
  if (r < receivers.receivers && lane == 0) samples[r] = value;
}

template <class Real>
__global__ void scattered_kernel(Real* next, const Real* now, const Real* before, const float* m, Real* rate,
                                 UserBox box) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= box.n[0]) return;
  const Index y = blockIdx.y, z = blockIdx.z;
  const Index node = box.first + x + y * box.row + z * box.plane;
  const Index at = x + box.n[0] * (y + box.n[1] * z);
  const Real made = now[node] - before[node];
  next[node] -= static_cast<Real>(m[at]) * (made - rate[at]);
  rate[at] = made;
}

template <class Real>
__global__ void take_kernel(const Real* field, const unsigned* node, Index count, Real* values) {
  const Index m = stepper_worker();
  if (m < count) values[m] = field[node[m]];
}

template <class Real>
__global__ void put_kernel(Real* field, const unsigned* node, Index count, const Real* values) {
  const Index m = stepper_worker();
  if (m < count) field[node[m]] = values[m];
}

// `box` counts from padded node 0 here, over all padded nodes; the user's nodes are first .. last - 1.
template <class Real>
__global__ void squared_steps_kernel(const float* velocity, UserBox box, int3 first, int3 last, double dt,
                                     Real* field) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y), z = static_cast<int>(blockIdx.z);
  if (x >= box.n[0]) return;
  const Index i = min(max(x, first.x), last.x - 1) - first.x, j = min(max(y, first.y), last.y - 1) - first.y;
  const Index k = min(max(z, first.z), last.z - 1) - first.z;
  const double v_dt = velocity[i + (last.x - first.x) * (j + (last.y - first.y) * k)] * dt;
  field[box.first + x + y * box.row + z * box.plane] = static_cast<Real>(v_dt * v_dt);
}

// `box` counts from padded node 0 here, over all padded nodes; the user's nodes are first .. last - 1.
template <class Real>
__global__ void silence_kernel(Real* field, UserBox box, int3 first, int3 last) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y), z = static_cast<int>(blockIdx.z);
  const bool inside = x >= first.x && x < last.x && y >= first.y && y < last.y && z >= first.z && z < last.z;
  if (x < box.n[0] && !inside) field[box.first + x + y * box.row + z * box.plane] = Real(0);
}

dim3 rows_of(const int (&n)[3]) {
  return {static_cast<unsigned>((n[0] + stepper_threads - 1) / stepper_threads), static_cast<unsigned>(n[1]),
          static_cast<unsigned>(n[2])};
}

std::pair<int3, int3> user_corners(const PaddedGrid& padded) {
  const auto& u = padded.user;
  const auto& n = padded.grid.n;
  return {make_int3(u[0], u[1], u[2]), make_int3(u[0] + n[0], u[1] + n[1], u[2] + n[2])};
}
UserBox whole_box(const PaddedGrid& padded) {
  return {{padded.n[0], padded.n[1], padded.n[2]}, padded.index(0, 0, 0), padded.row(), padded.plane()};
}

}  // namespace

template <class Real>
void launch_traces(Real* field, const TraceTable<Real>& table, int step, cudaStream_t stream) {
  if (table.nodes == 0 || step >= table.steps) return;
  traces_kernel<<<stepper_blocks(table.nodes), stepper_threads, 0, stream>>>(field, table, step);
  check_cuda(cudaGetLastError(), "the traces do not start");
}

template <class Real>
void launch_exact_receivers(const Real* field, const ReceiverTable<Real>& receivers, Real* samples,
                            cudaStream_t stream) {
  if (receivers.receivers == 0) return;
  exact_receivers_kernel<<<stepper_blocks(Index{8} * receivers.receivers), stepper_threads, 0, stream>>>(
      field, receivers, samples);
  check_cuda(cudaGetLastError(), "the receivers do not start");
}

UserBox user_box(const PaddedGrid& padded) {
  return {{padded.grid.n[0], padded.grid.n[1], padded.grid.n[2]},
          padded.user_index(0, 0, 0),
          padded.row(),
          padded.plane()};
}

template <class Real>
void launch_scattered(Real* next, const Real* now, const Real* before, const float* m, Real* rate,
                      const UserBox& box, cudaStream_t stream) {
  scattered_kernel<<<rows_of(box.n), stepper_threads, 0, stream>>>(next, now, before, m, rate, box);
  check_cuda(cudaGetLastError(), "the scattered wave does not start");
}

template <class Real>
void launch_take(const Real* field, const unsigned* node, Index count, Real* values, cudaStream_t stream) {
  if (count == 0) return;
  take_kernel<<<stepper_blocks(count), stepper_threads, 0, stream>>>(field, node, count, values);
  check_cuda(cudaGetLastError(), "the boundary strips do not start");
}

template <class Real>
void launch_put(Real* field, const unsigned* node, Index count, const Real* values, cudaStream_t stream) {
  if (count == 0) return;
  put_kernel<<<stepper_blocks(count), stepper_threads, 0, stream>>>(field, node, count, values);
  check_cuda(cudaGetLastError(), "the boundary strips do not start");
}

template <class Real>
void launch_silence(Real* field, const PaddedGrid& padded, cudaStream_t stream) {
  const auto [first, last] = user_corners(padded);
  const UserBox all = whole_box(padded);
  silence_kernel<<<rows_of(all.n), stepper_threads, 0, stream>>>(field, all, first, last);
  check_cuda(cudaGetLastError(), "the turn does not start");
}

template <class Real>
void launch_squared_steps(const float* velocity, const PaddedGrid& padded, double dt, Real* field,
                          cudaStream_t stream) {
  const auto [first, last] = user_corners(padded);
  const UserBox all = whole_box(padded);
  squared_steps_kernel<<<rows_of(all.n), stepper_threads, 0, stream>>>(velocity, all, first, last, dt, field);
  check_cuda(cudaGetLastError(), "the velocity cannot be set up");
}

#define FOLDWAVE_STEPPER_KERNELS(Real)                                                                       \
  template void launch_traces<Real>(Real*, const TraceTable<Real>&, int, cudaStream_t);                      \
  template void launch_exact_receivers<Real>(const Real*, const ReceiverTable<Real>&, Real*, cudaStream_t);  \
  template void launch_scattered<Real>(Real*, const Real*, const Real*, const float*, Real*, const UserBox&, \
                                       cudaStream_t);                                                        \
  template void launch_take<Real>(const Real*, const unsigned*, Index, Real*, cudaStream_t);                 \
  template void launch_put<Real>(Real*, const unsigned*, Index, const Real*, cudaStream_t);                  \
  template void launch_squared_steps<Real>(const float*, const PaddedGrid&, double, Real*, cudaStream_t);    \
  template void launch_silence<Real>(Real*, const PaddedGrid&, cudaStream_t)
FOLDWAVE_STEPPER_KERNELS(float);
FOLDWAVE_STEPPER_KERNELS(double);
#undef FOLDWAVE_STEPPER_KERNELS

}  // namespace foldwave
