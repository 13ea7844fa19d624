// Where the levels of a strip or field record lie: byte strings by number, each as long, written and read by
// kernels of one stream, in device memory, in the host's memory or in a file.
//
// In device memory a kernel works on the place itself. Else it works on one of some buffers that go to and
// fro beside the steps, on streams of their own; levels are read back in descending order, and those to come
// are fetched ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/wave/padded_grid.hpp"
#include "gpu/base/staging.cuh"

namespace foldwave {

class StripStore {
 public:
  virtual ~StripStore() = default;
  // The place of level `number` for the next kernels of `stream`; `written` after they were started.
  virtual std::byte* to_write(int number, cudaStream_t stream) = 0;
  virtual void written(int number, cudaStream_t stream) = 0;
  // A level that was written; `was_read` after the kernels that need it were started. Ten levels that follow
  // each other may be held at a time.
  virtual const std::byte* to_read(int number, cudaStream_t stream) = 0;
  virtual void was_read(int number, cudaStream_t stream) = 0;
  virtual std::int64_t bytes() const = 0;  // of all levels so far
};

// At most `share` of the levels on the device, and as many as fit there beside a wave that is to meet this
// one and sums over time. The others are in the host's memory, evenly among these, so that what is copied
// beside the steps is spread over all of them. Throws ResourceError where it has no room.
std::unique_ptr<StripStore> make_memory_store(const PaddedGrid& padded, std::size_t real_bytes,
                                              std::size_t bytes_each, int levels, double share);
std::unique_ptr<StripStore> make_file_store(std::size_t bytes_each, const std::string& folder);

}  // namespace foldwave
