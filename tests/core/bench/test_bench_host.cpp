// Protects the bench of the host: a chase of every size, slower where it leaves the caches, plateaus by the
// levels' sizes, and figures that are known or null.
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/bench/host.hpp"
#include "tests/test_program.hpp"

namespace test_bench_host {

using namespace foldwave;

class TestBenchHost : public QObject {
  Q_OBJECT
 private slots:
  void far_memory_takes_longer() {
    const QTemporaryDir dir;
    const HostFigures f = measure_host({5, std::size_t{1} << 26}, dir.path().toStdString(), {});
    QCOMPARE(f.chase.size(), std::size_t{15});
    QCOMPARE(f.chase.front().bytes, 4096.0);
    QCOMPARE(f.chase.back().bytes, 67108864.0);
    for (const HostChasePoint& p : f.chase)
      QVERIFY(p.seconds.mean > 1e-10 && p.seconds.mean < 1e-5 && p.seconds.uncertainty > 0.0);
    QVERIFY2(
        f.chase.back().seconds.mean > 2.0 * f.chase.front().seconds.mean,
        qPrintable(
            QString("%1 s and %2 s").arg(f.chase.back().seconds.mean).arg(f.chase.front().seconds.mean)));
    const auto j = to_json(f);
    QCOMPARE(j["chase"].size(), std::size_t{15});
    QVERIFY(j["levels"]["triad_bandwidth"].get<double>() > 1e8);
    QVERIFY(j["disk_way"] == "direct" || j["disk_way"] == "flushed");
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped,
                             measure_host({}, dir.path().toStdString(), {nullptr, stop.get_token()}));
  }

  void plateaus_are_those_of_the_levels() {
    HostFigures f;
    f.l1_bytes = 32e3;
    f.l2_bytes = 1e6;
    f.l3_bytes = 32e6;
    for (const auto& [bytes, seconds] : {std::pair{8e3, 1e-9},
                                         {16e3, 1e-9},
                                         {32e3, 2e-9},
                                         {128e3, 4e-9},
                                         {512e3, 4e-9},
                                         {1e6, 6e-9},
                                         {4e6, 1e-8},
                                         {16e6, 1e-8},
                                         {64e6, 5e-8},
                                         {256e6, 9e-8}})
      f.chase.push_back({bytes, {seconds, 0.0}});
    QCOMPARE(f.l1_latency(), 1e-9);
    QCOMPARE(f.l2_latency(), 4e-9);
    QCOMPARE(f.l3_latency(), 1e-8);
    QCOMPARE(f.memory_latency(), 9e-8);
    f.l3_bytes = 0.0;
    QCOMPARE(f.l3_latency(), 0.0);
    QVERIFY(to_json(f)["levels"]["l3_latency"].is_null());
  }
};

}  // namespace test_bench_host

FOLDWAVE_TEST(test_bench_host, run_alone<test_bench_host::TestBenchHost>)
#include "test_bench_host.moc"
