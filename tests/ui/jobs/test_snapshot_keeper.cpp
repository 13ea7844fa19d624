// Protects the snapshots of a run that memory has no room for: all are there, those beyond the bound read
// from files that no folder lists, within the bound of error that is told; without a disk every second one
// stays.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <cmath>

#include "core/base/worst.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "ui/jobs/snapshot_keeper.hpp"

namespace test_snapshot_keeper {

using namespace foldwave;

namespace {

constexpr int count = 12;

struct Kept {
  Scenario scenario;
  std::vector<std::shared_ptr<const Snapshot>> plain;
  std::shared_ptr<SnapshotStore> store;
  std::atomic<int> told = 0;

  Kept() {
    scenario.grid = {{70, 66, 65}, {10, 10, 10}, {}};
    plain = rings(scenario.grid, count);
  }
  // Room for some three of them.
  void keep(const QString& folder) {
    SnapshotPacker packer(scenario.grid, scenario.outputs.snapshot_error);
    const auto one = static_cast<std::int64_t>(packer.pack(0, 0.0, plain[1]->pressure).bytes());
    store = std::make_shared<SnapshotStore>(3 * one + one / 2);
    SnapshotKeeper keeper(scenario, store, folder.toStdString(), nullptr, [this] { ++told; }, {});
    for (const auto& from : plain)
      keeper.snapshot(from->step, from->time, from->pressure);
    keeper.finish();
  }
};

}  // namespace

class TestSnapshotKeeper : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
  }

  void what_memory_has_no_room_for_lies_on_the_disk() {
    const QTemporaryDir place;
    const QString folder = place.filePath("made/snapshots");
    Kept kept;
    kept.keep(folder);
    const auto all = kept.store->all();
    QCOMPARE(all.size(), std::size_t{count});
    QCOMPARE(kept.told.load(), count);
    QCOMPARE(kept.store->kept_every(), 1);
    // They are read though nothing names them any more.
    QVERIFY(QDir(folder).exists() && QDir(folder).isEmpty());
    int stored = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      QCOMPARE(all[i]->step, kept.plain[i]->step);
      QCOMPARE(all[i]->time, kept.plain[i]->time);
      stored += all[i]->stored ? 1 : 0;
      QVERIFY(all[i]->limit > 0.0 && all[i]->error_bound() > 0.0);
      const Pressure back = pressure_of(all[i]);
      double worst = 0.0;
      for (Index m = 0; m < back->size(); ++m)
        worst = worst_of(worst, std::abs(double{(*back)[m]} - double{kept.plain[i]->pressure[m]}));
      QVERIFY2(worst <= all[i]->error_bound() && worst > 0.1 * all[i]->error_bound(),
               qPrintable(QString::number(worst)));
    }
    QVERIFY2(stored >= count / 2 && stored < count - 1, qPrintable(QString::number(stored)));
    QVERIFY(kept.store->bytes() > 0);
  }

  void without_a_disk_every_second_one_stays() {
    const QTemporaryDir place;
    QFile file(place.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Kept kept;
    kept.keep(place.filePath("file/snapshots"));  // a folder that cannot be made
    QVERIFY(kept.store->kept_every() > 1);
    const auto all = kept.store->all();
    QVERIFY(!all.empty() && all.size() < count);
    for (const auto& one : all)
      QVERIFY(one->packed && !one->stored);
  }
};

}  // namespace test_snapshot_keeper

FOLDWAVE_TEST(test_snapshot_keeper, run_alone<test_snapshot_keeper::TestSnapshotKeeper>)
#include "test_snapshot_keeper.moc"
