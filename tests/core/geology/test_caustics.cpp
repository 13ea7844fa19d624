// Protects the warning of a fold that cannot go on as one sheet: against radii in closed form, just inside
// and just beyond the caustic, on the side where it lies, for all classes; in volumes, sections and on a
// mesh.
#include <QTest>
#include <set>

#include "core/geology/caustics.hpp"
#include "folded_rock.hpp"
#include "tests/core/horizon/mesh/mesh_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_caustics {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr double amplitude = 100.0, wavelength = 1000.0, depth = 500.0;
// Of a cosine at its crest and trough.
const double radius = 1.0 / (amplitude * std::pow(2.0 * std::numbers::pi / wavelength, 2));

FoldTrain train() {
  FoldTrain t;
  t.amplitude = amplitude;
  t.wavelength = wavelength;
  t.crest = {500.0, 0.0};
  return t;
}

Caustics of(const Grid3& grid, const std::vector<double>& levels, double F, double psi) {
  TrainsHorizon spec;
  spec.depth = depth;
  spec.trains = {train()};
  const Horizon horizon = make_horizon(spec, grid, "", "");
  return find_caustics(grid, horizon, {{levels}}, F, psi * Vec3{0.0, 0.0, -1.0});
}

const Grid3 volume = box_of({101, 9, 101}, 10.0);
const Grid3 section = box_of({101, 1, 101}, 10.0);

}  // namespace

