// Protects the vector loops of every instruction set that this machine has: the sums of leapfrog_node,
// cpml_psi and cpml_term and of the density's operator, for every radius and both precisions, and what lies
// beyond a row's nodes.
#include <QTest>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/stencil.hpp"
#include "tests/test_program.hpp"

namespace test_row_kernels {

using namespace foldwave;

namespace {

constexpr int width = 32, halo = 8;

template <class Real>
Field<Real> noise(std::array<int, 3> shape, int seed) {
  Field<Real> field(shape);
  for (Index m = 0; m < field.size(); ++m)
    field[m] = static_cast<Real>(std::sin(1.7 * static_cast<double>((m * 31 + seed * 17) % 1009)));
  return field;
}

// Arrays of one plane more than the stencil takes each way; node (0, 0, 0) on a cache line.
template <class Real>
struct Fixture {
  Fixture(int radius, bool section_only)
      : stencil(taylor_stencil(2 * radius)),
        shape{64, section_only ? 1 : 2 * halo + 3, 2 * halo + 3},
        p(noise<Real>(shape, 1)),
        q(noise<Real>(shape, 2)),
        v(noise<Real>(shape, 3)) {
    for (std::size_t i = 0; i < factors.size(); ++i)
      factors[i] = static_cast<Real>(1.0 - 0.01 * static_cast<double>(i));
    fields.row = shape[0];
    fields.plane = Index{shape[0]} * shape[1];
    origin = 16 + (section_only ? 0 : halo * fields.row) + halo * fields.plane;
    fields.present = p.data() + origin;
    fields.oldest = q.data() + origin;
    fields.v2dt2 = v.data() + origin;
    fields.gx = fields.gy = fields.gz = factors.data();
    fields.centre = static_cast<Real>(3.0 * stencil.second[0]);
    for (auto& side : fields.side)
      for (std::size_t k = 1; k <= static_cast<std::size_t>(radius); ++k)
        side[k - 1] = static_cast<Real>(stencil.second[k] * (&side - fields.side + 1));
    for (std::size_t k = 0; k <= static_cast<std::size_t>(radius); ++k) {
      cpml.first[k] = static_cast<Real>(stencil.first[k]);
      cpml.second[k] = static_cast<Real>(stencil.second[k]);
    }
  }
  Stencil stencil;
  std::array<int, 3> shape;
  Field<Real> p, q, v;
  std::array<Real, 64> factors{};
  Index origin = 0;
  LeapfrogFields<Real> fields;
  CpmlStencil<Real> cpml;
};

template <class Real>
bool close(Real a, Real b) {
  return std::abs(a - b) <= Real(40) * std::numeric_limits<Real>::epsilon();
}

template <int Radius, bool Section, class Real>
bool leapfrog_is_right(const RowKernels<Real>& kernels) {
  Fixture<Real> f(Radius, Section);
  const Field<Real> before = f.q.clone();
  const int rows = Section ? 1 : 3;
  kernels.leapfrog(f.fields, width, 0, rows, 1);
  const auto c = axis_stencils<Radius>(f.fields);
  bool good = true;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < width; ++x) {
      const Index m = f.origin + x + y * f.fields.row + f.fields.plane;
      const Real g =
          f.factors[static_cast<std::size_t>(y)] * f.factors[1] * f.factors[static_cast<std::size_t>(x)];
      const Real expected = leapfrog_node<Radius, Section>(f.p.data() + m, before[m], f.v[m], g, f.fields.row,
                                                           f.fields.plane, c);
      good = good && close(f.q[m], expected);
    }
  Index changed = 0;
  for (Index m = 0; m < f.q.size(); ++m)
    changed += f.q[m] != before[m] ? 1 : 0;
  return good && changed <= Index{rows} * width;
}

template <int Radius, class Real>
bool cpml_is_right(const RowKernels<Real>& kernels, bool along_x) {
  Fixture<Real> f(Radius, false);
  Field<Real> psi = noise<Real>(f.shape, 4), zeta = noise<Real>(f.shape, 5);
  std::array<Real, 64> b{}, c{};
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = static_cast<Real>(0.9 - 0.01 * static_cast<double>(i));
    c[i] = static_cast<Real>(-0.1 + 0.002 * static_cast<double>(i));
  }
  const Field<Real> old_psi = psi.clone(), old_zeta = zeta.clone(), old_q = f.q.clone();
  const Index m = f.origin + 3;
  CpmlRow<Real> row;
  row.width = 16;
  row.p = f.p.data() + m;
  row.stride = along_x ? 1 : f.fields.plane;
  row.psi = psi.data() + m;
  row.zeta = zeta.data() + m;
  row.psi_stride = along_x ? 1 : f.fields.row;
  row.b = b.data();
  row.c = c.data();
  row.stencil = &f.cpml;
  row.v2dt2 = f.v.data() + m;
  row.gx = f.factors.data();
  row.g = Real(0.75);
  row.to = f.q.data() + m;
  kernels.cpml_psi[along_x](row);
  bool good = true;
  for (int i = 0; i < row.width; ++i) {
    const auto at = static_cast<std::size_t>(along_x ? i : 0);
    good = good &&
           close(psi[m + i], cpml_psi<Radius>(row.p + i, row.stride, old_psi[m + i], b[at], c[at], f.cpml));
  }
  kernels.cpml_terms[along_x](row);
  for (int i = 0; i < row.width; ++i) {
    const auto at = static_cast<std::size_t>(along_x ? i : 0);
    Real z = old_zeta[m + i];
    const Real term =
        cpml_term<Radius>(row.p + i, row.stride, psi.data() + m + i, row.psi_stride, z, b[at], c[at], f.cpml);
    good =
        good && close(zeta[m + i], z) &&
        close(f.q[m + i], old_q[m + i] + row.g * f.factors[static_cast<std::size_t>(i)] * f.v[m + i] * term);
  }
  return good;
}

