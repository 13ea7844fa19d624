#include "gpu/wave/frame_mail.cuh"

#include <algorithm>
#include <utility>

namespace foldwave {

namespace {

constexpr int most_trace_values = 1 << 20;  // in a frame; what is more comes with the next ones

int most_samples(int receivers) {
  return std::max(1, most_trace_values / std::max(1, receivers));
}

template <class Real>
__global__ void plane_kernel(const Real* field, PlaneNodes nodes, float* to) {
  const int u = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), v = static_cast<int>(blockIdx.y);
  if (u >= nodes.nu) return;
  to[Index{1} * v * nodes.nu + u] =
      static_cast<float>(field[nodes.base + u * nodes.along_u + v * nodes.along_v]);
}

// Samples first .. first + samples - 1 of each row, without gaps.
__global__ void samples_kernel(const float* traces, Index row, int first, int samples, int receivers,
                               float* to) {
  const Index m = Index{1} * blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= Index{1} * receivers * samples) return;
  to[m] = traces[m / samples * row + first + m % samples];
}

std::size_t frame_values(const Grid3& grid, int receivers) {
  const auto n = [&](std::size_t a) { return static_cast<std::size_t>(grid.n[a]); };
  return n(0) * n(1) + n(0) * n(2) + n(1) * n(2) +
         static_cast<std::size_t>(receivers) * static_cast<std::size_t>(most_samples(receivers));
}

}  // namespace

SampleRange samples_of_frame(const TraceBlock& there, int first, int receivers) {
  const int end = first < there.first ? there.first : there.end;
  return {first, std::clamp(end, first, first + most_samples(receivers))};
}

FrameMail::FrameMail(const PaddedGrid& padded, int receivers)
    : padded_(padded),
      receivers_(receivers),
      packed_(frame_values(padded.grid, receivers)),
      landed_(frame_values(padded.grid, receivers)) {}

template <class Real>
void FrameMail::send(const DeviceWave<Real>& wave, const LiveWish& wish, SampleRange samples,
                     const Gather& gather, cudaStream_t steps) {
  std::size_t packed = 0;
  frame_ = {};
  frame_.node = wish.node;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (wish.node[a] < 0) continue;
    const PlaneNodes nodes = plane_nodes(padded_, axis, wish.node[a]);
    const dim3 blocks(static_cast<unsigned>((nodes.nu + 127) / 128), static_cast<unsigned>(nodes.nv));
    plane_kernel<<<blocks, 128, 0, steps>>>(wave.present(), nodes, packed_.data() + packed);
    check_cuda(cudaGetLastError(), "a live frame does not start");
    frame_.plane[a].resize(static_cast<std::size_t>(nodes.nu) * static_cast<std::size_t>(nodes.nv));
    packed += frame_.plane[a].size();
  }
  fetch_traces_ = false;
  if (receivers_ > 0 && samples.end > samples.first) {
    const TraceBlock there = wave.traces_there();
    frame_.first_sample = samples.first;
    frame_.samples = samples.end - samples.first;
    const std::size_t values =
        static_cast<std::size_t>(receivers_) * static_cast<std::size_t>(frame_.samples);
    frame_.traces.resize(values);
    fetch_traces_ = samples.first >= there.first;
    if (fetch_traces_) {
      samples_kernel<<<static_cast<unsigned>((values + 127) / 128), 128, 0, steps>>>(
          there.traces, there.row, samples.first - there.first, frame_.samples, receivers_,
          packed_.data() + packed);
      check_cuda(cudaGetLastError(), "a live frame does not start");
      packed += values;
    } else {
      for (int r = 0; r < receivers_; ++r)
        std::copy_n(gather.trace(r) + samples.first, frame_.samples,
                    frame_.traces.begin() + std::ptrdiff_t{1} * r * frame_.samples);
    }
  }
  is_packed_.record(steps);
  is_packed_.hold_back(stream_);
  check_cuda(cudaMemcpyAsync(landed_.data(), packed_.data(), packed * sizeof(float), cudaMemcpyDeviceToHost,
                             stream_),
             "cannot read the device");
  has_landed_.record(stream_);
}

LiveFrame FrameMail::take() {
  has_landed_.wait();
  const float* from = landed_.data();
  for (std::vector<float>& plane : frame_.plane) {
    std::copy_n(from, plane.size(), plane.begin());
    from += plane.size();
  }
  if (fetch_traces_) std::copy_n(from, frame_.traces.size(), frame_.traces.begin());
  return std::exchange(frame_, {});
}

template void FrameMail::send<float>(const DeviceWave<float>&, const LiveWish&, SampleRange, const Gather&,
                                     cudaStream_t);
template void FrameMail::send<double>(const DeviceWave<double>&, const LiveWish&, SampleRange, const Gather&,
                                      cudaStream_t);

}  // namespace foldwave
