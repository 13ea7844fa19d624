#include "ui/jobs/snapshot_store.hpp"

#include <utility>

namespace foldwave {

bool SnapshotStore::wants(int number) const {
  const std::lock_guard lock(mutex_);
  return number % every_ == 0;
}

bool SnapshotStore::has_room(std::int64_t bytes) const {
  const std::lock_guard lock(mutex_);
  return bytes_ + bytes <= bound_;
}

void SnapshotStore::add(int number, std::shared_ptr<const Snapshot> snapshot) {
  std::vector<Kept> gone;  // freed after the lock
  const std::lock_guard lock(mutex_);
  if (number % every_ != 0) return;
  bytes_ += snapshot->bytes();
  kept_.push_back({number, std::move(snapshot)});
  while (bytes_ > bound_ && kept_.size() > 2) {
    every_ *= 2;
    std::vector<Kept> left;
    for (Kept& k : kept_) {
      if (k.number % every_ == 0) {
        left.push_back(std::move(k));
      } else {
        bytes_ -= k.snapshot->bytes();
        gone.push_back(std::move(k));
      }
    }
    kept_ = std::move(left);
  }
}

std::vector<std::shared_ptr<const Snapshot>> SnapshotStore::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const Snapshot>> list;
  list.reserve(kept_.size());
  for (const Kept& k : kept_)
    list.push_back(k.snapshot);
  return list;
}

std::size_t SnapshotStore::size() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

std::int64_t SnapshotStore::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

int SnapshotStore::kept_every() const {
  const std::lock_guard lock(mutex_);
  return every_;
}

bool SnapshotStore::any_packed() const {
  const std::lock_guard lock(mutex_);
  return !kept_.empty() && kept_.front().snapshot->packed != nullptr;
}

}  // namespace foldwave
