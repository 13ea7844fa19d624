#include "gpu/imaging/device_field_record.cuh"

#include "gpu/imaging/level_lanes.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

template <class Real>
__global__ void put_part_kernel(const float* from, Real* first, Index row, Index plane, int nx, int ny) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Index y = blockIdx.y, z = blockIdx.z;
  if (x < nx) first[x + y * row + z * plane] = static_cast<Real>(from[x + nx * (y + ny * z)]);
}

}  // namespace

DeviceFieldRecord::DeviceFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options)
    : lanes_(std::make_unique<LevelLanes>(nodes, options)) {}

DeviceFieldRecord::~DeviceFieldRecord() = default;

std::int64_t DeviceFieldRecord::bytes() const {
  lanes_->finish();
  return lanes_->bytes();
}

int DeviceFieldRecord::levels() const {
  lanes_->finish();
  return lanes_->levels();
}

template <class Real>
void DeviceFieldRecord::keep(int step, const Real* field, const PaddedGrid& padded, cudaStream_t stream) {
  LevelLanes::Packing& lane = lanes_->keep_lane();
  launch_user_part(field, padded, lane.part.data(), stream);
  lane.taken.record(stream);
  lanes_->pack(lane, step);
}

template <class Real>
void DeviceFieldRecord::bring(int step, Real* field, const PaddedGrid& padded, cudaStream_t stream) const {
  LevelLanes::Unpacking& lane = lanes_->bring_lane(step);
  lane.there.hold_back(stream);
  const auto& n = padded.grid.n;
  const dim3 grid(static_cast<unsigned>((n[0] + 127) / 128), static_cast<unsigned>(n[1]),
                  static_cast<unsigned>(n[2]));
  put_part_kernel<<<grid, 128, 0, stream>>>(lane.part.data(), field + padded.user_index(0, 0, 0),
                                            padded.row(), padded.plane(), n[0], n[1]);
  check_cuda(cudaGetLastError(), "a level that was kept does not start");
  lane.used.record(stream);
}

template void DeviceFieldRecord::keep(int, const float*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::keep(int, const double*, const PaddedGrid&, cudaStream_t);
template void DeviceFieldRecord::bring(int, float*, const PaddedGrid&, cudaStream_t) const;
template void DeviceFieldRecord::bring(int, double*, const PaddedGrid&, cudaStream_t) const;

}  // namespace foldwave
