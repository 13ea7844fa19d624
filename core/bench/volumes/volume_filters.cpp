#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/base/worst.hpp"
#include "core/bench/filter.hpp"
#include "core/bench/volumes/hough_in_noise.hpp"
#include "core/bench/volumes/volume_groups.hpp"

namespace foldwave {

namespace {

std::vector<FilterBenchRow> cpu_filter_rows(const VolumesBenchPlan& plan, const char* name, const Job& job) {
  FilterBenchPlan filters;
  filters.sizes = {plan.size};
  filters.threads = {plan.threads};
  filters.cases = {name};
  filters.repeat = plan.repeat;
  return bench_filter(
      *cpu_backend(), filters, [](const FilterBenchRow&) {}, job);
}

std::string filter_note(const FilterBenchRow& row) {
  return row.failure.empty() ? std::to_string(row.n) + "^3, " + std::to_string(row.threads) + " threads"
                             : row.failure;
}

}  // namespace

void bench_volume_filters(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  rows.measure({at_most("filter.gaussian", 0.04, "s")}, "cpu", [&](const VolumeRows::Tell& tell) {
    double worst = 0.0;
    std::string sigmas, note;
    for (const FilterBenchRow& row : cpu_filter_rows(plan, "gaussian", job)) {
      worst = worst_of(worst, row.failure.empty() ? row.seconds : std::nan(""));
      sigmas += (sigmas.empty() ? "" : ", ") + row.name.substr(row.name.find('-') + 1);
      note = filter_note(row);
    }
    tell("filter.gaussian", worst, "the slowest of sigma " + sigmas + " nodes, " + note);
  });
  rows.measure({at_least("filter.hough-lines", 1.0, "G votes/s")}, "cpu", [&](const VolumeRows::Tell& tell) {
    const FilterBenchRow row = cpu_filter_rows(plan, "hough-lines", job).front();
    tell("filter.hough-lines", row.failure.empty() ? 1e-9 * row.rate() : std::nan(""),
         row.failure.empty() ? "1024^2 points, 180 angles, " + std::to_string(row.threads) + " threads"
                             : row.failure);
  });
  rows.measure({at_most("filter.hough-plane", 0.1, "s")}, "cpu", [&](const VolumeRows::Tell& tell) {
    const FilterBenchRow row = cpu_filter_rows(plan, "hough-plane", job).front();
    tell("filter.hough-plane", row.failure.empty() ? row.seconds : std::nan(""),
         "one plane in noise, " + filter_note(row));
  });
  const auto in_noise = [&](const std::string& what, int trials, HoughErrors (*errors)(int)) {
    rows.measure({at_most(what + ".angle", 1.0, "degrees"), at_most(what + ".distance", 1.0, "samples")},
                 "cpu", [&](const VolumeRows::Tell& tell) {
                   const HoughErrors worst = errors(trials);
                   const std::string note = "worst of " + std::to_string(trials) + " in noise of equal power";
                   tell(what + ".angle", worst.angle, note);
                   tell(what + ".distance", worst.distance, note);
                   job.throw_if_stopped();
                 });
  };
  // Fewer for tests alone.
  in_noise("hough.line", std::min(40, plan.size / 4), line_errors_in_noise);
  in_noise("hough.plane", std::clamp(plan.size / 8, 7, 20), plane_errors_in_noise);
}

}  // namespace foldwave
