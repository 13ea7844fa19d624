// Protects the storage planner: seconds are eq. 5.5's, packing pays up to the disk's rate that follows from
// it by hand for one volume and for many, bytes are the codec's ratio, and what cannot be is refused.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/forecast/io/io_model.hpp"
#include "core/forecast/io/storage_plan.hpp"
#include "tests/test_program.hpp"

namespace test_storage_plan {

using namespace foldwave;

namespace {

const std::vector<CodecFigure> codecs{
    {"slow", 8.0, 1e8, 3e8}, {"quick", 2.0, 1e9, 2e9}, {"grows", 0.9, 1e9, 1e9}};
const std::vector<StorageDisk> disks{{"old", 5e7, 6e7}, {"new", 2e9, 3e9}};

const StorageChoice& choice(const std::vector<StorageChoice>& all, const char* codec, const char* disk) {
  for (const StorageChoice& one : all)
    if (one.codec == codec && one.disk == disk) return one;
  qFatal("no such choice");
}

bool near(double a, double b, double limit = 1e-9) {
  return std::abs(a / b - 1.0) < limit;
}

}  // namespace

class TestStoragePlan : public QObject {
  Q_OBJECT
 private slots:
  void seconds_are_those_of_the_model() {
    const StorageNeed need{4e8, 50};
    const auto all = plan_storage(need, codecs, disks);
    QCOMPARE(all.size(), codecs.size() * disks.size());
    for (const StorageDisk& disk : disks)
      for (const CodecFigure& codec : codecs) {
        const StorageChoice& one = choice(all, codec.name.c_str(), disk.name.c_str());
        const double bytes = need.volume_bytes * need.volumes;
        // Written, the codec comes first: eq. 5.5 is the same for both orders.
        const IoCase out{bytes, codec.ratio, disk.write_rate, codec.pack_rate, 50.0};
        const IoCase in{bytes, codec.ratio, disk.read_rate, codec.unpack_rate, 50.0};
        QVERIFY(near(one.writing.seconds, overlapped_seconds(out)));
        QVERIFY(near(one.reading.seconds, overlapped_seconds(in)));
        QVERIFY(near(one.writing.plain_seconds, bytes / disk.write_rate));
        QVERIFY(near(one.bytes, bytes / codec.ratio) && one.plain_bytes == bytes);
        QVERIFY(near(one.writing.gain_limit, std::min(codec.ratio, codec.pack_rate / disk.write_rate)));
      }
    QCOMPARE(choice(all, "slow", "old").writing.limit, "codec");
    QCOMPARE(choice(all, "quick", "old").writing.limit, "disk");
  }

  void it_pays_below_the_rate_by_hand() {
    // One volume: n / c + n / (C r) < n / r where r < c (1 - 1 / C).
    const auto one = plan_storage({1e9, 1}, codecs, disks);
    QVERIFY(near(choice(one, "slow", "old").writing.pays_below_rate, 1e8 * (1.0 - 1.0 / 8.0), 1e-6));
    QVERIFY(near(choice(one, "quick", "new").reading.pays_below_rate, 2e9 * 0.5, 1e-6));
    // b of them, the codec being the slower one: n / b / (C r) + n / c < n / r where r < c (1 - 1 / (b C)).
    const auto many = plan_storage({1e7, 100}, codecs, disks);
    QVERIFY(near(choice(many, "slow", "old").writing.pays_below_rate, 1e8 * (1.0 - 1.0 / 800.0), 1e-6));
    QVERIFY(near(choice(many, "quick", "new").writing.pays_below_rate, 1e9 * (1.0 - 1.0 / 200.0), 1e-6));
    QCOMPARE(choice(many, "grows", "old").writing.pays_below_rate, 0.0);
    for (const StorageChoice& c : many)
      for (const bool writes : {true, false}) {
        const StorageWay& way = writes ? c.writing : c.reading;
        const StorageDisk& disk = c.disk == "old" ? disks[0] : disks[1];
        QCOMPARE(way.pays(), (writes ? disk.write_rate : disk.read_rate) < way.pays_below_rate);
      }
  }

  void the_quickest_is_found() {
    const std::vector<StorageDisk> three{{"old", 3e7, 3e7}, {"middle", 3e8, 3e8}, {"new", 2e9, 2e9}};
    const auto all = plan_storage({1e7, 100}, codecs, three);
    QCOMPARE(quickest_to_write(all, "old")->codec, "slow");      // 10 s; quick 17 s; as they are 33 s
    QCOMPARE(quickest_to_write(all, "middle")->codec, "quick");  // 1.7 s; slow 10 s; as they are 3.3 s
    QVERIFY(quickest_to_write(all, "new") == nullptr);           // 0.5 s as they are
  }

  void what_cannot_be_is_refused() {
    QVERIFY(plan_storage({1e7, 1}, {}, disks).empty());
    const double none = std::nan("");
    QVERIFY_THROWS_EXCEPTION(InputError, plan_storage({0.0, 1}, codecs, disks));
    QVERIFY_THROWS_EXCEPTION(InputError, plan_storage({1e7, 0}, codecs, disks));
    QVERIFY_THROWS_EXCEPTION(InputError, plan_storage({none, 1}, codecs, disks));
    const std::vector<StorageDisk> still{{"still", 0.0, 1.0}};
    QVERIFY_THROWS_EXCEPTION(InputError, plan_storage({1e7, 1}, codecs, still));
    const std::vector<CodecFigure> odd{{"odd", 2.0, none, 1.0}};
    QVERIFY_THROWS_EXCEPTION(InputError, plan_storage({1e7, 1}, odd, disks));
  }
};

}  // namespace test_storage_plan

FOLDWAVE_TEST(test_storage_plan, run_guiless<test_storage_plan::TestStoragePlan>)
#include "test_storage_plan.moc"
