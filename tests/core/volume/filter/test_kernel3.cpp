// Protects the direct 3D kernels: the convolution's definition in double precision for lopsided kernels on
// odd, flat and thin grids; an impulse becomes the kernel; what is no number spreads as far as the kernel
// reaches and no further; kernels as text.
#include <QTest>

#include "core/base/error.hpp"
#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_kernel3 {

using namespace foldwave;
using namespace foldwave::test;

namespace {

Kernel3 random_kernel(std::array<int, 3> reach) {
  Kernel3 kernel;
  kernel.reach = reach;
  kernel.weights = noise(filter_grid(kernel.n()), 9);
  return kernel;
}

std::vector<float> convolved(const std::vector<float>& in, const Grid3& grid, const Kernel3& kernel) {
  std::vector<float> out(in.size(), NAN);
  convolve(in, grid.n, kernel, out);
  return out;
}

}  // namespace

class TestKernel3 : public QObject {
  Q_OBJECT

 private slots:
  void it_is_the_definition() {
    double worst = 0.0;
    for (const std::array<int, 3> n : {std::array{21, 7, 6}, std::array{300, 3, 2}, std::array{1, 1, 1},
                                       std::array{1, 40, 1}, std::array{5, 1, 9}, std::array{130, 2, 3}})
      for (const std::array<int, 3> reach :
           {std::array{0, 0, 0}, std::array{2, 1, 3}, std::array{6, 0, 1}, std::array{13, 2, 2}}) {
        const Grid3 grid = filter_grid(n);
        const Kernel3 kernel = random_kernel(reach);
        double scale = 0.0;
        for (const float w : kernel.weights)
          scale += std::abs(w);
        worst = worst_of(worst, worst_difference(convolved(noise(grid), grid, kernel),
                                                 true_convolution(noise(grid), grid, kernel)) /
                                    scale);
      }
    qDebug("of the weights' sum %.2g", worst);
    QVERIFY2(worst < 5e-7, qPrintable(QString::number(worst)));
  }

  void an_impulse_becomes_the_kernel() {
    const Grid3 grid = filter_grid({23, 19, 15});
    const Kernel3 kernel = random_kernel({3, 2, 4});
    const std::vector<float> image = convolved(impulse(grid, 11, 9, 7), grid, kernel);
    std::size_t m = 0;
    for (int dz = -4; dz <= 4; ++dz)
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -3; dx <= 3; ++dx)
          QCOMPARE(image[static_cast<std::size_t>(grid.index(11 + dx, 9 + dy, 7 + dz))], kernel.weights[m++]);
  }

  void what_is_no_number_spreads_as_far_as_the_kernel() {
    const Grid3 grid = filter_grid({40, 12, 13});
    const Kernel3 kernel = random_kernel({2, 1, 3});
    std::vector<float> in = noise(grid);
    in[static_cast<std::size_t>(grid.index(20, 6, 6))] = NAN;
    const std::vector<float> out = convolved(in, grid, kernel);
    for (int k = 0; k < 13; ++k)
      for (int j = 0; j < 12; ++j)
        for (int i = 0; i < 40; ++i) {
          const bool touched = std::abs(i - 20) <= 2 && std::abs(j - 6) <= 1 && std::abs(k - 6) <= 3;
          QCOMPARE(std::isnan(out[static_cast<std::size_t>(grid.index(i, j, k))]), touched);
        }
  }

  void the_same_bits_for_any_threads() {
    const Grid3 grid = filter_grid({150, 11, 9});
    const Kernel3 kernel = random_kernel({2, 2, 2});
    std::vector<std::vector<float>> results;
    for (const int threads : {1, 2, 3}) {
      const ThreadsFor these(threads);
      results.push_back(convolved(noise(grid), grid, kernel));
    }
    QVERIFY(same_bits(results[0], results[1]) && same_bits(results[0], results[2]));
  }

  void kernels_as_text() {
    const Kernel3 kernel = parse_kernel("3 1,1\n -1, 0 +1e0;", "k.txt");
    QCOMPARE(kernel.reach, (std::array{1, 0, 0}));
    QCOMPARE(kernel.weights, (std::vector{-1.0F, 0.0F, 1.0F}));
    for (const char* const wrong :
         {"", "3 1", "2 1 1 1 1", "3 1 1 1 1", "3 1 1 1 1 1 1", "3 1 1 a b c", "1 1 1 1e99", "1 1 1 nan",
          "-1 1 1 1", "1e9 1 1 1", "9999999 9999999 9999999", "1.5 1 1 1", "1 1 1+"})
      QVERIFY_EXCEPTION_THROWN(parse_kernel(wrong, "k.txt"), InputError);
    Kernel3 lies;
    lies.reach = {1, 0, 0};
    lies.weights = {1.0F};
    const Grid3 grid = filter_grid({4, 4, 4});
    QVERIFY_EXCEPTION_THROWN(convolved(noise(grid), grid, lies), InputError);
  }
};

}  // namespace test_kernel3

FOLDWAVE_TEST(test_kernel3, run_alone<test_kernel3::TestKernel3>)
#include "test_kernel3.moc"
