// The groups of rows of `bench volumes`, in the files of their names:
//
//   volume_files       slice.*, files.ratio, disk.CODEC.read|write.RATE
//   volume_codecs      ratio.*, zonal.*, speed.*
//   volume_promises    lossless.CODEC, bound.CODEC.absolute|relative
//   volume_transforms  transform.*
//   volume_filters     filter.*, hough.*
//   volume_device      device.*, of a back end that is one
#pragma once

#include "core/bench/volumes/volume_rows.hpp"

namespace foldwave {

// First of all, as the memory that others have freed would be taken again unseen.
void bench_volume_slices(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);
// The first example's wave with its snapshots as files over the same without, by turns.
void bench_volume_run(const Backend& backend, const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);
void bench_volume_disks(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);

void bench_volume_codecs(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);
void bench_volume_promises(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);
void bench_volume_transforms(VolumeRows& rows);
void bench_volume_filters(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job);
void bench_volume_device(const Backend& device, const VolumesBenchPlan& plan, VolumeRows& rows,
                         const Job& job);

}  // namespace foldwave
