// Protects gradient and Laplacian: polynomials up to the order are exact at every node, ends included; errors
// of a wave fall with the order; constants give 0 exactly; thin axes; what is no number stays within the
// stencil.
#include <QTest>

#include "core/base/error.hpp"
#include "core/volume/filter/derivative.hpp"
#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_derivative {

using namespace foldwave;
using namespace foldwave::test;

namespace {

template <class F>
std::vector<float> sampled(const Grid3& grid, const F& f) {
  std::vector<float> values;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        values.push_back(static_cast<float>(f(grid.local(i, j, k))));
  return values;
}

std::vector<float> derived(const std::vector<float>& in, const Grid3& grid, int axis, int order) {
  std::vector<float> out(in.size(), NAN);
  derivative(in, grid, axis, order, out);
  return out;
}

std::vector<float> laplacian_of(const std::vector<float>& in, const Grid3& grid, int order) {
  std::vector<float> out(in.size(), NAN);
  laplacian(in, grid, order, out);
  return out;
}

}  // namespace

class TestDerivative : public QObject {
  Q_OBJECT

 private slots:
  void polynomials_are_exact_to_the_ends() {
    const Grid3 grid = filter_grid({13, 12, 14}, {0.1, 0.07, 0.09});
    for (const int order : {2, 4, 6, 8}) {
      const double p = order;
      for (int axis = 0; axis < 3; ++axis) {
        const auto f = [&](Vec3 x) { return std::pow(x[axis], p) + x[(axis + 1) % 3]; };
        const auto df = [&](Vec3 x) { return p * std::pow(x[axis], p - 1.0); };
        const double error =
            worst_difference(derived(sampled(grid, f), grid, axis, order), sampled(grid, df)) /
            df(grid.extent());
        QVERIFY2(error < 2e-5, qPrintable(QString("%1: %2").arg(order).arg(error)));
      }
      const auto f = [&](Vec3 x) {
        return std::pow(x.x, p) + 2.0 * std::pow(x.y, p) + 3.0 * std::pow(x.z, p);
      };
      const auto lap = [&](Vec3 x) {
        return p * (p - 1.0) *
               (std::pow(x.x, p - 2.0) + 2.0 * std::pow(x.y, p - 2.0) + 3.0 * std::pow(x.z, p - 2.0));
      };
      const double error = worst_difference(laplacian_of(sampled(grid, f), grid, order), sampled(grid, lap));
      // Of the largest, 6 p (p - 1): rounding of values by the square of a spacing of 0.07.
      QVERIFY2(error < 3e-4 * 6.0 * p * (p - 1.0),
               qPrintable(QString("%1: %2").arg(order).arg(error / (6.0 * p * (p - 1.0)))));
    }
  }

  void errors_fall_with_the_order() {
    const auto wave = [](Vec3 x) { return std::sin(0.9 * x.x) + std::cos(0.8 * x.y) * std::sin(0.7 * x.z); };
    const auto size = [](Vec3 x) {
      return std::sqrt(std::pow(0.9 * std::cos(0.9 * x.x), 2) +
                       std::pow(0.8 * std::sin(0.8 * x.y) * std::sin(0.7 * x.z), 2) +
                       std::pow(0.7 * std::cos(0.8 * x.y) * std::cos(0.7 * x.z), 2));
    };
    for (const int order : {2, 4, 6, 8}) {
      double errors[2] = {};
      for (const int fine : {0, 1}) {
        const double h = fine != 0 ? 0.25 : 0.5;
        const Grid3 grid =
            filter_grid({fine != 0 ? 33 : 17, fine != 0 ? 25 : 13, fine != 0 ? 29 : 15}, {h, h, h});
        std::vector<float> out(static_cast<std::size_t>(grid.size()), NAN);
        gradient_size(sampled(grid, wave), grid, order, out);
        errors[fine] = worst_difference(out, sampled(grid, size));
      }
      const double rate = std::log2(errors[0] / errors[1]);
      QVERIFY2(rate > order - 1.3 || errors[1] < 3e-5,
               qPrintable(QString("%1: %2, %3").arg(order).arg(rate).arg(errors[1])));
    }
  }

  void a_constant_has_none_exactly() {
    const Grid3 grid = filter_grid({17, 3, 9});
    const std::vector<float> constant(static_cast<std::size_t>(grid.size()), 3217.3F),
        zeros(constant.size(), 0.0F);
    for (const int order : {2, 4, 6, 8}) {
      QVERIFY(same_bits(derived(constant, grid, 0, order), zeros));
      QVERIFY(worst_difference(laplacian_of(constant, grid, order), zeros) == 0.0);
    }
  }

  void thin_axes() {
    const Grid3 flat = filter_grid({9, 1, 9});
    const auto slope = [](Vec3 x) { return 3.0 * x.x + 5.0 * x.y - 2.0 * x.z; };
    QVERIFY(worst_difference(derived(sampled(flat, slope), flat, 1, 4), std::vector<float>(81, 0.0F)) == 0.0);
    const Grid3 two = filter_grid({2, 2, 2}, {4.0, 4.0, 4.0});
    for (const int order : {2, 8}) {
      QVERIFY(worst_difference(derived(sampled(two, slope), two, 2, order), std::vector<float>(8, -2.0F)) <
              1e-6);
      QVERIFY(worst_difference(laplacian_of(sampled(two, slope), two, order), std::vector<float>(8, 0.0F)) ==
              0.0);
    }
    const Grid3 one = filter_grid({1, 1, 1});
    QVERIFY(laplacian_of({7.0F}, one, 2)[0] == 0.0F);
    for (int n = 1; n < 20; ++n)
      for (const int order : {2, 4, 6, 8}) {
        const Grid3 line = filter_grid({n, 1, 1}), column = filter_grid({1, 1, n});
        const auto f = [](Vec3 x) { return 2.0 * (x.x + x.z); };
        const std::vector<float> expected(static_cast<std::size_t>(n), n > 1 ? 2.0F : 0.0F);
        QVERIFY(worst_difference(derived(sampled(line, f), line, 0, order), expected) < 2e-5);
        QVERIFY(worst_difference(derived(sampled(column, f), column, 2, order), expected) < 2e-5);
      }
  }

  void what_is_no_number_stays_within_the_stencil() {
    const Grid3 grid = filter_grid({30, 20, 20});
    std::vector<float> in = noise(grid);
    in[static_cast<std::size_t>(grid.index(15, 10, 10))] = NAN;
    const std::vector<float> out = laplacian_of(in, grid, 4);
    int gone = 0;
    for (const float v : out)
      gone += std::isnan(v) ? 1 : 0;
    QCOMPARE(gone, 13);
    QVERIFY(std::isnan(out[static_cast<std::size_t>(grid.index(15, 12, 10))]));
  }

  void other_orders_are_refused() {
    const Grid3 grid = filter_grid({5, 5, 5});
    for (const int order : {0, 1, 3, 10, -2})
      QVERIFY_EXCEPTION_THROWN(laplacian_of(noise(grid), grid, order), InputError);
    QVERIFY_EXCEPTION_THROWN(derived(noise(grid), grid, 3, 2), InputError);
  }
};

}  // namespace test_derivative

FOLDWAVE_TEST(test_derivative, run_alone<test_derivative::TestDerivative>)
#include "test_derivative.moc"
