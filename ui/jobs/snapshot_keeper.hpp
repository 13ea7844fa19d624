// Keeps a run's snapshots for the window: packed in memory, within the bound that the scenario has for its
// files, and, what the store has no room for, in files that are gone when the snapshots are. Where there is
// no room on the disk either, the store keeps every second one.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "core/model/scenario.hpp"
#include "core/output/snapshot_packer.hpp"
#include "core/volume/store/volume_queue.hpp"
#include "core/wave/wave_model.hpp"
#include "ui/jobs/snapshot_store.hpp"

namespace foldwave {

class SnapshotKeeper : public SnapshotSink {
 public:
  // `folder` is made where it is not there. `tell` says that there are new ones: on the run's thread, and on
  // one that writes.
  SnapshotKeeper(const Scenario& scenario, std::shared_ptr<SnapshotStore> store, std::string folder,
                 StageLog* stages, std::function<void()> tell, std::stop_token stop);
  ~SnapshotKeeper() override;

  void snapshot(int step, double time, const Field<float>& pressure) override;
  void finish();  // waits until all are in the store; what a stop drops is not

 private:
  struct Waiting {
    int number;
    std::shared_ptr<Snapshot> snapshot;
  };
  bool put_on_disk(int number, const std::shared_ptr<Snapshot>& snapshot, const PackedVolume& packed);
  void take_written(const std::filesystem::path& file);

  SnapshotPacker packer_;
  std::shared_ptr<SnapshotStore> store_;
  std::string folder_;
  std::function<void()> tell_;
  std::stop_token stop_;
  int number_ = 0, on_disk_ = 0;
  bool disk_is_full_ = false;
  std::mutex mutex_;
  std::deque<Waiting> waiting_;         // for their files, in turn
  std::unique_ptr<VolumeQueue> queue_;  // the last: its thread uses the rest
};

}  // namespace foldwave
