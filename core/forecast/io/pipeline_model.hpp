// How long a volume takes through a row of stages that work at once, block by block: a disk, a codec, a copy.
// Past eq. 5.5 of Aqrawi 2010 (io_model.hpp): a block's start-up, requests that wait on each other, no more
// blocks on the way than there is room for, a last block that is shorter, and what limits.
//
//   a stage, a block of n bytes   s + n / r
//   a disk with q requests        n / m (l + m / r) / q,  or n / r where that is longer; m bytes a request
//   block j leaves stage i at     max(it left i - 1, j - 1 left i, j - d has left the last) + its time there
//
// d blocks on the way. For one block, or d = 1, it is the stages one after the other (eq. 5.3, 5.4); with two
// stages, no start-up and d of 2 or more it is eq. 5.5. Units: bytes of values, seconds.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

struct PipelineStage {
  std::string name;          // "disk", "codec", "copy"
  double rate = 0.0;         // bytes a second of what passes there
  double share = 1.0;        // of the values' bytes that pass there: 1 / ratio on the packed side
  double start_seconds = 0;  // of each block
};

// A disk that takes `depth` requests of `request_bytes` at a time, each `latency` seconds late. `share` as
// above.
PipelineStage disk_stage(double rate, double share, double latency, double request_bytes, int depth);

struct PipelinePlan {
  double bytes = 0.0;          // of values
  double block_bytes = 0.0;    // of each but the last
  int on_the_way = 4;          // blocks between the first stage's begin and the last one's end
  double begin_seconds = 0.0;  // before the first block: to open, to ask for memory
  std::vector<PipelineStage> stages;
};

struct PipelineTime {
  double seconds = 0.0;
  double one_by_one_seconds = 0.0;  // the same stages in turns
  std::string limit;  // the stage that is busy longest; "room" where blocks wait for others to leave
};

// Throws InputError for no stage, a rate, a size or a count that is not above zero.
PipelineTime pipeline_time(const PipelinePlan& plan);

}  // namespace foldwave
