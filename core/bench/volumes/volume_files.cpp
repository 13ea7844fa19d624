#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/bench/io.hpp"
#include "core/bench/median.hpp"
#include "core/bench/slices.hpp"
#include "core/bench/volumes/volume_groups.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

// The wave alone, with what its files take until they are written.
double run_seconds(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                   const std::filesystem::path& folder, const Job& job) {
  const struct Gone {
    ~Gone() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  } gone{folder};
  RunFolder files_here(folder);
  const Clock clock;
  const auto files = make_snapshot_files(files_here, scenario, job.stop);
  run_wave(scenario, fold, backend, files.get(), job);
  if (files) files->finish(job.stop);
  const double seconds = clock.seconds();
  job.throw_if_stopped();
  return seconds;
}

std::string disk_row(const IoBenchRow& row) {
  return "disk." + row.codec + (row.direction == IoDirection::reading ? ".read." : ".write.") +
         number_text(1e-6 * row.disk_rate);
}

}  // namespace

void bench_volume_slices(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  const std::string axes = "xyz";
  std::vector<MeasureRow> group;
  for (const char axis : axes)
    for (const auto& [what, limit] :
         {std::pair{"cold", most_cold_slice}, std::pair{"warm", most_warm_slice},
          std::pair{"next", most_warm_slice}, std::pair{"coarse", most_cold_slice}})
      group.push_back(at_most(std::string("slice.") + what + "." + axis, limit, "s"));
  group.push_back(at_most("slice.memory", 1e-6 * most_slice_memory, "MB"));
  rows.measure(group, "cpu", [&](const VolumeRows::Tell& tell) {
    SliceBenchPlan slices;
    slices.bytes = 1e9 * plan.gigabytes;
    slices.repeat = plan.repeat;
    const std::string note = "of " + number_text(plan.gigabytes, 3) + " GB, wave, 1e-3 of the range";
    const SliceBench bench = bench_slices(
        slices, plan.folder,
        [&](const SliceBenchRow& row) {
          tell("slice." + row.what + "." + axes[static_cast<std::size_t>(row.axis)], row.seconds, note);
        },
        job);
    tell("slice.memory", 1e-6 * static_cast<double>(bench.peak_bytes),
         note + ", beside what was held before");
  });
}

void bench_volume_run(const Backend& backend, const VolumesBenchPlan& plan, VolumeRows& rows,
                      const Job& job) {
  const double limit = backend.on_host() ? 1.15 : 1.3;
  rows.measure({at_most("files.ratio", limit, "times")}, backend.name(), [&](const VolumeRows::Tell& tell) {
    if (!has_volume_store())
      throw InputError("files", "this build has no HDF5", "build with FOLDWAVE_HDF=ON");
    if (!std::filesystem::exists(plan.example))
      throw InputError(plan.example, "the first example is not there", "start in the folder of the sources");
    Scenario with = load_scenario(plan.example, job);
    // Shorter for tests alone.
    with.propagation.duration *= std::min(1.0, plan.size / 256.0);
    with.outputs.snapshot_format = SnapshotFormat::hdf;
    Scenario without = with;
    without.outputs.snapshot_steps = 0;
    const FoldResult fold = run_fold(with, backend, job);
    const std::filesystem::path folder =
        std::filesystem::path(plan.folder) / ("foldwave-files-" + std::to_string(::getpid()));
    run_seconds(without, fold, backend, folder, job);  // warms the machine up
    std::vector<double> ratios, alone;
    for (int pair = 0; pair < plan.repeat; ++pair) {
      alone.push_back(run_seconds(without, fold, backend, folder, job));
      ratios.push_back(run_seconds(with, fold, backend, folder, job) / alone.back());
    }
    tell("files.ratio", median(ratios),
         "the first example's wave, " + std::to_string(with.grid.n[0]) + "^3, with .hdf files every " +
             std::to_string(with.outputs.snapshot_steps) + " steps over without (" +
             number_text(median(alone), 3) + " s), " + std::to_string(thread_count()) +
             " threads, median of " + std::to_string(plan.repeat) + " pairs");
  });
}

void bench_volume_disks(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  for (const char* const codec : {"none", "blosc", "zfp", "wave", "quick", "rle", "fast-dct-3d"}) {
    std::vector<MeasureRow> group;
    for (const char* const direction : {".read.", ".write."})
      for (const double rate : plan.disks)
        group.push_back(at_least(std::string("disk.") + codec + direction + number_text(1e-6 * rate), 0.95,
                                 "of the limit"));
    rows.measure(group, "cpu", [&](const VolumeRows::Tell& tell) {
      IoBenchPlan disks;
      disks.sizes = {plan.size};
      disks.disks = plan.disks;
      disks.codecs = {codec};
      disks.repeat = plan.repeat;
      bench_io(
          disks, plan.folder,
          [&](const IoBenchRow& row) {
            const bool right = row.same_bytes && row.largest_error <= row.error_bound;
            tell(disk_row(row), right ? row.share_of_limit() : std::nan(""),
                 right ? "gain " + number_text(row.gain(), 3) + " of " + number_text(row.gain_limit, 3) +
                             ", the smaller of ratio " + number_text(row.ratio, 3) + " and codec over disk"
                       : "other values came out than went in");
          },
          job);
    });
  }
}

}  // namespace foldwave
