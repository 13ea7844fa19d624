#include "core/bench/imaging/imaging_waves.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/bench/median.hpp"
#include "core/imaging/locate/reversal.hpp"
#include "core/imaging/rtm/rtm.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

// A medium that grows faster with depth, absorbing all round.
struct WavesCase {
  Field<float> velocity;
  WaveModel model;

  WavesCase(std::array<int, 3> n, double h, double dt, double fastest) : velocity(n) {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        std::fill_n(&velocity(0, j, k), n[0],
                    static_cast<float>(1800.0 + (fastest - 1800.0) * k / std::max(1, n[2] - 1)));
    model.grid = {n, {h, h, h}, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
    model.dt = dt;
    model.frequency = 10.0;
    model.boundaries.fill(Boundary::cpml);
  }
  WavesCase(const WavesCase&) = delete;
  WavesCase& operator=(const WavesCase&) = delete;

  // `wide` x `deep` receivers below the top, `off` of a cell between nodes.
  std::vector<Vec3> carpet(int wide, int deep, double off) const {
    const Grid3& grid = model.grid;
    std::vector<Vec3> places;
    for (int j = 0; j < deep; ++j)
      for (int i = 0; i < wide; ++i)
        places.push_back(
            {(std::floor((i + 0.5) / wide * (grid.n[0] - 1)) + off) * grid.h[0],
             grid.is_section() ? 0.0 : (std::floor((j + 0.5) / deep * (grid.n[1] - 1)) + off) * grid.h[1],
             grid.h[2]});
    return places;
  }
};

std::vector<float> some_samples(std::size_t count) {
  std::vector<float> values(count, 0.0F);
  for (std::size_t m = 0; m < count; m += 97)
    values[m] = m % 2 == 0 ? 1.0F : -1.0F;
  return values;
}

Traces some_traces(std::vector<Vec3> places, int samples) {
  const std::size_t count = places.size() * static_cast<std::size_t>(samples);
  return {std::move(places), samples, some_samples(count)};
}

class ReversalBench {
 public:
  ReversalBench(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add, const Job& job)
      : make_([&backend](const StepperSetup& setup) { return backend.make_wave_stepper(setup); }),
        on_host_(backend.on_host()),
        plan_(plan),
        add_(add),
        job_(job) {}

  void run() {
    if (plan_.wants("slider")) slider();
    if (volumes("volume")) volume();
    if (volumes("target")) target();
    if (volumes("shot")) shot();
    if (volumes("strips")) strips();
  }

 private:
  // Volumes are a device's, or asked for.
  bool volumes(const std::string& name) const {
    return plan_.wants(name) && (!on_host_ || !plan_.cases.empty());
  }

  template <class Work>
  double seconds_of(const Work& work, int repeats = 3) const {
    std::vector<double> seconds;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const Clock clock;
      work();
      seconds.push_back(clock.seconds());
    }
    return median(seconds);
  }

  void slider() const {
    const WavesCase c(plan_.small ? std::array{200, 1, 90} : std::array{675, 1, 210}, 20.0, 2e-3, 4300.0);
    const int models = on_host_ ? 3 : 32;
    std::vector<Field<float>> velocities;
    std::vector<WaveModel> media;
    for (int m = 0; m < models; ++m) {
      velocities.push_back(c.velocity.clone());
      for (float& v : velocities.back().values())
        v *= 0.95F + 0.1F * static_cast<float>(m) / static_cast<float>(models);
    }
    for (const Field<float>& velocity : velocities) {
      media.push_back(c.model);
      media.back().velocity = borrowed(velocity);
    }
    const Traces traces = some_traces(c.carpet(c.model.grid.n[0], 1, 0.0), plan_.small ? 400 : 2000);
    const double seconds =
        seconds_of([&] { reverse_in_media(make_, media, traces, 0, on_host_ ? 1 : 8, job_); });
    add_({"slider.models", models / seconds, std::numeric_limits<double>::infinity(), "a second",
          "max |P| and its time, " + std::to_string(models) + " velocities, set-up and reading out with it",
          on_host_ ? 2.0 : 30.0});
  }

  void volume() const {
    const int n = plan_.small ? 24 : 200, steps = plan_.small ? 40 : 1000;
    const WavesCase c({n, n, n}, 10.0, 1e-3, 3500.0);
    const Traces traces = some_traces(c.carpet(32, 32, 0.3), steps + 1);
    const std::string note = std::to_string(n) + "^3, 1024 receivers between nodes, " +
                             std::to_string(steps) + " steps, CPML, order 8";
    if (plan_.wants("volume.peak"))
      add_({"volume.peak", seconds_of([&] { reverse_in_time(make_, c.model, traces, 0, {}, job_); }), 0.3,
            "s", note});
    if (plan_.wants("volume.groups"))
      add_({"volume.groups", seconds_of([&] { reverse_groups(make_, c.model, traces, 0, 8, 4, job_); }), 1.5,
            "s", note + ", eight groups in lockstep, looked at every 4th step"});
  }

