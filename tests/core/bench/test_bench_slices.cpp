// Protects the bench of slices: each way along each axis is measured, of a file that is gone after it, and a
// row says whether its limit was kept.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/bench/slices.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"

namespace test_bench_slices {

using namespace foldwave;

class TestBenchSlices : public QObject {
  Q_OBJECT

 private slots:
  void every_way_is_measured() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const QTemporaryDir folder;
    SliceBenchPlan plan;
    plan.bytes = 2e6;
    plan.brick = 16;
    plan.repeat = 1;
    int told = 0;
    const SliceBench bench =
        bench_slices(plan, folder.path().toStdString(), [&](const SliceBenchRow&) { ++told; });
    QCOMPARE(bench.n, 80);
    QVERIFY(bench.ratio > 2.0 && bench.pack_seconds > 0.0);
    QCOMPARE(told, 12);
    QCOMPARE(bench.rows.size(), std::size_t{12});
    for (std::size_t r = 0; r < bench.rows.size(); ++r) {
      QCOMPARE(bench.rows[r].axis, static_cast<int>(r / 4));
      QVERIFY(bench.rows[r].seconds > 0.0 && bench.rows[r].limit > 0.0);
    }
    QVERIFY(QDir(folder.path()).isEmpty());
    QVERIFY((SliceBenchRow{"cold", 0, 0.1, 0.2}.passed() && !SliceBenchRow{"cold", 0, 0.3, 0.2}.passed()));
    QVERIFY(!SliceBenchRow({"cold", 0, NAN, 0.2}).passed());
  }
};

}  // namespace test_bench_slices

FOLDWAVE_TEST(test_bench_slices, run_alone<test_bench_slices::TestBenchSlices>)
#include "test_bench_slices.moc"
