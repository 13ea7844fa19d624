#include "core/bench/imaging/imaging_packed.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/rtm.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

struct PackedShot {
  Field<float> truth, background;
  WaveModel model;
  Shot shot;
  ShotData data;
  RtmOptions options;

  PackedShot(const StepperMaker& make, int n, const Job& job)
      : truth({n, n, n}, 2000.0F), background({n, n, n}, 2000.0F) {
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          if (k > 0.55 * n + 0.1 * i) truth(i, j, k) = 2400.0F;
    model.grid = {{n, n, n}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    model.velocity = borrowed(truth);
    model.boundaries.fill(Boundary::cpml);
    model.frequency = 20.0;
    model.dt = 0.8 * stable_dt(model);
    const double deep = model.grid.extent().z;
    model.steps = static_cast<int>((2.0 * deep / 2000.0 + 0.12) / model.dt);
    Wavelet wavelet;
    wavelet.frequency = 20.0;
    shot.source = {{0.5 * deep, 0.5 * deep, 20.0}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)};
    for (int j = 0; j < n; j += 2)
      for (int i = 0; i < n; i += 2)
        shot.receivers.push_back({10.0 * i, 10.0 * j, 20.0});
    const ShotData there = model_shots(make, model, {shot}, job).front();
    model.velocity = borrowed(background);
    const ShotData direct = model_shots(make, model, {shot}, job).front();
    data = std::make_shared<const Gather>(difference_of(*there, *direct));
    options.condition = ImagingCondition::inverse_scattering;
    // Products reach 5 times the peak.
    options.correlate_every = std::max(1, static_cast<int>(0.19 / (20.0 * model.dt)));
  }
  double floats() const {
    const int levels = (model.steps - 1) / options.correlate_every + 1;
    return sizeof(float) * static_cast<double>(model.grid.size()) * levels;
  }
};

}  // namespace

void bench_packed_source(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                         const Job& job) {
  if (!plan.wants("packed")) return;
  const StepperMaker make = [&](const StepperSetup& setup) { return backend.make_wave_stepper(setup); };
  const int n = plan.small ? 48 : 128;
  const PackedShot shot(make, n, job);
  const auto migrated = [&](const RtmOptions& options, double* seconds) {
    const Clock clock;
    ShotImage image = migrate_shot(make, shot.model, shot.shot, shot.data, options, job);
    if (seconds != nullptr) *seconds = clock.seconds();
    return image;
  };
  RtmOptions finer = shot.options;
  finer.correlate_every = 1;
  const ShotImage exact = migrated(finer, nullptr);
  RtmOptions packed = shot.options;
  packed.source_field = SourceField::packed;
  double first_error = 0.0;
  std::size_t next = 0;
  constexpr std::array<double, 2> ratios{30.0, 100.0}, least{0.999, 0.99};
  for (packed.packed.error = 5e-4; packed.packed.error < 0.5 && next < ratios.size();
       packed.packed.error *= 1.5) {
    const ShotImage image = migrated(packed, nullptr);
    const double ratio = shot.floats() / static_cast<double>(image.source_bytes);
    const double alike = correlation_below(shot.model.grid, image.image, exact.image, 150.0);
    for (; next < ratios.size() && ratio >= ratios[next]; ++next) {
      if (next == 0) first_error = packed.packed.error;
      add({"packed.ratio" + number_text(ratios[next]), alike, 1.0, "correlation",
           std::to_string(n) + "^3, levels every " + std::to_string(shot.options.correlate_every) +
               " steps in a " + number_text(ratio, 3) + "th of their floats, error " +
               number_text(packed.packed.error, 2) + " of the peak",
           least[next]});
    }
  }
  if (!(first_error > 0.0)) return;
  packed.packed.error = first_error;
  std::array<double, 3> times{};
  for (double& one : times) {
    double strips = 0.0, levels = 0.0;
    migrated(shot.options, &strips);
    migrated(packed, &levels);
    one = levels / strips;
  }
  std::ranges::sort(times);
  add({"packed.seconds", times[1], 1.1, "times", std::to_string(n) + "^3, over exact strips, by turns"});
}

}  // namespace foldwave
