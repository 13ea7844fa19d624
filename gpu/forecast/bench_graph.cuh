// Launches that the host does not hold up.
#pragma once

#include <algorithm>

#include "gpu/forecast/device_timer.cuh"

namespace foldwave {

// Several launches as a graph: the host does not hold them up.
class BenchGraph {
 public:
  template <class Launch>
  BenchGraph(int launches, const Launch& launch) : launches_(launches) {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cannot get a stream");
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "cannot make a graph");
    for (int l = 0; l < launches; ++l)
      launch(stream_);
    check_cuda(cudaStreamEndCapture(stream_, &graph), "cannot make a graph");
    const cudaError_t made = cudaGraphInstantiate(&run_, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(made, "cannot make a graph");
  }
  ~BenchGraph() {
    cudaGraphExecDestroy(run_);
    cudaStreamDestroy(stream_);
  }
  BenchGraph(const BenchGraph&) = delete;
  BenchGraph& operator=(const BenchGraph&) = delete;

  // Of one launch: of one run, or the best of several.
  double seconds_once(DeviceTimer& timer) {
    return timer.seconds(stream_, [&] { cudaGraphLaunch(run_, stream_); }) / launches_;
  }
  double seconds(DeviceTimer& timer) {
    double best = 1e30;
    for (int run = 0; run < 4; ++run)
      best = std::min(best, seconds_once(timer));
    return best;
  }

 private:
  int launches_;
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t run_ = nullptr;
};

}  // namespace foldwave
