// Protects migration's rows of the bench: those that need no file are there, each within its limit.
#include <QTest>

#include "core/bench/imaging/imaging_packed.hpp"
#include "core/bench/imaging/imaging_rtm.hpp"
#include "tests/test_program.hpp"

namespace test_bench_imaging_rtm {

using namespace foldwave;

class TestBenchImagingRtm : public QObject {
  Q_OBJECT
 private slots:
  void rows_are_within_their_limits() {
    ImagingBenchPlan plan;
    plan.cases = {"adjoint", "taylor", "reflector", "scatterer", "source", "exploding"};
    plan.small = true;
    std::vector<std::string> names;
    bench_migration(*cpu_backend(), plan,
                    [&](const MeasureRow& row) {
                      names.push_back(row.name);
                      qInfo("%s %g", row.name.c_str(), row.value);
                      QVERIFY2(row.passed(), row.name.c_str());
                      QVERIFY(row.value >= 0.0 && !row.unit.empty() && !row.note.empty());
                    },
                    {});
    QCOMPARE(names, (std::vector<std::string>{"adjoint.single", "adjoint.double", "taylor", "reflector",
                                              "scatterer", "source.levels", "source.strips", "source.file",
                                              "source.bits16", "source.bits8", "exploding"}));
  }

  // A small volume; its time is not judged here.
  void a_packed_source_images_alike() {
    ImagingBenchPlan plan;
    plan.cases = {"packed"};
    plan.small = true;
    std::vector<std::string> names;
    bench_packed_source(*cpu_backend(), plan,
                        [&](const MeasureRow& row) {
                          names.push_back(row.name);
                          qInfo("%s %g: %s", row.name.c_str(), row.value, row.note.c_str());
                          QVERIFY2(row.passed() || row.name == "packed.seconds", row.name.c_str());
                        },
                        {});
    QCOMPARE(names, (std::vector<std::string>{"packed.ratio30", "packed.ratio100", "packed.seconds"}));
  }
};

}  // namespace test_bench_imaging_rtm

FOLDWAVE_TEST(test_bench_imaging_rtm, run_guiless<test_bench_imaging_rtm::TestBenchImagingRtm>)
#include "test_bench_imaging_rtm.moc"
