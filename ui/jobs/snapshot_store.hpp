// The snapshots of one run, packed or not, in memory up to a bound, or in files. One thread adds, another
// reads.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "ui/scene/wave/snapshot.hpp"

namespace foldwave {

class SnapshotStore {
 public:
  explicit SnapshotStore(std::int64_t bound_bytes) : bound_(bound_bytes) {}

  // When the bound is passed every second snapshot goes, and from then on only every second comes in.
  // Says whether this one will be kept before it is copied.
  bool wants(int number) const;
  bool has_room(std::int64_t bytes) const;                         // before the bound
  void add(int number, std::shared_ptr<const Snapshot> snapshot);  // number: 0, 1, 2 .. as they are made

  std::vector<std::shared_ptr<const Snapshot>> all() const;
  std::size_t size() const;
  std::int64_t bytes() const;
  int kept_every() const;   // 1: all are there
  bool any_packed() const;  // they all are then

 private:
  struct Kept {
    int number;
    std::shared_ptr<const Snapshot> snapshot;
  };
  mutable std::mutex mutex_;
  std::vector<Kept> kept_;
  std::int64_t bound_;
  std::int64_t bytes_ = 0;
  int every_ = 1;
};

}  // namespace foldwave
