// Protects the handles of a horizon: they lie on its surface, dragging one puts the surface where the pointer
// is, changes nothing else, and values that make no surface are no crash.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/horizon/horizon.hpp"
#include "core/horizon/horizon_handles.hpp"
#include "tests/test_program.hpp"

namespace test_horizon_handles {

using namespace foldwave;

namespace {

const Grid3 box{{41, 41, 41}, {25.0, 25.0, 25.0}, {500000.0, 6000000.0, 1000.0}, {}, {}, 0};
const Grid3 section{{41, 1, 41}, {25.0, 25.0, 25.0}, {500000.0, 6000000.0, 1000.0}, {}, {}, 0};

double depth(const HorizonSpec& spec, const Grid3& grid, const Vec3& at) {
  return make_horizon(spec, grid, "", "").depth(at.x - grid.origin.x, at.y - grid.origin.y) + grid.origin.z;
}

TrainsHorizon waves() {
  return {1500.0,
          {{60.0, 700.0, 70.0, {500300.0, 6000400.0}, {}}, {25.0, 400.0, 160.0, {500700.0, 6000600.0}, {}}},
          {}};
}

// One train of every shape, turned, leaning and with its crest far off.
std::vector<HorizonSpec> every_shape() {
  std::vector<HorizonSpec> all;
  for (const FoldShape shape : {FoldShape::chevron, FoldShape::box, FoldShape::asymmetric, FoldShape::dome})
    for (const double off : {0.0, 3000.0}) {
      TrainsHorizon spec = waves();
      FoldTrain& t = spec.trains[0];
      t.shape = shape;
      t.skew = shape == FoldShape::dome ? 0.0 : -0.8;
      t.aspect = 0.8;
      t.plunge = off > 0.0 || shape == FoldShape::dome ? 0.0 : 6.0;
      t.crest[0] += off;
      t.crest[1] += 0.4 * off;
      all.push_back(spec);
    }
  return all;
}

}  // namespace

class TestHorizonHandles : public QObject {
  Q_OBJECT
 private slots:
  // Values that a scenario's checks refuse make no handles, and no number that is none.
  void values_out_of_range_make_no_handles() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Grid3 grid;
    grid.n = {20, 20, 20};
    grid.h = {100, 100, 100};
    const FoldTrain good{100.0, 1500.0, 0.0, {900.0, 900.0}, FoldShape::dome, 0.5, 0.0, 1.0, 0.0};
    const auto handles = [&](auto spoil) {
      TrainsHorizon waves{1000.0, {good}, 0.0, 0.0, {}};
      spoil(waves);
      return horizon_handles(waves, grid).size();
    };
    QCOMPARE(handles([](TrainsHorizon&) {}), std::size_t{3});
    for (double FoldTrain::*const value :
         {&FoldTrain::roundness, &FoldTrain::skew, &FoldTrain::aspect, &FoldTrain::plunge})
      for (const double bad : {nan, 1e9, -1e9})
        QCOMPARE(handles([&](TrainsHorizon& waves) { waves.trains[0].*value = bad; }), std::size_t{0});
    QCOMPARE(handles([&](TrainsHorizon& waves) { waves.trains[0].roundness = 0.0; }), std::size_t{0});
    QCOMPARE(handles([&](TrainsHorizon& waves) { waves.trains[0].aspect = 0.0; }), std::size_t{0});
    QCOMPARE(handles([&](TrainsHorizon& waves) { waves.dip = nan; }), std::size_t{0});
  }

  void every_handle_lies_on_the_surface_and_over_the_box() {
    for (const Grid3& grid : {box, section})
      for (const HorizonSpec& spec :
           {HorizonSpec(waves()), HorizonSpec(PlaneHorizon{{500400.0, 6000500.0, 1400.0}, 30.0, 60.0, {}})}) {
        const auto handles = horizon_handles(spec, grid);
        QVERIFY(!handles.empty());
        for (const HorizonHandle& h : handles) {
          QVERIFY2(std::abs(depth(spec, grid, h.position) - h.position.z) < 1e-9, h.name.c_str());
          const Vec3 local = h.position - grid.origin;
          QVERIFY2(local.x >= 0.0 && local.x <= 1000.0, h.name.c_str());
          if (grid.is_section()) QCOMPARE(local.y, 0.0);
        }
      }
  }

