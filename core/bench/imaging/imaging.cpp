#include "core/bench/imaging/imaging.hpp"

#include <algorithm>

#include "core/bench/imaging/imaging_locate.hpp"
#include "core/bench/imaging/imaging_packed.hpp"
#include "core/bench/imaging/imaging_rtm.hpp"
#include "core/bench/imaging/imaging_survey.hpp"
#include "core/bench/imaging/imaging_waves.hpp"

namespace foldwave {

bool ImagingBenchPlan::wants(const std::string& name) const {
  return cases.empty() || std::ranges::any_of(cases, [&](const std::string& wanted) {
           return name.starts_with(wanted) || wanted.starts_with(name);
         });
}

std::vector<ImagingRow> bench_imaging(const Backend& backend, const ImagingBenchPlan& plan,
                                      const ImagingDone& done, const Job& job) {
  std::vector<ImagingRow> rows;
  const ImagingDone add = [&](const ImagingRow& row) {
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
