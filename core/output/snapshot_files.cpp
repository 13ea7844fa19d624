#include "core/output/snapshot_files.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/system.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_packer.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_queue.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_parts.hpp"
#include "core/formats/vtk/image_writer.hpp"
#include "core/formats/vtk/pvd_writer.hpp"
#endif

namespace foldwave {

namespace {

// Threads that write; on few cores one.
int most_writers() {
  return std::clamp(thread_count() / 2, 1, 8);
}

// The cores' share of one of those who are at work: the last files have all of them.
class Shares {
 public:
  Shares() : cores_(thread_count()) {}
  template <class Work>
  auto run(const Work& work) {
    set_threads_of_this_thread(std::clamp(cores_ / ++at_work_, 1, 8));
    const struct Done {
      ~Done() { --count; }
      std::atomic<int>& count;
    } done{at_work_};
    return work();
  }

 private:
  int cores_;
  std::atomic<int> at_work_ = 0;
};

// Files that a queue writes beside the solver, with a series of them that is whole after each.
class QueuedFiles : public SnapshotFiles {
 public:
  std::string finish(const std::stop_token& stop) override {
    const int dropped = queue_.finish(stop);
    tell_written();
    if (dropped == 0) return {};
    return "/outputs/snapshots: " + std::to_string(dropped) +
           (dropped == 1 ? " snapshot was" : " snapshots were") + " not written yet when the run was stopped";
  }

 protected:
  // On the queue's threads, one at a time.
  using List = std::function<void(std::span<const HdfSeries::Timed>)>;
  // Files beside a snapshot's that belong to it; likewise.
  using PartsOf = std::function<std::vector<std::string>(const std::filesystem::path&)>;

  QueuedFiles(RunFolder& folder, std::string place, const std::stop_token& stop, List list, PartsOf parts_of)
      : stop_(stop),
        folder_(folder),
        place_(std::move(place)),
        list_(std::move(list)),
        parts_of_(std::move(parts_of)),
        queue_(
            [this](const std::filesystem::path& file, const VolumeFacts& facts) {
              untold_.push_back({*facts.time, file});
            },
            VolumeQueue::usual_bytes, most_writers(), [this] { list_written(); }, &log_) {}

  VolumeQueue& queue() { return queue_; }
  // Of a snapshot that comes now.
  std::filesystem::path next_file(int step) { return next_file(step, format()); }
  std::filesystem::path next_file(int step, const std::string& suffix) {
    tell_written();
    const auto file = folder_.path() / (place_ + "/" + snapshot_file_name(step, suffix));
    require_folder(file.parent_path());
    return file;
  }

  std::stop_token stop_;

 private:
  void list_written() {
    list_(untold_);
    const std::lock_guard lock(mutex_);
    for (const HdfSeries::Timed& one : untold_) {
      written_.push_back(place_ + "/" + one.file.filename().string());
      for (const std::string& part : parts_of_(one.file))
        written_.push_back(place_ + "/" + part);
    }
    untold_.clear();
  }
  // The folder's list belongs to the run's thread.
  void tell_written() {
    std::vector<std::string> names;
    {
      const std::lock_guard lock(mutex_);
      names.swap(written_);
    }
    for (const std::string& name : names)
      folder_.add_output(name);
  }

  RunFolder& folder_;
  std::string place_;
  List list_;
  PartsOf parts_of_;
  std::mutex mutex_;
  std::vector<std::string> written_;
  std::vector<HdfSeries::Timed> untold_;  // whole, and not in the series yet
  VolumeQueue queue_;                     // the last: its threads use the rest
};

class HdfFiles final : public QueuedFiles, public PackedSnapshotSink, public BrickSnapshotSink {
 public:
  HdfFiles(RunFolder& folder, const std::string& place, const Scenario& scenario, const std::stop_token& stop)
      : QueuedFiles(
            folder, place, stop,
            [series = std::make_shared<HdfSeries>(folder.add_output(place + ".hdf.series"))](
                std::span<const HdfSeries::Timed> files) { series->add(files); },
            [](const std::filesystem::path&) { return std::vector<std::string>(); }),
        packer_(scenario.grid, scenario.outputs.snapshot_error, &log_) {}

  void snapshot(int step, double time, const Field<float>& pressure) override {
    const auto file = next_file(step);
    queue().push(file, packer_.pack(step, time, pressure, stop_), stop_);
  }

  PackedSnapshotSink* packed() override { return this; }
  // Rounded as the file's own packing does, which then finds nothing more to round.
  QuickSteps steps(float largest) override {
    packer_.see(largest);
    return quick_steps_of(rounding_step(packer_.error_bound()), {packer_.error_bound()});
  }
  void packed_snapshot(int step, double time, const PackedSnapshot& pressure) override {
    const auto file = next_file(step);
    auto pack = [log = &log_, shares = shares_, pressure,
                 facts = packer_.facts(step, time)](const std::stop_token& stop) {
      const double begin = log->now();
      PackedVolume packed = shares->run([&] { return pack_volume(*pressure, facts, stop); });
      log->add({"pack", begin, log->now(), static_cast<std::int64_t>(packed.bytes())});
      return packed;
    };
    queue().push(file, std::move(pack), pressure->bytes.size(), stop_);
  }

