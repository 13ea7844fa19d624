// Protects kernels over several devices: the bits of one, for any number of them, thin volumes, kernels
// deeper than a device's layers, and values that are no number beside a cut; what one alone does is done by
// the first.
#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/volume/filter/split_filters.hpp"
#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_split_filters {

using namespace foldwave;
using namespace foldwave::test;

namespace {

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

class TestSplitFilters : public QObject {
  Q_OBJECT
 private slots:
  void a_kernel_gives_the_bits_of_one() {
    for (const std::array<int, 3> n : {std::array{17, 9, 41}, std::array{17, 9, 7}, std::array{30, 1, 12},
                                       std::array{6, 5, 1}, std::array{4, 4, 4}})
      for (const std::array<int, 3> reach : {std::array{2, 1, 3}, std::array{1, 0, 0}, std::array{0, 2, 6}}) {
        const Grid3 grid = filter_grid(n);
        Kernel3 kernel;
        kernel.reach = reach;
        kernel.weights = noise(filter_grid(kernel.n()), 9);
        std::vector<float> in = noise(grid);
        in[in.size() / 2] = NAN;
        std::vector<float> whole(in.size());
        convolve(in, n, kernel, whole);
        for (const int devices : {1, 2, 3, 5}) {
          std::vector<float> out(in.size(), 7.0F);
          const auto filters = make_split_filters({devices}, make_cpu_filters);
          filters->convolve(in, n, kernel, out, {});
          QVERIFY2(same_bits(out, whole), qPrintable(QString("%1 x %2 layers").arg(devices).arg(n[2])));
          QVERIFY(filters->seconds() > 0.0);
        }
      }
  }

  void a_direct_gaussian_gives_the_bits_of_one() {
    const Grid3 grid = filter_grid({19, 12, 33});
    GaussianFilter filter;
    filter.sigma = {1.5, 1.0, 2.0};
    filter.azimuth = 30.0;
    filter.dip = 20.0;
    filter.method = GaussianMethod::direct;
    filter.reach = 3.0;
    std::vector<float> in = noise(grid);
    for (const float odd : {0.5F, NAN, 3e35F}) {
      in[2000] = odd;
      std::vector<float> out(in.size()), whole(in.size());
      make_cpu_filters()->gaussian(in, grid, filter, whole, {});
      const auto filters = make_split_filters({2}, make_cpu_filters);
      filters->gaussian(in, grid, filter, out, {});
      QVERIFY2(same_bits(out, whole), qPrintable(QString::number(odd)));
    }
  }

  void the_rest_is_the_firsts() {
    const Grid3 grid = filter_grid({20, 11, 24});
    const std::vector<float> in = noise(grid);
    std::vector<float> out(in.size()), whole(in.size());
    int entered = -1;
    const auto filters = make_split_filters({2,
                                             [&](int piece) {
                                               entered = piece;
                                               return std::shared_ptr<const void>();
                                             }},
                                            make_cpu_filters);
    GaussianFilter filter;
    filter.sigma = {2.0, 1.0, 3.0};
    filters->gaussian(in, grid, filter, out, {});
    gaussian(in, grid, filter, whole);
    QVERIFY(same_bits(out, whole));
    QCOMPARE(entered, 0);
    filters->laplacian(in, grid, 4, out, {});
    laplacian(in, grid, 4, whole);
    QVERIFY(same_bits(out, whole));
    filters->derivative(in, grid, 2, 8, out, {});
    derivative(in, grid, 2, 8, whole);
    QVERIFY(same_bits(out, whole));
    filters->gradient_size(in, grid, 2, out, {});
    gradient_size(in, grid, 2, whole);
    QVERIFY(same_bits(out, whole));
  }

  void a_kernel_that_is_none_is_refused() {
    const std::vector<float> in(27);
    std::vector<float> out(27);
    Kernel3 kernel;
    kernel.reach = {1, 1, 1};
    QVERIFY_EXCEPTION_THROWN(
        make_split_filters({2}, make_cpu_filters)->convolve(in, {3, 3, 3}, kernel, out, {}), InputError);
  }
};

}  // namespace test_split_filters

FOLDWAVE_TEST(test_split_filters, run_alone<test_split_filters::TestSplitFilters>)
#include "test_split_filters.moc"
