// Protects the time that is left of a job: its stretches hold all that is foretold of its stages, and every
// step that a run reports is of one of them, in their order.
#include <QTest>
#include <algorithm>
#include <set>

#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"

namespace test_foretold_stretches {

using namespace foldwave;

namespace {

class Heard final : public Progress {
 public:
  void report(const ProgressReport& r) override {
    if (steps_.empty() || steps_.back() != r.step) steps_.emplace_back(r.step);
  }
  const std::vector<std::string>& steps() const { return steps_; }

 private:
  std::vector<std::string> steps_;
};

// The stretch whose words fit best, from `at` on; -1: none.
int stretch_of(const std::vector<ForetoldStretch>& row, const std::string& step, int at) {
  int best = -1;
  std::size_t length = 0;
  for (int i = at; i < static_cast<int>(row.size()); ++i)
    for (const std::string& begin : row[static_cast<std::size_t>(i)].steps)
      if (step.starts_with(begin) && begin.size() > length) {
        best = i;
        length = begin.size();
      }
  return best;
}

Scenario all_stages() {
  Scenario s = short_wave({48, 1, 48}, 4, 60);
  add_receivers(s);
  s.imaging.emplace().survey.emplace().shots = 3;
  return s;
}

}  // namespace

class TestForetoldStretches : public QObject {
  Q_OBJECT
 private slots:
  void they_hold_all_that_is_foretold() {
    const Scenario s = all_stages();
    for (const bool files : {false, true}) {
      const Forecast all = forecast(s, *cpu_backend(), machine_rates(*cpu_backend()), {{}, files});
      double sum = 0.0;
      for (const StageForecast& stage : all.stages)
        sum += stage.time.seconds;
      QCOMPARE(all.stages.size(), std::size_t{4});
      QVERIFY(std::abs(foretold_seconds(foretold_stretches(s, all)) / sum - 1.0) < 1e-9);
    }
    const auto wave = foretold_stretches(s, *cpu_backend(), {"wave"});
    const auto both = foretold_stretches(s, *cpu_backend(), {"fold", "wave"});
    QVERIFY(both.size() > wave.size() && foretold_seconds(both) > foretold_seconds(wave));
    QVERIFY(std::ranges::any_of(wave, [](const ForetoldStretch& stretch) {
      return stretch.counted && stretch.steps == std::vector<std::string>{"wave: step"};
    }));
  }

  // Words that a stage is given anew would leave its forecast without a place in the progress.
  void every_step_of_a_run_is_foretold() {
    const Scenario s = all_stages();
    Heard heard;
    const Job job{&heard};
    const FoldResult fold = run_fold(s, *cpu_backend(), job);
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, job);
    run_image(s, fold, &wave, *cpu_backend(), job);
    run_survey(s, fold, *cpu_backend(), {}, job);
    const auto row = foretold_stretches(s, *cpu_backend(), {"fold", "wave", "image", "survey"});
    std::set<int> seen;
    int at = 0;
    for (const std::string& step : heard.steps()) {
      const int next = stretch_of(row, step, at);
      QVERIFY2(next >= at, step.c_str());
      seen.insert(at = next);
    }
    // Fold, steps and survey; what takes less than a moment tells nothing.
    QVERIFY2(seen.size() >= 3, qPrintable(QString::number(seen.size())));
  }

  // A wave that is modelled for a location alone is foretold with it, and teaches it nothing.
  void a_lone_location_has_its_wave() {
    const Scenario s = all_stages();
    Findings findings;
    const auto with = stage_works(s, *cpu_backend(), {{"wave", "image"}, false}, findings);
    const auto alone = stage_works(s, *cpu_backend(), {{"image"}, false}, findings);
    const auto image_of = [](const std::vector<StageWork>& all) {
      return std::ranges::find(all, "image", &StageWork::name)->parts;
    };
    QCOMPARE(image_of(with).size(), std::size_t{1});
    QVERIFY(image_of(alone).size() > 4);
    ImageResult result;
    result.seconds = 5.0;
    result.modelled_seconds = 2.0;
    QCOMPARE(part_seconds(result).at("image.passes"), 3.0);
  }
};

}  // namespace test_foretold_stretches

FOLDWAVE_TEST(test_foretold_stretches, run_alone<test_foretold_stretches::TestForetoldStretches>)
#include "test_foretold_stretches.moc"