  BrickSnapshotSink* bricks() override { return this; }
  VolumeFacts brick_facts(int step, double time, float largest) override {
    begun_ = log_.now();
    packer_.see(largest);
    return packer_.facts(step, time);
  }
  void brick_snapshot(PackedVolume&& pressure) override {
    log_.add({"pack", begun_, log_.now(), static_cast<std::int64_t>(pressure.bytes())});
    queue().push(next_file(*pressure.facts.step), std::move(pressure), stop_);
  }

  std::string format() const override { return "hdf"; }
  double error_bound() const override { return packer_.error_bound(); }

 private:
  SnapshotPacker packer_;
  double begun_ = 0.0;                                           // of bricks that others pack
  std::shared_ptr<Shares> shares_ = std::make_shared<Shares>();  // the queue's threads outlive this part
};

#ifdef FOLDWAVE_HAS_VTK

class VtiFiles final : public QueuedFiles, public PartSnapshotSink {
 public:
  VtiFiles(RunFolder& folder, const std::string& place, const Grid3& grid, const std::stop_token& stop)
      : VtiFiles(folder, place, grid, stop, std::make_shared<PartCount>(0)) {}

  void snapshot(int step, double time, const Field<float>& pressure) override {
    const auto file = next_file(step);
    const auto values = pressure.values();
    const auto held = std::make_shared<const std::vector<float>>(values.begin(), values.end());
    auto write = [log = &log_, grid = grid_, file, time, held](const std::stop_token& stop) {
      ImageOptions options;
      options.time = time;
      options.stop = stop;
      const double begin = log->now();
      write_image(file, grid, {{"pressure", std::span(*held)}}, options);
      const auto bytes = std::filesystem::file_size(file);
      log->add({"write", begin, log->now(), static_cast<std::int64_t>(bytes)});
      VolumeFacts facts;
      facts.time = time;
      return VolumeQueue::Put{facts, static_cast<std::size_t>(bytes)};
    };
    queue().push_write(file, std::move(write), values.size_bytes(), stop_);
  }

  PartSnapshotSink* parts() override { return this; }
  std::vector<std::string> part_files(int step, std::size_t count) override {
    if (stop_.stop_requested()) throw Stopped();
    // As a rank may stand in another folder.
    const auto joint = std::filesystem::absolute(next_file(step, joint_suffix));
    std::vector<std::string> files;
    for (std::size_t part = 0; part < count; ++part)
      files.push_back(image_part_file(joint, part).string());
    *part_count_ = count;
    return files;
  }
  void parts_written(int step, double time, std::span<const PlaneRange> parts) override {
    const auto joint = next_file(step, joint_suffix);
    std::vector<ImageLayers> layers;
    for (const PlaneRange& planes : parts)
      layers.push_back({planes.first, planes.count});
    auto join = [grid = grid_, joint, time, layers](const std::stop_token&) {
      join_image_parts(joint, grid, layers, "pressure");
      VolumeFacts facts;
      facts.time = time;
      return VolumeQueue::Put{facts, static_cast<std::size_t>(std::filesystem::file_size(joint))};
    };
    queue().push_write(joint, std::move(join), 0, stop_);
  }

  std::string format() const override { return "vti"; }

 private:
  using PartCount = std::atomic<std::size_t>;  // of a snapshot that ranks write
  static constexpr const char* joint_suffix = "pvti";

  VtiFiles(RunFolder& folder, const std::string& place, const Grid3& grid, const std::stop_token& stop,
           const std::shared_ptr<PartCount>& part_count)
      : QueuedFiles(
            folder, place, stop,
            [collection = std::make_shared<PvdCollection>(folder.add_output(place + ".pvd"))](
                std::span<const HdfSeries::Timed> files) {
              for (const HdfSeries::Timed& one : files)
                collection->add(one.time, one.file);
            },
            [part_count](const std::filesystem::path& file) {
              std::vector<std::string> parts;
              for (std::size_t part = 0; part < *part_count && file.extension() != ".vti"; ++part)
                parts.push_back(image_part_file(file, part).lexically_relative(file.parent_path()).string());
              return parts;
            }),
        grid_(grid),
        part_count_(part_count) {}

  Grid3 grid_;
  std::shared_ptr<PartCount> part_count_;  // the queue's threads outlive this part
};

#endif

}  // namespace

std::string snapshot_file_name(int step, const std::string& format) {
  const std::string number = std::to_string(step);
  return "step_" + std::string(number.size() < 6 ? 6 - number.size() : 0, '0') + number + "." + format;
}

WriteFieldPart snapshot_part_writer() {
#ifdef FOLDWAVE_HAS_VTK
  return [](const std::string& file, const FieldPart& part) {
    write_image_part(file,
                     {part.grid, {part.planes.first, part.planes.count}, "pressure", part.values, part.time});
  };
#else
  return {};
#endif
}

std::unique_ptr<SnapshotFiles> make_snapshot_files(RunFolder& folder, const Scenario& scenario,
                                                   const std::stop_token& stop, const std::string& place) {
  if (!takes_snapshots(scenario.outputs)) return nullptr;
  if (scenario.outputs.snapshot_format == SnapshotFormat::hdf && has_volume_store())
    return std::make_unique<HdfFiles>(folder, place, scenario, stop);
#ifdef FOLDWAVE_HAS_VTK
  return std::make_unique<VtiFiles>(folder, place, scenario.grid, stop);
#else
  return nullptr;
#endif
}

}  // namespace foldwave
