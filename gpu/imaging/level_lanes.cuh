// The lanes of a DeviceFieldRecord and what they have kept. The host waits in keep_lane() for the level that
// was kept as many levels before as there are lanes, and in finish(); nowhere else.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/volume/store/bricks.hpp"
#include "core/wave/stepper.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/device_quick.cuh"
#include "gpu/volume/device_wave_codec.cuh"

namespace foldwave {

// What the device tells of a level once it is packed.
struct PackedTold {
  std::uint64_t bytes = 0;
  float largest = 0.0F;
  int refused = 0;  // a brick is for the processor
};

// Levels one after the other in chunks of device memory.
class LevelArena {
 public:
  struct Room {
    std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
  };
  Room take(std::size_t bytes);

 private:
  std::vector<DeviceArray<std::uint8_t>> chunks_;
  std::size_t used_ = 0;  // of the last
};

class LevelLanes {
 public:
  LevelLanes(const std::array<int, 3>& nodes, const FieldRecordOptions& options);
  ~LevelLanes();

  struct Packing {
    DeviceStream stream;
    DeviceArray<float> part, bound{1};
    DeviceArray<int> largest{1};
    DeviceArray<PackedTold> told{1};
    PinnedArray<PackedTold> here{1};
    std::unique_ptr<DeviceWavePacker> wave;
    DeviceEvent taken{cudaEventDisableTiming}, packed{cudaEventDisableTiming};
    int step = -1;  // of the level that is under way; -1: none
  };
  struct Unpacking {
    DeviceStream stream;
    DeviceArray<float> part;
    DeviceArray<std::uint32_t> damaged;
    std::unique_ptr<DeviceWaveUnpacker> wave;
    DeviceEvent there{cudaEventDisableTiming}, used{cudaEventDisableTiming};
    int step = -1;  // of the level that is there; -1: none
  };

  // A lane whose `part` may be written to, in any stream; then the level there is packed.
  Packing& keep_lane();
  void pack(Packing& lane, int step);
  void finish();  // all that is under way is kept
  std::int64_t bytes() const { return bytes_; }
  int levels() const { return static_cast<int>(kept_.size()); }

  // The lane that the level of `step` is in once `there` has come; the levels before it are on their way.
  Unpacking& bring_lane(int step);

 private:
  struct Level {
    bool silent = false, quick = false;
    LevelArena::Room room;  // the starts of bricks and the end, then bytes, or quick's words
    std::size_t starts_size = 0;
  };
  using Kept = std::map<int, Level>;

  void make_packing();
  void finish(Packing& lane);
  void put(Level& level, const std::uint64_t* starts, std::size_t bricks, const void* bytes, std::size_t size,
           cudaStream_t stream);
  void pack_quick(Packing& lane, double bound, Level& level);
  void start(Unpacking& lane, const Kept::value_type& kept);
  DeviceQuick& quick();
  std::size_t lanes_of(std::size_t bytes_each) const;

  BrickLayout layout_;
  FieldRecordOptions options_;
  std::size_t values_ = 0;
  LevelArena arena_;
  Kept kept_;
  std::int64_t bytes_ = 0;
  std::vector<std::unique_ptr<Packing>> packing_;
  std::vector<std::unique_ptr<Unpacking>> unpacking_;
  std::size_t next_ = 0;
  std::unique_ptr<DeviceQuick> quick_;
  DeviceEvent quick_used_{cudaEventDisableTiming};
};

}  // namespace foldwave
