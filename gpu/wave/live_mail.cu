#include <algorithm>
#include <utility>

#include "gpu/wave/live_mail.cuh"

namespace foldwave {

namespace {

constexpr int most_trace_values = 1 << 20;  // in a frame; what is more comes with the next ones

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

std::size_t plane_values(const Grid3& grid) {
  const auto n = [&](std::size_t a) { return static_cast<std::size_t>(grid.n[a]); };
  return n(0) * n(1) + n(0) * n(2) + n(1) * n(2);
}

}  // namespace

LiveMail::LiveMail(LiveView* view, const PaddedGrid& padded, const WaveModel& model)
    : view_(view), padded_(padded), dt_(model.dt), receivers_(static_cast<int>(model.receivers.size())) {
  if (view_ == nullptr) return;
  most_samples_ = std::max(1, most_trace_values / std::max(1, receivers_));
  const std::size_t values = plane_values(padded.grid) +
                             static_cast<std::size_t>(receivers_) * static_cast<std::size_t>(most_samples_);
  try {
    packed_ = DeviceArray<float>(values);
    landed_ = std::make_unique<PinnedArray<float>>(values);
  } catch (const DeviceError&) {
    view_ = nullptr;  // the run itself has what it needs
    return;
  }
  view_->begin(model);
}

template <class Real>
void LiveMail::offer(int step, const DeviceWave<Real>& wave, const Gather& gather, cudaStream_t steps) {
  if (view_ == nullptr) return;
  const double now = clock_.seconds();
  if (under_way_) {
    if (!has_landed_.has_come()) return;
    deliver();
    pace_.made(began_, spent_);
    return;
  }
  if (!pace_.due(now)) return;
  const std::optional<LiveWish> wish = view_->wish();
  if (!wish) return;
  frame_ = {};
  frame_.step = step;
  frame_.time = step * dt_;
  pack(wave, within(*wish, padded_.grid), gather, steps);
  under_way_ = true;
  began_ = now;
  spent_ = clock_.seconds() - now;
}

template <class Real>
void LiveMail::pack(const DeviceWave<Real>& wave, const LiveWish& wish, const Gather& gather,
                    cudaStream_t steps) {
  std::size_t packed = 0;
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
  const TraceBlock there = wave.traces_there();
  if (wish.traces && receivers_ > 0 && next_sample_ < there.end) {
    // Older samples have left the device already.
    const bool on_host = next_sample_ < there.first;
    const int end = on_host ? there.first : there.end;
    frame_.first_sample = next_sample_;
    frame_.samples = std::min(end - next_sample_, most_samples_);
    next_sample_ += frame_.samples;
    const std::size_t values =
        static_cast<std::size_t>(receivers_) * static_cast<std::size_t>(frame_.samples);
    frame_.traces.resize(values);
    if (on_host) {
      for (int r = 0; r < receivers_; ++r)
        std::copy_n(gather.trace(r) + frame_.first_sample, frame_.samples,
                    frame_.traces.begin() + std::ptrdiff_t{1} * r * frame_.samples);
    } else {
      samples_kernel<<<static_cast<unsigned>((values + 127) / 128), 128, 0, steps>>>(
          there.traces, there.row, frame_.first_sample - there.first, frame_.samples, receivers_,
          packed_.data() + packed);
      check_cuda(cudaGetLastError(), "a live frame does not start");
      packed += values;
    }
    fetch_traces_ = !on_host;
  }
  is_packed_.record(steps);
  is_packed_.hold_back(stream_);
  check_cuda(cudaMemcpyAsync(landed_->data(), packed_.data(), packed * sizeof(float), cudaMemcpyDeviceToHost,
                             stream_),
             "cannot read the device");
  has_landed_.record(stream_);
}

void LiveMail::deliver() {
  const double begin = clock_.seconds();
  const float* from = landed_->data();
  for (std::vector<float>& plane : frame_.plane) {
    std::copy_n(from, plane.size(), plane.begin());
    from += plane.size();
  }
  if (fetch_traces_) std::copy_n(from, frame_.traces.size(), frame_.traces.begin());
  under_way_ = false;
  part_.bytes += frame_bytes(frame_);
  view_->show(std::move(frame_));
  spent_ += clock_.seconds() - begin;
  part_.seconds += spent_;
}

void LiveMail::finish() {
  if (!under_way_) return;
  has_landed_.wait();
  deliver();
}

template void LiveMail::offer<float>(int, const DeviceWave<float>&, const Gather&, cudaStream_t);
template void LiveMail::offer<double>(int, const DeviceWave<double>&, const Gather&, cudaStream_t);

}  // namespace foldwave
