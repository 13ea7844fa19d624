#include "core/bench/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/bench/median.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibrate.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/engine/pipeline.hpp"

namespace foldwave {

namespace {

// Whole numbers that every compiler draws alike.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }

 private:
  std::mt19937_64 random_;
};

std::string size_text(const Grid3& grid) {
  return std::to_string(grid.n[0]) + " x " + std::to_string(grid.n[1]) + " x " + std::to_string(grid.n[2]);
}

Scenario drawn_wave(Dice& dice, bool host, std::string& name) {
  const bool section = dice.one_in(4);
  const int least = host ? 56 : 120, most = host ? 176 : 400;
  const int x = dice.between(least, most), z = dice.between(least, most);
  const std::array<int, 3> n =
      section ? std::array{4 * x, 1, 3 * z} : std::array{x, dice.between(least, most), z};
  const double nodes = 1.0 * n[0] * n[1] * n[2];
  const int steps = std::clamp(static_cast<int>((host ? 6e7 : 2e10) / nodes), 10, 2000);
  const int order = 2 * dice.between(1, 8);
  Scenario s = short_wave(n, order, steps);
  name = ", order " + std::to_string(order);
  const int faces = dice.between(0, 2);
  if (faces > 0) s.propagation.boundaries.fill(faces == 1 ? Boundary::cpml : Boundary::free);
  if (faces == 2) s.propagation.boundaries[x_min] = s.propagation.boundaries[z_max] = Boundary::cpml;
  if (faces > 0) name += faces == 1 ? ", cpml" : ", two faces cpml";
  if (dice.one_in(5)) {
    s.propagation.precision = Precision::binary64;
    name += ", double";
  }
  if (dice.one_in(6)) {
    for (Layer& layer : s.stack.layers)
      layer.density = 1800.0 + 0.2 * layer.velocity;
    name += ", density";
  }
  if (dice.one_in(8)) {
    s.propagation.time_order = 4;
    name += ", fourth in time";
  }
  if (dice.one_in(2)) {
    const Vec3 extent = s.grid.extent();
    const int count = dice.between(50, 2000);
    s.survey.receivers = {ReceiverLine{{0.1 * extent.x, 0.5 * extent.y, 0.2 * extent.z},
                                       {0.9 * extent.x, 0.5 * extent.y, 0.2 * extent.z},
                                       count,
                                       {}}};
    name += ", " + std::to_string(count) + " receivers";
  }
  return s;
}

Scenario drawn_fold(Dice& dice, bool host, std::string& name) {
  const int least = host ? 60 : 120, most = host ? 180 : 500;
  const bool section = dice.one_in(5);
  const int x = dice.between(least, most), z = dice.between(least, most);
  Scenario s =
      short_fold(section ? std::array{5 * x, 1, 4 * z} : std::array{x, dice.between(least, most), z});
  FoldEvent& event = s.events.front();
  FoldTrain& train = std::get<TrainsHorizon>(event.horizon).trains.front();
  train.wavelength *= 0.01 * dice.between(50, 130);
  event.fold.parameters = FoldParameters::from_lambda(0.1 * dice.between(1, 8));
  if (dice.one_in(3)) {
    event.fold.method = FoldMethod::pmm;
    name += ", pmm";
  } else {
    name += ", foot points";
  }
  return s;
}

class ForecastBenchRun {
 public:
  ForecastBenchRun(const Backend& backend, const ForecastBenchPlan& plan, const Job& job)
      : backend_(without_fallback(backend)), plan_(plan), job_(job) {}

  ForecastBench run(const std::function<void(const ForecastBenchRow&)>& done) {
    ForecastBench bench;
    bench.calibration = calibrate(backend_, plan_.folder, job_);
    FoundCalibration found{
        bench.calibration, bench.calibration.busy ? CalibrationState::busy : CalibrationState::good, {}};
    const MachineRates calibrated = machine_rates(found, backend_);
    for (const HeldOutCase& one : held_out_cases(backend_, plan_)) {
      const MachineRates mended = machine_rates(found, backend_);
      ForecastBenchRow row;
      row.stage = one.stage;
      row.name = one.name;
      try {
        measure(one, calibrated, mended, row, found.calibration);
      } catch (const Stopped&) {
        throw;
      } catch (const Error& e) {
        row.failure = e.what();
      }
      done(row);
      bench.rows.push_back(std::move(row));
    }
    return bench;
  }

