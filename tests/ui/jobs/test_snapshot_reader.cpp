// Protects the snapshots that a window keeps packed: what is read of them is within the bound that is told of
// them; small ones come at once, large ones later and off the window's thread, the last that was wished wins;
// what is kept unpacked stays within its bound.
#include <QSignalSpy>
#include <QTest>

#include <cmath>

#include "core/base/worst.hpp"
#include "core/output/snapshot_packer.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "ui/jobs/snapshot_reader.hpp"

namespace test_snapshot_reader {

using namespace foldwave;

namespace {

// Rings, packed as a run packs them.
struct Packed {
  std::vector<std::shared_ptr<const Snapshot>> plain, packed;

  Packed(const Grid3& grid, int count, double error) : plain(rings(grid, count)) {
    SnapshotPacker packer(grid, error);
    for (const auto& from : plain) {
      auto made = std::make_shared<Snapshot>();
      made->step = from->step;
      made->time = from->time;
      made->packed =
          std::make_shared<const PackedVolume>(packer.pack(from->step, from->time, from->pressure));
      packed.push_back(made);
    }
  }
};

double worst_of_fields(const Field<float>& a, const Field<float>& b) {
  double worst = a.size() == b.size() ? 0.0 : INFINITY;
  for (Index m = 0; m < std::min(a.size(), b.size()); ++m)
    worst = worst_of(worst, std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m])));
  return worst;
}

}  // namespace

class TestSnapshotReader : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
  }

  void packed_pressures_lie_within_the_bound_that_is_told() {
    const Grid3 grid{{70, 66, 65}, {10, 10, 10}, {}};
    for (const double error : {1e-4, 0.0}) {
      const Packed p(grid, 3, error);
      SnapshotReader reader;
      reader.set_seconds_per_node(0.0);
      for (std::size_t s = 0; s < p.plain.size(); ++s) {
        const Pressure pressure = reader.read(p.packed[s]);
        QVERIFY(pressure != nullptr);
        const double bound = p.packed[s]->error_bound(),
                     worst = worst_of_fields(*pressure, p.plain[s]->pressure);
        QVERIFY2(worst <= bound, qPrintable(QString::number(worst)));
        // The largest pressure of a ring is 1 or less; a bound that is far from used is no bound.
        QVERIFY(bound <= error && worst >= 0.1 * bound);
        if (error > 0.0) QVERIFY(p.packed[s]->bytes() < p.plain[s]->bytes() / 2);
        QCOMPARE(p.packed[s]->shape(), p.plain[s]->shape());
      }
    }
  }

  void large_ones_come_later_and_the_last_wish_wins() {
    const Packed p({{40, 40, 40}, {10, 10, 10}, {}}, 5, 1e-4);
    SnapshotReader reader;
    reader.set_seconds_per_node(1.0);
    std::vector<std::shared_ptr<const Snapshot>> came;
    connect(&reader, &SnapshotReader::came, this,
            [&](const std::shared_ptr<const Snapshot>& snapshot, const Pressure& pressure) {
              QVERIFY(pressure != nullptr && pressure->size() == 64000);
              came.push_back(snapshot);
            });
    for (const auto& snapshot : p.packed)
      QVERIFY(reader.read(snapshot) == nullptr);
    QTRY_COMPARE(came.size(), std::size_t{2});
    QTest::qWait(50);
    QCOMPARE(came.size(), std::size_t{2});
    QVERIFY(came[0] == p.packed[0] && came[1] == p.packed[4]);
    QVERIFY(reader.read(p.packed[4]) != nullptr);  // it is kept
    QVERIFY(reader.read(p.packed[1]) == nullptr);
    QTRY_COMPARE(came.size(), std::size_t{3});
  }

  void plain_ones_are_given_as_they_are() {
    const auto plain = rings({{10, 10, 10}, {10, 10, 10}, {}}, 1);
    SnapshotReader reader;
    QCOMPARE(reader.read(plain.front()).get(), &plain.front()->pressure);
    QVERIFY(reader.read(nullptr) == nullptr);
  }
};

}  // namespace test_snapshot_reader

FOLDWAVE_TEST(test_snapshot_reader, run_guiless<test_snapshot_reader::TestSnapshotReader>)
#include "test_snapshot_reader.moc"
