// Protects how a disk is measured: past the system's memory where the file system takes that, else flushed,
// and said which; nothing is left in the folder, whatever happens.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/engine/forecast/machine/disk_speed.hpp"
#include "tests/test_program.hpp"

namespace test_disk_speed {

using namespace foldwave;

class TestDiskSpeed : public QObject {
  Q_OBJECT
 private slots:
  void both_ways_are_told() {
    const QTemporaryDir dir;
    const std::filesystem::path folder = dir.path().toStdString();
    const DiskSpeed any = measure_disk(folder, 5'000'000, {});
    QVERIFY(any.write > 0.0 && any.read > 0.0);
    const DiskSpeed flushed = measure_disk(folder, 5'000'000, {}, false);
    QVERIFY(flushed.write > 0.0 && flushed.read > 0.0 && flushed.way == DiskWay::flushed);
    QCOMPARE(disk_way_name(DiskWay::direct), "direct");
    QCOMPARE(disk_way_name(flushed.way), "flushed");
    QVERIFY(std::filesystem::is_empty(folder));
  }

  void what_cannot_be_written_is_told() {
    const QTemporaryDir dir;
    const std::filesystem::path folder = dir.path().toStdString();
    QVERIFY_THROWS_EXCEPTION(InputError, measure_disk("/proc/no-folder", 1, {}));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, measure_disk(folder, 5'000'000, {nullptr, stop.get_token()}));
    QVERIFY(std::filesystem::is_empty(folder));
  }
};

}  // namespace test_disk_speed

FOLDWAVE_TEST(test_disk_speed, run_alone<test_disk_speed::TestDiskSpeed>)
#include "test_disk_speed.moc"