 private:
  void measure(const HeldOutCase& one, const MachineRates& calibrated, const MachineRates& mended,
               ForecastBenchRow& row, Calibration& mend) {
    const bool is_wave = one.stage == "wave";
    const StageWork work =
        is_wave ? wave_work(one.scenario, backend_, false) : fold_work(one.scenario, backend_, false);
    std::vector<PartWork> parts;
    for (const StagePart& part : work.parts)
      parts.push_back(part.work);
    row.calibrated = estimate(calibrated.rates, parts, calibrated.widening);
    row.mended = estimate(mended.rates, parts, mended.widening);
    const Job quiet{nullptr, job_.stop};
    FoldResult fold;
    if (is_wave) fold = run_fold(one.scenario, backend_, quiet);
    std::vector<double> seconds;
    std::vector<Observation> seen;
    for (int r = 0; r < plan_.repeat; ++r) {
      PartSeconds took;
      if (is_wave) {
        const WaveResult wave = run_wave(one.scenario, fold, backend_, {}, quiet);
        if (wave.run.stopped) throw Stopped();
        seconds.push_back(wave.seconds);
        took = part_seconds(wave);
      } else {
        const FoldResult folded = run_fold(one.scenario, backend_, quiet);
        seconds.push_back(folded.seconds);
        took = part_seconds(folded);
      }
      if (r == 0) seen = observed(work, took);
    }
    mend.add_run(std::move(seen));
    row.seconds = median(seconds);
    double squares = 0.0, mean = 0.0;
    for (const double s : seconds)
      mean += std::log(s) / static_cast<double>(seconds.size());
    for (const double s : seconds)
      squares += (std::log(s) - mean) * (std::log(s) - mean);
    if (seconds.size() > 1) row.scatter = std::sqrt(squares / static_cast<double>(seconds.size() - 1));
  }

  const Backend& backend_;
  const ForecastBenchPlan& plan_;
  const Job& job_;
};

}  // namespace

std::vector<HeldOutCase> held_out_cases(const Backend& backend, const ForecastBenchPlan& plan) {
  Dice dice(plan.seed);
  std::vector<HeldOutCase> cases;
  const int most = std::max(plan.waves, plan.folds);
  for (int i = 0; i < most; ++i)
    for (const bool is_wave : {true, false}) {
      // Both kinds are spread over the bench.
      const int count = is_wave ? plan.waves : plan.folds;
      if ((i + 1) * count / most == i * count / most) continue;
      std::string what;
      Scenario s =
          is_wave ? drawn_wave(dice, backend.on_host(), what) : drawn_fold(dice, backend.on_host(), what);
      cases.push_back({is_wave ? "wave" : "fold", size_text(s.grid) + what, std::move(s)});
    }
  return cases;
}

ForecastBenchSummary ForecastBench::summary(const std::string& stage) const {
  std::vector<HeldOut> calibrated, mended;
  std::vector<double> scatter;
  for (const ForecastBenchRow& row : rows) {
    if (!row.failure.empty() || (!stage.empty() && row.stage != stage)) continue;
    calibrated.push_back({0, row.seconds, row.calibrated});
    mended.push_back({0, row.seconds, row.mended});
    scatter.push_back(row.scatter);
  }
  return {summary_of(calibrated), summary_of(mended), scatter.empty() ? 0.0 : median(scatter)};
}

ForecastBench bench_forecast(const Backend& backend, const ForecastBenchPlan& plan,
                             const std::function<void(const ForecastBenchRow&)>& done, const Job& job) {
  return ForecastBenchRun(backend, plan, job).run(done);
}

}  // namespace foldwave
