// Protects the rows of a scenario's image: those that time nothing are within their limits, and the first
// example's are there where its file is seen.
#include <QDir>
#include <QTest>

#include "core/bench/imaging/imaging_survey.hpp"
#include "tests/test_program.hpp"

namespace test_bench_imaging_survey {

using namespace foldwave;

class TestBenchImagingSurvey : public QObject {
  Q_OBJECT

  static std::vector<std::string> names_of(const std::vector<std::string>& cases) {
    ImagingBenchPlan plan;
    plan.cases = cases;
    plan.small = true;
    std::vector<std::string> names;
    bench_survey(*cpu_backend(), plan,
                 [&](const MeasureRow& row) {
                   names.push_back(row.name);
                   qInfo("%s %g", row.name.c_str(), row.value);
                   if (!row.name.starts_with("survey.line")) QVERIFY2(row.passed(), row.name.c_str());
                   QVERIFY(row.value > 0.0 && !row.unit.empty() && !row.note.empty());
                 },
                 {});
    return names;
  }

 private slots:
  void rows_are_within_their_limits() {
    QCOMPARE(names_of({"survey.flat", "survey.first_break"}),
             (std::vector<std::string>{"survey.flat", "survey.first_break"}));
  }

  void the_first_example_is_imaged() {
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(FOLDWAVE_SOURCE_DIR));
    const auto names = names_of({"survey.line"});
    QDir::setCurrent(before);
    QCOMPARE(names,
             (std::vector<std::string>{"survey.line", "survey.line.first", "survey.line.correlation"}));
    QVERIFY(names_of({"adjoint"}).empty());
  }
};

}  // namespace test_bench_imaging_survey

FOLDWAVE_TEST(test_bench_imaging_survey, run_guiless<test_bench_imaging_survey::TestBenchImagingSurvey>)
#include "test_bench_imaging_survey.moc"
