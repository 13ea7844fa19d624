// The stability limit is sharp: below it nothing grows, above it a run is refused, and would blow up.
#include <limits>
#include <string>

#include "core/engine/backend.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

namespace {

struct StabilityCase {
  int order;
  bool section;
};

std::vector<StabilityCase> stability_cases(VerifyScope scope) {
  std::vector<StabilityCase> cases;
  for (int order = 2; order <= max_stencil_order; order += 2)
    if (scope == VerifyScope::full || order == 2 || order == 8 || order == 16) {
      cases.push_back({order, false});
      cases.push_back({order, true});
    }
  return cases;
}

// A closed box, unequal spacings, and an impulse in it, which excites every wavenumber.
WaveModel closed_box(const StabilityCase& c, double share, Field<float>& velocity) {
  WaveModel model;
  model.grid = make_grid({20, c.section ? 1 : 18, 21}, {10.0, 8.0, 12.0});
  velocity = Field<float>(model.grid.n, 3000.0F);
  model.velocity = borrowed(velocity);
  model.stencil = taylor_stencil(c.order);
  model.dt = share * stable_dt(model.grid, model.stencil, 3000.0);
  model.steps = 5000;
  const double y = c.section ? 0.0 : 56.0;
  model.sources.push_back({{70.0, y, 96.0}, {1e6F}});
  for (int r = 1; r < 8; ++r)
    model.receivers.push_back({20.0 * r, c.section ? 0.0 : 16.0 * r, 24.0 * r});
  return model;
}

double mean_square(const Gather& gather, int from, int to) {
  double sum = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r)
    for (int n = from; n < to; ++n) {
      const double p = gather.trace(static_cast<int>(r))[n];
      sum += p * p;
    }
  return sum / (to - from);
}

}  // namespace

void check_stability(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  const Backend& backend = verified.backend;
  const auto cases = stability_cases(scope);
  double growth = 0.0;
  int not_refused = 0, not_blown = 0;
  for (const StabilityCase& c : cases) {
    Field<float> velocity;
    try {
      const Gather gather = record(backend, closed_box(c, 0.98, velocity), job);
      growth = worst_of(growth, std::sqrt(mean_square(gather, 4000, 5001) / mean_square(gather, 0, 1000)));
    } catch (const NumericError&) {
      growth = std::numeric_limits<double>::infinity();
    }

    WaveModel model = closed_box(c, 1.02, velocity);
    try {
      record(backend, model, job);
      ++not_refused;
    } catch (const InputError&) {
    } catch (const NumericError&) {
      ++not_refused;
    }
    model.check_stability = false;
    try {
      record(backend, model, job);
      ++not_blown;
    } catch (const NumericError&) {
    }
  }
  const std::string note = std::to_string(cases.size()) + " cases of order and dimension, closed box";
  checks.push_back(
      {"wave.stability.below", growth, 2.0, "ratio",
       "0.98 of the limit, amplitude after 4000 to 5000 steps over that of the first 1000; " + note});
  checks.push_back({"wave.stability.refused", static_cast<double>(not_refused), 0.0, "cases",
                    "1.02 of the limit is refused; " + note});
  checks.push_back({"wave.stability.blows_up", static_cast<double>(not_blown), 0.0, "cases",
                    "1.02 of the limit, forced, overflows within 5000 steps; " + note});
}

}  // namespace foldwave
