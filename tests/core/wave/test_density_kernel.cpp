// Protects the variable-density operator a node at a time, which the device runs: at every node it is what
// the CPU computes by whole rows, behind free faces and pads, for every radius.
#include <QTest>
#include <random>

#include "core/base/worst.hpp"
#include "core/wave/cpu/cpu_density.hpp"
#include "core/wave/density_kernel.hpp"
#include "tests/core/wave/density_help.hpp"
#include "tests/test_program.hpp"

namespace test_density_kernel {

using namespace foldwave;

namespace {

constexpr Boundary F = Boundary::free, S = Boundary::sponge;

template <int Radius>
double largest_difference(std::array<int, 3> n, const std::array<Boundary, 6>& boundaries) {
  const PaddedGrid padded({n, {10.0, 12.0, 9.0}, {}, {}, {}, 0}, taylor_stencil(2 * Radius), boundaries, 3);
  std::mt19937 random(Radius);
  std::uniform_real_distribution<double> uniform(0.5, 1.0);
  Field<float> density(n);
  for (float& rho : density.values())
    rho = static_cast<float>(1000.0 * uniform(random));
  Field<double> p(padded.shape), v2dt2(padded.shape), rows(padded.shape);
  for (int k = 0; k < padded.n[2]; ++k)
    for (int j = 0; j < padded.n[1]; ++j)
      for (int i = 0; i < padded.n[0]; ++i) {
        v2dt2[padded.index(i, j, k)] = uniform(random);
        if (padded.updated(i, j, k)) p[padded.index(i, j, k)] = uniform(random) - 0.7;
      }
  CpuDensity<double> by_rows = make_density(padded, density);
  apply_density(padded, by_rows, p, v2dt2, rows);

  const Field<double> rho = padded_density<double>(padded, density);
  std::array<std::vector<int>, 3> from;
  std::array<std::vector<double>, 3> sign, weights;
  for (std::size_t a = 0; a < 3; ++a) {
    if (a == 1 && padded.section) continue;
    for (const MirrorPlane& plane : density_line(padded, static_cast<int>(a))) {
      from[a].push_back(plane.from);
      sign[a].push_back(plane.sign);
    }
    for (const double e : staggered_coefficients(Radius))
      weights[a].push_back(e / padded.grid.h[a]);
  }
  const std::array<Index, 3> strides{1, padded.row(), padded.plane()};
  double most = 0.0;
  for (int k = padded.first[2]; k < padded.last[2]; ++k)
    for (int j = padded.first[1]; j < padded.last[1]; ++j)
      for (int i = padded.first[0]; i < padded.last[0]; ++i) {
        const std::array<int, 3> at{i, j, k};
        const Index node = padded.index(i, j, k);
        double sum = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
          if (from[a].empty()) continue;
          const Index line = node - at[a] * strides[a];
          const LineRules<double> rules{from[a].data() + 2 * Radius, sign[a].data() + 2 * Radius};
          sum += density_term<Radius>(p.data() + line, rho.data() + line, strides[a], at[a], rules,
                                      weights[a].data());
        }
        most = worst_of(most, std::abs(v2dt2[node] * sum - rows[node]));
      }
  return most;
}

}  // namespace

class TestDensityKernel : public QObject {
  Q_OBJECT
 private slots:
  void a_node_is_what_its_row_gives() {
    const std::array<Boundary, 6> mixed{F, S, S, F, F, S}, free{F, F, F, F, F, F};
    for (const auto& faces : {mixed, free}) {
      QVERIFY(largest_difference<1>({9, 8, 7}, faces) < 1e-14);
      QVERIFY(largest_difference<2>({9, 1, 11}, faces) < 1e-14);
      QVERIFY(largest_difference<4>({14, 9, 12}, faces) < 1e-14);
      QVERIFY(largest_difference<8>({11, 10, 18}, faces) < 1e-14);
    }
  }
};

}  // namespace test_density_kernel

FOLDWAVE_TEST(test_density_kernel, run_alone<test_density_kernel::TestDensityKernel>)
#include "test_density_kernel.moc"
