#include "gpu/imaging/device_field_record.cuh"

#include "core/wave/cpu/cpu_field_record.hpp"
#include "gpu/imaging/level_lanes.cuh"
#include "gpu/imaging/strip_store.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

template <class Real>
__global__ void put_part_kernel(const float* from, Real* first, Index row, Index plane, int nx, int ny) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Index y = blockIdx.y, z = blockIdx.z;
  if (x < nx) first[x + y * row + z * plane] = static_cast<Real>(from[x + nx * (y + ny * z)]);
}

template <class Real>
void put_part(const float* part, Real* field, const PaddedGrid& padded, cudaStream_t stream) {
  const auto& n = padded.grid.n;
  const dim3 grid(static_cast<unsigned>((n[0] + 127) / 128), static_cast<unsigned>(n[1]),
                  static_cast<unsigned>(n[2]));
  put_part_kernel<<<grid, 128, 0, stream>>>(part, field + padded.user_index(0, 0, 0), padded.row(),
                                            padded.plane(), n[0], n[1]);
  check_cuda(cudaGetLastError(), "a level that was kept does not start");
}

}  // namespace

DeviceFieldRecord::DeviceFieldRecord(const PaddedGrid& padded, const FieldRecordOptions& options) {
  if (!options.exact) {
    lanes_ = std::make_unique<LevelLanes>(padded.grid.n, options);
    return;
  }
  check_field_record_options(options);
  const std::size_t each = sizeof(float) * static_cast<std::size_t>(padded.grid.size());
  exact_ = make_memory_store(padded, sizeof(float), each, options.levels, 1.0);
}

DeviceFieldRecord::~DeviceFieldRecord() = default;

std::int64_t DeviceFieldRecord::bytes() const {
  if (exact_) return exact_->bytes();
  lanes_->finish();
  return lanes_->bytes();
}

int DeviceFieldRecord::levels() const {
  if (exact_) return static_cast<int>(numbers_.size());
  lanes_->finish();
  return lanes_->levels();
}

template <class Real>
void DeviceFieldRecord::keep(int step, const Real* field, const PaddedGrid& padded, cudaStream_t stream) {
  if (exact_) {
    const int number = numbers_.try_emplace(step, static_cast<int>(numbers_.size())).first->second;
    launch_user_part(field, padded, reinterpret_cast<float*>(exact_->to_write(number, stream)), stream);
    return exact_->written(number, stream);
  }
  LevelLanes::Packing& lane = lanes_->keep_lane();
  launch_user_part(field, padded, lane.part.data(), stream);
  lane.taken.record(stream);
  lanes_->pack(lane, step);
}

template <class Real>
void DeviceFieldRecord::bring(int step, Real* field, const PaddedGrid& padded, cudaStream_t stream) const {
  if (exact_) {
    const auto found = numbers_.find(step);
    if (found == numbers_.end()) throw_not_kept(step);
    put_part(reinterpret_cast<const float*>(exact_->to_read(found->second, stream)), field, padded, stream);
    return exact_->was_read(found->second, stream);
  }
  LevelLanes::Unpacking& lane = lanes_->bring_lane(step);
  lane.there.hold_back(stream);
  put_part(lane.part.data(), field, padded, stream);
  lane.used.record(stream);
}

template void DeviceFieldRecord::keep(int, const float*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::keep(int, const double*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::bring(int, float*, const PaddedGrid&, cudaStream_t) const;
template void DeviceFieldRecord::bring(int, double*, const PaddedGrid&, cudaStream_t) const;

}  // namespace foldwave
