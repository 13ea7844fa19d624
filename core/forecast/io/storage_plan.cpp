#include "core/forecast/io/storage_plan.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "core/forecast/io/io_model.hpp"
#include "core/forecast/io/pipeline_model.hpp"

namespace foldwave {

namespace {

constexpr int volumes_on_the_way = 4;
constexpr double slowest_disk = 1e5, fastest_disk = 1e13;  // bytes a second, that are looked through

struct OneWay {
  StorageNeed need;
  double ratio, codec_rate;
  bool writes;

  double bytes() const { return need.volume_bytes * need.volumes; }
  PipelineTime packed(double disk_rate) const {
    const PipelineStage codec{"codec", codec_rate};
    const PipelineStage disk{"disk", disk_rate, 1.0 / ratio};
    PipelinePlan plan{bytes(), need.volume_bytes, volumes_on_the_way, 0.0, {}};
    plan.stages = writes ? std::vector{codec, disk} : std::vector{disk, codec};
    return pipeline_time(plan);
  }
  bool pays(double disk_rate) const { return packed(disk_rate).seconds < bytes() / disk_rate; }
};

// The faster the disk, the less packing brings.
double most_rate_that_pays(const OneWay& way) {
  double low = slowest_disk, high = fastest_disk;
  if (!way.pays(low)) return 0.0;
  if (way.pays(high)) return high;
  while (high / low > 1.0 + 1e-9) {
    const double middle = std::sqrt(low * high);
    (way.pays(middle) ? low : high) = middle;
  }
  return low;
}

StorageWay storage_way(const OneWay& way, double disk_rate) {
  const PipelineTime time = way.packed(disk_rate);
  const IoCase io{way.bytes(), way.ratio, disk_rate, way.codec_rate, 1.0 * way.need.volumes};
  return {time.seconds, plain_seconds(io), time.limit, gain_limit(io), most_rate_that_pays(way)};
}

void check_above_zero(double value, const std::string& where, const char* what) {
  if (!(value > 0.0) || !std::isfinite(value))
    throw InputError(where, std::string(what) + " is not above zero", "give one that is");
}

}  // namespace

std::vector<StorageChoice> plan_storage(const StorageNeed& need, std::span<const CodecFigure> codecs,
                                        std::span<const StorageDisk> disks) {
  check_above_zero(need.volume_bytes, "storage", "a volume's size");
  check_above_zero(need.volumes, "storage", "the number of volumes");
  std::vector<StorageChoice> choices;
  for (const StorageDisk& disk : disks) {
    check_above_zero(disk.write_rate, "disk " + disk.name, "its rate of writing");
    check_above_zero(disk.read_rate, "disk " + disk.name, "its rate of reading");
    for (const CodecFigure& codec : codecs) {
      check_above_zero(codec.ratio, "codec " + codec.name, "its ratio");
      check_above_zero(codec.pack_rate, "codec " + codec.name, "its rate of packing");
      check_above_zero(codec.unpack_rate, "codec " + codec.name, "its rate of unpacking");
      const OneWay out{need, codec.ratio, codec.pack_rate, true};
      const OneWay in{need, codec.ratio, codec.unpack_rate, false};
      choices.push_back({codec.name, disk.name, out.bytes() / codec.ratio, out.bytes(),
                         storage_way(out, disk.write_rate), storage_way(in, disk.read_rate)});
    }
  }
  return choices;
}

const StorageChoice* quickest_to_write(std::span<const StorageChoice> choices, const std::string& disk) {
  const StorageChoice* best = nullptr;
  for (const StorageChoice& one : choices)
    if (one.disk == disk && one.writing.pays() &&
        (best == nullptr || one.writing.seconds < best->writing.seconds))
      best = &one;
  return best;
}

}  // namespace foldwave
