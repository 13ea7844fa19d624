// Protects what is read out of a device's figures: uncertainties by the GUM, the levels of the chase, values
// between measured ones, and that figures go to JSON and back.
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/forecast/gpu_model/device_figures.hpp"
#include "tests/test_program.hpp"

namespace test_device_figures {

using namespace foldwave;

DeviceFigures some_figures() {
  DeviceFigures f;
  f.device = "a device";
  f.multiprocessors = 4;
  f.clock = 1e9;
  f.l1_bytes = 1 << 17;
  f.l2_bytes = 1 << 24;
  f.latencies = {{"add", {1, 32}, {{4.0, 0.1}, {4.5, 0.2}}}};
  f.rates = {{"add", 4.0}};
  for (int k = 12; k <= 28; ++k) {
    const double bytes = std::ldexp(1.0, k);
    f.chase.push_back({bytes, bytes <= f.l1_bytes ? 30.0 : bytes <= f.l2_bytes ? 250.0 : 700.0});
  }
  f.requests = {{1, true, 1.0}, {1, false, 2.0}};
  f.loaded = {{1, 700.0}, {2, 700.0}, {4, 700.0}, {32, 1000.0}, {48, 1500.0}, {64, 2000.0}};
  f.reads = {{1e6, 4e12}, {4e6, 2e12}};
  f.streams = {{1e6, 3e12}};
  f.mixed = {{0, 5.0}, {8, 12.0}};
  f.block_streams = {{256, 1e6, 3e12}};
  f.launch.graph_seconds = 1e-6;
  f.copy.from_device = 5e10;
  return f;
}

class TestDeviceFigures : public QObject {
  Q_OBJECT
 private slots:
  void uncertainties_are_those_of_the_gum() {
    const double repeats[]{10.0, 12.0, 14.0, 12.0};
    const Measurement m = measurement_of(repeats, 1.0, 2, 4.0);
    QCOMPARE(m.mean, 3.0);
    // s^2 = 8/3; type A^2 = 2/3, type B^2 = 2/12.
    QVERIFY(std::abs(m.uncertainty - 2.0 * std::sqrt(2.0 / 3.0 + 1.0 / 6.0) / 4.0) < 1e-12);
    QVERIFY(std::abs(measurement_of(std::span(repeats).first(1), 1.0, 1).uncertainty - 1.0 / std::sqrt(3.0)) <
            1e-12);
    QVERIFY_THROWS_EXCEPTION(InputError, measurement_of({}, 1.0, 1));
  }

  void levels_are_those_of_the_chase() {
    const DeviceFigures f = some_figures();
    QCOMPARE(f.l1_latency(), 30.0);
    QCOMPARE(f.l2_latency(), 250.0);
    QCOMPARE(f.memory_latency(), 700.0);
    DeviceFigures none = f;
    none.chase.clear();
    QVERIFY_THROWS_EXCEPTION(InputError, none.l2_latency());
  }

  void between_sizes_the_times_add() {
    const DeviceFigures f = some_figures();
    QCOMPARE(f.read_bandwidth(1e3), 4e12);
    QCOMPARE(f.read_bandwidth(1e9), 2e12);
    QVERIFY(std::abs(f.read_bandwidth(2e6) * (0.5 / 4e12 + 0.5 / 2e12) - 1.0) < 1e-12);
    QCOMPARE(f.request_cycles(1, false), 2.0);
    QVERIFY_THROWS_EXCEPTION(InputError, f.request_cycles(3, false));
    QVERIFY_THROWS_EXCEPTION(InputError, f.latency("sandwich"));
    QVERIFY_THROWS_EXCEPTION(InputError, f.rate("sandwich"));
  }

  void the_departure_delay_is_a_slope() {
    const DeviceFigures f = some_figures();
    QCOMPARE(departure_delay(f.loaded), 31.25);
    QVERIFY_THROWS_EXCEPTION(InputError, departure_delay(std::span(f.loaded).first(2)));
  }

  void figures_come_back() {
    const nlohmann::ordered_json j = to_json(some_figures());
    QVERIFY(to_json(device_figures_from_json(j, "file")) == j);
    QCOMPARE(device_figures_from_json(j, "file").latency("add").at_most(), 4.5);
    for (const char* key : {"clock_hz", "chase", "device", "mixed"}) {
      nlohmann::ordered_json damaged = j;
      damaged.erase(key);
      QVERIFY_THROWS_EXCEPTION(InputError, device_figures_from_json(damaged, "file"));
    }
    nlohmann::ordered_json uneven = j;
    uneven["latencies"][0]["warps"] = {1};
    QVERIFY_THROWS_EXCEPTION(InputError, device_figures_from_json(uneven, "file"));
    nlohmann::ordered_json words = j;
    words["clock_hz"] = "fast";
    QVERIFY_THROWS_EXCEPTION(InputError, device_figures_from_json(words, "file"));
  }
};

}  // namespace test_device_figures

FOLDWAVE_TEST(test_device_figures, run_guiless<test_device_figures::TestDeviceFigures>)
#include "test_device_figures.moc"
