#include "core/imaging/rtm/adjoint_check.hpp"

#include <cmath>
#include <random>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

double next_noise(std::mt19937& draw) {
  return static_cast<double>(draw()) / 2147483648.0 - 1.0;
}

Field<float> noise_inside(const Grid3& grid) {
  std::mt19937 draw(1);
  Field<float> noise(grid.n);
  const int edge = grid.is_section() ? 0 : 1;
  for (int k = 1; k < grid.n[2] - 1; ++k)
    for (int j = edge; j < grid.n[1] - edge; ++j)
      for (int i = 1; i < grid.n[0] - 1; ++i)
        noise(i, j, k) = static_cast<float>(next_noise(draw));
  return noise;
}

// Born's samples, and the background that made them, with its strips.
struct BornRun {
  std::unique_ptr<WaveStepper> background;
  std::unique_ptr<StripRecord> strips;
  std::vector<double> samples;

  BornRun(const StepperMaker& make, const WaveModel& model, const Shot& shot, const Field<float>& m,
          const Job& job)
      : background(make({model_of_shot(model, shot, false), {}, false, nullptr})) {
    StepperSetup quiet{model_of_shot(model, shot, true), {}, false, borrowed(m)};
    quiet.model.sources.clear();
    const auto scattered = make(quiet);
    strips = background->make_strip_record({});
    background->record(*strips);
    for (int n = 0; n < model.steps; ++n) {
      background->advance(1, job.stop);
      scattered->scatter(*background);
      scattered->advance(1, job.stop);
      if (job.stop.stop_requested()) throw Stopped();
    }
    samples = scattered->exact_samples();
  }
};

}  // namespace

double adjoint_error(const StepperMaker& make, const WaveModel& model, const Shot& shot, const Job& job) {
  const Field<float> m = noise_inside(model.grid);
  BornRun born(make, model, shot, m, job);
  double power = 0.0;
  for (const double v : born.samples)
    power += v * v;
  const double level = std::sqrt(power / static_cast<double>(born.samples.size()));
  Gather data;
  data.dt = model.dt;
  data.samples = model.steps + 1;
  data.receivers = shot.receivers;
  std::mt19937 draw(2);
  for (const double v : born.samples)
    data.traces.push_back(static_cast<float>(v + level * next_noise(draw)));
  double left = 0.0;
  for (std::size_t s = 0; s < born.samples.size(); ++s)
    left += born.samples[s] * static_cast<double>(data.traces[s]);

  StepperSetup back{
      model,
      TraceSources{std::make_shared<Gather>(std::move(data)), {}, true, PaddedGrid(model).cell_measure()},
      true, nullptr};
  back.model.sources.clear();
  back.model.receivers.clear();
  const auto adjoint = make(back);
  const auto sink = born.background->make_sink(SinkKind::rates);
  born.background->turn_back(*born.strips);
  adjoint->advance(1, job.stop);
  const WaveStepper* const both[]{born.background.get(), adjoint.get()};
  for (sink->add(both); born.background->step() > 0; sink->add(both)) {
    born.background->advance(1, job.stop);
    adjoint->advance(1, job.stop);
    if (job.stop.stop_requested()) throw Stopped();
  }
  const Field<double> image = sink->exact_values();
  double right = 0.0;
  for (Index x = 0; x < m.size(); ++x) {
    const double v_dt = static_cast<double>((*model.velocity)[x]) * model.dt;
    const double rho = model.density != nullptr ? static_cast<double>((*model.density)[x]) : 1.0;
    right += image[x] * static_cast<double>(m[x]) / (v_dt * v_dt * rho);
  }
  return std::abs(left - right) / std::abs(left);
}

double taylor_order(const StepperMaker& make, const WaveModel& asked, const Shot& shot, const Job& job) {
  WaveModel model = asked;
  model.precision = Precision::binary64;
  const Field<float> shape = noise_inside(model.grid);
  const auto traces = [&](const NodeField& velocity) {
    WaveModel moved = model_of_shot(model, shot, true);
    moved.velocity = velocity;
    const auto wave = make({moved, {}, false, nullptr});
    wave->advance(model.steps, job.stop);
    if (job.stop.stop_requested()) throw Stopped();
    return wave->exact_samples();
  };
  const std::vector<double> still = traces(model.velocity);
  std::vector<double> remainders;
  for (const double size : {0.01, 0.005}) {
    Field<float> velocity(model.grid.n), m(model.grid.n);
    for (Index x = 0; x < m.size(); ++x) {
      const float v = (*model.velocity)[x];
      velocity[x] = v * (1.0F - static_cast<float>(0.5 * size) * shape[x]);
      // Velocities are single: m is what they have become.
      m[x] = static_cast<float>(std::pow(static_cast<double>(v) / static_cast<double>(velocity[x]), 2) - 1.0);
    }
    const std::vector<double> there = traces(borrowed(velocity));
    const std::vector<double> born = BornRun(make, model, shot, m, job).samples;
    double sum = 0.0;
    for (std::size_t s = 0; s < still.size(); ++s)
      sum += std::pow(there[s] - still[s] - born[s], 2);
    remainders.push_back(std::sqrt(sum));
  }
  return std::log2(remainders[0] / remainders[1]);
}

}  // namespace foldwave
