// Protects how the sources' waves of a survey are kept: each key is what is done; what is exact gives the
// same bits, what is rounded nearly; a condition gets no levels where it asks for rates; a full disk is told
// by its folder and loses nothing that was stacked; memory and disk are foretold.
#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <csignal>

#include "core/base/error.hpp"
#include "core/engine/forecast/forecast_memory.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/engine/survey/survey_begin.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "tests/core/engine/survey/flat_scenario.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_source_field {

using namespace foldwave;

namespace {

double apart(const Field<float>& a, const Field<float>& b) {
  double sum = 0.0, size = 0.0;
  for (Index m = 0; m < a.size(); ++m) {
    sum += std::pow(static_cast<double>(a[m]) - static_cast<double>(b[m]), 2);
    size += std::pow(static_cast<double>(b[m]), 2);
  }
  return std::sqrt(sum / size);
}

SurveyResult kept_by(SourceFieldKey key, ImageCondition condition) {
  Scenario s = flat_scenario();
  s.imaging->survey->shots = 2;
  s.imaging->survey->source_field = key;
  s.imaging->survey->condition = condition;
  return surveyed(s);
}

// Files of this process, while it lives.
class LongestFile {
 public:
  LongestFile() { getrlimit(RLIMIT_FSIZE, &before_); }
  ~LongestFile() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  LongestFile(const LongestFile&) = delete;
  LongestFile& operator=(const LongestFile&) = delete;
  void set(rlim_t bytes) const {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit less{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &less);
  }

 private:
  rlimit before_{};
};

}  // namespace

class TestSourceField : public QObject {
  Q_OBJECT
 private slots:
  void each_is_kept_as_its_key_says() {
    using Key = SourceFieldKey;
    const SurveyResult exact = kept_by(Key::checkpoints, ImageCondition::correlation);
    const SurveyResult strips = kept_by(Key::strips, ImageCondition::correlation);
    const SurveyResult file = kept_by(Key::file, ImageCondition::correlation);
    const SurveyResult levels = kept_by(Key::levels, ImageCondition::correlation);
    QVERIFY(exact.source_field == SourceField::checkpoints && strips.source_field == SourceField::strips);
    QVERIFY(file.source_field == SourceField::strip_file && levels.source_field == SourceField::levels);
    QVERIFY(same_values(file.image, strips.image) && same_values(file.illumination, strips.illumination));
    QVERIFY(same_values(levels.image, exact.image));
    QVERIFY(same_values(kept_by(Key::automatic, ImageCondition::correlation).image, levels.image));
    const double by_strips = apart(strips.image, exact.image);
    const SurveyResult bits16 = kept_by(Key::strips16, ImageCondition::correlation),
                       bits8 = kept_by(Key::strips8, ImageCondition::correlation),
                       packed = kept_by(Key::packed, ImageCondition::correlation);
    QVERIFY(bits16.source_field == SourceField::strips16 && bits8.source_field == SourceField::strips8);
    QVERIFY(packed.source_field == SourceField::packed);
    const double by16 = apart(bits16.image, exact.image), by8 = apart(bits8.image, exact.image),
                 by_packing = apart(packed.image, exact.image);
    qInfo("strips %g, 16 bits %g, 8 bits %g, packed %g", by_strips, by16, by8, by_packing);
    QVERIFY2(by_strips < 1e-5, qPrintable(QString::number(by_strips)));
    QVERIFY2(by16 > by_strips && by16 < 1e-3, qPrintable(QString::number(by16)));
    QVERIFY2(by8 > by16 && by8 < 1e-3, qPrintable(QString::number(by8)));
    QVERIFY2(by_packing > 0.0 && by_packing < 1e-2, qPrintable(QString::number(by_packing)));
  }

  void rates_are_not_of_levels() {
    using Key = SourceFieldKey;
    Scenario s = flat_scenario();
    s.imaging->survey->condition = ImageCondition::opposed;
    for (const Key key : {Key::levels, Key::packed}) {
      s.imaging->survey->source_field = key;
      QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/source_field"));
    }
    for (const Key key :
         {Key::automatic, Key::strips, Key::strips16, Key::strips8, Key::checkpoints, Key::file}) {
      s.imaging->survey->source_field = key;
      QCOMPARE(refused_at(check_scenario(s)), std::string());
    }
    const SurveyResult strips = kept_by(Key::strips, ImageCondition::opposed);
    QVERIFY(same_values(kept_by(Key::file, ImageCondition::opposed).image, strips.image));
  }

