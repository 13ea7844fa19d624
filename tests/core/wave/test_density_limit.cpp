// Protects the stable time step under variable density: no more than the exact limit of small operators, by
// their largest eigenvalue, and not much less; for sharp and random fields, beside pads and free faces; and
// waves that stay bounded at it for thousands of steps.
#include <Eigen/Eigenvalues>
#include <QTest>
#include <random>

#include "core/wave/cpu/cpu_density.hpp"
#include "core/wave/density_limit.hpp"
#include "core/wave/run_control.hpp"
#include "tests/core/wave/density_help.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_density_limit {

using namespace foldwave;

namespace {

constexpr Boundary F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;
constexpr std::array<Boundary, 6> closed{F, F, F, F, F, F}, open{S, S, S, S, S, S}, mixed{F, S, S, F, S, F};

// Of lightest 1.2 kg/m^3: half the depth, every node at random between the extremes or at one of them; "both"
// with velocities of 1 to 3 km/s.
void fill(const QString& kind, double contrast, Field<float>& density, Field<float>& velocity) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto n = density.shape();
  const int middle = n[2] / 2;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const double u = uniform(random);
        const double share = kind == "sharp"    ? (k < middle ? 0.0 : 1.0)
                             : kind == "random" ? u
                                                : std::round(u);
        density(i, j, k) = static_cast<float>(1.2 * std::pow(contrast, share));
        velocity(i, j, k) = kind == "both" ? static_cast<float>(1000.0 + 2000.0 * uniform(random)) : 2000.0F;
      }
}

// The largest eigenvalue of -v^2 rho div((1/rho) grad), by the columns of what the propagator applies.
double largest_eigenvalue(const WaveModel& model) {
  const PaddedGrid padded(model);
  CpuDensity<double> density = make_density(padded, *model.density);
  const Field<double> v2 = squared_velocity_steps<double>(padded, *model.velocity, 1.0);
  const Field<double> rho = padded_density<double>(padded, *model.density);
  std::vector<Index> nodes;
  for (int k = padded.first[2]; k < padded.last[2]; ++k)
    for (int j = padded.first[1]; j < padded.last[1]; ++j)
      for (int i = padded.first[0]; i < padded.last[0]; ++i)
        nodes.push_back(padded.index(i, j, k));
  const auto size = static_cast<Eigen::Index>(nodes.size());
  Eigen::MatrixXd a(size, size);
  Field<double> p(padded.shape), out(padded.shape);
  const auto root = [&](Index m) { return std::sqrt(v2[m] * rho[m]); };
  for (Eigen::Index c = 0; c < size; ++c) {
    const Index at = nodes[static_cast<std::size_t>(c)];
    p[at] = root(at);
    apply_density(padded, density, p, v2, out);
    p[at] = 0.0;
    for (Eigen::Index r = 0; r < size; ++r) {
      const Index to = nodes[static_cast<std::size_t>(r)];
      a(r, c) = -out[to] / root(to);
    }
  }
  // Made symmetric by the scaling, or it has no such eigenvalue.
  if ((a - a.transpose()).norm() > 1e-12 * a.norm()) return std::nan("");
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues()[size - 1];
}

// sqrt(sum of p^2 / (v^2 rho)), in which the operator is symmetric and a closed box keeps what it has.
struct Norms final : SnapshotSink {
  const WaveModel& model;
  std::vector<double> values;
  explicit Norms(const WaveModel& of) : model(of) {}
  void snapshot(int, double, const Field<float>& p) override {
    double sum = 0.0;
    for (Index m = 0; m < p.size(); ++m)
      sum += double{p[m]} * double{p[m]} /
             (std::pow(double{(*model.velocity)[m]}, 2) * double{(*model.density)[m]});
    values.push_back(std::sqrt(sum));
  }
};

}  // namespace

