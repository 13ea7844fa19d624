// Protects what is done to whole fields: values between nodes are trilinear, exact and bit by bit where nodes
// are the same; a windowed sinc is what its formula says.
#include <QTest>
#include <cmath>
#include <numbers>
#include <stop_token>

#include "core/base/kaiser_sinc.hpp"
#include "core/base/trilinear.hpp"
#include "tests/test_program.hpp"

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

  void a_stop_is_heard() {
    const Grid3 grid{{64, 64, 64}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    Field<float> field(grid.n, 1.0F);
    std::stop_source stop;
    stop.request_stop();
    const Job job{nullptr, stop.get_token()};
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
