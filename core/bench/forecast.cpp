#include "core/bench/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/clock.hpp"
#include "core/bench/median.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibrate.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/velocity_setup.hpp"

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

// Nodes an axis, and nodes times steps.
struct WaveSizes {
  int least, most;
  double work;
};
constexpr WaveSizes host_waves{56, 176, 6e7}, device_waves{96, 288, 3e9}, job_waves{40, 100, 4e7},
    device_jobs{80, 180, 1e9}, host_images{36, 70, 1e7}, device_images{96, 220, 3e8};

Scenario drawn_wave(Dice& dice, const WaveSizes& sizes, std::string& name) {
  const bool section = dice.one_in(4);
  const int least = sizes.least, most = sizes.most;
  const int x = dice.between(least, most), z = dice.between(least, most);
  const std::array<int, 3> n =
      section ? std::array{4 * x, 1, 3 * z} : std::array{x, dice.between(least, most), z};
  const double nodes = 1.0 * n[0] * n[1] * n[2];
  const int steps = std::clamp(static_cast<int>(sizes.work / nodes), 10, 2000);
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
  const int least = host ? 60 : 96, most = host ? 180 : 288;
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

// Events of a modelled gather, or the image of a survey; gives the stage.
std::string add_imaging(Dice& dice, Scenario& s, std::string& name) {
  s.propagation.precision = Precision::binary32;
  s.propagation.time_order = 2;
  for (Layer& layer : s.stack.layers)
    layer.density = 0.0;
  Imaging& imaging = s.imaging.emplace();
  imaging.bad_traces = BadTraces::leave_out;
  const int kind = dice.between(0, 3);
  if (kind == 3) {
    imaging.purpose = ImagingPurpose::image;
    ImageSurvey& survey = imaging.survey.emplace();
    survey.shots = dice.between(3, 12);
    if (dice.one_in(2)) survey.aperture = 0.3 * s.grid.extent().x;
    name = ", order " + std::to_string(s.propagation.order) + ", " + std::to_string(survey.shots) + " shots" +
           (survey.aperture > 0.0 ? " of an aperture" : "");
    return "survey";
  }
  imaging.purpose = std::array{ImagingPurpose::locate, ImagingPurpose::focus,
                               ImagingPurpose::zero_offset}[static_cast<std::size_t>(kind)];
  if (imaging.purpose == ImagingPurpose::zero_offset) s.survey.start = ExplodingReflectors{};
  // As long as the wave takes from the middle to any receiver, and more.
  const Vec3 extent = s.grid.extent();
  s.propagation.duration = 0.7 * norm(extent) / velocity_range(s).slowest + 0.15;
  const double depth = 0.15 * extent.z;
  if (const int side = dice.between(5, 20); !s.grid.is_section() && dice.one_in(2))
    s.survey.receivers = {ReceiverCarpet{
        {0.1 * extent.x, 0.1 * extent.y}, {0.9 * extent.x, 0.9 * extent.y}, depth, {side, side}, {}}};
  else
    s.survey.receivers = {ReceiverLine{{0.1 * extent.x, 0.5 * extent.y, depth},
                                       {0.9 * extent.x, 0.5 * extent.y, depth},
                                       dice.between(20, 400),
                                       {}}};
  name = ", order " + std::to_string(s.propagation.order) + ", " +
         imaging_purpose_names[static_cast<std::size_t>(imaging.purpose)] + ", " +
         std::to_string(s.survey.receiver_positions().size()) + " receivers";
  return "image";
}

double log_scatter(const std::vector<double>& seconds) {
  if (seconds.size() < 2) return 0.0;
  double squares = 0.0, mean = 0.0;
  for (const double s : seconds)
    mean += std::log(s) / static_cast<double>(seconds.size());
  for (const double s : seconds)
    squares += (std::log(s) - mean) * (std::log(s) - mean);
  return std::sqrt(squares / static_cast<double>(seconds.size() - 1));
}

// The lower of the two middles where their number is even.
double middle_of(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  return seconds[(seconds.size() - 1) / 2];
}

// What the rounds over a case have shown.
struct CaseRuns {
  StageWork work;
  std::vector<double> seconds;
  std::map<std::string, std::vector<double>> parts;
};

class ForecastBenchRun {
 public:
  ForecastBenchRun(const Backend& backend, const ForecastBenchPlan& plan, const Job& job)
      : backend_(without_fallback(backend)), plan_(plan), job_(job) {}

  ForecastBench run(const std::function<void(const ForecastBenchRow&)>& done) {
    ForecastBench bench;
    bench.calibration = calibrate(backend_, plan_.folder, job_);
    const std::vector<HeldOutCase> cases = held_out_cases(backend_, plan_);
    clock_ = Clock();
    std::vector<CaseRuns> runs(cases.size());
    foretell(cases, runs, bench, done);
    for (bench.rounds = 1; bench.rounds < plan_.repeat && time_is_left(); ++bench.rounds)
      for (std::size_t i = 0; i < bench.rows.size() && time_is_left(); ++i)
        if (bench.rows[i].failure.empty()) attempt(bench.rows[i], [&] { measure(cases[i], runs[i]); });
    for (std::size_t i = 0; i < bench.rows.size(); ++i) {
      ForecastBenchRow& row = bench.rows[i];
      if (!row.failure.empty()) continue;
      row.seconds = middle_of(runs[i].seconds);
      row.scatter = log_scatter(runs[i].seconds);
      for (const auto& [part, seconds] : runs[i].parts)
        row.parts[part] = middle_of(seconds);
    }
    return bench;
  }

 private:
  bool time_is_left() const { return clock_.seconds() < plan_.most_seconds; }

  template <class Work>
  void attempt(ForecastBenchRow& row, const Work& work) {
    try {
      work();
    } catch (const Stopped&) {
      throw;
    } catch (const Error& e) {
      row.failure = e.what();
    }
  }

  // The first round: each case is foretold, runs, and mends what the next is foretold by.
  void foretell(const std::vector<HeldOutCase>& cases, std::vector<CaseRuns>& runs, ForecastBench& bench,
                const std::function<void(const ForecastBenchRow&)>& done) {
    FoundCalibration found{
        bench.calibration, bench.calibration.busy ? CalibrationState::busy : CalibrationState::good, {}};
    const MachineRates calibrated = machine_rates(found, backend_);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!time_is_left()) {
        bench.left_out = static_cast<int>(cases.size() - i);
        return;
      }
      ForecastBenchRow row;
      row.stage = cases[i].stage;
      row.name = cases[i].name;
      attempt(row, [&] {
        const Scenario& s = cases[i].scenario;
        runs[i].work = work_of(row.stage, s);
        std::vector<PartWork> parts;
        for (const StagePart& part : runs[i].work.parts)
          parts.push_back(part.work);
        const MachineRates mended = machine_rates(found, backend_);
        row.calibrated = estimate(calibrated.rates, parts, calibrated.widening);
        row.mended = estimate(mended.rates, parts, mended.widening);
        found.calibration.add_run(observed(runs[i].work, measure(cases[i], runs[i])));
        row.seconds = runs[i].seconds.front();
      });
      done(row);
      bench.rows.push_back(std::move(row));
    }
  }

  StageWork work_of(const std::string& stage, const Scenario& s) const {
    return stage == "wave"     ? wave_work(s, backend_, false)
           : stage == "image"  ? image_work(s, backend_, false)
           : stage == "survey" ? survey_work(s, backend_, false)
                               : fold_work(s, backend_, false);
  }

  PartSeconds measure(const HeldOutCase& one, CaseRuns& runs) {
    const Job quiet{nullptr, job_.stop};
    const FoldResult fold = run_fold(one.scenario, backend_, quiet);
    PartSeconds took = part_seconds(fold);
    double seconds = fold.seconds;
    if (one.stage == "survey") {
      const SurveyResult survey = run_survey(one.scenario, fold, backend_, {}, quiet);
      took = part_seconds(survey);
      seconds = survey.seconds;
    } else if (one.stage != "fold") {
      const WaveResult wave = run_wave(one.scenario, fold, backend_, {}, quiet);
      if (wave.run.stopped) throw Stopped();
      took = part_seconds(wave);
      seconds = wave.seconds;
      if (one.stage == "image") {
        const ImageResult image = run_image(one.scenario, fold, &wave, backend_, quiet);
        took = part_seconds(image);
        seconds = image.seconds;
      }
    }
    runs.seconds.push_back(seconds);
    for (const auto& [part, of_part] : took)
      runs.parts[part].push_back(of_part);
    return took;
  }

  const Backend& backend_;
  const ForecastBenchPlan& plan_;
  const Job& job_;
  Clock clock_;
};