class TestDensityLimit : public QObject {
  Q_OBJECT
 private slots:
  void the_limit_is_proven_and_near_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("contrast");
    for (const char* const kind : {"sharp", "random", "either", "both"})
      for (const double contrast : {2.0, 500.0, 2100.0, 1e4})
        QTest::addRow("%s, %g", kind, contrast) << QString(kind) << contrast;
  }
  void the_limit_is_proven_and_near() {
    QFETCH(QString, kind);
    QFETCH(double, contrast);
    struct Case {
      std::array<int, 3> n;
      std::array<Boundary, 6> faces;
    };
    for (int order = 2; order <= 16; order += 2)
      for (const Case& c : {Case{{9, 1, 20}, closed}, Case{{9, 1, 14}, mixed}, Case{{9, 9, 9}, mixed}}) {
        if (c.n[1] > 1 && order % 8 != 0) continue;
        Shot shot(c.n, {10.0, 11.0, 9.0}, 2000.0F);
        Field<float> density(c.n);
        fill(kind, contrast, density, shot.velocity);
        WaveModel& m = shot.model;
        m.density = borrowed(density);
        m.stencil = taylor_stencil(order);
        m.boundaries = c.faces;
        m.pad_cells = c.n[1] > 1 ? 1 : 5;
        const double exact = 2.0 / std::sqrt(largest_eigenvalue(m)), limit = stable_dt(m);
        const QString text = QString("order %1, %2 nodes: %3 of the exact limit")
                                 .arg(order)
                                 .arg(c.n[0] * c.n[1] * c.n[2])
                                 .arg(limit / exact);
        QVERIFY2(limit < exact * (1.0 + 1e-6), qPrintable(text));
        // What odd images take away counts where the box is not much wider than the stencil.
        QVERIFY2(limit > (order > 8 ? 0.8 : 0.9) * exact, qPrintable(text));
        m.time_order = 4;
        QVERIFY(std::abs(stable_dt(m) / limit - std::sqrt(3.0)) < 1e-9);
        const auto [light, heavy] = std::ranges::minmax(density.values());
        const auto v = shot.velocity.values();
        const double of_any = density_stable_dt(
            m.grid, m.stencil.radius,
            {double{*std::max_element(v.begin(), v.end())}, double{light}, double{heavy}}, 2);
        QVERIFY2(of_any <= limit, qPrintable(text));
      }
  }

  // Where the density does not vary its value costs nothing.
  void one_density_has_the_limit_of_constant_density() {
    for (const int order : {2, 8, 16})
      for (const auto& faces : {closed, open, mixed}) {
        Shot shot({20, 17, 18}, {10.0, 11.0, 9.0}, 2000.0F);
        const Field<float> density(shot.model.grid.n, 2345.0F);
        shot.model.density = borrowed(density);
        shot.model.stencil = taylor_stencil(order);
        shot.model.boundaries = faces;
        double s = 0.0;
        for (const double e : staggered_coefficients(order / 2))
          s += std::abs(e);
        const double sharp = 1.0 / (2000.0 * s * std::sqrt(1.0 / 100.0 + 1.0 / 121.0 + 1.0 / 81.0));
        const double limit = stable_dt(shot.model);
        QVERIFY2(limit > sharp * (1.0 - 1e-12) && limit < 1.02 * sharp,
                 qPrintable(QString::number(limit / sharp)));
        // The second differences of that order are about as stiff.
        QVERIFY(std::abs(sharp / stable_dt(shot.model.grid, shot.model.stencil, 2000.0) - 1.0) < 0.05);
        // Slower places bring it no lower.
        for (Index m = 0; m < density.size(); m += 3)
          shot.velocity[m] = 700.0F;
        QVERIFY(stable_dt(shot.model) > sharp * (1.0 - 1e-12));
      }
  }

  void waves_stay_bounded_at_the_limit_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("time_order");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("contrast");
    for (const double contrast : {2.0, 500.0, 2100.0, 1e4})
      for (const char* const kind : {"sharp", "either"})
        for (const int order : {2, 8, 16})
          for (const int time_order : {2, 4})
            QTest::addRow("%s, %g, order %d in space, %d in time", kind, contrast, order, time_order)
                << order << time_order << QString(kind) << contrast;
  }
  void waves_stay_bounded_at_the_limit() {
    QFETCH(int, order);
    QFETCH(int, time_order);
    QFETCH(QString, kind);
    QFETCH(double, contrast);
    Shot shot({20, 1, 24}, {10.0, 10.0, 12.0}, 2000.0F);
    Field<float> density(shot.model.grid.n);
    fill(kind, contrast, density, shot.velocity);
    WaveModel& m = shot.model;
    m.density = borrowed(density);
    m.stencil = taylor_stencil(order);
    m.time_order = time_order;
    m.boundaries = closed;
    m.steps = 5000;
    m.snapshot_every = 1;
    // One kick holds every frequency.
    m.sources = {{{70.0, 0.0, 96.0}, {1e6F}}, {{110.0, 0.0, 168.0}, {1e6F}}};
    m.dt = 0.98 * stable_dt(m);
    Norms norms(m);
    make_cpu_wave_propagator()->run(m, &norms, {});
    const auto at = [&](std::ptrdiff_t n) { return norms.values.begin() + n; };
    const double first = *std::max_element(at(0), at(1000)), last = *std::max_element(at(4000), at(5001));
    QVERIFY2(last < 1.5 * first, qPrintable(QString("%1 after %2").arg(last).arg(first)));
    m.dt *= 1.05;
    QVERIFY_EXCEPTION_THROWN(shot.traces(), InputError);
  }

  // Beside pads what is there only fades.
  void waves_fade_in_pads_at_the_limit() {
    for (const Boundary pad : {C, S}) {
      Shot shot({30, 1, 24}, {10.0, 10.0, 10.0}, 2000.0F);
      Field<float> density(shot.model.grid.n);
      fill("sharp", 2100.0, density, shot.velocity);
      WaveModel& m = shot.model;
      m.density = borrowed(density);
      m.boundaries = {pad, pad, pad, pad, F, pad};
      m.frequency = 20.0;
      m.steps = 5000;
      m.snapshot_every = 1;
      m.sources = {{{150.0, 0.0, 96.0}, {1e6F}}};
      m.dt = 0.98 * stable_dt(m);
      Norms norms(m);
      make_cpu_wave_propagator()->run(m, &norms, {});
      const double first = *std::max_element(norms.values.begin(), norms.values.begin() + 1000);
      QVERIFY2(norms.values.back() < 0.2 * first, qPrintable(QString::number(norms.values.back() / first)));
    }
  }

  void a_stop_leaves_the_limit_of_the_range() {
    Shot shot({20, 1, 24}, {10.0, 10.0, 12.0}, 2000.0F);
    Field<float> density(shot.model.grid.n);
    fill("sharp", 2100.0, density, shot.velocity);
    shot.model.density = borrowed(density);
    std::stop_source stop;
    stop.request_stop();
    const double of_any = stable_dt(shot.model, stop.get_token());
    QCOMPARE(of_any, density_stable_dt(shot.model.grid, 4, {2000.0, 1.2F, 1.2 * 2100.0}, 2));
    QVERIFY(of_any < stable_dt(shot.model));
  }
};

}  // namespace test_density_limit

FOLDWAVE_TEST(test_density_limit, run_guiless<test_density_limit::TestDensityLimit>)
#include "test_density_limit.moc"
