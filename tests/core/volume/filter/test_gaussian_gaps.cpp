// Protects what a Gaussian filter does about values that are no finite numbers, and at the ends of the range
// of numbers: gaps stay as they are, bit by bit, and do not spread; the rest are means over the finite nodes.
#include <QTest>
#include <bit>
#include <limits>

#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_gaussian_gaps {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

GaussianFilter filter_by(GaussianMethod method, double sigma = 1.5) {
  GaussianFilter filter;
  filter.sigma = {sigma, sigma, sigma};
  filter.method = method;
  return filter;
}

const std::array all_methods{GaussianMethod::automatic, GaussianMethod::direct, GaussianMethod::separable,
                             GaussianMethod::recursive};

}  // namespace

class TestGaussianGaps : public QObject {
  Q_OBJECT

 private slots:
  void gaps_stay_and_do_not_spread() {
    const Grid3 grid = filter_grid({19, 14, 11});
    std::vector<float> in = noise(grid);
    const std::array odd{std::bit_cast<float>(0x7fc12345U), inf, -inf, std::bit_cast<float>(0xffc00001U)};
    std::mt19937 random(3);
    for (std::size_t m = 0; m < in.size(); ++m)
      if (random() % 5 == 0) in[m] = odd[random() % 4];
    std::vector<float> zeros = in, ones = in;
    for (std::size_t m = 0; m < in.size(); ++m) {
      zeros[m] = std::isfinite(in[m]) ? in[m] : 0.0F;
      ones[m] = std::isfinite(in[m]) ? 1.0F : 0.0F;
    }
    const std::vector<double> sums = true_gaussian(zeros, grid, {1.5, 1.5, 1.5}),
                              shares = true_gaussian(ones, grid, {1.5, 1.5, 1.5});
    for (const GaussianMethod method : all_methods) {
      const std::vector<float> out = filtered(in, grid, filter_by(method));
      double worst = 0.0;
      for (std::size_t m = 0; m < in.size(); ++m)
        if (std::isfinite(in[m]))
          worst = worst_of(worst, std::abs(out[m] - sums[m] / shares[m]));
        else
          QCOMPARE(std::bit_cast<std::uint32_t>(out[m]), std::bit_cast<std::uint32_t>(in[m]));
      QVERIFY2(worst < 3e-6, qPrintable(QString::number(worst)));
    }
  }

  void one_value_among_gaps_stays() {
    const Grid3 grid = filter_grid({40, 30, 20});
    std::vector<float> in(static_cast<std::size_t>(grid.size()), NAN);
    in[1234] = 5.0F;
    for (const GaussianMethod method : all_methods) {
      const std::vector<float> out = filtered(in, grid, filter_by(method, 2.0));
      QVERIFY(std::abs(out[1234] - 5.0F) < 1e-5F);
      QVERIFY(std::isnan(out[1233]) && std::isnan(out[0]));
    }
    in[1234] = NAN;
    for (const GaussianMethod method : all_methods)
      QVERIFY(std::isnan(filtered(in, grid, filter_by(method))[1234]));
  }

  void gaps_with_the_thesiss_gain() {
    const Grid3 grid = filter_grid({20, 20, 20});
    std::vector<float> in(static_cast<std::size_t>(grid.size()), 2.0F);
    in[500] = NAN;
    GaussianFilter filter = filter_by(GaussianMethod::direct, 1.0);
    filter.gain = GaussianGain::thesis;
    const std::vector<float> out = filtered(in, grid, filter);
    QVERIFY(std::isnan(out[500]));
    QVERIFY(std::abs(out[501] - 2.0 * 0.975426) < 1e-5);
  }

  void the_ends_of_the_range_are_numbers_still() {
    const Grid3 grid = filter_grid({50, 9, 9});
    const float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
    for (const GaussianMethod method : all_methods)
      for (const double sigma : {1.0, 6.0})
        for (const float size : {most, 1e31F, 1e30F, 1e-30F, 1000.0F * least, least}) {
          std::vector<float> in(static_cast<std::size_t>(grid.size()));
          std::mt19937 random(7);
          for (float& v : in)
            v = random() % 2 == 0 ? size : -size;
          in[7] = -0.0F;
          if (method == GaussianMethod::direct && sigma > 1.0) continue;
          const std::vector<float> out = filtered(in, grid, filter_by(method, sigma));
          const std::vector<double> exact = true_gaussian(in, grid, {sigma, sigma, sigma}, 7.0);
          const double error = worst_difference(out, exact);
          QVERIFY2(error < 2e-5 * static_cast<double>(size) + 1e-37,
                   qPrintable(QString("%1 of %2").arg(error).arg(static_cast<double>(size))));
        }
  }
};

}  // namespace test_gaussian_gaps

FOLDWAVE_TEST(test_gaussian_gaps, run_alone<test_gaussian_gaps::TestGaussianGaps>)
#include "test_gaussian_gaps.moc"
