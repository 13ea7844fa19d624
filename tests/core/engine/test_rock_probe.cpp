// Protects what the linked cursor reads: layer, T, velocity and attitude at a place, against a cosine and a
// plane that can be written down; nothing where there is nothing.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/angle.hpp"
#include "core/engine/rock_probe.hpp"
#include "tests/test_program.hpp"

namespace test_rock_probe {

using namespace foldwave;

namespace {

const LayerStack three_layers{
    1, {{"cover", 0.0, 1800.0}, {"sand", 120.0, 2400.0}, {"shale", 0.0, 3100.0}}, {}};

// A volume with T(local) at its nodes, in the three layers: 0 and -120 are the boundaries.
template <class Time>
FoldResult volume_of(const Grid3& grid, const Time& time) {
  FoldResult fold;
  fold.grid = grid;
  fold.arrival = Field<float>(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        fold.arrival(i, j, k) = static_cast<float>(time(Vec3{i * grid.h[0], j * grid.h[1], k * grid.h[2]}));
  fold.bands = {{0.0, -120.0}};
  return fold;
}

const Grid3 box{{41, 21, 41}, {25.0, 25.0, 12.5}, {5000.0, 7000.0, 100.0}, {}, {}, 0};

double wave_number() {
  return 2.0 * std::numbers::pi / 1000.0;
}
double cosine(double x) {
  return 240.0 + 40.0 * std::cos(wave_number() * x);
}

}  // namespace

class TestRockProbe : public QObject {
  Q_OBJECT

 private slots:
  // A similar fold of a cosine: T = f(x) - z, so that every layer repeats the horizon's shape.
  void a_cosine_is_read_as_it_is_written() {
    const FoldResult fold = volume_of(box, [](const Vec3& p) { return cosine(p.x) - p.z; });
    for (const double x : {137.0, 401.0, 733.3})
      for (const double z : {60.0, 250.0, 333.0, 455.5}) {
        const auto found = read_rock(fold, three_layers, {x, 210.0, z});
        QVERIFY(found);
        QVERIFY((found->map == Vec3{5000.0 + x, 7210.0, 100.0 + z}));
        const double T = cosine(x) - z;
        QVERIFY(found->T && std::abs(*found->T - T) < 0.003);
        const int layer = T >= 0.0 ? 0 : T >= -120.0 ? 1 : 2;
        QCOMPARE(found->layer, layer);
        QCOMPARE(found->velocity.value(), three_layers.layers[static_cast<std::size_t>(layer)].velocity);
        // Depth grows to the east where f' is above 0: the layer dips that way.
        const double slope = -40.0 * wave_number() * std::sin(wave_number() * x);
        const double dip = std::atan(std::abs(slope)) / radians(1.0);
        QVERIFY(found->attitude);
        QVERIFY2(std::abs(found->attitude->dip - dip) < 0.02, qPrintable(QString::number(dip)));
        QVERIFY(std::abs(found->attitude->dip_direction - (slope > 0.0 ? 90.0 : 270.0)) < 1e-7);
      }
  }

  // A layer's velocity holds up to its boundary, between two nodes of different layers as well.
  void the_velocity_is_the_layers_own() {
    const FoldResult fold = volume_of(box, [](const Vec3& p) { return 206.0 - p.z; });
    QCOMPARE(read_rock(fold, three_layers, {500.0, 250.0, 205.9})->velocity.value(), 1800.0);
    QCOMPARE(read_rock(fold, three_layers, {500.0, 250.0, 206.1})->velocity.value(), 2400.0);
  }

  void a_files_velocity_is_trilinear_and_needs_no_fold() {
    FoldResult fold = volume_of(box, [](const Vec3& p) { return 206.0 - p.z; });
    fold.velocity = Field<float>(box.n);
    for (int k = 0; k < box.n[2]; ++k)
      for (int j = 0; j < box.n[1]; ++j)
        for (int i = 0; i < box.n[0]; ++i)
          fold.velocity(i, j, k) = static_cast<float>(2000.0 + 0.5 * i * box.h[0] + 2.0 * k * box.h[2]);
    fold.velocity_file = "a file";
    const Vec3 place{510.0, 33.0, 71.0};
    QVERIFY(std::abs(*read_rock(fold, three_layers, place)->velocity - (2000.0 + 255.0 + 142.0)) < 1e-7);
    fold.folded = false;
    const auto found = read_rock(fold, three_layers, place);
    QVERIFY(found && found->velocity && found->layer == -1 && !found->T && !found->attitude);
  }

  // The drawn horizon where later events moved it: T = 0, down to the last half cell of the box and no
  // further.
  void the_horizon_is_found_in_every_depth() {
    for (const double depth : {3.0, 206.0, 375.1, 493.0, 497.0, 499.9}) {
      const FoldResult fold = volume_of(box, [&](const Vec3& p) { return depth + 0.02 * p.x - 8.0 - p.z; });
      const auto found = horizon_depth(fold, 400.0, 210.0);
      QVERIFY2(found && std::abs(*found - depth) < 1e-4, qPrintable(QString::number(found.value_or(-1.0))));
    }
    for (const double outside : {-3.0, 503.0})
      QVERIFY(!horizon_depth(volume_of(box, [&](const Vec3& p) { return outside - p.z; }), 400.0, 210.0));
  }

  void nothing_outside_and_little_where_the_front_never_came() {
    FoldResult fold = volume_of(box, [](const Vec3& p) {
      return p.x > 800.0 ? std::numeric_limits<double>::infinity() : 206.0 - p.z;
    });
    for (const Vec3& out : {Vec3{-0.1, 10, 10}, {10, 500.1, 10}, {10, 10, 500.1}, {std::nan(""), 10, 10}})
      QVERIFY(!read_rock(fold, three_layers, out));
    const auto unreached = read_rock(fold, three_layers, {900.0, 10.0, 10.0});
    QVERIFY(unreached && unreached->layer == -1 && !unreached->T && !unreached->velocity);
  }
};

}  // namespace test_rock_probe

FOLDWAVE_TEST(test_rock_probe, run_guiless<test_rock_probe::TestRockProbe>)
#include "test_rock_probe.moc"
