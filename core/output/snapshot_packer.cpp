#include "core/output/snapshot_packer.hpp"

namespace foldwave {

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
  see(static_cast<double>(largest_magnitude(pressure.values())));
  PackedVolume packed = pack_volume(pressure.values(), facts(step, time), stop);
  if (log_ != nullptr) log_->add({"pack", begin, log_->now(), static_cast<std::int64_t>(packed.bytes())});
  return packed;
}

}  // namespace foldwave
