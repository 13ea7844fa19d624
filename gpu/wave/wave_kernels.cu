#include "gpu/wave/wave_kernels.cuh"

#include <algorithm>
#include <array>
#include <utility>

#include "gpu/base/device_array.cuh"

namespace foldwave {

namespace {

constexpr int threads = 256;

unsigned blocks_for(Index work, int per_block) {
  return static_cast<unsigned>((work + per_block - 1) / per_block);
}

// Threads count from padded node 0, which is aligned, and not from the first node that is updated.
template <int Radius, bool Section, class Real>
__global__ void step_kernel(LeapfrogFields<Real> f, StepBox box) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (x < box.first[0] || x >= box.last[0] || y < box.first[1] || y >= box.last[1] || z < box.first[2] ||
      z >= box.last[2])
    return;
  const Index m = x + y * f.row + z * f.plane;
  const auto c = axis_stencils<Radius>(f);
  const Real g = f.gy[y] * f.gz[z] * f.gx[x];
  f.oldest[m] = leapfrog_node<Radius, Section>(f.present + m, f.oldest[m], f.v2dt2[m], g, f.row, f.plane, c);
}

template <int Radius, bool Section, class Real>
void run_step(const LeapfrogFields<Real>& f, const StepBox& box, cudaStream_t stream) {
  const dim3 block = Section ? dim3(64, 1, 4) : dim3(32, 4, 4);
  const dim3 grid(blocks_for(box.last[0], static_cast<int>(block.x)),
                  blocks_for(box.last[1], static_cast<int>(block.y)),
                  blocks_for(box.last[2], static_cast<int>(block.z)));
  step_kernel<Radius, Section><<<grid, block, 0, stream>>>(f, box);
}

template <class Real, int... Below>
void run_step_of_radius(const LeapfrogFields<Real>& f, const StepBox& box, int radius, bool section,
                        cudaStream_t stream, std::integer_sequence<int, Below...>) {
  using Run = void (*)(const LeapfrogFields<Real>&, const StepBox&, cudaStream_t);
  constexpr std::array<Run, sizeof...(Below)> volumes{run_step<Below + 1, false, Real>...};
  constexpr std::array<Run, sizeof...(Below)> sections{run_step<Below + 1, true, Real>...};
  const auto at = static_cast<std::size_t>(radius - 1);
  (section ? sections : volumes).at(at)(f, box, stream);
}

// Workers count images first where those of one line lie together, and lines first elsewhere.
template <class Real>
__global__ void images_kernel(Real* origin, AxisImages images) {
  const int m = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const bool lie_together = images.along == 1;
  const int i = lie_together ? m / images.count : m % images.lines[0];
  const int plane = lie_together ? m % images.count : m / images.lines[0];
  if (i >= images.lines[0] || plane >= images.count) return;
  Real* const at = origin + i * images.strides[0] + static_cast<int>(blockIdx.y) * images.strides[1];
  at[images.to[plane] * images.along] =
      static_cast<Real>(images.sign[plane]) * at[images.from[plane] * images.along];
}

template <class Real>
__global__ void sources_kernel(Real* field, SourceTable<Real> sources, int step) {
  const int m = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (m >= sources.nodes) return;
  Real value = field[sources.node[m]];
  for (int e = sources.start[m]; e < sources.start[m + 1]; ++e) {
    const SourceEntry<Real> entry = sources.entries[e];
    if (step < entry.samples) value += entry.weight * static_cast<Real>(sources.series[entry.series + step]);
  }
  field[sources.node[m]] = value;
}

template <class Real>
__global__ void receivers_kernel(const Real* field, ReceiverTable<Real> receivers, float* traces, Index row,
                                 Index column) {
  sample_receiver(field, receivers, traces, row, column,
                  static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
}

// Magnitudes compare as their bits do.
template <class Real>
__global__ void largest_kernel(const Real* field, Index size, int* bits) {
  int most = 0;
  const Index stride = static_cast<Index>(gridDim.x) * blockDim.x;
  for (Index m = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x; m < size; m += stride)
    most = max(most, __float_as_int(fabsf(static_cast<float>(field[m]))));
  for (int half = 16; half > 0; half /= 2)
    most = max(most, __shfl_xor_sync(0xffffffffU, most, half));
  if (threadIdx.x % 32 == 0) atomicMax(bits, most);
}

template <class Real>
__global__ void user_part_kernel(const Real* first, Index row, Index plane, int nx, int ny, float* to) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Index y = blockIdx.y, z = blockIdx.z;
  if (x < nx) to[x + nx * (y + ny * z)] = static_cast<float>(first[x + y * row + z * plane]);
}

}  // namespace

