#include "core/bench/imaging/imaging_locate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/base/worst.hpp"
#include "core/bench/median.hpp"
#include "core/engine/location/image_setup.hpp"
#include "core/imaging/locate/velocity_scan.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

constexpr double cell = 20.0, data_step = 1.6e-3, step = 2e-3;

struct BenchEvent {
  Vec3 at{};
  double time = 0.0, amplitude = 1.0;
};

// A section with a line of receivers one cell below its free surface.
struct BenchSection {
  Grid3 grid;
  std::shared_ptr<Field<float>> velocity;
  std::vector<Vec3> receivers;
  double duration = 4.0;
  Wavelet wavelet;

  BenchSection(std::array<int, 3> n, int every, double seconds)
      : grid{n, {cell, cell, cell}, {}, {}, {}, 0},
        velocity(std::make_shared<Field<float>>(n)),
        duration(seconds) {
    for (int i = every / 2; i < n[0]; i += every)
      receivers.push_back({i * cell, 0.0, cell});
  }

  template <class Speed>
  void fill(const Speed& speed) {
    for (int k = 0; k < grid.n[2]; ++k)
      for (int i = 0; i < grid.n[0]; ++i)
        (*velocity)(i, 0, k) = static_cast<float>(speed(i * cell, k * cell));
  }

  WaveModel medium() const {
    WaveModel model;
    model.grid = grid;
    model.velocity = velocity;
    model.dt = step;
    model.frequency = wavelet.frequency;
    model.boundaries.fill(Boundary::cpml);
    model.boundaries[z_min] = Boundary::free;
    return model;
  }

  Gather record(const WavePropagator& propagator, const std::vector<BenchEvent>& events,
                const Job& job) const {
    WaveModel model = medium();
    model.stencil = taylor_stencil(16);
    model.time_order = 4;
    model.dt = data_step;
    model.steps = static_cast<int>(std::lround(duration / data_step));
    model.receivers = receivers;
    for (const BenchEvent& event : events)
      model.sources.push_back(
          {event.at, wavelet_series(wavelet, event.time, event.amplitude, data_step, model.steps)});
    WaveRun run = propagator.run(model, {}, job);
    if (run.stopped) throw Stopped();
    return std::move(run.gather);
  }

  LocateSetup setup() const {
    LocateSetup setup;
    setup.medium = medium();
    setup.frequency = wavelet.frequency;
    setup.band = wavelet_band(wavelet);
    setup.wavelet = wavelet_series(wavelet, 0.0, 1.0, step, 1000000);
    return setup;
  }
};

double gradient_speed(double x, double z) {
  return 1700.0 + 0.5 * z + 0.02 * x;
}

// A body of salt over the middle of the section, `width` and `depth` long.
double salt_speed(double x, double z, double width, double depth) {
  const double u = (x - 0.5 * width) / (0.3 * width), w = (z - 0.38 * depth) / (0.14 * depth);
  return u * u + w * w < 1.0 ? 4482.0 : gradient_speed(x, z);
}

void add_white_noise(Gather& gather, double over_peak, std::uint64_t seed) {
  double peak = 0.0;
  for (const float value : gather.traces)
    peak = std::max(peak, std::abs(double{value}));
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0.0, over_peak * peak);
  for (float& value : gather.traces)
    value = static_cast<float>(double{value} + noise(random));
}

// How far places drawn from the ellipse lie off: 500 draws, the same for every ellipse.
void add_expected(const SpaceTimeCovariance& c, std::vector<double>& cells) {
  std::mt19937_64 random(68);
  std::normal_distribution<double> draw;
  const double across = std::sqrt(c[0][0]), both = c[0][2] / across;
  const double down = std::sqrt(std::max(0.0, c[2][2] - both * both));
  for (int n = 0; n < 500; ++n) {
    const double a = draw(random), b = draw(random);
    cells.push_back(std::hypot(across * a, both * a + down * b) / cell);
  }
}