  void a_handle_dragged_nowhere_changes_nothing() {
    for (const Grid3& grid : {box, section})
      for (const HorizonSpec& spec :
           {HorizonSpec(waves()), HorizonSpec(PlaneHorizon{{500400.0, 6000000.0, 1400.0}, 30.0, 90.0, {}})}) {
        const auto handles = horizon_handles(spec, grid);
        for (std::size_t i = 0; i < handles.size(); ++i) {
          const HorizonSpec same = with_handle_moved(spec, grid, i, handles[i].position);
          for (const double x : {0.0, 310.0, 990.0}) {
            const Vec3 at = grid.origin + Vec3{x, grid.is_section() ? 0.0 : 0.6 * x, 0.0};
            QVERIFY2(std::abs(depth(same, grid, at) - depth(spec, grid, at)) < 1e-9, handles[i].name.c_str());
          }
        }
      }
  }

  void handles_of_every_shape_lie_on_it_and_carry_it() {
    for (const Grid3& grid : {box, section})
      for (const HorizonSpec& spec : every_shape()) {
        const auto handles = horizon_handles(spec, grid);
        for (std::size_t i = 0; i < 3; ++i) {
          const Vec3 at = handles[i].position;
          QVERIFY2(std::abs(depth(spec, grid, at) - at.z) < 1e-9, handles[i].name.c_str());
          const HorizonSpec same = with_handle_moved(spec, grid, i, at);
          const Vec3 probe = grid.origin + Vec3{310.0, grid.is_section() ? 0.0 : 190.0, 0.0};
          QVERIFY2(std::abs(depth(same, grid, probe) - depth(spec, grid, probe)) < 2e-9,
                   handles[i].name.c_str());
        }
        const Vec3 to = handles[1].position + Vec3{0.0, 0.0, 9.0};
        QVERIFY(std::abs(depth(with_handle_moved(spec, grid, 1, to), grid, to) - to.z) < 1e-9);
        // A longer wave keeps the crest that is shown.
        const Vec3 crest = handles[0].position;
        const HorizonSpec longer =
            with_handle_moved(spec, grid, 2, crest + 1.2 * (handles[2].position - crest));
        QVERIFY(std::get<TrainsHorizon>(longer).trains[0].wavelength > 830.0);
        QVERIFY(std::abs(depth(longer, grid, crest) - depth(spec, grid, crest)) < 1e-9);
      }
  }

  void a_control_point_goes_where_it_is_put() {
    const PointsHorizon spec{{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {0.0, 9.0, 6.0}}, {}, {{"note", "1"}}};
    const auto handles = horizon_handles(spec, box);
    QCOMPARE(handles.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(handles[1].name), "point 2");
    const auto moved = std::get<PointsHorizon>(with_handle_moved(spec, box, 1, {7.0, 8.0, 9.0}));
    PointsHorizon wanted = spec;
    wanted.points[1] = {7.0, 8.0, 9.0};
    QVERIFY(moved == wanted);
    QVERIFY(with_handle_moved(spec, box, 3, {}) == HorizonSpec(spec));
  }

  void the_amplitude_handle_carries_the_trough() {
    for (const Grid3& grid : {box, section}) {
      const Vec3 to = horizon_handles(waves(), grid)[4].position + Vec3{0.0, 0.0, 12.0};
      const HorizonSpec next = with_handle_moved(waves(), grid, 4, to);
      QVERIFY(std::abs(depth(next, grid, to) - to.z) < 1e-9);
      TrainsHorizon rest = std::get<TrainsHorizon>(next);
      QVERIFY(std::abs(rest.trains[1].amplitude - 37.0) < 1e-9);
      rest.trains[1].amplitude = 25.0;
      QVERIFY(rest == waves());
    }
  }

