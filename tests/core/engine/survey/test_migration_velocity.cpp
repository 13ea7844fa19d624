// Protects the velocity that a survey migrates in: scaled or of a file it migrates, takes off the direct wave
// and limits step and frequency, while the model's own goes on modelling; it is smoothed as it says itself;
// along a section it is the file's; forecast, plan and moves know it; what cannot be is refused by its path.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <functional>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/model/scenario_files.hpp"
#include "tests/core/engine/survey/flat_scenario.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_migration_velocity {

using namespace foldwave;

namespace {

using ValueAt = std::function<double(double x, double y, double z)>;  // map

// Raw floats at the nodes of a grid, x fastest.
VelocityFile written(const QTemporaryDir& folder, const std::string& name, const Grid3& grid,
                     const ValueAt& at) {
  std::ofstream out(folder.filePath(QString::fromStdString(name)).toStdString(), std::ios::binary);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 map = grid.origin + grid.local(i, j, k);
        const float v = static_cast<float>(at(map.x, map.y, map.z));
        out.write(reinterpret_cast<const char*>(&v), sizeof v);
      }
  VelocityFile file;
  file.file = name;
  file.layout = {grid.n, grid.h, grid.origin, "xyz", false};
  return file;
}

double rising(double x, double y, double z) {
  return 1500.0 + 0.25 * (x - 2000.0) + 0.5 * (y - 300.0) + z;
}

PreparedSurvey prepared(const Scenario& s) {
  return prepare_survey(s, run_fold(s, *cpu_backend(), {}), {});
}

double largest(const Field<float>& field) {
  double most = 0.0;
  for (const float v : field.values())
    most = worst_of(most, std::abs(static_cast<double>(v)));
  return most;
}

}  // namespace

