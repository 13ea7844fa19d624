#include "ui/jobs/wave_results.hpp"

#include <algorithm>

namespace foldwave {

std::int64_t memory_of(const WaveShown& result) {
  std::int64_t bytes = result.store ? result.store->bytes() : 0;
  if (result.fold) {
    const FoldResult& fold = result.fold->result;
    bytes += static_cast<std::int64_t>(fold.arrival.size() + fold.velocity.size()) * 4;
    bytes += static_cast<std::int64_t>(fold.layer_index.size());
  }
  if (result.wave) bytes += static_cast<std::int64_t>(result.wave->result.run.gather.traces.size()) * 4;
  return bytes;
}

void WaveResults::add(JobId id, WaveShown result) {
  kept_.emplace_back(id, std::move(result));
  std::int64_t bytes = 0;
  std::size_t fits = 0;
  for (auto at = kept_.rbegin(); at != kept_.rend(); ++at) {
    bytes += memory_of(at->second);
    if (fits > 0 && bytes > bound_) break;
    ++fits;
  }
  kept_.erase(kept_.begin(), kept_.end() - static_cast<std::ptrdiff_t>(fits));
}

const WaveShown* WaveResults::find(JobId id) const {
  const auto at =
      std::find_if(kept_.begin(), kept_.end(), [id](const auto& entry) { return entry.first == id; });
  return at == kept_.end() ? nullptr : &at->second;
}

std::vector<JobId> WaveResults::ids() const {
  std::vector<JobId> all;
  for (const auto& [id, result] : kept_)
    all.push_back(id);
  return all;
}

}  // namespace foldwave
