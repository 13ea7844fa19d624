// Protects the filters' inner loops for each instruction set that this processor has: they agree to rounding,
// and votes bit by bit.
#include <QTest>

#include "core/base/field.hpp"
#include "core/volume/filter/gaussian_plan.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"
#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_filter_paths {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::vector<const FilterKernels*> all_paths() {
  std::vector<const FilterKernels*> paths;
  for (const FilterPath path : {FilterPath::plain, FilterPath::avx2, FilterPath::avx512})
    if (const FilterKernels* const found = filter_kernels(path)) paths.push_back(found);
  return paths;
}

}  // namespace

class TestFilterPaths : public QObject {
  Q_OBJECT

 private slots:
  void lines_agree() {
    for (const int count : {1, 5, 16, 37, 130})
      for (const int n : {1, 2, 15, 48, 101})
        for (const bool along_rows : {true, false}) {
          const Grid3 grid = filter_grid(along_rows ? std::array{n, count, 1} : std::array{count, n, 1});
          const std::vector<float> in = noise(grid);
          const std::vector<float> half = gaussian_half(1.2, 6);
          const RecursiveGaussian wide = recursive_gaussian(std::min(7.0, 1.9 * n), n);
          std::vector<std::vector<float>> taps, recursive;
          for (const FilterKernels* const path : all_paths()) {
            Field<float> scratch({static_cast<int>(path->scratch(n, 6)), 1, 1});
            const Index step = along_rows ? 1 : count, pitch = along_rows ? n : 1;
            std::vector<float> out(in.size(), NAN);
            path->symmetric({in.data(), step, pitch}, {out.data(), step, pitch}, n, count, half,
                            scratch.data());
            taps.push_back(out);
            out.assign(in.size(), NAN);
            path->recursive({in.data(), step, pitch}, {out.data(), step, pitch}, n, count, wide,
                            scratch.data());
            recursive.push_back(out);
            // In place it is the same.
            std::vector<float> same = in;
            path->recursive({same.data(), step, pitch}, {same.data(), step, pitch}, n, count, wide,
                            scratch.data());
            QVERIFY(same_bits(same, out));
          }
          for (std::size_t p = 1; p < taps.size(); ++p) {
            QVERIFY(worst_difference(taps[p], taps[0]) < 1e-6);
            QVERIFY(worst_difference(recursive[p], recursive[0]) < 5e-6);
          }
        }
  }

  void the_largest_is_found_wherever_it_is() {
    for (const FilterKernels* const path : all_paths())
      for (const int n : {1, 7, 31, 32, 70})
        for (int at = 0; at < n; ++at) {
          std::vector<float> values(static_cast<std::size_t>(n), 0.5F);
          values[static_cast<std::size_t>(at)] = -2.0F;
          QCOMPARE(path->largest(values.data(), n), 0x40000000U);
          values[static_cast<std::size_t>(at)] = NAN;
          QVERIFY(path->largest(values.data(), n) > 0x7f800000U);
        }
  }

  void rows_of_taps_agree() {
    const std::vector<float> in = noise(filter_grid({400, 6, 1})),
                             weights = noise(filter_grid({15, 1, 1}), 4);
    for (const int count : {1, 3, 16, 40, 257}) {
      std::vector<std::vector<float>> results;
      for (const FilterKernels* const path : all_paths()) {
        std::vector<const float*> rows;
        for (std::size_t r = 0; r < 4; ++r)
          rows.push_back(in.data() + 400 * r);
        std::vector<float> out(2 * static_cast<std::size_t>(count), NAN);
        path->dense({rows.data(), 3, 1, 5, weights.data()}, count, out.data(), out.data() + count);
        results.push_back(out);
      }
      for (const auto& result : results)
        QVERIFY(worst_difference(result, results[0]) < 3e-6);
    }
  }
};

}  // namespace test_filter_paths

FOLDWAVE_TEST(test_filter_paths, run_alone<test_filter_paths::TestFilterPaths>)
#include "test_filter_paths.moc"