Vec3 miss(const LocateResult& result, const BenchEvent& event) {
  constexpr double far = std::numeric_limits<double>::infinity();
  return result.events.empty() ? Vec3{far, 0.0, far} : event.at - result.events.front().state.position;
}

class LocationBench {
 public:
  LocationBench(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add, const Job& job)
      : propagator_(backend.make_wave_propagator()),
        waves_(locate_waves(backend, *propagator_)),
        on_host_(backend.on_host()),
        plan_(plan),
        add_(add),
        job_(job) {}

  void run() {
    for (const char* const model : {"uniform", "gradient", "salt"})
      if (plan_.wants(std::string("location.") + model)) places(model);
    for (const double snr : {0.5, 1.0, 2.0, 5.0, 10.0})
      for (const bool gaps : {false, true}) {
        const std::string name = "calibration." + number_text(snr) + (gaps ? ".gaps" : "");
        if (plan_.wants(name)) calibration(name, snr, gaps);
      }
    if (plan_.wants("three")) three();
    for (const double percent : {2.0, 5.0})
      if (plan_.wants("velocity." + number_text(percent))) velocity(percent);
    if (plan_.wants("reversal")) reversal();
    if (plan_.wants("scan")) scan();
  }

 private:
  BenchSection section(const std::string& model, int every) const {
    BenchSection section(plan_.small ? std::array{200, 1, 90} : std::array{675, 1, 210}, every,
                         plan_.small ? 1.8 : 4.0);
    const Vec3 size = section.grid.extent();
    section.fill([&](double x, double z) {
      return model == "uniform"    ? 2500.0
             : model == "gradient" ? gradient_speed(x, z)
                                   : salt_speed(x, z, size.x, size.z);
    });
    return section;
  }

  // Off the nodes, below the salt where there is some.
  std::vector<BenchEvent> spread_events(const BenchSection& section, bool below_salt) const {
    const Vec3 size = section.grid.extent();
    std::mt19937_64 random(22);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    std::vector<BenchEvent> events;
    for (int e = 0; e < (plan_.small ? 3 : 9); ++e) {
      const double x = (0.3 + 0.4 * part(random)) * size.x;
      const double z = ((below_salt ? 0.58 : 0.25) + (below_salt ? 0.3 : 0.6) * part(random)) * size.z;
      events.push_back({{x, 0.0, z}, 0.05 + 0.3 * part(random)});
    }
    return events;
  }

  void places(const std::string& model) {
    for (const int every : {1, 10})
      for (const bool noisy : {false, true})
        if (every > 1 || noisy) places(model, every, noisy);
  }

  void places(const std::string& model, int every, bool noisy) {
    const BenchSection s = section(model, every);
    const LocateSetup setup = s.setup();
    LocateOptions options;
    std::vector<double> cells, expected;
    double latest = 0.0, square = 0.0;
    std::uint64_t seed = 1;
    for (const BenchEvent& event : spread_events(s, model == "salt")) {
      Gather gather = s.record(*propagator_, {event}, job_);
      if (noisy) add_white_noise(gather, 0.5, seed++);
      const LocateResult result = locate(waves_, gather, setup, options, job_);
      options.gain = result.gain;
      const Vec3 off = miss(result, event);
      cells.push_back(norm(off) / cell);
      if (result.events.empty()) {
        latest = std::numeric_limits<double>::infinity();
        continue;
      }
      const LocatedEvent& found = result.events.front();
      latest = worst_of(latest, std::abs(found.state.time - event.time) / step);
      const auto& c = found.refined.covariance;
      add_expected(c, expected);
      square +=
          (off.x * off.x + off.z * off.z) / (c[0][0] + c[2][2]) / static_cast<double>(plan_.small ? 3 : 9);
    }
    const std::string name = "location." + model + (every > 1 ? ".thin" : "") + (noisy ? ".noise" : "");
    const std::string note = std::string(noisy ? "noise of half the peak by root mean square" : "no noise") +
                             (every > 1 ? ", a receiver at every 10th node" : ", a receiver at every node");
    double worst = 0.0;
    for (const double c : cells)
      worst = worst_of(worst, c);
    add_({name + ".median", median(cells), 0.1, "cells", note});
    add_({name + ".worst", worst, 0.5, "cells", note});
    add_({name + ".origin", latest, 0.5, "steps", note});
    if (noisy && !expected.empty())
      add_({name + ".expected", median(expected), std::numeric_limits<double>::infinity(), "cells",
            "median of places drawn from the ellipses: what the noise leaves to be known"});
    if (noisy)
      add_({name + ".spread", std::sqrt(square), 1.6, "of what the ellipse says", "all events, place alone",
            0.5});
  }

