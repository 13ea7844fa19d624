// HOST_DEVICE marks the small inline functions that both the OpenMP and the CUDA drivers call.
#pragma once

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

// For loops that are compiled for several instruction sets: what they call must become part of them.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define FOLDWAVE_INLINE [[gnu::always_inline]] inline
#else
#define FOLDWAVE_INLINE inline
#endif

// For loops over arrays that a device can only keep in registers when the loop is unrolled.
#ifdef __CUDA_ARCH__
#define FOLDWAVE_UNROLL _Pragma("unroll")
#else
#define FOLDWAVE_UNROLL
#endif
