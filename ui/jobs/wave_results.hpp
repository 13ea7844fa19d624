// Waves that have run, kept up to a bound of memory so that one that was queued can be looked at later. The
// newest is always kept, and the one whose store is `held`; beyond the bound the oldest of the others go.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "ui/jobs/job_record.hpp"
#include "ui/jobs/outcomes.hpp"

namespace foldwave {

class WaveResults {
 public:
  explicit WaveResults(std::int64_t bound_bytes) : bound_(bound_bytes) {}

  void add(JobId id, WaveShown result, const SnapshotStore* held = nullptr);
  const WaveShown* find(JobId id) const;  // null: it is not there, or went
  std::vector<JobId> ids() const;
  void clear() { kept_.clear(); }

  std::int64_t bytes() const;

 private:
  std::int64_t bound_;
  std::deque<std::pair<JobId, WaveShown>> kept_;  // newest last
};

std::int64_t memory_of(const WaveShown& result);

}  // namespace foldwave
