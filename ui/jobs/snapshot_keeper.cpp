#include "ui/jobs/snapshot_keeper.hpp"

#include <unistd.h>
#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/progress.hpp"

namespace foldwave {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t left_on_disk = std::uintmax_t{2} << 30;  // for others
constexpr int most_on_disk = 400;                                 // each is an open file

bool has_room(const fs::path& folder, std::size_t bytes) {
  std::error_code error;
  fs::create_directories(folder, error);
  const auto space = fs::space(folder, error);
  return !error && space.available > left_on_disk + bytes;
}

}  // namespace

SnapshotKeeper::SnapshotKeeper(const Scenario& scenario, std::shared_ptr<SnapshotStore> store,
                               std::string folder, StageLog* stages, std::function<void()> tell,
                               std::stop_token stop)
    : packer_(scenario.grid, scenario.outputs.snapshot_error, stages),
      store_(std::move(store)),
      folder_(std::move(folder)),
      tell_(std::move(tell)),
      stop_(std::move(stop)) {}

SnapshotKeeper::~SnapshotKeeper() = default;

void SnapshotKeeper::snapshot(int step, double time, const Field<float>& pressure) {
  const int number = number_++;
  if (!store_->wants(number)) return;
  const auto kept = std::make_shared<Snapshot>();
  kept->step = step;
  kept->time = time;
  kept->clips = clip_table(pressure.values());
  kept->limit = kept->clips.at(usual_clip);
  if (has_volume_store()) {
    PackedVolume packed = packer_.pack(step, time, pressure, stop_);
    const auto bytes = static_cast<std::int64_t>(packed.bytes());
    if ((queue_ || !store_->has_room(bytes)) && put_on_disk(number, kept, packed)) return;
    kept->packed = std::make_shared<const PackedVolume>(std::move(packed));
  } else {
    kept->pressure = pressure.clone();
  }
  store_->add(number, kept);
  tell_();
}

// False where it must stay in memory. Once one has gone there all others do: they come in turn.
bool SnapshotKeeper::put_on_disk(int number, const std::shared_ptr<Snapshot>& snapshot,
                                 const PackedVolume& packed) {
  disk_is_full_ = disk_is_full_ || on_disk_ >= most_on_disk || !has_room(folder_, packed.bytes());
  if (disk_is_full_) {
    finish();  // what is under way comes before this one
    return false;
  }
  try {
    if (!queue_)
      queue_ = std::make_unique<VolumeQueue>(
          [this](const fs::path& file, const VolumeFacts&) { take_written(file); });
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back({number, snapshot});
    }
    const std::string name = std::to_string(::getpid()) + "-" +
                             std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "-" +
                             std::to_string(number) + ".hdf";
    queue_->push(fs::path(folder_) / name, PackedVolume(packed), stop_);
    ++on_disk_;
    return true;
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception&) {
    disk_is_full_ = true;
  }
  queue_.reset();
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  return false;
}

// On the queue's thread. The file has no name from here on: nothing is left of it, however the program ends.
void SnapshotKeeper::take_written(const fs::path& file) {
  Waiting next;
  {
    const std::lock_guard lock(mutex_);
    next = std::move(waiting_.front());
    waiting_.pop_front();
  }
  next.snapshot->stored = open_volume(file);
  fs::remove(file);
  store_->add(next.number, next.snapshot);
  tell_();
}

void SnapshotKeeper::finish() {
  if (!queue_) return;
  try {
    queue_->finish(stop_);
  } catch (const std::exception&) {
    // What was written before the disk failed is there.
  }
  queue_.reset();
}

}  // namespace foldwave
