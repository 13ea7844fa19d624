#include "core/output/snapshot_packer.hpp"

#include <bit>
#include <cstdint>

namespace foldwave {

namespace {

// Without their sign, floats are ordered as their bits are: whole numbers are compared several at once.
double largest_finite(std::span<const float> values) {
  constexpr std::uint32_t infinity = 0x7F800000U;
  const auto n = static_cast<Index>(values.size());
  const float* const from = values.data();
  std::uint32_t largest = 0;
#pragma omp parallel for simd reduction(max : largest) schedule(static)
  for (Index m = 0; m < n; ++m) {
    const std::uint32_t size = std::bit_cast<std::uint32_t>(from[m]) & 0x7FFFFFFFU;
    const std::uint32_t finite = size < infinity ? size : 0U;
    largest = finite > largest ? finite : largest;
  }
  return static_cast<double>(std::bit_cast<float>(largest));
}

}  // namespace

VolumeFacts SnapshotPacker::facts(int step, double time) const {
  VolumeFacts facts;
  facts.grid = grid_;
  facts.array = "pressure";
  facts.error_bound = error_bound();
  facts.step = step;
  facts.time = time;
  return facts;
}

PackedVolume SnapshotPacker::pack(int step, double time, const Field<float>& pressure,
                                  const std::stop_token& stop) {
  const double begin = log_ != nullptr ? log_->now() : 0.0;
  see(largest_finite(pressure.values()));
  PackedVolume packed = pack_volume(pressure.values(), facts(step, time), stop);
  if (log_ != nullptr) log_->add({"pack", begin, log_->now(), static_cast<std::int64_t>(packed.bytes())});
  return packed;
}

}  // namespace foldwave
