#include "ui/jobs/wave_results.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace foldwave {

namespace {

std::int64_t memory_of_fold(const FoldResult& fold) {
  Index nodes = 4 * (fold.arrival.size() + fold.velocity.size()) + fold.layer_index.size();
  for (const auto& cut : fold.cuts)
    nodes += 4 * cut.height.size();
  return nodes;
}

std::int64_t memory_beside_fold(const WaveShown& result) {
  std::int64_t bytes = result.store ? result.store->bytes() : 0;
  if (result.wave) bytes += static_cast<std::int64_t>(result.wave->result.run.gather.traces.size()) * 4;
  return bytes;
}

}  // namespace

std::int64_t memory_of(const WaveShown& result) {
  return memory_beside_fold(result) + (result.fold ? memory_of_fold(result.fold->result) : 0);
}

std::int64_t WaveResults::bytes() const {
  std::int64_t sum = 0;
  std::set<const FoldOutcome*> folds;  // waves of one fold share it
  for (const auto& [id, wave] : kept_)
    sum += folds.insert(wave.fold.get()).second ? memory_of(wave) : memory_beside_fold(wave);
  return sum;
}

void WaveResults::add(JobId id, WaveShown result, const SnapshotStore* held) {
  kept_.emplace_back(id, std::move(result));
  while (bytes() > bound_) {
    const auto newest = std::prev(kept_.end());
    const auto oldest = std::find_if(kept_.begin(), newest, [held](const auto& entry) {
      return held == nullptr || entry.second.store.get() != held;
    });
    if (oldest == newest) return;
    kept_.erase(oldest);
  }
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
