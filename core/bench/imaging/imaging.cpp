#include "core/bench/imaging/imaging.hpp"

#include "core/bench/imaging/imaging_locate.hpp"
#include "core/bench/imaging/imaging_packed.hpp"
#include "core/bench/imaging/imaging_rtm.hpp"
#include "core/bench/imaging/imaging_survey.hpp"
#include "core/bench/imaging/imaging_waves.hpp"

namespace foldwave {

bool ImagingBenchPlan::wants(const std::string& name) const {
  return wants_measure(cases, name);
}

std::vector<MeasureRow> bench_imaging(const Backend& backend, const ImagingBenchPlan& plan,
                                      const MeasureDone& done, const Job& job) {
  std::vector<MeasureRow> rows;
  const MeasureDone add = [&](const MeasureRow& row) {
    if (!plan.wants(row.name)) return;
    rows.push_back(row);
    done(row);
  };
  bench_location(backend, plan, add, job);
  bench_migration(backend, plan, add, job);
  bench_packed_source(backend, plan, add, job);
  bench_survey(backend, plan, add, job);
  bench_reversals(backend, plan, add, job);
  return rows;
}

}  // namespace foldwave
