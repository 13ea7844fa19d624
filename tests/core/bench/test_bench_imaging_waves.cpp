// Protects the rows of how fast waves are sent back and shots migrated: each is there by its name, says what
// it measured, and volumes are left to devices unless they are asked for.
#include <QTest>

#include <cmath>

#include "core/bench/imaging/imaging_waves.hpp"
#include "tests/test_program.hpp"

namespace test_bench_imaging_waves {

using namespace foldwave;

namespace {

std::vector<std::string> rows_of(const std::vector<std::string>& cases) {
  ImagingBenchPlan plan;
  plan.cases = cases;
  plan.small = true;
  std::vector<std::string> names;
  bench_reversals(*cpu_backend(), plan,
                  [&](const MeasureRow& row) {
                    names.push_back(row.name);
                    QVERIFY2(std::isfinite(row.value) && row.value > 0.0, row.name.c_str());
                    QVERIFY(!row.unit.empty() && !row.note.empty());
                    if (row.name.starts_with("strips")) QVERIFY(row.value < 100.0);
                  },
                  {});
  return names;
}

}  // namespace

class TestBenchImagingWaves : public QObject {
  Q_OBJECT
 private slots:
  void rows_are_those_that_are_asked_for() {
    QCOMPARE(rows_of({}), std::vector<std::string>{"slider.models"});
    QCOMPARE(rows_of({"volume", "strips"}),
             (std::vector<std::string>{"volume.peak", "volume.groups", "strips.exact", "strips.bits16",
                                       "strips.bits8"}));
  }
};

}  // namespace test_bench_imaging_waves

FOLDWAVE_TEST(test_bench_imaging_waves, run_guiless<test_bench_imaging_waves::TestBenchImagingWaves>)
#include "test_bench_imaging_waves.moc"
