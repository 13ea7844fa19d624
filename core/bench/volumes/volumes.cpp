#include "core/bench/volumes/volumes.hpp"

#include "core/base/system.hpp"
#include "core/bench/volumes/volume_groups.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave {

std::vector<MeasureRow> bench_volumes(const Backend& asked, const VolumesBenchPlan& plan,
                                      const MeasureDone& done, const Job& job) {
  const Backend& backend = without_fallback(asked);
  const struct ThreadsBefore {
    ~ThreadsBefore() { set_thread_count(count); }
    int count = thread_count();
  } before;
  VolumeRows rows(plan, done);
  set_thread_count(plan.threads);
  bench_volume_slices(plan, rows, job);
  if (!backend.on_host()) set_thread_count(before.count);
  bench_volume_run(backend, plan, rows, job);
  set_thread_count(plan.threads);
  bench_volume_disks(plan, rows, job);
  bench_volume_codecs(plan, rows, job);
  bench_volume_promises(plan, rows, job);
  bench_volume_transforms(rows);
  bench_volume_filters(plan, rows, job);
  set_thread_count(before.count);
  if (!backend.on_host()) bench_volume_device(backend, plan, rows, job);
  return rows.rows();
}

}  // namespace foldwave