  void calibration(const std::string& name, double snr, bool gaps) {
    BenchSection s({200, 1, 90}, 3, 1.8);
    s.fill(gradient_speed);
    // Gaps: a third of the line is missing, its longest part in one piece.
    if (gaps) {
      std::vector<Vec3> kept;
      for (std::size_t r = 0; r < s.receivers.size(); ++r)
        if ((r < 20 || r >= 34) && r % 7 != 3) kept.push_back(s.receivers[r]);
      s.receivers = kept;
    }
    const LocateSetup setup = s.setup();
    const BenchEvent event{{2113.0, 0.0, 1107.0}, 0.1234};
    const Gather clean = s.record(*propagator_, {event}, job_);
    LocateOptions options;
    options.most_events = 3;
    // Draws of their own for every case.
    const auto first_draw = static_cast<std::uint64_t>(1e6 * snr) + (gaps ? 100000 : 0);
    int in68 = 0, in95 = 0, found = 0, wrong = 0;
    for (int draw = 0; draw < plan_.draws; ++draw) {
      Gather gather = clean;
      add_white_noise(gather, 1.0 / snr, first_draw + static_cast<std::uint64_t>(draw));
      const LocateResult result = locate(waves_, gather, setup, options, job_);
      options.gain = result.gain;
      const bool there = !result.events.empty() && norm(miss(result, event)) < 500.0;
      wrong += static_cast<int>(result.events.size()) - (there ? 1 : 0);
      if (!there) continue;
      ++found;
      const auto& c = result.events.front().refined.covariance;
      in68 += ellipsoid_holds(c, true, miss(result, event), 0.68);
      in95 += ellipsoid_holds(c, true, miss(result, event), 0.95);
    }
    const auto share = [&](int count) {
      return found > 0 ? 100.0 * count / found : std::numeric_limits<double>::quiet_NaN();
    };
    const std::string note = std::to_string(plan_.draws) + " draws, " + std::to_string(found) + " found";
    add_({name + ".68", share(in68), 75.0, "%", note, 61.0});
    add_({name + ".95", share(in95), 98.0, "%", note, 91.0});
    add_({name + ".false", static_cast<double>(wrong), 0.0, "events", note});
    add_({name + ".found", 100.0 * found / std::max(1, plan_.draws), 100.0, "%", note, 50.0});
  }