// Flux across rows and along one, and each end of a row of the density's operator, in sums of double
// precision.
template <int Radius, bool Section, class Real>
bool density_is_right(const RowKernels<Real>& kernels) {
  Fixture<Real> f(Radius, Section);
  Field<Real> rho = noise<Real>(f.shape, 6), flux(f.shape), y = noise<Real>(f.shape, 7),
              z = noise<Real>(f.shape, 8);
  for (Index m = 0; m < rho.size(); ++m)
    rho[m] = Real(2) + rho[m];
  std::array<Real, 8> e{};
  for (std::size_t k = 0; k < e.size(); ++k)
    e[k] = Real(1) / static_cast<Real>(1 + 2 * k);
  const auto sum = [&](const Field<Real>& field, Index m, Index stride, int ahead) {
    double all = 0.0;
    for (int k = 0; k < Radius; ++k)
      all += double{e[static_cast<std::size_t>(k)]} *
             (double{field[m + (k + ahead) * stride]} - double{field[m - (k + 1 - ahead) * stride]});
    return all;
  };
  const auto near = [](Real a, double b) {
    return std::abs(double{a} - b) <= 100.0 * double{std::numeric_limits<Real>::epsilon()};
  };
  const Index m = f.origin + f.fields.plane;
  bool good = true;
  for (const bool along : {false, true}) {
    const Index stride = along ? 1 : f.fields.plane;
    FluxRow<Real> row;
    row.width = width;
    for (int t = 0; t < 2 * Radius; ++t)
      row.taps[t] = f.p.data() + m + (t - Radius + 1) * stride;
    row.rho = rho.data() + m;
    row.rho_after = row.rho + stride;
    row.e = e.data();
    row.to = flux.data() + m;
    kernels.flux(row);
    for (int i = 0; i < width; ++i)
      good = good && near(flux[m + i], 2.0 * sum(f.p, m + i, stride, 1) /
                                           (double{rho[m + i]} + double{rho[m + i + stride]}));
  }
  for (const RowEnd end : {RowEnd::next, RowEnd::terms, RowEnd::fourth}) {
    Field<Real> to = f.q.clone();
    DensityRow<Real> row;
    row.width = width;
    row.x = f.p.data() + m;
    for (int t = 0; t < 2 * Radius; ++t) {
      row.y[t] = y.data() + m + (t - Radius) * f.fields.plane;
      row.z[t] = z.data() + m + (t - Radius) * f.fields.plane;
    }
    row.e[0] = row.e[1] = row.e[2] = e.data();
    row.v2dt2 = f.v.data() + m;
    row.rho = rho.data() + m;
    row.gx = f.factors.data();
    row.g = Real(0.75);
    row.p = y.data() + m;
    row.f = z.data() + m;
    row.to = to.data() + m;
    kernels.density[static_cast<std::size_t>(end)](row);
    for (int i = 0; i < width; ++i) {
      const double divergence = sum(f.p, m + i, 1, 0) + (Section ? 0.0 : sum(y, m + i, f.fields.plane, 0)) +
                                sum(z, m + i, f.fields.plane, 0);
      const double terms = double{f.v[m + i]} * double{rho[m + i]} * divergence;
      const double g = 0.75 * double{f.factors[static_cast<std::size_t>(i)]};
      const double added = end == RowEnd::fourth ? double{z[m + i]} + terms / 12.0 : terms;
      const double next = g * (2.0 * double{y[m + i]} - g * double{f.q[m + i]} + added);
      good = good && near(to[m + i], end == RowEnd::terms ? terms : next);
    }
    good = good && to[m + width] == f.q[m + width] && to[m - 1] == f.q[m - 1];
  }
  return good;
}

template <class Real, int... Below>
void check(InstructionSet set, std::integer_sequence<int, Below...>) {
  const auto one = [&]<int Radius>(std::integral_constant<int, Radius>) {
    const QByteArray what = QByteArray(instruction_set_name(set)) + ", radius " + QByteArray::number(Radius);
    QVERIFY2((leapfrog_is_right<Radius, false>(row_kernels<Real>(set, Radius, false))), what + ", volume");
    QVERIFY2((leapfrog_is_right<Radius, true>(row_kernels<Real>(set, Radius, true))), what + ", section");
    QVERIFY2((density_is_right<Radius, false>(row_kernels<Real>(set, Radius, false))), what + ", density");
    QVERIFY2((density_is_right<Radius, true>(row_kernels<Real>(set, Radius, true))),
             what + ", density in a section");
    for (const bool along_x : {false, true})
      QVERIFY2(cpml_is_right<Radius>(row_kernels<Real>(set, Radius, false), along_x), what + ", cpml");
  };
  (one(std::integral_constant<int, Below + 1>{}), ...);
}

}  // namespace

class TestRowKernels : public QObject {
  Q_OBJECT
 private slots:
  void all_sets_give_the_nodes_sums() {
    for (int set = 0; set <= static_cast<int>(best_instruction_set()); ++set) {
      check<float>(static_cast<InstructionSet>(set), std::make_integer_sequence<int, 8>{});
      check<double>(static_cast<InstructionSet>(set), std::make_integer_sequence<int, 8>{});
    }
  }

  void widths_are_whole() {
    QCOMPARE(whole_lanes(1), 16);
    QCOMPARE(whole_lanes(16), 16);
    QCOMPARE(whole_lanes(17), 32);
  }
};

}  // namespace test_row_kernels

FOLDWAVE_TEST(test_row_kernels, run_guiless<test_row_kernels::TestRowKernels>)
#include "test_row_kernels.moc"
