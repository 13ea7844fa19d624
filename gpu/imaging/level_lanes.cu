#include "gpu/imaging/level_lanes.cuh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"
#include "core/wave/cpu/cpu_field_record.hpp"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

constexpr int tell_threads = 256;
// As many bricks as the coders have under way at once, and as many lanes as are of use.
constexpr std::size_t bricks_at_once = 528, most_lanes = 4;
constexpr std::size_t arena_chunk = std::size_t{64} << 20, arena_grain = 256;

// A level that is silent or not finite is packed too, and then not kept.
__global__ void bound_kernel(const int* largest, double error, float* bound) {
  const double absolute = error * static_cast<double>(__int_as_float(*largest));
  *bound = strict_wave_bound(absolute > least_wave_bound ? absolute : least_wave_bound);
}

__global__ __launch_bounds__(tell_threads) void tell_kernel(const int* largest, const WaveState* states,
                                                            const std::uint64_t* starts, int bricks,
                                                            PackedTold* told) {
  int refused = 0;
  for (int b = static_cast<int>(threadIdx.x); b < bricks; b += tell_threads)
    if (states[b] != WaveState::done) refused = 1;
  refused = __syncthreads_or(refused);
  if (threadIdx.x == 0) *told = {bricks > 0 ? starts[bricks] : 0, __int_as_float(*largest), refused};
}

void copy_on_device(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes > 0)
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "cannot keep a level");
}

std::size_t size_of_lane(const WaveVolume& volume) {
  return static_cast<std::size_t>(DeviceWavePacker::device_bytes(volume)) +
         sizeof(float) * static_cast<std::size_t>(volume.values());
}

}  // namespace

LevelArena::Room LevelArena::take(std::size_t bytes) {
  const std::size_t whole = (bytes + arena_grain - 1) / arena_grain * arena_grain;
  if (chunks_.empty() || used_ + whole > chunks_.back().size()) {
    chunks_.emplace_back(std::max(16 * whole, arena_chunk));
    used_ = 0;
  }
  std::uint8_t* const at = chunks_.back().data() + used_;
  used_ += whole;
  return {at, bytes};
}

LevelLanes::LevelLanes(const std::array<int, 3>& nodes, const FieldRecordOptions& options)
    : layout_(brick_layout(nodes, field_record_brick)), options_(options) {
  check_field_record_options(options);
  values_ = static_cast<std::size_t>(wave_volume(layout_).values());
}

// What still runs must not outlive what it works on.
LevelLanes::~LevelLanes() {
  cudaDeviceSynchronize();
}

// Small levels fill a device only side by side; large ones take much memory.
std::size_t LevelLanes::lanes_of(std::size_t bytes_each) const {
  std::size_t free_bytes = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &total), "the device does not answer");
  const std::size_t useful = bricks_at_once / static_cast<std::size_t>(layout_.count()) + 2;
  return std::clamp<std::size_t>(free_bytes / (8 * bytes_each), 1, std::min(useful, most_lanes));
}

DeviceQuick& LevelLanes::quick() {
  const QuickVolume volume = quick_volume(layout_);
  if (!quick_) quick_ = std::make_unique<DeviceQuick>(volume, DeviceQuick::enough_words(volume));
  return *quick_;
}

void LevelLanes::make_packing() {
  if (!packing_.empty()) return;
  check_cuda(cudaDeviceSynchronize(), "the wave failed on the device");
  unpacking_.clear();
  const WaveVolume volume = wave_volume(layout_);
  packing_.resize(lanes_of(size_of_lane(volume)));
  for (auto& lane : packing_) {
    lane = std::make_unique<Packing>();
    lane->part = DeviceArray<float>(values_);
    if (!options_.quick) lane->wave = std::make_unique<DeviceWavePacker>(volume);
  }
}

LevelLanes::Packing& LevelLanes::keep_lane() {
  make_packing();
  Packing& lane = *packing_[next_++ % packing_.size()];
  finish(lane);
  return lane;
}

void LevelLanes::pack(Packing& lane, int step) {
  lane.taken.hold_back(lane.stream);
  check_cuda(cudaMemsetAsync(lane.largest.data(), 0, sizeof(int), lane.stream), "cannot clear device memory");
  launch_largest(lane.part.data(), static_cast<Index>(values_), lane.largest.data(), lane.stream);
  const WaveState* states = nullptr;
  const std::uint64_t* starts = nullptr;
  if (lane.wave) {
    bound_kernel<<<1, 1, 0, lane.stream>>>(lane.largest.data(), options_.error, lane.bound.data());
    lane.wave->pack(lane.part.data(), lane.bound.data(), lane.stream);
    states = lane.wave->states().data();
    starts = lane.wave->starts().data();
  }
  tell_kernel<<<1, tell_threads, 0, lane.stream>>>(lane.largest.data(), states, starts,
                                                   lane.wave ? static_cast<int>(lane.wave->bricks()) : 0,
                                                   lane.told.data());
  check_cuda(cudaGetLastError(), "a level cannot be packed");
  check_cuda(cudaMemcpyAsync(lane.here.data(), lane.told.data(), sizeof(PackedTold), cudaMemcpyDeviceToHost,
                             lane.stream),
             "cannot read the device");
  lane.packed.record(lane.stream);
  lane.step = step;
}

