// Which codec, on which disk, and when it pays: volumes of `bytes` of values each go through a codec and a
// disk that work at once (pipeline_model.hpp), each codec and disk once.
//
//   packed    stages codec (n / c) and disk (n / C / r), a volume a block
//   pays      where that is shorter than n / r, as it is the values' way without a codec
//   r_max     the disk's rate at which both take the same time: on faster disks packing costs time; with many
//             volumes and no start-up it is the codec's rate c, below it the gain is at most min(C, c / r)
//
// C: plain over packed bytes; r, c: bytes a second of the disk and of the codec's values. The codec has the
// processor for itself: beside a wave on the same cores it takes longer. Units: bytes, seconds.
// Errors: InputError for rates, ratios, sizes or counts that are not above zero.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace foldwave {

// As measured on this machine, by all threads.
struct CodecFigure {
  std::string name;
  double ratio = 1.0;                         // plain over packed
  double pack_rate = 0.0, unpack_rate = 0.0;  // bytes of values a second
  bool operator==(const CodecFigure&) const = default;
};

struct StorageDisk {
  std::string name;
  double write_rate = 0.0, read_rate = 0.0;  // bytes a second
};

struct StorageNeed {
  double volume_bytes = 0.0;  // of the values of one
  int volumes = 1;
};

struct StorageWay {
  double seconds = 0.0, plain_seconds = 0.0;
  std::string limit;             // "codec" or "disk": what is busy longest; "room": they wait for each other
  double gain_limit = 0.0;       // of the time, whatever the number of volumes
  double pays_below_rate = 0.0;  // r_max; 0: on no disk
  bool pays() const { return seconds < plain_seconds; }
};

struct StorageChoice {
  std::string codec, disk;
  double bytes = 0.0, plain_bytes = 0.0;  // on the disk
  StorageWay writing, reading;
};

// By disks, then codecs, in their order.
std::vector<StorageChoice> plan_storage(const StorageNeed& need, std::span<const CodecFigure> codecs,
                                        std::span<const StorageDisk> disks);

// The one of `disk` with which writing all takes the least time; null: none beats the values as they are.
const StorageChoice* quickest_to_write(std::span<const StorageChoice> choices, const std::string& disk);

}  // namespace foldwave