StepBox updated_box(const PaddedGrid& padded) {
  StepBox box;
  for (std::size_t a = 0; a < 3; ++a) {
    box.first[a] = padded.first[a];
    box.last[a] = padded.last[a];
  }
  return box;
}

AxisImages axis_images(const PaddedGrid& padded, int axis) {
  AxisImages images;
  const std::array<Index, 3> strides{1, padded.row(), padded.plane()};
  const auto a = static_cast<std::size_t>(axis);
  const std::size_t inner = a == 0 ? 1 : 0, outer = a == 2 ? 1 : 2;
  images.along = strides[a];
  images.lines[0] = padded.n[inner];
  images.lines[1] = padded.n[outer];
  images.strides[0] = strides[inner];
  images.strides[1] = strides[outer];
  for (const MirrorPlane& mirror : padded.mirrors) {
    if (mirror.axis != axis) continue;
    images.to[images.count] = mirror.to;
    images.from[images.count] = mirror.from;
    images.sign[images.count] = static_cast<float>(mirror.sign);
    ++images.count;
  }
  return images;
}

template <class Real>
void launch_step(const LeapfrogFields<Real>& fields, const StepBox& box, int radius, bool section,
                 cudaStream_t stream) {
  run_step_of_radius<Real>(fields, box, radius, section, stream, std::make_integer_sequence<int, 8>{});
  check_cuda(cudaGetLastError(), "the wave's step does not start");
}

template <class Real>
void launch_images(Real* present, const AxisImages& images, cudaStream_t stream) {
  if (images.count == 0) return;
  const dim3 grid(blocks_for(Index{1} * images.lines[0] * images.count, threads),
                  static_cast<unsigned>(images.lines[1]));
  images_kernel<<<grid, threads, 0, stream>>>(present, images);
  check_cuda(cudaGetLastError(), "the free surface does not start");
}

template <class Real>
void launch_sources(Real* field, const SourceTable<Real>& sources, int step, cudaStream_t stream) {
  if (sources.nodes == 0) return;
  sources_kernel<<<blocks_for(sources.nodes, threads), threads, 0, stream>>>(field, sources, step);
  check_cuda(cudaGetLastError(), "the sources do not start");
}

template <class Real>
void launch_receivers(const Real* field, const ReceiverTable<Real>& receivers, float* traces, Index row,
                      Index column, cudaStream_t stream) {
  if (receivers.receivers == 0) return;
  receivers_kernel<<<blocks_for(Index{8} * receivers.receivers, threads), threads, 0, stream>>>(
      field, receivers, traces, row, column);
  check_cuda(cudaGetLastError(), "the receivers do not start");
}

template <class Real>
void launch_largest(const Real* field, Index size, int* bits, cudaStream_t stream) {
  const unsigned blocks = std::min(2048U, blocks_for(size, threads * 8));
  largest_kernel<<<blocks, threads, 0, stream>>>(field, size, bits);
  check_cuda(cudaGetLastError(), "the watch over the field does not start");
}

template <class Real>
void launch_user_part(const Real* field, const PaddedGrid& padded, float* to, cudaStream_t stream) {
  const auto& n = padded.grid.n;
  const dim3 grid(blocks_for(n[0], 128), static_cast<unsigned>(n[1]), static_cast<unsigned>(n[2]));
  user_part_kernel<<<grid, 128, 0, stream>>>(field + padded.user_index(0, 0, 0), padded.row(), padded.plane(),
                                             n[0], n[1], to);
  check_cuda(cudaGetLastError(), "a snapshot does not start");
}

#define FOLDWAVE_WAVE_KERNELS(Real)                                                                      \
  template void launch_step<Real>(const LeapfrogFields<Real>&, const StepBox&, int, bool, cudaStream_t); \
  template void launch_images<Real>(Real*, const AxisImages&, cudaStream_t);                             \
  template void launch_sources<Real>(Real*, const SourceTable<Real>&, int, cudaStream_t);                \
  template void launch_receivers<Real>(const Real*, const ReceiverTable<Real>&, float*, Index, Index,    \
                                       cudaStream_t);                                                    \
  template void launch_largest<Real>(const Real*, Index, int*, cudaStream_t);                            \
  template void launch_user_part<Real>(const Real*, const PaddedGrid&, float*, cudaStream_t)
FOLDWAVE_WAVE_KERNELS(float);
FOLDWAVE_WAVE_KERNELS(double);
#undef FOLDWAVE_WAVE_KERNELS

}  // namespace foldwave