  void target() const {
    const WavesCase c(plan_.small ? std::array{40, 40, 24} : std::array{1000, 1000, 160}, 20.0, 2e-3, 3500.0);
    const Traces traces = some_traces(c.carpet(32, 32, 0.3), 501);
    add_({"target.peak", seconds_of([&] { reverse_in_time(make_, c.model, traces, 0, {}, job_); }), 1.0, "s",
          "1000 x 1000 x 160 of 20 m, 1024 receivers between nodes, 500 steps of 2 ms, CPML, order 8"});
  }

  // A shot of `steps`: seconds of the whole of it.
  double shot_seconds(const WavesCase& c, int steps, const StripOptions& strips) const {
    WaveModel model = c.model;
    model.steps = steps;
    Wavelet wavelet;
    const Vec3 end = model.grid.extent();
    Shot one{{{0.5 * end.x, 0.5 * end.y, 2.0 * model.grid.h[2]},
              wavelet_series(wavelet, 0.0, 1.0, model.dt, steps)},
             c.carpet(64, 64, 0.0)};
    auto data = std::make_shared<Gather>();
    data->dt = model.dt;
    data->samples = steps + 1;
    data->receivers = one.receivers;
    data->traces = some_samples(one.receivers.size() * static_cast<std::size_t>(steps + 1));
    RtmOptions options;
    options.illumination = true;
    options.correlate_every = 4;
    options.strips = strips;
    return seconds_of([&] { migrate_shot(make_, model, one, data, options, job_); }, 1);
  }

  void shot() const {
    const int n = plan_.small ? 24 : 512, whole = 4000, brief = 200, longer = 400;
    const WavesCase c({n, n, n}, 10.0, 8e-4, 4000.0);
    const auto drawn_on = [&](double on_device) {
      StripOptions strips;
      strips.on_device = on_device;
      shot_seconds(c, 20, strips);
      const double a = shot_seconds(c, brief, strips), b = shot_seconds(c, longer, strips);
      return b + (b - a) / (longer - brief) * (whole - longer);
    };
    const double there = drawn_on(1.0);
    const std::string note = std::to_string(n) +
                             "^3, CPML, order 8, exact strips, 64 x 64 receivers, every 4th step correlated, "
                             "illumination; 200 and 400 steps drawn on to 4000";
    add_({"shot.seconds", there, 15.0, "s", note});
    if (plan_.wants("shot.on_host"))
      add_({"shot.on_host", drawn_on(0.0) / there, 1.05, "times", note + "; strips in the host's memory"});
    // What a card of 80 GB cannot hold of them.
    if (plan_.wants("shot.shared"))
      add_({"shot.shared", drawn_on(0.7) / there, 1.05, "times",
            note + "; three levels of ten in the host's memory"});
  }

  void strips() const {
    const int n = plan_.small ? 24 : 512, whole = 4000;
    const WavesCase c({n, n, n}, 10.0, 8e-4, 4000.0);
    const double full = 4.0 * static_cast<double>(c.model.grid.size()) * whole;
    const auto share = [&](StripPrecision precision, int every) {
      const auto wave = make_({c.model, {}, false, nullptr});
      const auto record = wave->make_strip_record({precision, every, 192, {}});
      wave->record(*record);
      wave->advance(96, job_.stop);
      const auto early = static_cast<double>(record->bytes());
      wave->advance(96, job_.stop);
      const auto late = static_cast<double>(record->bytes());
      return 100.0 * (late + (late - early) / 96.0 * (whole - 192)) / full;
    };
    const std::string note = std::to_string(n) + "^3, order 8, 4000 steps";
    const std::string rounded = ", every 12th of 0.8 ms: 1.3 times Nyquist's rate of 15 Hz";
    add_({"strips.exact", share(StripPrecision::exact, 1), 4.7, "%", note});
    add_({"strips.bits16", share(StripPrecision::bits16, 12), 0.3, "%", note + rounded});
    add_({"strips.bits8", share(StripPrecision::bits8, 12), 0.3, "%", note + rounded});
  }

  StepperMaker make_;
  bool on_host_ = false;
  const ImagingBenchPlan& plan_;
  const MeasureDone& add_;
  const Job& job_;
};

}  // namespace

void bench_reversals(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                     const Job& job) {
  ReversalBench(backend, plan, add, job).run();
}

}  // namespace foldwave
