// NCCL between ranks, each with a device of its own; loaded at run time where it is. Planes go in the order
// of a stream, straight between the devices where they reach each other.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <string>

#include "core/scale/ranks/communicator.hpp"

namespace foldwave {

class NcclPlanes {
 public:
  // Null on all ranks where one has no NCCL, or two have one device. All ask for it at once, each while its
  // device is the thread's own, and tells its name, as "NVIDIA H200 at 0000:1b:00.0".
  static std::unique_ptr<NcclPlanes> join(Communicator& ranks, const std::string& device);

  ~NcclPlanes();
  NcclPlanes(const NcclPlanes&) = delete;
  NcclPlanes& operator=(const NcclPlanes&) = delete;

  // Between begin and end; the stream goes on when all have come. Throws DeviceError.
  void begin();
  void send(int to, const void* from, std::size_t bytes, cudaStream_t stream);
  void receive(int from, void* to, std::size_t bytes, cudaStream_t stream);
  void end();

 private:
  struct Comm;
  explicit NcclPlanes(std::unique_ptr<Comm> comm);

  std::unique_ptr<Comm> comm_;
};

}  // namespace foldwave
