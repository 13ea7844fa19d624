// HOST_DEVICE marks the small inline functions that both the OpenMP and the CUDA drivers call.
#pragma once

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif
