// Protects work that devices share: each part is bound to its device while it runs, on a thread of its own;
// what one throws is thrown, and stops the others; a stop reaches all.
#include <QTest>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/devices/work_devices.hpp"
#include "core/base/system.hpp"
#include "tests/test_program.hpp"

namespace test_work_devices {

using namespace foldwave;

namespace {

thread_local int bound = -1;

struct Bound {
  explicit Bound(int device) { bound = device; }
  ~Bound() { bound = -1; }
};

WorkDevices counted(int count) {
  return {count, [count](int piece) { return std::make_shared<const Bound>(piece % count); }};
}

struct Reports final : Progress {
  void report(const ProgressReport&) override { ++count; }
  std::atomic<int> count{0};
};

}  // namespace

class TestWorkDevices : public QObject {
  Q_OBJECT
 private slots:
  void each_part_has_its_device_and_thread() {
    const WorkDevices devices = counted(3);
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::set<std::pair<int, int>> seen;
    Reports reports;
    const int before = thread_count();
    set_thread_count(6);
    std::atomic<int> most{0};
    for_each_part(devices, 5, {&reports, {}}, [&](int part, const Job& job) {
      job.report({"part", 1, 1, 0.0, ""});
      const std::scoped_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
      seen.insert({part, bound});
      most = std::max(most.load(), thread_count());
    });
    set_thread_count(before);
    QCOMPARE(threads.size(), std::size_t{5});
    QVERIFY(!threads.contains(std::this_thread::get_id()));
    QVERIFY((seen == std::set<std::pair<int, int>>{{0, 0}, {1, 1}, {2, 2}, {3, 0}, {4, 1}}));
    QCOMPARE(reports.count.load(), 1);
    QCOMPARE(most.load(), 1);
    QCOMPARE(bound, -1);
  }

  void one_part_stays_here() {
    std::thread::id there;
    for_each_part(counted(1), 1, {}, [&](int, const Job&) {
      there = std::this_thread::get_id();
      QCOMPARE(bound, 0);
    });
    QVERIFY(there == std::this_thread::get_id());
    QCOMPARE(bound, -1);
  }

  void what_one_throws_stops_the_others() {
    std::atomic<int> stopped{0};
    QVERIFY_EXCEPTION_THROWN(for_each_part({3}, 3, {},
                                           [&](int part, const Job& job) {
                                             if (part == 1) throw DeviceError("cuda", "is gone", "");
                                             while (!job.stop.stop_requested())
                                               std::this_thread::yield();
                                             ++stopped;
                                             throw Stopped();
                                           }),
                             DeviceError);
    QCOMPARE(stopped.load(), 2);
  }

  void a_stop_reaches_all() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(for_each_part({2}, 2, {nullptr, stop.get_token()},
                                           [](int, const Job& job) { job.throw_if_stopped(); }),
                             Stopped);
  }
};

}  // namespace test_work_devices

FOLDWAVE_TEST(test_work_devices, run_alone<test_work_devices::TestWorkDevices>)
#include "test_work_devices.moc"
