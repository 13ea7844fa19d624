// Some steps that are handed to the device as one: what a stream is given while it is captured, to be started
// as often as one likes.
#pragma once

#include <utility>

#include "gpu/device_array.cuh"

namespace foldwave {

class StepGraph {
 public:
  StepGraph() = default;
  // work(): starts kernels on the stream, nothing else.
  template <class Work>
  StepGraph(cudaStream_t stream, const Work& work) {
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cannot note down steps");
    try {
      work();
    } catch (...) {
      cudaGraph_t left = nullptr;
      cudaStreamEndCapture(stream, &left);
      cudaGraphDestroy(left);
      throw;
    }
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamEndCapture(stream, &graph), "cannot note down steps");
    const cudaError_t made = cudaGraphInstantiate(&exec_, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(made, "cannot note down steps");
  }
  ~StepGraph() {
    if (exec_ != nullptr) cudaGraphExecDestroy(exec_);
  }
  StepGraph(StepGraph&& other) noexcept : exec_(std::exchange(other.exec_, nullptr)) {}
  StepGraph& operator=(StepGraph&& other) noexcept {
    std::swap(exec_, other.exec_);
    return *this;
  }

  bool empty() const { return exec_ == nullptr; }
  void launch(cudaStream_t stream) const {
    check_cuda(cudaGraphLaunch(exec_, stream), "the steps do not start");
  }

 private:
  cudaGraphExec_t exec_ = nullptr;
};

}  // namespace foldwave
