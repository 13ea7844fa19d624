// Protects what is done to whole fields: values between nodes are trilinear, exact and bit by bit where nodes
// are the same; a Gaussian does to a sine and to a step what it does by formula, and keeps every sum; a
// windowed sinc is what its formula says.
#include <QTest>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stop_token>
#include <thread>

#include "core/base/gaussian_filter.hpp"
#include "core/base/kaiser_sinc.hpp"
#include "core/base/trilinear.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_field_numbers {

using namespace foldwave;

namespace {

Field<float> made(const Grid3& grid, const auto& f) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(f(grid.origin + grid.local(i, j, k)));
  return field;
}

// Where a Gaussian mirrors the line: half a node beyond its ends.
double mirrored_sine(double x, double h, int n, int waves) {
  return std::cos(std::numbers::pi * waves * (x / h + 0.5) / n);
}

}  // namespace

class TestFieldNumbers : public QObject {
  Q_OBJECT
 private slots:
  void a_linear_field_comes_back_between_its_nodes() {
    const Grid3 from{{9, 7, 8}, {10.0, 12.5, 5.0}, {550551.8, 7821921.9, -30.0}, {}, {}, 0};
    const auto f = [](Vec3 p) { return 2.0 * (p.x - 550551.8) - 3.0 * (p.y - 7821921.9) + 0.5 * p.z; };
    const Grid3 to{{31, 12, 27}, {2.5, 6.0, 1.25}, {550552.8, 7821925.0, -29.0}, {}, {}, 0};
    const Field<float> found = resampled(made(from, f), from, to);
    const Field<float> wanted = made(to, f);
    for (Index m = 0; m < found.size(); ++m)
      QVERIFY(std::abs(found[m] - wanted[m]) < 1e-4F);
  }

  void the_same_nodes_give_the_same_bits() {
    const Grid3 grid{{23, 19, 17}, {7.3, 0.1, 1.0 / 3.0}, {1e6 / 7.0, 0.7, -17.0 / 3.0}, {}, {}, 0};
    const Field<float> field = made(grid, [](Vec3 p) { return std::sin(1e3 * p.x * p.y + p.z); });
    Grid3 shifted = grid;  // as a trip through a file may leave it
    shifted.origin.z = -(-(grid.origin.z + 16 * grid.h[2])) - 16 * grid.h[2];
    shifted.origin.x += 5e-7 * grid.h[0];
    const Field<float> found = resampled(field, shifted, grid);
    QVERIFY(std::equal(field.values().begin(), field.values().end(), found.values().begin()));
  }

  void beyond_the_ends_the_nearest_value_stands() {
    const Grid3 from{{3, 1, 2}, {10.0, 1.0, 10.0}, {}, {}, {}, 0};
    const Field<float> field = made(from, [](Vec3 p) { return p.x + p.z; });
    const Grid3 to{{8, 2, 5}, {10.0, 500.0, 10.0}, {-20.0, -100.0, -10.0}, {}, {}, 0};
    const Field<float> found = resampled(field, from, to);
    QCOMPARE(found(0, 0, 0), 0.0F);
    QCOMPARE(found(3, 1, 1), 10.0F);
    QCOMPARE(found(7, 1, 4), 30.0F);
  }

