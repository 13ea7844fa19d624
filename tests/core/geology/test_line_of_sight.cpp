// Protects what the pointer reads in the 3D view: a line of sight meets the first layer boundary that it goes
// through.
#include <QTest>

#include "core/geology/line_of_sight.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_line_of_sight {

using namespace foldwave;
using namespace foldwave::test;

namespace {

auto layers_of(const FoldedRock& rock, LayerBands bands) {
  return [probe = ArrivalProbe(rock.grid, rock.T), bands](const Vec3& place) -> std::optional<int> {
    const auto T = probe.value(place);
    return T ? std::optional(bands.layer_at(*T)) : std::nullopt;
  };
}

}  // namespace

class TestLineOfSight : public QObject {
  Q_OBJECT
  Grid3 grid_ = box_of({31, 31, 31}, 10.0);

 private slots:
  void theFirstBoundaryIsMet() {
    const FoldedRock rock(grid_, PlaneHorizon{{150.0, 150.0, 150.0}, 30.0, 90.0, {}}, 1.0, 0.0,
                          {0.0, 0.0, -1.0});
    const auto layers = layers_of(rock, {{40.0, 0.0}});
    for (const double x : {40.0, 250.0}) {
      const double f = rock.horizon->depth(x, 90.0), vertical = 40.0 / std::cos(radians(30.0));
      const auto down = first_boundary(grid_, layers, {x, 90.0, -900.0}, {x, 90.0, 900.0});
      const auto up = first_boundary(grid_, layers, {x, 90.0, 900.0}, {x, 90.0, -900.0});
      QVERIFY(down && std::abs(down->z - (f - vertical)) < 2e-4);
      QVERIFY(up && std::abs(up->z - f) < 1e-4);
    }
  }

  // Of two crests across the line, the nearer one.
  void theNearerCrestHidesTheNext() {
    const FoldedRock rock(grid_, TrainsHorizon{150.0, {{60.0, 150.0, 90.0, {75.0, 0.0}, {}}}}, 0.0, 1.0,
                          {0.0, 0.0, -1.0});
    const auto layers = layers_of(rock, {{0.0}});
    const Vec3 west{-50.0, 150.0, 120.0}, east{350.0, 150.0, 120.0};
    const auto one = first_boundary(grid_, layers, west, east),
               two = first_boundary(grid_, layers, east, west);
    QVERIFY(one && two && one->x < 75.0 && two->x > 225.0);
    QVERIFY(std::abs(one->x + two->x - 300.0) < 1e-4);
    QVERIFY(std::abs(rock.horizon->depth(one->x, 150.0) - 120.0) < 5e-5);
  }

  void besideTheBoxNothingIsMet() {
    const FoldedRock rock(grid_, PlaneHorizon{{150.0, 150.0, 150.0}, 0.0, 0.0, {}}, 1.0, 0.0,
                          {0.0, 0.0, -1.0});
    const auto layers = layers_of(rock, {{0.0}});
    QVERIFY(!first_boundary(grid_, layers, {400.0, 50.0, -10.0}, {400.0, 50.0, 310.0}));
    QVERIFY(!first_boundary(grid_, layers, {50.0, 50.0, -10.0}, {50.0, 50.0, 140.0}));
  }
};

}  // namespace test_line_of_sight

FOLDWAVE_TEST(test_line_of_sight, run_guiless<test_line_of_sight::TestLineOfSight>)
#include "test_line_of_sight.moc"
