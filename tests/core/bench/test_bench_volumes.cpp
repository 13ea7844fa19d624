// Protects the rows of volumes: what is not told, no finite number or thrown fails with its reason, what is
// not asked for is not measured, and a device's rows are there, with what it cannot do as failed.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/bench/volumes/volume_groups.hpp"
#include "tests/test_program.hpp"

namespace test_bench_volumes {

using namespace foldwave;

namespace {

// A device without codecs, whose filters tell no seconds of their own.
class BareDevice final : public Backend {
 public:
  std::string name() const override { return "bare"; }
  std::string description() const override { return "no codecs"; }
  std::int64_t free_memory_bytes() const override { return 0; }
  std::vector<FoldMethod> fold_methods() const override { return {}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override { return nullptr; }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override { return nullptr; }
};

}  // namespace

class TestBenchVolumes : public QObject {
  Q_OBJECT

 private slots:
  void a_row_follows_its_limits() {
    const auto passes = [](MeasureRow row, double value) {
      row.value = value;
      return row.passed();
    };
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      QVERIFY(!passes(at_most("a", 1.0, "s"), bad));
      QVERIFY(!passes(at_least("a", 1.0, "s"), bad));
    }
    QVERIFY(passes(at_most("a", 1.0, "s"), 1.0) && !passes(at_most("a", 1.0, "s"), 1.1));
    QVERIFY(passes(at_least("a", 1.0, "s"), 1.0) && !passes(at_least("a", 1.0, "s"), 0.9));
    QVERIFY(passes(between("a", 1.0, 2.0, "s"), 1.5) && !passes(between("a", 1.0, 2.0, "s"), 2.5));
  }

  void what_is_not_told_fails() {
    VolumesBenchPlan plan;
    plan.cases = {"one", "two.a"};
    int told = 0;
    VolumeRows rows(plan, [&](const MeasureRow&) { ++told; });
    rows.measure({at_most("three", 1.0, "s")}, "cpu",
                 [](const VolumeRows::Tell&) { QFAIL("not asked for"); });
    rows.measure({at_most("one", 1.0, "s"), at_most("two.a", 1.0, "s"), at_most("two.b", 1.0, "s")}, "cpu",
                 [](const VolumeRows::Tell& tell) {
                   tell("two.b", 0.5, "not asked for");
                   tell("one", 0.5, "measured");
                   throw InputError("there", "it broke", "mend it");
                 });
    QCOMPARE(rows.rows().size(), std::size_t{2});
    QCOMPARE(told, 2);
    QVERIFY(rows.rows()[0].name == "one" && rows.rows()[0].passed() && rows.rows()[0].note == "measured");
    const MeasureRow& failed = rows.rows()[1];
    QVERIFY(failed.name == "two.a" && std::isnan(failed.value) && !failed.passed());
    QVERIFY(failed.note.find("it broke") != std::string::npos);
    QVERIFY_EXCEPTION_THROWN(rows.measure({at_most("one", 1.0, "s")}, "cpu",
                                          [](const VolumeRows::Tell& tell) { tell("one.more", 1.0, ""); }),
                             std::logic_error);
    QVERIFY_EXCEPTION_THROWN(
        rows.measure({at_most("one", 1.0, "s")}, "cpu", [](const VolumeRows::Tell&) { throw Stopped(); }),
        Stopped);
  }

  void a_device_s_rows_are_there() {
    VolumesBenchPlan plan;
    plan.cases = {"device"};
    plan.size = 16;
    plan.repeat = 1;
    const auto rows = bench_volumes(BareDevice(), plan, [](const MeasureRow&) {}, {});
    std::vector<std::string> names;
    for (const MeasureRow& row : rows) {
      names.push_back(row.name);
      QVERIFY2(!row.passed() && !row.note.empty() && row.backend == "bare", row.name.c_str());
    }
    QCOMPARE(names, (std::vector<std::string>{"device.quick.pack", "device.quick.unpack", "device.wave.pack",
                                              "device.wave.unpack", "device.gaussian-direct-13",
                                              "device.gaussian-separable-13", "device.hough-lines"}));
  }
};

}  // namespace test_bench_volumes

FOLDWAVE_TEST(test_bench_volumes, run_guiless<test_bench_volumes::TestBenchVolumes>)
#include "test_bench_volumes.moc"