  void the_wavelength_handle_sets_length_and_azimuth() {
    const Vec3 crest = horizon_handles(waves(), box)[0].position;
    const auto east =
        std::get<TrainsHorizon>(with_handle_moved(waves(), box, 2, crest + Vec3{200.0, 0.0, 0.0}));
    QVERIFY(std::abs(east.trains[0].wavelength - 800.0) < 1e-9);
    QVERIFY(std::abs(east.trains[0].azimuth - 90.0) < 1e-9);
    QVERIFY(east.trains[1] == waves().trains[1]);
    // In a section the apparent length is dragged and the azimuth stays.
    const auto handles = horizon_handles(waves(), section);
    const Vec3 arm = handles[2].position - handles[0].position;
    const auto longer =
        std::get<TrainsHorizon>(with_handle_moved(waves(), section, 2, handles[0].position + 1.5 * arm));
    QVERIFY(std::abs(longer.trains[0].wavelength - 1050.0) < 1e-9);
    QCOMPARE(longer.trains[0].azimuth, 70.0);
    // Too short for the grid: no change.
    QVERIFY(with_handle_moved(waves(), box, 2, crest + Vec3{1.0, 0.0, 0.0}) == HorizonSpec(waves()));
  }

  void a_crest_far_from_the_box_is_shown_in_it() {
    TrainsHorizon far = waves();
    far.trains[0].crest = {0.0, 0.0};
    const Vec3 seen = horizon_handles(far, box)[0].position;
    QVERIFY(std::abs(seen.x - 500500.0) <= 351.0 && std::abs(seen.y - 6000500.0) <= 351.0);
    const auto moved = std::get<TrainsHorizon>(with_handle_moved(far, box, 0, seen + Vec3{10.0, 0.0, 0.0}));
    QVERIFY(std::abs(depth(moved, box, seen + Vec3{10.0, 0.0, 0.0}) - depth(far, box, seen)) < 4.0);
    QVERIFY(std::abs(moved.trains[0].crest[0] - 10.0) < 1e-9);
  }

  void the_dip_handle_leans_the_plane() {
    const PlaneHorizon spec{{500500.0, 6000500.0, 1400.0}, 0.0, 90.0, {}};
    const Vec3 tip = horizon_handles(spec, box)[1].position;
    const auto down =
        std::get<PlaneHorizon>(with_handle_moved(spec, box, 1, tip + Vec3{0.0, 0.0, tip.x - 500500.0}));
    QVERIFY(std::abs(down.dip - 45.0) < 1e-9 && std::abs(down.dip_direction - 90.0) < 1e-9);
    const auto up = std::get<PlaneHorizon>(with_handle_moved(spec, box, 1, tip + Vec3{0.0, 0.0, -50.0}));
    QVERIFY(std::abs(up.dip_direction - 270.0) < 1e-9);
    const auto steep =
        std::get<PlaneHorizon>(with_handle_moved(spec, box, 1, spec.point + Vec3{0.1, 0, 900}));
    QCOMPARE(steep.dip, 89.0);
    QVERIFY(steep.point == spec.point);
  }

  void values_without_a_surface_have_no_handles() {
    TrainsHorizon flat = waves();
    flat.trains[0].wavelength = 0.0;
    QVERIFY(horizon_handles(flat, box).empty());
    QVERIFY(with_handle_moved(flat, box, 0, {}) == HorizonSpec(flat));
    const PlaneHorizon none{{std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}, 0.0, 0.0, {}};
    QVERIFY(horizon_handles(none, box).empty());
    QVERIFY(horizon_handles(XyzHorizon{}, box).empty());
    QVERIFY(horizon_handles(MeshHorizon{}, box).empty());
  }
};

}  // namespace test_horizon_handles

FOLDWAVE_TEST(test_horizon_handles, run_guiless<test_horizon_handles::TestHorizonHandles>)
#include "test_horizon_handles.moc"