  // The third of five shots meets it: two are kept, and the run goes on from them.
  void a_full_disk_is_told_and_loses_nothing() {
    const ThreadsOfTest one(1);
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("image/partial.stack").toStdString();
    Scenario s = flat_scenario();
    s.imaging->survey->source_field = SourceFieldKey::file;
    const SurveyResult whole = surveyed(s);
    const LongestFile longest;
    const auto fill = [&](const SurveyResult& so_far) {
      if (so_far.shots_done == 2) longest.set(200'000);
    };
    try {
      surveyed(s, {fill, file});
      QFAIL("a file that is too long");
    } catch (const ResourceError& e) {
      QCOMPARE(e.place(), file.parent_path().string());
      QVERIFY2(e.problem().find("cannot be written") != std::string::npos, e.what());
    }
    longest.set(RLIM_INFINITY);
    QVERIFY(std::filesystem::exists(file));
    QCOMPARE(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
    const SurveyResult then = surveyed(s, {nullptr, file});
    QCOMPARE(then.shots_before, 2);
    QVERIFY(same_values(then.image, whole.image));
  }

  // Found automatically where memory holds no strips and the disk twice as many; what is begun goes on as it
  // began.
  void strips_go_to_the_disk_where_memory_is_short() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("image/partial.stack").toStdString();
    const Scenario s = flat_scenario();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    SurveySetup setup = begin_survey(s, fold, *cpu_backend(), {}).setup;
    const auto preferred = [&](SourceField found) {
      setup.source_field = found;
      prefer_strip_file(file, *cpu_backend(), setup);
      return setup.source_field;
    };
    QVERIFY(preferred(SourceField::packed) == SourceField::strip_file);
    QVERIFY(preferred(SourceField::checkpoints) == SourceField::strip_file);
    QVERIFY(preferred(SourceField::levels) == SourceField::levels);
    QVERIFY(preferred(SourceField::strips) == SourceField::strips);
    WaveModel long_one;
    long_one.grid = setup.medium.grid;
    long_one.boundaries = setup.medium.boundaries;
    long_one.stencil = setup.medium.stencil;
    long_one.steps = 2'000'000'000;  // no disk has so much
    QVERIFY(or_strip_file(SourceField::packed, long_one, *cpu_backend(), folder.path().toStdString()) ==
            SourceField::packed);

    SurveyStack begun = empty_stack(setup);
    begun.shots = 1;
    std::filesystem::create_directories(file.parent_path());
    for (const SourceField as : {SourceField::packed, SourceField::strips}) {
      setup.source_field = as;
      write_partial_stack(file, survey_key(setup), begun);
      QVERIFY(preferred(SourceField::packed) ==
              (as == SourceField::packed ? SourceField::packed : SourceField::strip_file));
      std::string why;
      QVERIFY2(read_partial_stack(file, setup, why).has_value(), why.c_str());
    }
  }

  void workers_keep_strips_in_their_folder() {
    const QTemporaryDir folder;
    Scenario s = flat_scenario();
    s.folder = folder.path().toStdString();
    s.imaging->survey->shots = 2;
    s.imaging->survey->source_field = SourceFieldKey::file;
    const std::filesystem::path where = folder.filePath("plan").toStdString();
    plan_survey(s, *cpu_backend(), where, 60.0, {});
    const SurveyPlan plan = read_survey_plan(where, {});
    QVERIFY(plan.source_field == SourceField::strip_file);
    QCOMPARE(work_on_survey(plan, *cpu_backend(), {}, {}), 2);
    const SurveyResult merged = merge_survey(plan, run_fold(s, *cpu_backend(), {}), *cpu_backend(), {});
    QVERIFY(merged.source_field == SourceField::strip_file);
    QVERIFY(same_values(merged.image, surveyed(s).image));
  }

  void memory_and_disk_follow() {
    Scenario s = flat_scenario();
    const auto bytes = [&](SourceFieldKey key) {
      s.imaging->survey->source_field = key;
      return stage_bytes("survey", s, *cpu_backend(), {{}, false}, {});
    };
    const auto kept = [&](SourceFieldKey key) {
      s.imaging->survey->source_field = key;
      const ForetoldSurvey foretold = foretold_survey(s, 2000.0, 2200.0);
      return foretold_bytes(foretold, *cpu_backend());
    };
    using Key = SourceFieldKey;
    QVERIFY(kept(Key::strips) > kept(Key::strips16) && kept(Key::strips16) > kept(Key::strips8));
    QVERIFY(kept(Key::strips8) > kept(Key::file));
    QCOMPARE(bytes(Key::strips).disk, 0.0);
    // What lies in memory otherwise lies on the disk.
    const double disk = bytes(Key::file).disk, memory = kept(Key::strips) - kept(Key::file);
    QVERIFY(disk > 0.0);
    QVERIFY2(std::abs(disk / memory - 1.0) < 1e-9, qPrintable(QString("%1 %2").arg(disk).arg(memory)));
  }
};

}  // namespace test_source_field

FOLDWAVE_TEST(test_source_field, run_guiless<test_source_field::TestSourceField>)
#include "test_source_field.moc"
