// Protects what the models of a kernel's time stand on, where there is a device: the kernel of one thread a
// point steps as the formula says, its registers are those of the table, and the micro-benchmarks give
// figures in the order that a memory has.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/forecast/gpu_model/kernel_facts.hpp"
#include "gpu/backend.hpp"
#include "gpu/forecast/device_bench.hpp"
#include "gpu/forecast/naive_step.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_forecast {

using namespace foldwave;

// One step at a time in double precision, outside zero.
std::vector<double> stepped(const LaunchShape& shape, const std::vector<float>& start, double scale,
                            int steps) {
  const int nx = shape.nodes[0], ny = shape.nodes[1], nz = shape.nodes[2];
  const std::vector<double> c = naive_coefficients(shape.order);
  std::vector<double> past(start.begin(), start.end()), present = past, future = past;
  const auto at = [&](int x, int y, int z) {
    if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) return 0.0;
    return present[static_cast<std::size_t>(x + nx * (y + ny * z))];
  };
  for (int s = 0; s < steps; ++s) {
    for (int z = 0; z < nz; ++z)
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
          double sum = 3.0 * c[0] * at(x, y, z);
          for (int k = 1; k < static_cast<int>(c.size()); ++k)
            sum += c[static_cast<std::size_t>(k)] * (at(x - k, y, z) + at(x + k, y, z) + at(x, y - k, z) +
                                                     at(x, y + k, z) + at(x, y, z - k) + at(x, y, z + k));
          const auto m = static_cast<std::size_t>(x + nx * (y + ny * z));
          future[m] = 2.0 * present[m] - past[m] + scale * sum;
        }
    past = present;
    present = future;
  }
  return present;
}

class TestCudaForecast : public QObject {
  Q_OBJECT

  static bool no_device() { return select_backend("auto")->name() != "cuda"; }

 private slots:
  void initTestCase() { register_cuda_backend(); }

  // What is not in cycles is there all the same.
  void a_clock_that_stands_still_loses_its_figures_alone() {
    if (no_device()) FOLDWAVE_NO_DEVICE("there is no CUDA device");
    const DeviceFigures f = measure_device({2, 1, false}, {});
    QVERIFY(!f.has_clock() && f.latencies.empty() && f.chase.empty() && f.requests.empty() &&
            f.mixed.empty());
    QVERIFY(f.read_bandwidth(1e9) > 1e10 && f.launch.graph_seconds > 0.0 && f.copy.to_device > 1e8);
    QVERIFY(!f.block_streams.empty());
  }

  // c_0 + 2 sum of c_k = 0 and sum of c_k k^2 = 1: a second derivative.
  void coefficients_are_a_second_derivative() {
    for (const int order : {2, 4, 8, 16}) {
      const std::vector<double> c = naive_coefficients(order);
      double sum = c[0], second = 0.0, fourth = 0.0;
      for (std::size_t k = 1; k < c.size(); ++k) {
        const auto square = static_cast<double>(k * k);
        sum += 2.0 * c[k];
        second += c[k] * square;
        fourth += c[k] * square * square;
      }
      QVERIFY(std::abs(sum) < 1e-12);
      QVERIFY(std::abs(second - 1.0) < 1e-12);
      QVERIFY(order == 2 || std::abs(fourth) < 1e-10);
    }
  }

  void the_kernel_steps_as_the_formula_says() {
    if (no_device()) FOLDWAVE_NO_DEVICE("there is no CUDA device");
    for (const int order : {2, 4, 8, 16})
      for (const std::array<int, 3>& block : {std::array{8, 8, 4}, {32, 4, 2}, {128, 1, 1}}) {
        const LaunchShape shape{order, {37, 22, 19}, block, 1};
        std::vector<float> start(37 * 22 * 19);
        for (std::size_t m = 0; m < start.size(); ++m)
          start[m] = std::sin(0.37F * static_cast<float>(m * m % 1000));
        const std::vector<float> ours = naive_steps(shape, start, 0.06F, 4);
        const std::vector<double> exact = stepped(shape, start, 0.06F, 4);
        double worst = 0.0, largest = 0.0;
        for (std::size_t m = 0; m < ours.size(); ++m) {
          worst = worst_of(worst, std::abs(ours[m] - exact[m]));
          largest = worst_of(largest, std::abs(exact[m]));
        }
        QVERIFY2(worst < 2e-6 * largest, qPrintable(QString::number(worst / largest)));
      }
  }

  void runs_are_timed_and_counted() {
    if (no_device()) FOLDWAVE_NO_DEVICE("there is no CUDA device");
    const NaiveRun small = run_naive_step({8, {64, 64, 64}, {32, 4, 2}, 1}, 3, {});
    const NaiveRun large = run_naive_step({8, {256, 256, 256}, {32, 4, 2}, 1}, 3, {});
    QVERIFY(small.seconds > 1e-7 && large.seconds > 4.0 * small.seconds);
    QVERIFY(large.active_blocks >= 1 && large.active_blocks <= 32);
    QVERIFY(large.registers > 0);
    QVERIFY_THROWS_EXCEPTION(InputError, run_naive_step({6, {64, 64, 64}, {32, 4, 2}, 1}, 3, {}));
    QVERIFY_THROWS_EXCEPTION(Error, run_naive_step({8, {64, 64, 64}, {32, 32, 2}, 1}, 3, {}));
  }

  void figures_have_the_order_of_a_memory() {
    if (no_device()) FOLDWAVE_NO_DEVICE("there is no CUDA device");
    const DeviceFigures f = measure_device({5, 4}, {});
    QVERIFY(f.clock > 3e8 && f.clock < 5e9);
    QVERIFY(f.l1_latency() > 10.0 && f.l1_latency() < f.l2_latency() && f.l2_latency() < f.memory_latency());
    QVERIFY(f.latency("div").at_one() > f.latency("add").at_one());
    QVERIFY(f.latency("div int").at_one() > f.latency("mul int").at_one());
    QVERIFY(f.latency("add").at_one() > 1.0 && f.latency("add").at_one() < 40.0);
    QVERIFY(f.rate("fma") > 0.5 && f.rate("fma") < 8.0);
    QVERIFY(f.read_bandwidth(4e6) > f.read_bandwidth(2e9));
    QVERIFY(f.l1_bandwidth > f.read_bandwidth(f.l2_bytes / 4.0));
    for (const int rows : {1, 2, 4})
      QVERIFY(f.request_cycles(rows, true) > 0.4 &&
              f.request_cycles(2 * rows, true) >= 0.9 * f.request_cycles(rows, true));
    QVERIFY(f.launch.graph_seconds > 1e-7 && f.launch.alone_seconds > f.launch.stream_seconds);
    QVERIFY(f.copy.to_device > 1e8 && f.copy.from_device > 1e8);
    for (const LatencyCurve& curve : f.latencies)
      for (const Measurement& m : curve.cycles)
        QVERIFY2(std::isfinite(m.mean) && m.uncertainty > 0.0, curve.name.c_str());
  }
};

}  // namespace test_cuda_forecast

FOLDWAVE_TEST(test_cuda_forecast, run_guiless<test_cuda_forecast::TestCudaForecast>)
#include "test_cuda_forecast.moc"