class TestCaustics : public QObject {
  Q_OBJECT
 private slots:
  void the_bend_s_radius_is_the_limit_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<bool>("flat");
    for (const double F : {1.0, 0.6, 1.4, -0.5, -1.0})
      for (const bool flat : {false, true})
        QTest::addRow("F = %g, %s", F, flat ? "section" : "volume") << F << flat;
  }
  void the_bend_s_radius_is_the_limit() {
    QFETCH(double, F);
    QFETCH(bool, flat);
    const Grid3& grid = flat ? section : volume;
    // Crests and troughs bend alike, so each side has its caustic at this T, inside the box.
    const double psi = F > 0.0 ? 1.0 - F : -2.0 * F;
    const double T = radius / std::abs(F);
    QVERIFY(!of(grid, {0.99 * T, -0.99 * T}, F, psi).any());
    const Caustics above = of(grid, {1.2 * T, 0.0}, F, psi), below = of(grid, {0.0, -1.2 * T}, F, psi);
    for (const auto& [found, which] : {std::pair{&above, 0U}, std::pair{&below, 1U}}) {
      QVERIFY(found->any());
      QVERIFY(std::abs(found->radius - radius) < 4e-12 * radius);
      QVERIFY(std::abs(found->distance - 1.2 * radius) < 4e-12 * radius);
      QCOMPARE(found->boundaries.size(), 1U);
      QCOMPARE(found->boundaries[0].boundary, std::size_t{which});
    }
    // For F > 0 a trough closes upwards and a crest downwards; for F < 0 it is the other way round.
    const bool crest_above = F < 0.0;
    QCOMPARE(std::abs(above.at.x - 500.0) < 1.0, crest_above);
    QCOMPARE(std::abs(below.at.x - 500.0) < 1.0, !crest_above);
  }

  // Down from the crest the nodes between the caustic and the farthest boundary are crossed, no others.
  void the_nodes_beyond_the_caustic_are_crossed() {
    const double end = -1.5 * radius;
    const Caustics found = of(section, {0.0, end}, 1.0, 0.0);
    const double top = depth - amplitude;
    for (int k = 0; k <= 100; ++k) {
      const double under = 10.0 * k - top;
      if (std::abs(under - radius) < 6.0 || std::abs(under + end) < 6.0) continue;
      QCOMPARE(found.crossed(50, 0, k) != 0, under > radius && under < -end);
    }
    // The share of the horizon that the boundary has lost: where the cosine's own curvature asks for it.
    int lost = 0;
    for (int i = 0; i <= 100; ++i) {
      const double k = 2.0 * std::numbers::pi / wavelength, phase = k * (10.0 * i - 500.0);
      const double bend = amplitude * k * k * std::cos(phase) /
                          std::pow(1.0 + std::pow(amplitude * k * std::sin(phase), 2), 1.5);
      lost += 1.0 + end * bend <= 0.0 ? 1 : 0;
    }
    QVERIFY(lost > 5);
    QVERIFY(std::abs(found.boundaries.at(0).share - lost / 101.0) < 1e-12);
    Index nodes = 0;
    std::set<Index> columns;
    for (Index m = 0; m < found.crossed.size(); ++m)
      if (found.crossed[m] != 0) {
        ++nodes;
        columns.insert(m % 101);
        QVERIFY(found.at_place(section, {10.0 * static_cast<double>(m % 101) + 4.0, 0.0,
                                         10.0 * static_cast<double>(m / 101) - 4.0}));
      }
    for (Index i = 0; i < 101; ++i)
      QCOMPARE(found.map.at(static_cast<std::size_t>(i)) != 0, columns.contains(i));
    QVERIFY(!found.at_place(section, {500.0, 0.0, 0.0}) && !Caustics{}.at_place(section, {500.0, 0.0, 0.0}));
    QCOMPARE(found.nodes, nodes);
    QCOMPARE(found.columns, static_cast<Index>(columns.size()));
  }

  // Within half a cell of every node that is marked there is a place with three feet: the way to the horizon
  // is stationary in as many of its places.
  void crossed_nodes_have_several_feet() {
    const Caustics found = of(section, {0.0, -1.5 * radius}, 1.0, 0.0);
    const double k = 2.0 * std::numbers::pi / wavelength;
    const auto feet = [&](double x, double z) {
      int count = 0;
      double last = 0.0;
      for (double u = 0.0; u <= 1000.0; u += 0.5) {
        const double f = depth - amplitude * std::cos(k * (u - 500.0));
        const double now = (x - u) + (z - f) * amplitude * k * std::sin(k * (u - 500.0));
        if (u > 0.0 && (now > 0.0) != (last > 0.0)) ++count;
        last = now;
      }
      return count;
    };
    int seen = 0;
    for (int z = 0; z <= 100; ++z)
      for (int x = 0; x <= 100; ++x) {
        if (found.crossed(x, 0, z) == 0) continue;
        ++seen;
        int most = 0;
        for (const double dx : {-5.0, -2.5, 0.0, 2.5, 5.0})
          for (const double dz : {-5.0, -2.5, 0.0, 2.5, 5.0})
            most = std::max(most, feet(10.0 * x + dx, 10.0 * z + dz));
        QVERIFY2(most >= 3, qPrintable(QString("node %1, %2: %3").arg(x).arg(z).arg(most)));
      }
    QVERIFY(seen > 20);
  }

  void class_2_and_planes_have_none() {
    QVERIFY(!of(volume, {400.0, -400.0}, 0.0, 1.0).any());
    PlaneHorizon plane;
    plane.point = {0.0, 0.0, 500.0};
    plane.dip = 30.0;
    const Horizon level = make_horizon(plane, volume, "", "");
    QVERIFY(!find_caustics(volume, level, {{{400.0, -400.0}}}, 1.0, {}).any());
  }

  // What lies outside the box is no fault of what is in it.
  void a_caustic_outside_the_box_is_none() {
    Grid3 shallow = section;
    shallow.n[2] = 55;
    QVERIFY(of(section, {0.0, -1.5 * radius}, 1.0, 0.0).any());
    shallow.h[2] = 10.0;
    QVERIFY(!of(shallow, {0.0, -1.5 * radius}, 1.0, 0.0).any());
  }

  // A fold that lies on its side is as good as an upright one until its own arcs close.
  void a_recumbent_mesh_is_judged_by_its_arcs() {
    const RecumbentFold fold;
    const Grid3 grid{{41, 9, 41}, {0.25, 0.25, 0.25}, {}, {}, {}, 0};
    const auto mesh = make_mesh_horizon(fold.mesh(240, 2.0), YoungerSide::above, grid, test_places());
    QVERIFY(!find_caustics(grid, *mesh, {{{0.8 * fold.radius, -0.8 * fold.radius}}}, 1.0, {}).any());
    const Caustics found = find_caustics(grid, *mesh, {{{1.4 * fold.radius, -1.4 * fold.radius}}}, 1.0, {});
    QVERIFY(found.any());
    QCOMPARE(found.boundaries.size(), 2U);
    QVERIFY2(std::abs(found.radius - fold.radius) < 0.2 * fold.radius,
             qPrintable(QString::number(found.radius)));
  }
};

}  // namespace test_caustics

FOLDWAVE_TEST(test_caustics, run_guiless<test_caustics::TestCaustics>)
#include "test_caustics.moc"
