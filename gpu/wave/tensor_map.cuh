// Boxes of a field copied from global to shared memory by the tensor copy engine (Hopper and later): the host
// describes the field once, one thread of a block asks for a box, and a barrier in shared memory says when it
// has come. What of a box lies outside the field comes as zeros.
#pragma once

#include <cuda.h>

#include <array>
#include <cstdint>

#include "gpu/base/device_array.cuh"

namespace foldwave {

// Whether the device can do it, with as much shared memory as the tiles take.
inline bool has_tensor_copies() {
  int device = 0, major = 0, shared = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) == cudaSuccess &&
         major >= 9 && shared >= 227 * 1024;
}

// A field of shape `shape`, x fastest, read in boxes of box_x by box_y nodes of one plane. Rows must be a
// multiple of 16 bytes. Throws DeviceError.
inline CUtensorMap tensor_map(const float* field, const std::array<int, 3>& shape, int box_x, int box_y) {
  using Encode = decltype(&cuTensorMapEncodeTiled);
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check_cuda(
      cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found),
      "the driver has no tensor copies");
  const cuuint64_t row = sizeof(float) * static_cast<cuuint64_t>(shape[0]);
  const cuuint64_t sizes[3] = {static_cast<cuuint64_t>(shape[0]), static_cast<cuuint64_t>(shape[1]),
                               static_cast<cuuint64_t>(shape[2])};
  const cuuint64_t strides[2] = {row, row * sizes[1]};
  const cuuint32_t box[3] = {static_cast<cuuint32_t>(box_x), static_cast<cuuint32_t>(box_y), 1};
  const cuuint32_t every[3] = {1, 1, 1};
  CUtensorMap map{};
  const CUresult made = reinterpret_cast<Encode>(entry)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3, const_cast<float*>(field), sizes, strides, box, every,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (made != CUDA_SUCCESS)
    throw DeviceError("cuda", "the device cannot copy boxes of this grid", "use another kernel");
  return map;
}

#if defined(__CUDACC__)

__device__ inline std::uint32_t shared_address(const void* p) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

// A barrier that one thread arrives at, with the bytes that are to come. Phases alternate in parity.
__device__ inline void barrier_init([[maybe_unused]] std::uint64_t* barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
#endif
}
__device__ inline void barriers_ready() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
__device__ inline void barrier_expect([[maybe_unused]] std::uint64_t* barrier,
                                      [[maybe_unused]] std::uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
#endif
}
__device__ inline void barrier_wait([[maybe_unused]] std::uint64_t* barrier,
                                    [[maybe_unused]] std::uint32_t parity) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
#endif
}

// By each thread that has read or written shared memory, before the barrier after which a copy into it is
// asked for: the engine does not wait for loads that are still under way, nor for stores.
__device__ inline void leave_to_copies() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// The box whose first node has these array coordinates; `to` is 128-byte aligned.
__device__ inline void copy_box([[maybe_unused]] float* to, [[maybe_unused]] const CUtensorMap* map,
                                [[maybe_unused]] int x, [[maybe_unused]] int y, [[maybe_unused]] int z,
                                [[maybe_unused]] std::uint64_t* barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], "
      "[%5];" ::"r"(shared_address(to)),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(shared_address(barrier))
      : "memory");
#endif
}

// The same for what is read once a step: first to leave the cache.
__device__ inline void copy_box_once([[maybe_unused]] float* to, [[maybe_unused]] const CUtensorMap* map,
                                     [[maybe_unused]] int x, [[maybe_unused]] int y, [[maybe_unused]] int z,
                                     [[maybe_unused]] std::uint64_t* barrier) {
#if __CUDA_ARCH__ >= 900
  std::uint64_t policy = 0;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, "
      "{%2, %3, %4}], [%5], %6;" ::"r"(shared_address(to)),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(shared_address(barrier)), "l"(policy)
      : "memory");
#endif
}

#endif

}  // namespace foldwave
