// Protects the fields that a wave starts from. Exploding reflectors: interfaces close together and velocities
// that change with depth, against slowness integrated node by node on its own, and against the formula for
// a linear velocity; no node depends on the threads, a section is shared among them, and a stop is heard.
#include <omp.h>

#include <QTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <thread>

#include "core/base/worst.hpp"
#include "core/wave/source/start_fields.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/test_program.hpp"

namespace test_start_fields {

using namespace foldwave;

namespace {

Grid3 column_grid(int n, double h) {
  return {{1, 1, n}, {10.0, 10.0, h}, {}, {}, {}, 0};
}

Field<float> down(const Grid3& grid, const std::function<double(int)>& value) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(value(k));
  return field;
}

Field<float> halved(const Field<float>& v) {
  Field<float> half = v.clone();
  for (float& value : half.values())
    value *= 0.5F;
  return half;
}

// Two-way time between two depths by the midpoint rule on a fine mesh, in a medium where each node's velocity
// holds halfway to its neighbours. `per_cell` is even, so that no piece lies on both sides of an interface.
double two_way(const Field<float>& v, double h, double from, double to) {
  constexpr int per_cell = 200;
  const int first = static_cast<int>(std::lround(from / h * per_cell));
  const int last = static_cast<int>(std::lround(to / h * per_cell));
  double time = 0.0;
  for (int m = first; m < last; ++m)
    time += 2.0 * h / per_cell / double{v[static_cast<Index>(std::lround((m + 0.5) / per_cell))]};
  return time;
}

// The definition, summed over all pairs of node and interface.
double expected(const Field<float>& v, const Field<float>* rho, double h, double frequency, int z) {
  double sum = 0.0;
  for (Index k = 0; k + 1 < v.size(); ++k) {
    const double above = double{v[k]} * (rho == nullptr ? 1.0 : double{(*rho)[k]});
    const double below = double{v[k + 1]} * (rho == nullptr ? 1.0 : double{(*rho)[k + 1]});
    if (above == below) continue;
    const double at = (static_cast<double>(k) + 0.5) * h;
    const double time = z * h < at ? -two_way(v, h, z * h, at) : two_way(v, h, at, z * h);
    sum += (below - above) / (below + above) * ricker(frequency, time);
  }
  return sum;
}

}  // namespace

class TestStartFields : public QObject {
  Q_OBJECT
 private slots:
  void interfaces_within_a_wavelet_data() {
    QTest::addColumn<QList<double>>("velocities");
    QTest::addColumn<bool>("dense");
    QTest::newRow("two") << QList<double>{1500.0, 3000.0, 2000.0} << false;
    QTest::newRow("five") << QList<double>{1500.0, 4000.0, 1000.0, 6000.0, 2000.0, 2500.0} << false;
    QTest::newRow("densities") << QList<double>{1500.0, 3000.0, 3000.0, 2000.0} << true;
  }
  // Beds of 40 m at 10 Hz, where a wavelet is 150 m long at the slowest.
  void interfaces_within_a_wavelet() {
    QFETCH(QList<double>, velocities);
    QFETCH(bool, dense);
    constexpr double h = 5.0, frequency = 10.0;
    const Grid3 grid = column_grid(120, h);
    const auto layer = [&](int k) {
      return std::clamp((k - 40) / 8 + (k >= 40), 0, int(velocities.size()) - 1);
    };
    const Field<float> v = down(grid, [&](int k) { return velocities[layer(k)]; });
    const Field<float> rho = down(grid, [&](int k) { return 1000.0 + 400.0 * layer(k); });
    const Field<float> p =
        exploding_reflector_start(grid, halved(v), dense ? &rho : nullptr, frequency).start;
    for (int k = 0; k < grid.n[2]; ++k) {
      const double exact = expected(v, dense ? &rho : nullptr, h, frequency, k);
      QVERIFY2(std::abs(double{p[k]} - exact) < 3e-7,
               qPrintable(QString("%1: %2, %3").arg(k).arg(double{p[k]}).arg(exact)));
    }
  }

