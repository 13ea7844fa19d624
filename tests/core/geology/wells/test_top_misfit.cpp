// Protects how far boundaries lie from wells' tops: exact on planes, by name in any case or the nearest, the
// nearest of two crossings, cut away where a younger cut took the rock; bent stretches are one top; what is
// beside the box or not met is no number.
#include <QTest>
#include <cmath>

#include "core/geology/wells/top_misfit.hpp"
#include "tests/test_program.hpp"

namespace test_top_misfit {

using namespace foldwave;

namespace {

const Grid3 grid{{21, 11, 31}, {10.0, 20.0, 10.0}, {1000.0, 5000.0, 100.0}, {}, {}, 0};
const std::vector<std::string> names{"Young", "Marl", "Old"};

// A value of each node, of its place in the map.
template <class Value>
Field<float> field_of(const Value& value) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(value(grid.origin + grid.local(i, j, k)));
  return field;
}

// T falls downwards: 0 at this depth, -80 at 80 m below.
double depth_at(const Vec3& p) {
  return 200.0 + 0.2 * (p.x - 1000.0) - 0.1 * (p.y - 5000.0);
}

std::vector<Marker> top_at(const std::string& name, const Vec3& place) {
  return {LineMarker{name, place, place + Vec3{0, 0, 30.0}, {}}};
}

class Planes {
 public:
  Planes() : T(field_of([](const Vec3& p) { return depth_at(p) - p.z; })) { bands.boundary = {0.0, -80.0}; }
  TopMisfit one(const std::string& name, const Vec3& place, std::span<const CutSurface> cuts = {}) const {
    const auto all = top_misfits(top_at(name, place), grid, {T, bands, cuts}, names);
    return all.size() == 1 ? all.front() : TopMisfit{};
  }
  Field<float> T;
  LayerBands bands;
};

}  // namespace

class TestTopMisfit : public QObject {
  Q_OBJECT
 private slots:
  void planes_are_exact() {
    const Planes planes;
    for (const Vec3 at : {Vec3{1003.0, 5007.0, 0}, Vec3{1200.0, 5200.0, 0}, Vec3{1000.0, 5000.0, 0}})
      for (const double off : {-35.0, -0.5, 0.0, 17.0}) {
        const double depth = depth_at(at);
        const TopMisfit marl = planes.one("A-1, MARL", {at.x, at.y, depth - off});
        QVERIFY(marl.named && marl.layer == 1 && marl.well == "A-1" && marl.top == "MARL");
        QVERIFY2(std::abs(marl.below - off) < 1e-3, qPrintable(QString::number(marl.below)));
        const TopMisfit old = planes.one("B, old", {at.x, at.y, depth - off});
        QVERIFY(old.named && old.layer == 2 && std::abs(old.below - off - 80.0) < 1e-3);
      }
  }

  void without_a_name_the_nearest_counts() {
    const Planes planes;
    const Vec3 at{1100.0, 5100.0, 0};
    const double depth = depth_at(at);
    const TopMisfit upper = planes.one("A, Chalk", {at.x, at.y, depth + 30.0});
    QVERIFY(!upper.named && upper.layer == 1 && std::abs(upper.below + 30.0) < 1e-3);
    // The youngest layer has no boundary above it.
    const TopMisfit lower = planes.one("A, Young", {at.x, at.y, depth + 50.0});
    QVERIFY(!lower.named && lower.layer == 2 && std::abs(lower.below - 30.0) < 1e-3);
  }

  // An overturned limb is met twice.
  void of_two_crossings_the_nearer_counts() {
    const Field<float> T = field_of([](const Vec3& p) { return std::abs(p.z - 250.0) - 50.0; });
    LayerBands bands;
    bands.boundary = {0.0};
    const auto below = [&](double z) {
      return top_misfits(top_at("A, Marl", {1100.0, 5100.0, z}), grid, {T, bands}, names).front().below;
    };
    QVERIFY(std::abs(below(210.0) + 10.0) < 1e-3);
    QVERIFY(std::abs(below(280.0) - 20.0) < 1e-3);
  }

  void rock_that_was_cut_away_has_no_boundary() {
    const Planes planes;
    const Vec3 at{1100.0, 5100.0, 0};
    const double depth = depth_at(at);
    std::vector<CutSurface> cuts(1);
    cuts[0].height = field_of([&](const Vec3& p) { return depth + 40.0 - p.z; });
    // Its deposit is the youngest; Marl's own boundary lay above the cut.
    const auto of = [&](const std::string& name) {
      return top_misfits(top_at(name, {at.x, at.y, depth}), grid, {planes.T, planes.bands, cuts},
                         {"Sand", "Young", "Marl", "Old"})
          .front();
    };
    const TopMisfit marl = of("A, Marl"), young = of("A, Young"), old = of("A, Old");
    QVERIFY(marl.named && marl.layer == 2 && std::isnan(marl.below));
    QVERIFY(young.named && young.layer == 1 && std::abs(young.below - 40.0) < 1e-3);
    QVERIFY(old.named && std::abs(old.below - 80.0) < 1e-3);
  }

  void a_bent_stretch_is_one_top() {
    const Planes planes;
    const Vec3 a{1010.0, 5010.0, 150.0}, b = a + Vec3{0, 0, 20.0}, c = b + Vec3{5.0, 0, 20.0},
                                         d = c + Vec3{9.0, 0, 9.0};
    const std::vector<Marker> well{LineMarker{"A", {1010.0, 5010.0, 100.0}, a, {}},
                                   LineMarker{"A, Marl", a, b, {}},
                                   LineMarker{"A, Marl 2", b, c, {}},
                                   LineMarker{"A, Marl 3", c, d, {}},
                                   LineMarker{"A, Old 2", d, d + Vec3{0, 0, 5}, {}},
                                   PlaneMarker{"F, fault", a, 10, 20, {}}};
    const auto tops = top_misfits(well, grid, {planes.T, planes.bands}, names);
    QCOMPARE(tops.size(), std::size_t{2});
    QCOMPARE(tops[0].top, std::string("Marl"));
    QCOMPARE(tops[1].top, std::string("Old 2"));
  }

  void beside_the_box_and_unreached_it_is_no_number() {
    const Planes planes;
    for (const Vec3 at : {Vec3{999.0, 5100.0, 200.0}, Vec3{1100.0, 5201.0, 200.0}}) {
      const TopMisfit beside = planes.one("A, Marl", at);
      QVERIFY(std::isnan(beside.below));
    }
    const Field<float> T = field_of([](const Vec3& p) { return p.z < 250.0 ? INFINITY : 300.0 - p.z; });
    LayerBands bands;
    bands.boundary = {0.0};
    const TopMisfit deep =
        top_misfits(top_at("A, X", {1100.0, 5100.0, 280.0}), grid, {T, bands}, names).front();
    QVERIFY(std::abs(deep.below - 20.0) < 1e-3);
    bands.boundary = {1e5};
    const TopMisfit none =
        top_misfits(top_at("A, X", {1100.0, 5100.0, 280.0}), grid, {T, bands}, names).front();
    QVERIFY(none.layer == -1 && std::isnan(none.below));
  }
};

}  // namespace test_top_misfit

FOLDWAVE_TEST(test_top_misfit, run_alone<test_top_misfit::TestTopMisfit>)
#include "test_top_misfit.moc"