// The runs that the machine was measured by.
std::vector<HeldOutCase> known_cases(const Backend& backend) {
  std::vector<HeldOutCase> cases;
  for (Scenario& s : wave_cases(backend))
    cases.push_back(
        {"wave", size_text(s.grid) + ", order " + std::to_string(s.propagation.order), std::move(s)});
  for (Scenario& s : fold_cases(backend))
    cases.push_back({"fold", size_text(s.grid), std::move(s)});
  return cases;
}

}  // namespace

std::vector<HeldOutCase> held_out_cases(const Backend& backend, const ForecastBenchPlan& plan) {
  if (plan.known) return known_cases(backend);
  Dice dice(plan.seed);
  std::vector<HeldOutCase> cases;
  // Of dice of their own, so that waves and folds are those of the same seed before.
  Dice image_dice(plan.seed + 1000003);
  const std::pair<const char*, int> kinds[]{
      {"wave", plan.waves}, {"fold", plan.folds}, {"image", plan.images}};
  const int most = std::max({plan.waves, plan.folds, plan.images});
  for (int i = 0; i < most; ++i)
    for (const auto& [kind, count] : kinds) {
      // All kinds are spread over the bench.
      if ((i + 1) * count / most == i * count / most) continue;
      std::string stage = kind, what;
      const bool is_image = stage == "image", host = backend.on_host();
      const WaveSizes& sizes =
          is_image ? (host ? host_images : device_images) : (host ? host_waves : device_waves);
      Scenario s = stage == "fold" ? drawn_fold(dice, host, what)
                                   : drawn_wave(is_image ? image_dice : dice, sizes, what);
      if (is_image) stage = add_imaging(image_dice, s, what);
      cases.push_back({stage, size_text(s.grid) + what, std::move(s)});
    }
  return cases;
}

std::vector<Scenario> drawn_jobs(unsigned seed, int count, bool on_host) {
  Dice dice(seed);
  std::vector<Scenario> jobs;
  for (int i = 0; i < count; ++i) {
    std::string what;
    Scenario s = drawn_wave(dice, on_host ? job_waves : device_jobs, what);
    s.name = "job " + std::to_string(i) + what;
    s.propagation.enabled = !dice.one_in(6);
    FoldTrain& train = std::get<TrainsHorizon>(s.events.front().horizon).trains.front();
    train.wavelength *= 0.01 * dice.between(70, 130);
    if (dice.one_in(4)) s.events.front().fold.method = FoldMethod::pmm;
    if (dice.one_in(3)) s.outputs.snapshot_steps = dice.between(20, 60);
    s.outputs.pictures = dice.one_in(4);
    if (s.propagation.enabled && dice.one_in(4)) {
      add_imaging(dice, s, what);
      s.name = "job " + std::to_string(i) + what;
    }
    jobs.push_back(std::move(s));
  }
  return jobs;
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