  // Of wave number k its share is exp(-(k sigma)^2 / 2).
  void a_gaussian_damps_a_sine_as_its_transform_says() {
    const Grid3 grid{{60, 41, 50}, {10.0, 20.0, 5.0}, {}, {}, {}, 0};
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const auto f = [&](Vec3 p) { return mirrored_sine(p[axis], grid.h[a], grid.n[a], 4); };
      Field<float> field = made(grid, f);
      const double sigma = 3.0 * grid.h[a], k = std::numbers::pi * 4 / (grid.n[a] * grid.h[a]);
      gaussian_filter(field, grid, sigma);
      const double share = std::exp(-0.5 * k * k * sigma * sigma);
      const Field<float> wanted = made(grid, [&](Vec3 p) { return share * f(p); });
      for (Index m = 0; m < field.size(); ++m)
        QVERIFY2(std::abs(field[m] - wanted[m]) < 2e-5F, qPrintable(QString("axis %1").arg(axis)));
    }
  }

  void a_step_becomes_the_error_function() {
    const Grid3 grid{{1, 1, 400}, {10.0, 10.0, 5.0}, {}, {}, {}, 0};
    Field<float> field = made(grid, [](Vec3 p) { return p.z < 1000.0 ? 1.0 : 2.0; });
    gaussian_filter(field, grid, 60.0);
    for (int k = 0; k < 400; ++k) {
      // The step lies midway between nodes 199 and 200.
      const double wanted = 1.5 + 0.5 * std::erf((5.0 * k - 997.5) / (60.0 * std::numbers::sqrt2));
      QVERIFY(std::abs(static_cast<double>(field[k]) - wanted) < 2e-4);
    }
  }

  void sums_stay_what_they_were_and_a_constant_stays() {
    const Grid3 grid{{37, 5, 45}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    for (const double sigma : {4.0, 35.0, 2000.0}) {
      Field<float> field = made(grid, [](Vec3 p) { return 1.0 + std::fmod(p.x * p.z + 7 * p.y, 3.0); });
      const auto sum = [&field] {
        return std::accumulate(field.values().begin(), field.values().end(), 0.0);
      };
      const double before = sum();
      gaussian_filter(field, grid, sigma);
      QVERIFY(std::abs(sum() / before - 1.0) < 2e-6);
      Field<float> constant(grid.n, 0.25F);
      gaussian_filter(constant, grid, sigma);
      for (const float v : constant.values())
        QVERIFY(std::abs(v - 0.25F) < 1e-6F);
    }
    Field<float> field = made(grid, [](Vec3 p) { return p.x; });
    gaussian_filter(field, grid, 0.5);  // far below a spacing: nothing is done
    QCOMPARE(field(7, 2, 3), 70.0F);
  }

  // One line and weights as long: minutes of work in one piece.
  void a_stop_is_heard_inside_a_line() {
    const Grid3 grid{{300000, 1, 1}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    Field<float> field(grid.n, 1.0F);
    std::stop_source stop;
    const Job job{nullptr, stop.get_token()};
    const std::jthread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop.request_stop();
    });
    const WorkClock clock;
    QVERIFY_EXCEPTION_THROWN(gaussian_filter(field, grid, 150000.0, job), Stopped);
    QVERIFY(clock.milliseconds() < 5000.0 * machine_pace());
  }

  void a_stop_is_heard() {
    const Grid3 grid{{64, 64, 64}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    Field<float> field(grid.n, 1.0F);
    std::stop_source stop;
    stop.request_stop();
    const Job job{nullptr, stop.get_token()};
    QVERIFY_EXCEPTION_THROWN(gaussian_filter(field, grid, 5.0, job), Stopped);
    QVERIFY_EXCEPTION_THROWN(resampled(field, grid, grid, job), Stopped);
  }

  void a_windowed_sinc_is_what_its_formula_says() {
    for (const auto& [half_width, b] : {std::pair{4.0, 6.31}, std::pair{16.0, 8.0}, std::pair{32.0, 12.0}}) {
      const KaiserSinc sinc(half_width, b);
      QCOMPARE(sinc(0.0), 1.0);
      for (double x = -half_width - 1.0; x < half_width + 1.0; x += 0.137) {
        const double part = x / half_width, angle = std::numbers::pi * x;
        const double exact = std::abs(part) < 1.0
                                 ? std::sin(angle) / angle *
                                       std::cyl_bessel_i(0.0, b * std::sqrt(1.0 - part * part)) /
                                       std::cyl_bessel_i(0.0, b)
                                 : 0.0;
        QVERIFY(std::abs(sinc(x) - exact) < 1e-14);
      }
    }
  }
};

}  // namespace test_field_numbers

FOLDWAVE_TEST(test_field_numbers, run_guiless<test_field_numbers::TestFieldNumbers>)
#include "test_field_numbers.moc"