  void three() {
    const BenchSection s = section("uniform", 2);
    const Vec3 middle = 0.5 * s.grid.extent();
    // 250 m: the wavelength at 2500 m/s and 10 Hz.
    const std::vector<BenchEvent> events{{middle + Vec3{-125.0, 0.0, 3.0}, 0.2, 1.0},
                                         {middle + Vec3{125.0, 0.0, -4.0}, 0.2, 0.8},
                                         {middle + Vec3{6.0, 0.0, 217.0}, 0.22, 1.2}};
    Gather gather = s.record(*propagator_, events, job_);
    add_white_noise(gather, 0.1, 3);
    LocateOptions options;
    options.most_events = 8;
    const LocateResult result = locate(waves_, gather, s.setup(), options, job_);
    double off = 0.0;
    for (const BenchEvent& event : events) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const LocatedEvent& found : result.events)
        nearest = std::min(nearest, norm(found.state.position - event.at) / cell);
      off = worst_of(off, nearest);
    }
    const std::string note = "250 m apart, noise of a tenth of the peak, every 2nd node";
    add_({"three.found", static_cast<double>(result.events.size()), 3.0, "events", note, 3.0});
    add_({"three.off", off, 0.5, "cells", note});
  }

  void velocity(double percent) {
    BenchSection s = section("gradient", 10);
    const Vec3 size = s.grid.extent();
    const BenchEvent event{{0.47 * size.x + 7.0, 0.0, 0.5 * size.z + 3.0}, 0.1};
    const Gather gather = s.record(*propagator_, {event}, job_);
    const double wrong_by = 1.0 + 0.01 * percent;
    for (float& v : s.velocity->values())
      v *= static_cast<float>(wrong_by);
    const std::vector<double> factors{0.93, 0.95, 0.97, 0.99, 1.0, 1.01};
    const auto scan = scan_velocity(waves_, gather, s.setup(), {}, factors, job_);
    const double best = best_factor(scan);
    const Vec3 wrong = place_at_factor(scan, 1.0);
    const double shift = norm(event.at - wrong) / cell;
    const std::string name = "velocity." + number_text(percent);
    const std::string note = "the event moves by " + number_text(shift, 3) + " cells";
    add_(
        {name + ".shift", norm(place_at_factor(scan, 1.0 / wrong_by) - event.at) / cell, 0.5, "cells", note});
    add_({name + ".factor", std::abs(best * wrong_by - 1.0), 0.005, "relative",
          "the factor that the scan finds best"});
    add_({name + ".mended", norm(place_at_factor(scan, best) - event.at) / cell, 0.5, "cells",
          "at that factor"});
  }

  void reversal() {
    const BenchSection s = section("salt", 1);
    Traces traces{s.receivers, plan_.small ? 500 : 2000, {}};
    traces.values.assign(traces.receivers.size() * static_cast<std::size_t>(traces.samples), 0.0F);
    for (std::size_t m = 0; m < traces.values.size(); m += 97)
      traces.values[m] = 1.0F;
    std::vector<double> seconds;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const Clock clock;
      reverse_in_time(waves_.make, s.medium(), traces, 0, {true, 0}, job_);
      seconds.push_back(clock.seconds());
    }
    add_({"reversal.seconds", median(seconds), 0.5, "s",
          "median of 5, max |P|, its time and the energy kept"});
  }

  // The focus alone in many velocities; each takes two waves, the illumination and the reversal.
  void scan() {
    const BenchSection s = section("gradient", 10);
    const Vec3 size = s.grid.extent();
    const Gather gather = s.record(*propagator_, {{{0.47 * size.x, 0.0, 0.5 * size.z}, 0.1}}, job_);
    std::vector<double> factors(plan_.small || on_host_ ? 4 : 32);
    for (std::size_t f = 0; f < factors.size(); ++f)
      factors[f] = 0.95 + 0.07 * static_cast<double>(f) / static_cast<double>(factors.size());
    LocateOptions options;
    options.refined = false;
    const Clock clock;
    const auto scan = scan_velocity(waves_, gather, s.setup(), options, factors, job_);
    add_({"scan.models", static_cast<double>(scan.size()) / clock.seconds(),
          std::numeric_limits<double>::infinity(), "a second",
          "located in " + std::to_string(scan.size()) + " velocities, illumination with it",
          on_host_ ? 1.0 : 15.0});
  }

  std::unique_ptr<WavePropagator> propagator_;
  LocateWaves waves_;
  bool on_host_ = false;
  const ImagingBenchPlan& plan_;
  const MeasureDone& add_;
  const Job& job_;
};

}  // namespace

void bench_location(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                    const Job& job) {
  LocationBench(backend, plan, add, job).run();
}

}  // namespace foldwave
