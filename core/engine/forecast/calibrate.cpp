#include "core/engine/forecast/calibrate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/base/clock.hpp"
#include "core/base/system.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/codec_figures.hpp"
#include "core/engine/forecast/forecast.hpp"
#include "core/engine/forecast/machine/machine_bounds.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

std::string today() {
  const std::chrono::year_month_day now(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const auto two = [](unsigned value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(static_cast<int>(now.year())) + "-" + two(static_cast<unsigned>(now.month())) + "-" +
         two(static_cast<unsigned>(now.day()));
}

// Threads of others that run or wait for a processor, over the last minute; this program is one of them at
// most as it has just begun.
double load_of_others() {
  double load = 0.0;
  return getloadavg(&load, 1) == 1 ? std::max(0.0, load - 1.0) : 0.0;
}

// Packs and writes as a run does.
class SnapshotFile final : public SnapshotSink {
 public:
  SnapshotFile(std::filesystem::path folder, const Grid3& grid) : file_(std::move(folder)), grid_(grid) {
    file_ /= "forecast-snapshot.tmp.hdf";
  }
  ~SnapshotFile() override {
    std::error_code none;
    std::filesystem::remove(file_, none);
  }
  SnapshotFile(const SnapshotFile&) = delete;
  SnapshotFile& operator=(const SnapshotFile&) = delete;

  void snapshot(int step, double time, const Field<float>& pressure) override {
    float largest = 0.0F;
    for (const float p : pressure.values())
      largest = std::max(largest, std::abs(p));
    VolumeFacts facts;
    facts.grid = grid_;
    facts.array = "pressure";
    facts.step = step;
    facts.time = time;
    facts.error_bound = usual_snapshot_error * static_cast<double>(largest);
    const PackedVolume packed = pack_volume(pressure.values(), facts);
    write_volume_file(file_, packed);
  }

 private:
  std::filesystem::path file_;
  Grid3 grid_;
};

class Calibrator {
 public:
  Calibrator(const Backend& backend, const std::filesystem::path& folder, const Job& job)
      : backend_(without_fallback(backend)), folder_(folder), job_(job) {}

  Calibration run() {
    made_.stamp = stamp_of_backend(backend_);
    load_before_ = load_of_others();
    warm_up();
    made_.bounds = measure_bounds(backend_, folder_, job_);
    const auto waves = wave_cases(backend_);
    const auto folds = fold_cases(backend_);
    const auto surveys = survey_cases(backend_);
    const auto images = image_cases(backend_);
    total_ = static_cast<int>(2 * (waves.size() + folds.size()) + surveys.size() + images.size());
    measured([&] { fold_of(waves.front()); });
    repeat(waves.front());
    measure_all(waves, folds, surveys, images);
    // What time is left goes into the same again: a moment that was disturbed then counts for half.
    measure_all(waves, folds, {}, {});
    repeat(waves.front());
    rate_repeats();
    made_.date = today();
    return std::move(made_);
  }

 private:
  bool time_is_left() const { return clock_.seconds() < most_calibration_seconds - 1.0; }

  // What fails, for want of memory say, tells nothing.
  template <class Measure>
  void measured(const Measure& measure) {
    job_.throw_if_stopped();
    if (!time_is_left()) return;
    job_.report({"calibrate", ++done_, total_, 0.0, ""});
    try {
      measure();
    } catch (const Stopped&) {
      throw;
    } catch (const Error&) {
      return;
    }
  }

  void keep(const StageWork& stage, const PartSeconds& seconds) {
    for (Observation& one : observed(stage, seconds))
      if (made_.calibrated.size() < most_calibrated) made_.calibrated.push_back(std::move(one));
  }

  // In turns, so that each kind is measured when time runs out.
  void measure_all(const std::vector<Scenario>& waves, const std::vector<Scenario>& folds,
                   const std::vector<Scenario>& surveys, const std::vector<Scenario>& images) {
    const std::size_t most = std::max({waves.size(), folds.size(), surveys.size()});
    for (std::size_t i = 0; i < most; ++i) {
      if (i < waves.size()) measure_wave(waves[i]);
      if (i < folds.size()) measure_fold(folds[i]);
      if (i % 8 == 5 && i / 8 < surveys.size()) measure_survey(surveys[i / 8]);
      if (i % 4 == 2 && i / 4 < images.size()) measure_image(images[i / 4]);
      if (i == 4 && made_.codecs.empty()) measured([&] { made_.codecs = measure_codecs(backend_, quiet()); });
      if (i % 4 == 0) repeat(waves.front());
    }
  }

  void measure_fold(const Scenario& scenario) {
    measured([&] {
      keep(fold_work(scenario, backend_, false), part_seconds(run_fold(scenario, backend_, quiet())));
    });
  }

  void measure_wave(const Scenario& scenario) {
    measured([&] {
      const FoldResult& fold = fold_of(scenario);
      const bool snapshots = scenario.outputs.snapshot_steps > 0 && has_volume_store();
      SnapshotFile file(folder_, scenario.grid);
      keep(wave_work(scenario, backend_, true),
           part_seconds(run_wave(scenario, fold, backend_, {snapshots ? &file : nullptr}, quiet())));
    });
  }

  void measure_survey(const Scenario& scenario) {
    measured([&] {
      const FoldResult& fold = fold_of(scenario);
      keep(survey_work(scenario, backend_, false),
           part_seconds(run_survey(scenario, fold, backend_, {}, quiet())));
    });
  }

  void measure_image(const Scenario& scenario) {
    measured([&] {
      const FoldResult& fold = fold_of(scenario);
      const WaveResult wave = run_wave(scenario, fold, backend_, {}, quiet());
      keep(image_work(scenario, backend_, false),
           part_seconds(run_image(scenario, fold, &wave, backend_, quiet())));
    });
  }

  void repeat(const Scenario& scenario) {
    if (!time_is_left() && repeats_.size() >= 3) return;
    try {
      const WaveResult wave = run_wave(scenario, fold_of(scenario), backend_, {}, quiet());
      repeats_.push_back(std::log(wave.run.parts.step_seconds));
    } catch (const Stopped&) {
      throw;
    } catch (const Error&) {
      return;
    }
  }

  // Waves of one grid share their fold.
  const FoldResult& fold_of(const Scenario& scenario) {
    const auto [found, fresh] = folds_.try_emplace(scenario.grid.n);
    if (fresh) {
      found->second = run_fold(scenario, backend_, quiet());
      keep(fold_work(scenario, backend_, false), part_seconds(found->second));
    }
    return found->second;
  }

  void rate_repeats() {
    if (repeats_.size() < 2) return;
    double mean = 0.0, squares = 0.0;
    for (const double r : repeats_)
      mean += r / static_cast<double>(repeats_.size());
    for (const double r : repeats_)
      squares += (r - mean) * (r - mean);
    made_.repeat_scatter = std::sqrt(squares / static_cast<double>(repeats_.size() - 1));
    made_.busy = made_.repeat_scatter > busy_scatter || load_before_ > 0.5 * thread_count();
  }

  // Devices, threads and libraries set themselves up at their first use.
  void warm_up() {
    measured([&] {
      const Scenario small = short_wave({24, 24, 24}, 2, 4);
      run_wave(small, run_fold(small, backend_, quiet()), backend_, {}, quiet());
    });
  }

  Job quiet() const { return {nullptr, job_.stop}; }

  const Backend& backend_;
  std::filesystem::path folder_;
  const Job& job_;
  Clock clock_;
  Calibration made_;
  std::map<std::array<int, 3>, FoldResult> folds_;
  std::vector<double> repeats_;  // ln seconds
  double load_before_ = 0.0;
  int done_ = 0, total_ = 0;
};

}  // namespace

Calibration calibrate(const Backend& backend, const std::filesystem::path& folder, const Job& job) {
  return Calibrator(backend, folder, job).run();
}

}  // namespace foldwave
