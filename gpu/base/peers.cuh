// Whether devices reach each other's memory.
#pragma once

#include "gpu/base/on_device.cuh"

namespace foldwave {

// From now on `from` reads and writes `to`, both ways of the same number at once; false: it cannot.
inline bool join_devices(int from, int to) {
  if (from == to) return true;
  int can = 0;
  check_cuda(cudaDeviceCanAccessPeer(&can, from, to), "the device does not answer");
  if (can == 0) return false;
  const OnDevice on(from);
  const cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
  if (code == cudaErrorPeerAccessAlreadyEnabled)
    cudaGetLastError();
  else
    check_cuda(code, "the devices cannot be joined");
  return true;
}

// Whether `from` counts in the memory of `to` as no copy can.
inline bool counts_in(int from, int to) {
  if (from == to) return true;
  int can = 0;
  check_cuda(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrNativeAtomicSupported, from, to),
             "the device does not answer");
  return can != 0;
}

}  // namespace foldwave
