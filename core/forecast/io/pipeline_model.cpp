#include "core/forecast/io/pipeline_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

void check_pipeline(const PipelinePlan& plan) {
  const auto refuse = [](const char* place, const char* problem) {
    throw InputError(place, problem, "give a value above zero");
  };
  if (plan.stages.empty()) refuse("stages", "there is no stage");
  if (!(plan.bytes > 0.0)) refuse("bytes", "there is nothing to move");
  if (!(plan.block_bytes > 0.0)) refuse("block_bytes", "a block holds nothing");
  if (plan.on_the_way < 1) refuse("on_the_way", "there is room for no block");
  for (const PipelineStage& stage : plan.stages)
    if (!(stage.rate > 0.0) || !(stage.share >= 0.0) || !(stage.start_seconds >= 0.0))
      refuse(stage.name.c_str(), "the stage has no rate, or a time below zero");
}

double seconds_of(const PipelineStage& stage, double bytes) {
  return stage.start_seconds + bytes * stage.share / stage.rate;
}

}  // namespace

PipelineStage disk_stage(double rate, double share, double latency, double request_bytes, int depth) {
  if (!(rate > 0.0) || !(request_bytes > 0.0) || depth < 1 || !(latency >= 0.0))
    throw InputError("disk", "a rate, a request or a depth is not above zero", "give values above zero");
  const double of_requests = depth * request_bytes / (latency + request_bytes / rate);
  return {"disk", std::min(rate, of_requests), share, 0.0};
}

PipelineTime pipeline_time(const PipelinePlan& plan) {
  check_pipeline(plan);
  const auto blocks = static_cast<std::size_t>(std::ceil(plan.bytes / plan.block_bytes - 1e-9));
  const std::size_t depth = static_cast<std::size_t>(plan.on_the_way), stages = plan.stages.size();
  std::vector<double> left(stages, plan.begin_seconds), busy(stages, 0.0);
  // When the last `depth` blocks were done, in a ring.
  std::vector<double> done(depth, plan.begin_seconds);
  double in_turns = plan.begin_seconds;
  for (std::size_t b = 0; b < blocks; ++b) {
    const double bytes = std::min(plan.block_bytes, plan.bytes - static_cast<double>(b) * plan.block_bytes);
    double ready = done[b % depth];
    for (std::size_t s = 0; s < stages; ++s) {
      const double seconds = seconds_of(plan.stages[s], bytes);
      ready = left[s] = std::max(ready, left[s]) + seconds;
      busy[s] += seconds;
      in_turns += seconds;
    }
    done[b % depth] = ready;
  }
  PipelineTime time{left.back(), in_turns, ""};
  const auto most = std::ranges::max_element(busy);
  // Where no stage is busy nearly all the time, blocks wait for room.
  const double sum = in_turns - plan.begin_seconds, each = sum / static_cast<double>(blocks);
  const bool waits = each / static_cast<double>(depth) > *most / static_cast<double>(blocks);
  time.limit = waits ? "room" : plan.stages[static_cast<std::size_t>(most - busy.begin())].name;
  return time;
}

}  // namespace foldwave