  // v = v0 + g z: tau = 2 / g ln(v / v0), reflectivity g / 4 per second of tau, and the integral of the
  // wavelet is t exp(-(pi f t)^2). A jump of the velocity adds its own wavelet.
  void a_gradient_with_a_jump_in_it() {
    constexpr double h = 2.0, v0 = 1500.0, g = 2.0, frequency = 12.0, jump = 1.3;
    constexpr int n = 900, jump_node = 400;
    const Grid3 grid = column_grid(n, h);
    const auto speed = [&](double z) { return v0 + g * z; };
    const Field<float> v = down(grid, [&](int k) { return speed(k * h) * (k < jump_node ? 1.0 : jump); });
    const Field<float> p = exploding_reflector_start(grid, halved(v), nullptr, frequency).start;
    const double deep = (jump_node - 0.5) * h;
    const auto tau = [&](double z) {
      const double above = 2.0 / g * std::log(speed(std::min(z, deep)) / v0);
      return above + (z > deep ? 2.0 / (g * jump) * std::log(speed(z) / speed(deep)) : 0.0);
    };
    const auto wavelet_integral = [](double t) {
      const double x = std::numbers::pi * frequency * t;
      return t * std::exp(-x * x);
    };
    double most = 0.0;
    for (int k = 0; k < n; ++k) {
      const double t = tau(k * h), end = tau((n - 1) * h), at = tau(deep);
      const double exact = 0.25 * g * (wavelet_integral(t) - wavelet_integral(t - at)) +
                           0.25 * g * jump * (wavelet_integral(t - at) - wavelet_integral(t - end)) +
                           (jump - 1.0) / (jump + 1.0) * ricker(frequency, t - at);
      most = worst_of(most, std::abs(exact));
      QVERIFY2(std::abs(double{p[k]} - exact) < 5e-4 * (jump - 1.0) / (jump + 1.0),
               qPrintable(QString("%1: %2, %3").arg(k).arg(double{p[k]}).arg(exact)));
    }
    QVERIFY(most > 0.1);
  }

  void threads_change_nothing() {
    const Grid3 grid{{37, 3, 60}, {10.0, 10.0, 5.0}, {}, {}, {}, 0};
    Field<float> v(grid.n);
    for (Index m = 0; m < v.size(); ++m)
      v[m] = 1500.0F + 40.0F * static_cast<float>(m * 7919 % 53);
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    const Field<float> one = exploding_reflector_start(grid, v, nullptr, 10.0).start;
    omp_set_num_threads(4);
    const Field<float> four = exploding_reflector_start(grid, v, nullptr, 10.0).start;
    omp_set_num_threads(before);
    QVERIFY(std::equal(one.values().begin(), one.values().end(), four.values().begin()));
  }

  // The profile is called by several threads in a section: who is first waits for a second.
  void a_section_is_shared_among_threads() {
    const Grid3 grid{{64, 1, 8}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    std::atomic<unsigned> seen{0};
    const auto s = [&](double) {
      seen |= 1U << omp_get_thread_num();
      for (int wait = 0; wait < 2000 && (seen & (seen - 1)) == 0; ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return 0.0;
    };
    const int before = omp_get_max_threads();
    omp_set_num_threads(2);
    const StartFields fields = plane_wave_start(grid, s, 2000.0, {0.0, 0.0, 1.0}, {}, 1e-3);
    omp_set_num_threads(before);
    QCOMPARE(seen.load(), 3U);
  }

  // p = s(t - n . (x - x_0) / v) at every node, the first and the last along each axis too.
  void a_plane_wave_is_where_it_says_at_every_node() {
    const Grid3 grid{{19, 7, 11}, {10.0, 12.0, 8.0}, {}, {}, {}, 0};
    const Vec3 n{0.48, -0.6, 0.64}, at{40.0, 30.0, 20.0};
    const TimeFunction s = [](double t) { return 2.0 + std::sin(40.0 * t); };
    const StartFields fields = plane_wave_start(grid, s, 2000.0, n, at, 1e-3);
    double worst = 0.0;
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          const double t = -dot(n, grid.local(i, j, k) - at) / 2000.0;
          worst = worst_of(worst, std::abs(static_cast<double>(fields.start(i, j, k)) - s(t)));
          worst = worst_of(worst, std::abs(static_cast<double>(fields.past(i, j, k)) - s(t - 1e-3)));
        }
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
  }

  void a_stop_is_heard_and_progress_told() {
    struct Count : Progress {
      std::int64_t last = 0, total = 0;
      std::stop_source stop;
      bool stops = false;
      void report(const ProgressReport& r) override {
        last = r.done;
        total = r.total;
        if (stops) stop.request_stop();
      }
    };
    const Grid3 grid{{640, 1, 50}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const Field<float> v = down(grid, [](int k) { return 1500.0 + 10.0 * k; });
    Count told;
    exploding_reflector_start(grid, v, nullptr, 10.0, {&told, {}});
    QVERIFY(told.last > 0 && told.last <= told.total);
    Count stopping;
    stopping.stops = true;
    const Job job{&stopping, stopping.stop.get_token()};
    QVERIFY_EXCEPTION_THROWN(exploding_reflector_start(grid, v, nullptr, 10.0, job), Stopped);
    QVERIFY(stopping.last < stopping.total);
  }
};

}  // namespace test_start_fields

FOLDWAVE_TEST(test_start_fields, run_guiless<test_start_fields::TestStartFields>)
#include "test_start_fields.moc"