class TestMigrationVelocity : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Scenario scenario(std::array<int, 3> nodes = {101, 1, 61}) const {
    Scenario s = flat_scenario(nodes);
    s.folder = folder_.path().toStdString();
    return s;
  }

 private slots:
  void a_scale_is_of_the_migration_alone() {
    Scenario s = scenario();
    const PreparedSurvey usual = prepared(s);
    ImageSurvey& survey = *s.imaging->survey;
    survey.velocity_scale = 1.25;
    const PreparedSurvey fast = prepared(s);
    QVERIFY(same_values(*fast.setup.truth, *usual.setup.truth));
    for (Index m = 0; m < 101 * 61; m += 97)
      QCOMPARE((*fast.setup.medium.velocity)[m], 1.25F * (*usual.setup.medium.velocity)[m]);
    // 2200 m/s made 20 Hz and a step; 2750 m/s takes a shorter one, 1600 m/s fewer hertz.
    QCOMPARE(fast.survey.frequency, usual.survey.frequency);
    QVERIFY(std::abs(fast.setup.medium.dt / usual.setup.medium.dt - 0.8) < 0.02);
    survey.velocity_scale = 0.8;
    const PreparedSurvey slow = prepared(s);
    QVERIFY(std::abs(slow.survey.frequency / usual.survey.frequency - 0.8) < 1e-9);
    QCOMPARE(slow.setup.medium.dt, usual.setup.medium.dt);
    for (const double scale : {0.8, 1.25}) {
      survey.velocity_scale = scale;
      const VelocityRange range = survey_velocity_range(s);
      const ForetoldSurvey foretold = foretold_survey(s, range.slowest, range.fastest);
      const PreparedSurvey made = prepared(s);
      QCOMPARE(foretold.survey.frequency, made.survey.frequency);
      QVERIFY(std::abs(foretold.medium.dt / made.setup.medium.dt - 1.0) < 0.01);
    }
  }

  // In the true velocity nothing but the direct wave is there above the boundary, and it is taken off; a
  // boundary lies as much shallower as the velocity is slower.
  void the_image_is_in_it() {
    FOLDWAVE_NUMBERS();
    Scenario s = scenario();
    ImageSurvey& survey = *s.imaging->survey;
    const SurveyResult usual = surveyed(s);
    survey.velocity = written(folder_, "truth.f32", s.grid,
                              [&](double, double, double z) { return z < 445.0 ? 2000.0 : 2200.0; });
    const SurveyResult silent = surveyed(s);
    QVERIFY(same_values(*silent.velocity, *silent.truth));
    QVERIFY2(largest(silent.image) < 1e-4 * largest(usual.image),
             qPrintable(QString::number(largest(silent.image))));
    survey.velocity = written(folder_, "slow.f32", s.grid, [](double, double, double) { return 1800.0; });
    survey.most_offset = 200.0;
    survey.direct_wave = DirectWave::mute;
    const SurveyResult shallow = surveyed(s);
    const double at = slope_peak(shallow.image, 50, 20, 45);
    qInfo("%g", at);
    QVERIFY2(std::abs(at - (1.0 + 33.5 * 0.9)) < 0.6, qPrintable(QString::number(at)));
    // Least squares takes it, too: what does not fit the model is left over.
    survey.iterations = 1;
    survey.velocity.reset();
    survey.most_offset = 0.0;
    survey.direct_wave = DirectWave::automatic;
    const double right = surveyed(s).residuals.back();
    survey.velocity_scale = 0.9;
    QVERIFY(surveyed(s).residuals.back() > 1.05 * right);
  }

  void it_is_smoothed_as_it_says() {
    Scenario s = scenario();
    ImageSurvey& survey = *s.imaging->survey;
    survey.velocity = written(folder_, "rising.f32", s.grid, rising);
    PreparedSurvey made = prepared(s);
    QCOMPARE(made.survey.smoothing, 0.0);
    const Field<float> own = build_migration_velocity(s)->values.clone();
    QVERIFY(same_values(*made.setup.medium.velocity, own));
    survey.velocity->smoothing = 40.0;
    made = prepared(s);
    QVERIFY(same_values(*made.setup.medium.velocity, build_migration_velocity(s)->values));
    QVERIFY(!same_values(*made.setup.medium.velocity, own));
    survey.velocity->smoothing = 0.0;
    survey.smoothing = 60.0;
    made = prepared(s);
    QVERIFY(same_values(*made.setup.medium.velocity, smoothed_slowness(s.grid, own, 60.0)));
  }

  // Linear, so that it is exact between nodes; along a slanting line through a volume.
  void along_a_section_it_is_the_files() {
    Scenario s = scenario({41, 31, 31});
    s.events[0].horizon = PlaneHorizon{{2200.0, 450.0, 245.0}, 0.0, 90.0, {}};
    s.survey.sources[0].position = {2200.0, 450.0, 200.0};
    s.section.emplace().line = {{2013.0, 307.0}, {2350.0, 560.0}};
    Grid3 coarse{{11, 7, 16}, {50.0, 60.0, 25.0}, {1980.0, 290.0, 90.0}, {}, {}, 0};
    s.imaging->survey->velocity = written(folder_, "coarse.f32", coarse, rising);
    const PreparedSurvey made = prepared(s);
    const Grid3& grid = made.setup.medium.grid;
    double worst = 0.0;
    for (int k = 0; k < grid.n[2]; ++k)
      for (int i = 0; i < grid.n[0]; ++i) {
        const auto at = made.line.at(i * grid.h[0]);
        const double v = static_cast<double>((*made.setup.medium.velocity)(i, 0, k));
        worst = worst_of(worst, std::abs(v - rising(at[0], at[1], 100.0 + 10.0 * k)));
      }
    QVERIFY2(worst < 1e-3, qPrintable(QString::number(worst)));
  }

  void workers_have_it() {
    Scenario s = scenario();
    ImageSurvey& survey = *s.imaging->survey;
    survey.shots = 2;
    survey.velocity = written(folder_, "shared.f32", s.grid, rising);
    survey.velocity_scale = 0.97;
    const std::filesystem::path folder = folder_.filePath("plan").toStdString();
    plan_survey(s, *cpu_backend(), folder, 60.0, {});
    const SurveyPlan plan = read_survey_plan(folder, {});
    QCOMPARE(work_on_survey(plan, *cpu_backend(), {}, {}), 2);
    const SurveyResult merged = merge_survey(plan, run_fold(s, *cpu_backend(), {}), *cpu_backend(), {});
    QVERIFY(same_values(merged.image, surveyed(s).image));
    written(folder_, "shared.f32", s.grid,
            [](double x, double y, double z) { return rising(x, y, z) + 1.0; });
    QVERIFY_EXCEPTION_THROWN(merge_survey(plan, run_fold(s, *cpu_backend(), {}), *cpu_backend(), {}),
                             InputError);
  }

  void its_file_moves_with_the_scenario() {
    Scenario s = scenario();
    s.folder = "/a/b";
    s.imaging->survey->velocity = VelocityFile{};
    s.imaging->survey->velocity->file = "own.vti";
    QVERIFY(refers_to_files(s));
    QCOMPARE(moved_to_folder(s, "/c").imaging->survey->velocity->file, std::string("/a/b/own.vti"));
    const Scenario again = parse_scenario(scenario_text(s), "s");
    QVERIFY(again.imaging == s.imaging);
  }

  void what_cannot_be_is_refused_by_its_path() {
    const Scenario good = [&] {
      Scenario s = scenario();
      s.imaging->survey->velocity = written(folder_, "good.f32", s.grid, rising);
      return s;
    }();
    const std::string path = "/imaging/survey/velocity";
    QVERIFY(preflight(good, *cpu_backend()).empty());
    const auto place = [&](const std::function<void(VelocityFile&)>& spoil) {
      Scenario s = good;
      spoil(*s.imaging->survey->velocity);
      const std::string at = refused_at(preflight(s, *cpu_backend()));
      if (at.empty()) return at;
      try {
        surveyed(s);
      } catch (const InputError&) {
        return at;
      }
      return at + ", but made";
    };
    QCOMPARE(place([](VelocityFile& v) { v.file.clear(); }), path + "/file");
    QCOMPARE(place([](VelocityFile& v) { v.file = "none.f32"; }), path + "/file");
    QCOMPARE(place([](VelocityFile& v) { v.layout.nodes = {}; }), path + "/nodes");
    QCOMPARE(place([](VelocityFile& v) { v.layout.axes = "xxy"; }), path + "/axes");
    QCOMPARE(place([](VelocityFile& v) { v.smoothing = 600.0; }), path + "/smoothing");
    QCOMPARE(place([](VelocityFile& v) { v.array = "vp"; }), path + "/array");
    QCOMPARE(place([](VelocityFile& v) { v.in_km_s = true; }), path + "/file");
    QCOMPARE(place([](VelocityFile& v) { v.layout.nodes[2] = 62; }), path + "/file");
    Scenario s = good;
    s.imaging->survey->velocity->layout.origin.x += 5000.0;
    QCOMPARE(refused_at(preflight(s, *cpu_backend())), path + "/file");
    s.imaging->survey->velocity->layout.origin.x = good.grid.origin.x + 100.0;
    const Findings findings = preflight(s, *cpu_backend());
    QVERIFY(findings.size() == 1 && findings[0].path == path + "/file" && !has_errors(findings));
    s.imaging->survey->velocity.reset();
    for (const double scale : {0.49, 2.01}) {
      s.imaging->survey->velocity_scale = scale;
      QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/velocity_scale"));
    }
  }
};

}  // namespace test_migration_velocity

FOLDWAVE_TEST(test_migration_velocity, run_guiless<test_migration_velocity::TestMigrationVelocity>)
#include "test_migration_velocity.moc"
