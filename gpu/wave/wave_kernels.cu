#include <algorithm>
#include <array>
#include <utility>

#include "gpu/device_array.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

constexpr int threads = 256;

unsigned blocks_for(Index work, int per_block) {
  return static_cast<unsigned>((work + per_block - 1) / per_block);
}

// Threads count from padded node 0, which is aligned, and not from the first node that is updated.
template <int Radius, bool Section>
__global__ void step_kernel(LeapfrogFields<float> f, NodeBox box) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (x < box.first[0] || x >= box.last[0] || y < box.first[1] || y >= box.last[1] || z < box.first[2] ||
      z >= box.last[2])
    return;
  const Index m = x + y * f.row + z * f.plane;
  const auto c = axis_stencils<Radius>(f);
  const float g = f.gy[y] * f.gz[z] * f.gx[x];
  f.oldest[m] = leapfrog_node<Radius, Section>(f.present + m, f.oldest[m], f.v2dt2[m], g, f.row, f.plane, c);
}

template <int Radius, bool Section>
void run_step(const LeapfrogFields<float>& f, const NodeBox& box) {
  const dim3 block = Section ? dim3(64, 1, 4) : dim3(32, 4, 4);
  const dim3 grid(blocks_for(box.last[0], static_cast<int>(block.x)),
                  blocks_for(box.last[1], static_cast<int>(block.y)),
                  blocks_for(box.last[2], static_cast<int>(block.z)));
  step_kernel<Radius, Section><<<grid, block>>>(f, box);
}

template <int... Below>
void run_step_of_radius(const LeapfrogFields<float>& f, const NodeBox& box, int radius, bool section,
                        std::integer_sequence<int, Below...>) {
  using Run = void (*)(const LeapfrogFields<float>&, const NodeBox&);
  constexpr std::array<Run, sizeof...(Below)> volumes{run_step<Below + 1, false>...};
  constexpr std::array<Run, sizeof...(Below)> sections{run_step<Below + 1, true>...};
  const auto at = static_cast<std::size_t>(radius - 1);
  (section ? sections : volumes).at(at)(f, box);
}

__global__ void images_kernel(float* origin, AxisImages images) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y);
  const int plane = static_cast<int>(blockIdx.z);
  if (i >= images.lines[0]) return;
  float* const at = origin + i * images.strides[0] + j * images.strides[1];
  at[images.to[plane] * images.along] = images.sign[plane] * at[images.from[plane] * images.along];
}

__global__ void sources_kernel(float* present, SourceTable sources, int step) {
  const int m = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (m >= sources.nodes) return;
  float value = present[sources.node[m]];
  for (int e = sources.start[m]; e < sources.start[m + 1]; ++e) {
    const SourceEntry entry = sources.entries[e];
    if (step < entry.samples) value += entry.weight * sources.series[entry.series + step];
  }
  present[sources.node[m]] = value;
}

__global__ void receivers_kernel(const float* present, ReceiverTable receivers, float* traces, int row,
                                 int column) {
  const int r = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (r >= receivers.receivers) return;
  float value = 0.0F;
  for (int t = receivers.start[r]; t < receivers.start[r + 1]; ++t)
    value += receivers.weight[t] * present[receivers.index[t]];
  traces[static_cast<Index>(r) * row + column] = value;
}

// Magnitudes compare as their bits do.
__global__ void largest_kernel(const float* field, Index size, int* bits) {
  int most = 0;
  const Index stride = static_cast<Index>(gridDim.x) * blockDim.x;
  for (Index m = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x; m < size; m += stride)
    most = max(most, __float_as_int(fabsf(field[m])));
  for (int half = 16; half > 0; half /= 2)
    most = max(most, __shfl_xor_sync(0xffffffffU, most, half));
  if (threadIdx.x % 32 == 0) atomicMax(bits, most);
}

}  // namespace

void launch_step(const LeapfrogFields<float>& fields, const NodeBox& box, int radius, bool section) {
  run_step_of_radius(fields, box, radius, section, std::make_integer_sequence<int, 8>{});
  check_cuda(cudaGetLastError(), "the wave's step does not start");
}

void launch_images(float* present, const AxisImages& images) {
  if (images.count == 0) return;
  const dim3 grid(blocks_for(images.lines[0], threads), static_cast<unsigned>(images.lines[1]),
                  static_cast<unsigned>(images.count));
  images_kernel<<<grid, threads>>>(present, images);
  check_cuda(cudaGetLastError(), "the free surface does not start");
}

void launch_sources(float* present, const SourceTable& sources, int step) {
  if (sources.nodes == 0) return;
  sources_kernel<<<blocks_for(sources.nodes, threads), threads>>>(present, sources, step);
  check_cuda(cudaGetLastError(), "the sources do not start");
}

void launch_receivers(const float* present, const ReceiverTable& receivers, float* traces, int row,
                      int column) {
  if (receivers.receivers == 0) return;
  receivers_kernel<<<blocks_for(receivers.receivers, threads), threads>>>(present, receivers, traces, row,
                                                                          column);
  check_cuda(cudaGetLastError(), "the receivers do not start");
}

void launch_largest(const float* field, Index size, int* bits) {
  const unsigned blocks = std::min(4096U, blocks_for(size, threads * 8));
  largest_kernel<<<blocks, threads>>>(field, size, bits);
  check_cuda(cudaGetLastError(), "the watch over the field does not start");
}

}  // namespace foldwave
