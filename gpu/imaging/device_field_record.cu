#include "gpu/imaging/device_field_record.cuh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/store/bricks.hpp"
#include "core/wave/cpu/cpu_field_record.hpp"
#include "gpu/staging.cuh"
#include "gpu/volume/device_quick.cuh"
#include "gpu/volume/device_wave_codec.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

template <class Real>
__global__ void put_part_kernel(const float* from, Real* first, Index row, Index plane, int nx, int ny) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Index y = blockIdx.y, z = blockIdx.z;
  if (x < nx) first[x + y * row + z * plane] = static_cast<Real>(from[x + nx * (y + ny * z)]);
}

template <class T>
std::vector<T> host_copy(const T* device, std::size_t size) {
  std::vector<T> values(size);
  check_cuda(cudaMemcpy(values.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost),
             "cannot read the device");
  return values;
}

void copy_bytes(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes > 0)
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "cannot keep a level");
}

void come_to_end(cudaStream_t stream) {
  check_cuda(cudaStreamSynchronize(stream), "the wave failed on the device");
}

}  // namespace

// Room that packing and unpacking take, got when it is first needed.
class DeviceFieldPacker {
 public:
  explicit DeviceFieldPacker(const std::array<int, 3>& nodes)
      : layout_(brick_layout(nodes, field_record_brick)),
        part_(static_cast<std::size_t>(nodes[0]) * static_cast<std::size_t>(nodes[1]) *
              static_cast<std::size_t>(nodes[2])),
        largest_(1) {}

  DeviceArray<float>& part() { return part_; }
  float largest(cudaStream_t stream) {
    check_cuda(cudaMemsetAsync(largest_.data(), 0, sizeof(int), stream), "cannot clear device memory");
    launch_largest(part_.data(), static_cast<Index>(part_.size()), largest_.data(), stream);
    come_to_end(stream);
    return std::bit_cast<float>(host_copy(largest_.data(), 1).front());
  }
  DeviceWavePacker& wave() {
    if (!wave_) wave_ = std::make_unique<DeviceWavePacker>(wave_volume(layout_));
    return *wave_;
  }
  DeviceWaveUnpacker& wave_back() {
    wave_.reset();
    if (!wave_back_) wave_back_ = std::make_unique<DeviceWaveUnpacker>(wave_volume(layout_));
    return *wave_back_;
  }
  DeviceQuick& quick() {
    const QuickVolume volume = quick_volume(layout_);
    if (!quick_) quick_ = std::make_unique<DeviceQuick>(volume, DeviceQuick::enough_words(volume));
    return *quick_;
  }

 private:
  BrickLayout layout_;
  DeviceArray<float> part_;
  DeviceArray<int> largest_;
  std::unique_ptr<DeviceWavePacker> wave_;
  std::unique_ptr<DeviceWaveUnpacker> wave_back_;
  std::unique_ptr<DeviceQuick> quick_;
};

DeviceFieldRecord::DeviceFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options)
    : options_(options), packer_(std::make_unique<DeviceFieldPacker>(nodes)) {
  check_field_record_options(options);
}

DeviceFieldRecord::~DeviceFieldRecord() {
  cudaDeviceSynchronize();
}

template <class Real>
void DeviceFieldRecord::keep(int step, const Real* field, const PaddedGrid& padded, cudaStream_t stream) {
  launch_user_part(field, padded, packer_->part().data(), stream);
  const double most = static_cast<double>(packer_->largest(stream));
  if (!std::isfinite(most))
    throw NumericError("imaging", "a wave grew without bound by step " + std::to_string(step),
                       "lower dt or look at the data's size");
  Level level;
  const double bound = options_.error * most;
  level.silent = bound < least_wave_bound;
  level.quick = options_.quick;
  if (!level.silent && !level.quick) {
    DeviceWavePacker& packer = packer_->wave();
    packer.pack(packer_->part().data(), strict_wave_bound(bound), stream);
    come_to_end(stream);
    const std::vector<WaveState> states = host_copy(packer.states().data(), packer.bricks());
    level.quick = std::ranges::any_of(states, [](WaveState s) { return s != WaveState::done; });
    if (!level.quick) {
      const std::uint64_t size = host_copy(packer.starts().data() + packer.bricks(), 1).front();
      level.bytes = DeviceArray<std::uint8_t>(size + wave_bytes_behind);
      level.starts = DeviceArray<std::uint64_t>(packer.bricks() + 1);
      copy_bytes(level.bytes.data(), packer.bytes().data(), size, stream);
      copy_bytes(level.starts.data(), packer.starts().data(), level.starts.size() * sizeof(std::uint64_t),
                 stream);
    }
  }
  if (!level.silent && level.quick) {
    DeviceQuick& quick = packer_->quick();
    quick.pack(packer_->part().data(), quick_steps({bound}), stream);
    come_to_end(stream);
    const std::uint64_t words = host_copy(quick.starts().data() + quick.bricks(), 1).front();
    level.bytes = DeviceArray<std::uint8_t>(words * sizeof(std::uint32_t));
    level.starts = DeviceArray<std::uint64_t>(quick.bricks() + 1);
    copy_bytes(level.bytes.data(), quick.words().data(), level.bytes.size(), stream);
    copy_bytes(level.starts.data(), quick.starts().data(), level.starts.size() * sizeof(std::uint64_t),
               stream);
  }
  come_to_end(stream);
  const auto taken = [](const Level& one) {
    return static_cast<std::int64_t>(one.bytes.size() + one.starts.size() * sizeof(std::uint64_t));
  };
  bytes_ += taken(level) - taken(kept_[step]);
  kept_[step] = std::move(level);
}

template <class Real>
void DeviceFieldRecord::bring(int step, Real* field, const PaddedGrid& padded, cudaStream_t stream) const {
  const auto found = kept_.find(step);
  if (found == kept_.end())
    throw InputError("packed levels", "step " + std::to_string(step) + " was not kept",
                     "look at steps that were");
  const Level& level = found->second;
  DeviceArray<float>& part = packer_->part();
  if (level.silent) {
    check_cuda(cudaMemsetAsync(part.data(), 0, part.size() * sizeof(float), stream),
               "cannot clear device memory");
  } else if (!level.quick) {
    packer_->wave_back().unpack(level.bytes.data(), level.starts.data(), part.data(), stream);
  } else {
    DeviceQuick& quick = packer_->quick();
    copy_bytes(quick.words().data(), level.bytes.data(), level.bytes.size(), stream);
    copy_bytes(quick.starts().data(), level.starts.data(), level.starts.size() * sizeof(std::uint64_t),
               stream);
    DeviceArray<std::uint32_t> damaged(quick.bricks());
    quick.unpack(part.data(), damaged.data(), stream);
    come_to_end(stream);
  }
  const auto& n = padded.grid.n;
  const dim3 grid(static_cast<unsigned>((n[0] + 127) / 128), static_cast<unsigned>(n[1]),
                  static_cast<unsigned>(n[2]));
  put_part_kernel<<<grid, 128, 0, stream>>>(part.data(), field + padded.user_index(0, 0, 0), padded.row(),
                                            padded.plane(), n[0], n[1]);
  check_cuda(cudaGetLastError(), "a level that was kept does not start");
}

template void DeviceFieldRecord::keep(int, const float*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::keep(int, const double*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::bring(int, float*, const PaddedGrid&, cudaStream_t) const;
template void DeviceFieldRecord::bring(int, double*, const PaddedGrid&, cudaStream_t) const;

}  // namespace foldwave
