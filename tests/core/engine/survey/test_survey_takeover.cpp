// Protects a survey from a device that is lost on the way: the CPU goes on with the shots that are not
// stacked yet, to the image that it would have made alone, and says so; who asked for the device gets its
// error, and what was stacked waits.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/survey/variant_surveys.hpp"
#include "core/model/variants.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"

namespace test_survey_takeover {

using namespace foldwave;

namespace {

// Is lost when it is asked for one wave more.
class LostDevice final : public Backend {
 public:
  LostDevice(int waves, bool falls_back) : left_(waves), falls_back_(falls_back) {}
  std::string name() const override { return "lost"; }
  std::string description() const override { return "a device that is lost"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  bool falls_back() const override { return falls_back_; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return cpu_backend()->make_fold_solver(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }
  std::unique_ptr<WaveStepper> make_wave_stepper(const StepperSetup& setup) const override {
    if (left_-- <= 0) throw DeviceError("lost", "it does not answer", "use the CPU back end");
    return cpu_backend()->make_wave_stepper(setup);
  }

 private:
  mutable std::atomic<int> left_;
  bool falls_back_;
};

Scenario surveyed_section() {
  Scenario s = banged_section();
  s.imaging->survey.emplace().shots = 5;
  return s;
}

bool same_bits(const Field<float>& a, const Field<float>& b) {
  return a.shape() == b.shape() && a.size() > 0 && std::ranges::equal(a.values(), b.values());
}

}  // namespace

class TestSurveyTakeover : public QObject {
  Q_OBJECT

  const Scenario scenario_ = surveyed_section();
  const FoldResult fold_ = run_fold(scenario_, *cpu_backend(), {});
  const SurveyResult wanted_ = run_survey(scenario_, fold_, *cpu_backend(), {}, {});

 private slots:
  void initTestCase() { set_threads_of_this_thread(2); }

  // Before the first shot, within one, and when some are stacked; a shot takes three waves, and two shots run
  // at once.
  void the_cpu_takes_over() {
    QVERIFY(wanted_.warnings.empty());
    for (const int waves : {0, 2, 8}) {
      std::vector<int> seen;
      const auto watch = [&](const SurveyResult& so_far) { seen.push_back(so_far.shots_done); };
      const SurveyResult image = run_survey(scenario_, fold_, LostDevice(waves, true), {watch, {}}, {});
      QCOMPARE(seen, (std::vector<int>{1, 2, 3, 4, 5}));
      QVERIFY(same_bits(image.image, wanted_.image));
      QVERIFY(same_bits(image.illumination, wanted_.illumination));
      QCOMPARE(image.made_by.backend, std::string("cpu"));
      QVERIFY(QString::fromStdString(image.warnings.at(0)).contains("run on the CPU"));
    }
  }

  void what_was_stacked_waits_for_who_wants_the_device() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("partial.stack").toStdString();
    QVERIFY_EXCEPTION_THROWN(run_survey(scenario_, fold_, LostDevice(8, false), {nullptr, file}, {}),
                             DeviceError);
    const SurveyResult then = run_survey(scenario_, fold_, *cpu_backend(), {nullptr, file}, {});
    QVERIFY(then.shots_before > 0 && then.shots_before < 5);
    QVERIFY(same_bits(then.image, wanted_.image));
  }

  // A variant of before the survey was asked for has the scenario's; one with its own keeps it.
  void variants_have_a_survey() {
    Scenario s = scenario_, before = scenario_, own = scenario_;
    before.name = "before";
    before.imaging.reset();
    own.name = "own";
    own.imaging->survey->shots = 7;
    s = with_variant_added(with_variant_added(s, before), own);
    const std::vector<Scenario> all = scenarios_to_image(s);
    QCOMPARE(all.size(), std::size_t{3});
    QVERIFY(all[0] == s);
    QCOMPARE(all[1].name, std::string("before"));
    QCOMPARE(all[1].imaging->survey->shots, 5);
    QCOMPARE(all[2].imaging->survey->shots, 7);
    for (const std::size_t v : {1U, 2U})
      QVERIFY(all[v].imaging->purpose == ImagingPurpose::image && all[v].variants.empty());
    const ComparedImage same = compared_image(wanted_, "same", wanted_);
    QVERIFY(same.same_grid && same.likeness.difference == 0.0);
    QVERIFY(std::abs(same.likeness.correlation - 1.0) < 1e-9);
    SurveyResult wider;
    wider.grid = wanted_.grid;
    wider.grid.h[0] *= 2.0;
    QVERIFY(!compared_image(wanted_, "wider", wider).same_grid);
  }
};

}  // namespace test_survey_takeover

FOLDWAVE_TEST(test_survey_takeover, run_guiless<test_survey_takeover::TestSurveyTakeover>)
#include "test_survey_takeover.moc"
