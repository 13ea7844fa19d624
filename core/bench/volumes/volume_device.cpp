#include <cmath>

#include "core/base/system.hpp"
#include "core/bench/codec.hpp"
#include "core/bench/filter.hpp"
#include "core/bench/volumes/volume_groups.hpp"

namespace foldwave {

namespace {

constexpr double giga = 1e-9;

void measure_device_codec(const Backend& device, const VolumesBenchPlan& plan, const std::string& codec,
                          double least_pack, double least_unpack, VolumeRows& rows, const Job& job) {
  const std::string name = "device." + codec;
  rows.measure(
      {at_least(name + ".pack", least_pack, "GB/s"), at_least(name + ".unpack", least_unpack, "GB/s")},
      device.name(), [&](const VolumeRows::Tell& tell) {
        CodecBenchPlan codecs;
        codecs.cases = {CodecBenchCase::filled};
        codecs.size = 4 * plan.size;  // gigabytes: the last bricks leave a device idle
        codecs.codecs = {codec};
        codecs.threads = {thread_count()};
        codecs.repeat = plan.repeat;
        for (const CodecBenchRow& row : bench_codec(
                 device, codecs, [](const CodecBenchRow&) {}, job)) {
          if (!row.on_device) continue;
          const bool kept = row.failure.empty() && row.quality.largest <= row.bound.value_or(0.0);
          const std::string note = kept ? row.volume + " at 1e-3 of the range, data on the device, " +
                                              std::to_string(row.by_processor) +
                                              " bricks left to the processor"
                                   : row.failure.empty() ? "the bound was not kept"
                                                         : row.failure;
          tell(name + ".pack", kept ? giga * row.pack_rate() : std::nan(""), note);
          tell(name + ".unpack", kept ? giga * row.unpack_rate() : std::nan(""), note);
        }
      });
}

void measure_device_filter(const Backend& device, const VolumesBenchPlan& plan, const std::string& filter,
                           double least, const std::string& unit, VolumeRows& rows, const Job& job) {
  rows.measure({at_least("device." + filter, least, unit)}, device.name(), [&](const VolumeRows::Tell& tell) {
    FilterBenchPlan filters;
    filters.sizes = {2 * plan.size};
    filters.cases = {filter};
    filters.repeat = plan.repeat;
    const FilterBenchRow row = bench_filter(
                                   device, filters, [](const FilterBenchRow&) {}, job)
                                   .front();
    tell("device." + filter, row.failure.empty() ? giga * row.rate() : std::nan(""),
         row.failure.empty() ? (filter == "hough-lines" ? std::string("1024^2 points, 180 angles")
                                                        : std::to_string(row.n) + "^3") +
                                   ", kernels alone"
                             : row.failure);
  });
}

}  // namespace

void bench_volume_device(const Backend& device, const VolumesBenchPlan& plan, VolumeRows& rows,
                         const Job& job) {
  measure_device_codec(device, plan, "quick", 1000.0, 2000.0, rows, job);
  measure_device_codec(device, plan, "wave", 300.0, 300.0, rows, job);
  measure_device_filter(device, plan, "gaussian-direct-13", 12000.0, "G multiply-adds/s", rows, job);
  measure_device_filter(device, plan, "gaussian-separable-13", 320.0, "G nodes/s", rows, job);
  measure_device_filter(device, plan, "hough-lines", 100.0, "G votes/s", rows, job);
}

}  // namespace foldwave