// What is behind the bytes is read with them.
void LevelLanes::put(Level& level, const std::uint64_t* starts, std::size_t bricks, const void* bytes,
                     std::size_t size, cudaStream_t stream) {
  level.starts_size = ((bricks + 1) * sizeof(std::uint64_t) + 15) / 16 * 16;
  level.room = arena_.take(level.starts_size + size + wave_bytes_behind);
  copy_on_device(level.room.bytes, starts, (bricks + 1) * sizeof(std::uint64_t), stream);
  copy_on_device(level.room.bytes + level.starts_size, bytes, size, stream);
}

void LevelLanes::pack_quick(Packing& lane, double bound, Level& level) {
  DeviceQuick& quick = this->quick();
  quick.pack(lane.part.data(), quick_steps({bound}), lane.stream);
  std::uint64_t words = 0;
  check_cuda(cudaMemcpyAsync(&words, quick.starts().data() + quick.bricks(), sizeof words,
                             cudaMemcpyDeviceToHost, lane.stream),
             "cannot read the device");
  check_cuda(cudaStreamSynchronize(lane.stream), "the wave failed on the device");
  put(level, quick.starts().data(), quick.bricks(), quick.words().data(), words * sizeof(std::uint32_t),
      lane.stream);
  // The next may be of another lane.
  check_cuda(cudaStreamSynchronize(lane.stream), "the wave failed on the device");
}

void LevelLanes::finish(Packing& lane) {
  if (lane.step < 0) return;
  lane.packed.wait();
  const int step = std::exchange(lane.step, -1);
  const PackedTold told = *lane.here.data();
  if (!std::isfinite(told.largest))
    throw NumericError("imaging", "a wave grew without bound by step " + std::to_string(step),
                       "lower dt or look at the data's size");
  Level level;
  const double bound = options_.error * static_cast<double>(told.largest);
  level.silent = bound < least_wave_bound;
  level.quick = !level.silent && (options_.quick || told.refused != 0);
  if (level.quick)
    pack_quick(lane, bound, level);
  else if (!level.silent)
    put(level, lane.wave->starts().data(), lane.wave->bricks(), lane.wave->bytes().data(), told.bytes,
        lane.stream);
  bytes_ += static_cast<std::int64_t>(level.room.size) - static_cast<std::int64_t>(kept_[step].room.size);
  kept_[step] = level;
}

void LevelLanes::finish() {
  for (std::size_t l = 0; l < packing_.size(); ++l)
    finish(*packing_[(next_ + l) % packing_.size()]);
}

LevelLanes::Unpacking& LevelLanes::bring_lane(int step) {
  finish();
  if (unpacking_.empty()) {
    check_cuda(cudaDeviceSynchronize(), "the wave failed on the device");
    packing_.clear();
    unpacking_.resize(lanes_of(size_of_lane(wave_volume(layout_))));
    for (auto& lane : unpacking_) {
      lane = std::make_unique<Unpacking>();
      lane->part = DeviceArray<float>(values_);
      lane->wave = std::make_unique<DeviceWaveUnpacker>(wave_volume(layout_));
    }
  }
  auto wanted = kept_.find(step);
  if (wanted == kept_.end()) throw_not_kept(step);
  // As many levels as there are lanes, from this one back.
  const auto first = std::prev(
      wanted, std::min<std::ptrdiff_t>(std::distance(kept_.begin(), wanted), std::ssize(unpacking_) - 1));
  const auto lane_with = [&](int of) {
    return std::ranges::find(unpacking_, of, [](const auto& lane) { return lane->step; });
  };
  for (auto next = wanted;; --next) {
    if (lane_with(next->first) == unpacking_.end())
      start(**std::ranges::find_if(
                unpacking_, [&](const auto& lane) { return lane->step < first->first || lane->step > step; }),
            *next);
    if (next == first) break;
  }
  return **lane_with(step);
}

void LevelLanes::start(Unpacking& lane, const Kept::value_type& kept) {
  const Level& level = kept.second;
  lane.step = kept.first;
  lane.used.hold_back(lane.stream);
  const auto* const starts = reinterpret_cast<const std::uint64_t*>(level.room.bytes);
  const std::uint8_t* const bytes = level.room.bytes + level.starts_size;
  if (level.silent) {
    check_cuda(cudaMemsetAsync(lane.part.data(), 0, values_ * sizeof(float), lane.stream),
               "cannot clear device memory");
  } else if (!level.quick) {
    lane.wave->unpack(bytes, starts, lane.part.data(), lane.stream);
  } else {
    DeviceQuick& quick = this->quick();
    if (lane.damaged.size() == 0) lane.damaged = DeviceArray<std::uint32_t>(quick.bricks());
    quick_used_.hold_back(lane.stream);
    copy_on_device(quick.words().data(), bytes, level.room.size - level.starts_size - wave_bytes_behind,
                   lane.stream);
    copy_on_device(quick.starts().data(), starts, quick.starts().size() * sizeof(std::uint64_t), lane.stream);
    quick.unpack(lane.part.data(), lane.damaged.data(), lane.stream);
    quick_used_.record(lane.stream);
  }
  lane.there.record(lane.stream);
}

}  // namespace foldwave
