#include "gpu/wave/ladder.cuh"

#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace foldwave {

namespace {

constexpr int coefficient_count = 1 + 3 * max_stencil_radius;
using Coefficients = std::array<float, coefficient_count>;

__constant__ float constant_coefficients[coefficient_count];

Coefficients coefficients_of(const LeapfrogFields<float>& fields) {
  Coefficients all{};
  all[0] = fields.centre;
  std::memcpy(all.data() + 1, fields.side, sizeof fields.side);
  return all;
}

template <int Radius>
__device__ AxisStencils<Radius, float> stencils_from(const float* coefficients) {
  AxisStencils<Radius, float> c;
  c.centre = coefficients[0];
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < Radius; ++k)
      c.side[axis][k] = coefficients[1 + axis * max_stencil_radius + k];
  return c;
}

// Threads count from padded node 0, which is aligned, and not from the first node that is updated.
template <WaveKernel Kernel, int Radius, bool Section>
__global__ void one_pass_kernel(LeapfrogFields<float> f, LadderSetup setup) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (!setup.grid.updates(x, y, z)) return;
  const Index m = x + y * f.row + z * f.plane;
  const float g = f.gy[y] * f.gz[z] * f.gx[x];
  const float* const p = f.present + m;
  if constexpr (Kernel == WaveKernel::explicit_edges)
    f.oldest[m] =
        explicit_edges_node<Radius, Section>(p, f.oldest[m], f.v2dt2[m], g, x, y, z, f.row, f.plane,
                                             stencils_from<Radius>(setup.coefficients), setup.edges);
  else if constexpr (Kernel == WaveKernel::zero_padding)
    f.oldest[m] = leapfrog_node<Radius, Section>(p, f.oldest[m], f.v2dt2[m], g, f.row, f.plane,
                                                 stencils_from<Radius>(setup.coefficients));
  else
    f.oldest[m] = leapfrog_node<Radius, Section>(p, f.oldest[m], f.v2dt2[m], g, f.row, f.plane,
                                                 stencils_from<Radius>(constant_coefficients));
}

template <WaveKernel Kernel>
struct OnePass {
  template <int Radius>
  struct Launch {
    static void run(const LeapfrogFields<float>& f, const LadderSetup& setup, cudaStream_t stream) {
      const auto& last = setup.grid.last;
      const dim3 block = setup.section ? dim3(64, 1, 4) : dim3(32, 4, 4);
      const dim3 blocks(blocks_for(last[0], static_cast<int>(block.x)),
                        blocks_for(last[1], static_cast<int>(block.y)),
                        blocks_for(last[2], static_cast<int>(block.z)));
      if (setup.section)
        one_pass_kernel<Kernel, Radius, true><<<blocks, block, 0, stream>>>(f, setup);
      else
        one_pass_kernel<Kernel, Radius, false><<<blocks, block, 0, stream>>>(f, setup);
    }
  };
};

// Constant memory is one for all runs of a device. It is written when another grid steps than before, after
// all that may still read it.
void launch_constant_memory(const LeapfrogFields<float>& fields, const LadderSetup& setup,
                            cudaStream_t stream) {
  static std::mutex mutex;
  static std::map<int, Coefficients> held_by;
  const std::scoped_lock lock(mutex);
  int device = 0;
  check_cuda(cudaGetDevice(&device), "the device does not answer");
  Coefficients& held = held_by[device];
  const Coefficients wanted = coefficients_of(fields);
  if (wanted != held) {
    check_cuda(cudaDeviceSynchronize(), "the wave failed on the device");
    check_cuda(cudaMemcpyToSymbol(constant_coefficients, wanted.data(), sizeof wanted),
               "cannot write constant memory");
    check_cuda(cudaDeviceSynchronize(), "cannot write constant memory");
    held = wanted;
  }
  launch_of_radius<OnePass<WaveKernel::constant_memory>::Launch>(setup.radius, fields, setup, stream);
}

LadderSetup setup_of(const PaddedGrid& padded) {
  LadderSetup setup;
  setup.radius = padded.radius;
  setup.section = padded.section;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    setup.grid.n[axis] = padded.n[axis];
    setup.grid.first[axis] = padded.first[axis];
    setup.grid.last[axis] = padded.last[axis];
    setup.edges.last[axis] = padded.n[axis] - 1;
    const bool used = !(padded.section && axis == 1);
    setup.edges.free_low[axis] = used && padded.boundaries[2 * axis] == Boundary::free;
    setup.edges.free_high[axis] = used && padded.boundaries[2 * axis + 1] == Boundary::free;
  }
  return setup;
}

bool reads_coefficients(WaveKernel kernel) {
  return kernel == WaveKernel::explicit_edges || kernel == WaveKernel::zero_padding;
}

}  // namespace

bool is_ladder_kernel(WaveKernel kernel) {
  switch (kernel) {
    case WaveKernel::explicit_edges:
    case WaveKernel::zero_padding:
    case WaveKernel::constant_memory:
    case WaveKernel::shared_axes:
    case WaveKernel::register_queue:
      return true;
    default:
      return false;
  }
}

LadderStep::LadderStep(WaveKernel kernel, const PaddedGrid& padded)
    : kernel_(kernel), setup_(setup_of(padded)) {
  if (reads_coefficients(kernel)) {
    const Coefficients all = coefficients_of(leapfrog_stencils<float>(padded));
    coefficients_ = DeviceArray<float>(all.data(), all.size());
    setup_.coefficients = coefficients_.data();
  }
  if (kernel == WaveKernel::shared_axes) {
    laplacian_ = DeviceArray<float>(static_cast<std::size_t>(padded.size()));
    setup_.laplacian = laplacian_.data() + padded.index(0, 0, 0);
  }
}

std::int64_t LadderStep::memory_bytes(WaveKernel kernel, const PaddedGrid& padded) {
  if (reads_coefficients(kernel)) return sizeof(Coefficients);
  return kernel == WaveKernel::shared_axes ? 4 * std::int64_t{padded.size()} : 0;
}

void launch_ladder_step(WaveKernel kernel, const LeapfrogFields<float>& fields, const LadderSetup& setup,
                        cudaStream_t stream) {
  switch (kernel) {
    case WaveKernel::explicit_edges:
      launch_of_radius<OnePass<WaveKernel::explicit_edges>::Launch>(setup.radius, fields, setup, stream);
      break;
    case WaveKernel::zero_padding:
      launch_of_radius<OnePass<WaveKernel::zero_padding>::Launch>(setup.radius, fields, setup, stream);
      break;
    case WaveKernel::constant_memory:
      launch_constant_memory(fields, setup, stream);
      break;
    case WaveKernel::shared_axes:
      launch_shared_axes(fields, setup, stream);
      break;
    case WaveKernel::register_queue:
      launch_register_queue(fields, setup, stream);
      break;
    default:
      throw InputError("kernel", std::string("\"") + wave_kernel_name(kernel) + "\" is no rung of the ladder",
                       "use another");
  }
  check_cuda(cudaGetLastError(), "the wave's step does not start");
}

}  // namespace foldwave
