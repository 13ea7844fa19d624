// Protects the lattice of exact feet and its branches: where corners stand, that each has the foot of the
// search and tells how foot and time go on from it, which corners the next level has, which cells, and which
// feet are of one branch.
#include <QTest>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/worst.hpp"
#include "core/fold/foot/foot_branches.hpp"
#include "tests/test_program.hpp"

namespace test_foot_lattice {

using namespace foldwave;

namespace {

constexpr double F = 0.7;
const Vec3 b{0.1, 0.05, -0.3};

Horizon gentle(const Grid3& grid) {
  return make_horizon(
      TrainsHorizon{5.0, {{0.5, 8.0, 70.0, {2.5, 5.0}, {}}, {0.3, 11.0, 170.0, {5.0, 6.0}, {}}}, {}}, grid,
      "", "");
}
Grid3 grid_of(std::array<int, 3> n) {
  return {n, {0.3, 0.35, 0.25}, {}, {}, {}, 0};
}

// A foot that moves as this linear map says.
LatticeFoot linear(Vec3 x, double u0 = 0.0) {
  LatticeFoot foot;
  foot.x = x;
  foot.u = u0 + 0.9 * x.x + 0.1 * x.y - 0.2 * x.z;
  foot.v = 0.2 * x.x + 1.1 * x.y + 0.3 * x.z;
  foot.slope = {{0.9, 0.1, -0.2}, {0.2, 1.1, 0.3}};
  foot.quality = 0.5;
  return foot;
}

}  // namespace

class TestFootLattice : public QObject {
  Q_OBJECT

 private slots:
  // First and last node, evenly, a stride apart at most, and no more corners than that takes.
  void corners_are_spread_evenly() {
    const Horizon flat =
        make_horizon(PlaneHorizon{{1.0, 0.0, 1.0}, 0.0, 0.0, {}}, grid_of({9, 1, 9}), "", "");
    const HorizonSpec sharp = TrainsHorizon{1.0, {{0.05, 2.0, 90.0, {}, FoldShape::chevron, 0.05}}, {}};
    for (int n = 2; n <= 70; ++n) {
      const Grid3 grid{{n, 1, 71 - n + 1}, {0.3, 0.3, 0.3}, {}, {}, {}, 0};
      const auto judge = [&](const LatticeLevel& level, int stride) {
        for (const std::size_t a : {std::size_t{0}, std::size_t{2}}) {
          const std::vector<int>& at = level.at[a];
          QCOMPARE(at.front(), 0);
          QCOMPARE(at.back(), grid.n[a] - 1);
          QCOMPARE(static_cast<int>(at.size()) - 1, (grid.n[a] - 2) / stride + 1);
          QCOMPARE(level.cells(static_cast<int>(a)), static_cast<int>(at.size()) - 1);
          int least = 1000, most = 0;
          for (std::size_t c = 1; c < at.size(); ++c)
            least = std::min(least, at[c] - at[c - 1]), most = std::max(most, at[c] - at[c - 1]);
          QVERIFY(most <= stride && most - least <= 1);
        }
        QCOMPARE(level.at[1], std::vector<int>{0});
        QCOMPARE(level.cells(1), 1);
        QCOMPARE(level.feet.size(), level.at[0].size() * level.at[2].size());
      };
      judge(coarsest_level({flat, grid, 1.0, {}}, {}), 16);
      if (n % 23 != 0) continue;
      const Horizon hinges = make_horizon(sharp, grid, "", "");
      QVERIFY(hinges.smallest_feature() < 0.3);
      judge(coarsest_level({hinges, grid, 1.0, {}}, {}), 8);
    }
    // The finer of the spacings on the map counts, and a feature of its very size is no sharper.
    Grid3 wide = grid_of({40, 40, 3});
    const Horizon trains = gentle(wide);
    wide.h = {trains.smallest_feature(), 2.0 * trains.smallest_feature(), 1.0};
    QCOMPARE(coarsest_level({trains, wide, 1.0, {}}, {}).at[0].size(), std::size_t{4});
  }

  void a_corner_has_its_foot_and_tells_the_way_on() {
    const Grid3 grid = grid_of({35, 30, 40});
    const Horizon horizon = gentle(grid);
    const FootSetting setting(horizon, grid, F, b);
    const LatticeLevel level = coarsest_level(setting, {});
    const auto time_at = [&](Vec3 x, bool above) {
      return above ? setting.upper.find(x, nullptr).time : -setting.lower.find(x, nullptr).time;
    };
    double time_off = 0.0, slowness_off = 0.0, slope_off = 0.0;
    int seen = 0;
    for (std::size_t m = 0; m < level.feet.size(); ++m) {
      QCOMPARE(level.index[m], static_cast<int>(m));
      const LatticeFoot& foot = level.feet[m];
      const bool above = foot.x.z < horizon.depth(foot.x.x, foot.x.y);
      time_off = worst_of(time_off, std::abs(foot.time - time_at(foot.x, above)));
      if (foot.quality < 0.3) continue;
      ++seen;
      for (int a = 0; a < 3; ++a) {
        constexpr double e = 1e-4;
        Vec3 ahead = foot.x, behind = foot.x;
        ahead[a] += e, behind[a] -= e;
        slowness_off =
            worst_of(slowness_off,
                     std::abs((time_at(ahead, above) - time_at(behind, above)) / (2 * e) - foot.slowness[a]));
        const FootSearch& search = above ? setting.upper : setting.lower;
        const Foot p = search.find(ahead, nullptr), q = search.find(behind, nullptr);
        const MapPoint foretold_p = foretold(foot, ahead);
        slope_off = worst_of(slope_off, std::abs((p.u - q.u) / (2 * e) - foot.slope.u[a]));
        slope_off = worst_of(slope_off, std::abs((p.v - q.v) / (2 * e) - foot.slope.v[a]));
        slope_off = worst_of(slope_off, 1e3 * std::hypot(foretold_p.u - p.u, foretold_p.v - p.v));
      }
    }
    QVERIFY(seen > 20);
    QVERIFY2(time_off < 1e-9, qPrintable(QString::number(time_off)));
    QVERIFY2(slowness_off < 1e-6, qPrintable(QString::number(slowness_off)));
    QVERIFY2(slope_off < 2e-4, qPrintable(QString::number(slope_off)));
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
          const Vec3 place =
              grid.local(level.at[0][static_cast<std::size_t>(i)], level.at[1][static_cast<std::size_t>(j)],
                         level.at[2][static_cast<std::size_t>(k)]);
          QVERIFY(level.foot(i, j, k)->x == place);
        }
  }

  // A level further: half way between, what is known kept, what is not asked for left out.
  void the_next_level_has_the_corners_of_its_cells_data() {
    QTest::addColumn<int>("ny");
    QTest::newRow("volume") << 30;
    QTest::newRow("section") << 1;
  }
  void the_next_level_has_the_corners_of_its_cells() {
    QFETCH(int, ny);
    const Grid3 grid = grid_of({35, ny, 4});
    const bool flat = ny == 1;
    const Horizon horizon = gentle(grid);
    const FootSetting setting(horizon, grid, F, b);
    const LatticeLevel coarse = coarsest_level(setting, {});
    const std::vector<LatticeCell> cells{{1, 0, 0}, {2, flat ? 0 : 1, 0}};
    const LatticeLevel fine = refined_level(setting, coarse, cells, {});
    for (std::size_t a = 0; a < 3; ++a) {
      const std::vector<int>&at = fine.at[a], &from = coarse.at[a];
      QCOMPARE(at.size(), 2 * from.size() - 1);
      for (std::size_t c = 0; c < at.size(); ++c)
        QCOMPARE(at[c], c % 2 == 0 ? from[c / 2] : (from[c / 2] + from[c / 2 + 1]) / 2);
    }
    std::set<std::array<int, 3>> wanted;
    for (const LatticeCell& cell : cells)
      for (int k = 0; k <= 2; ++k)
        for (int j = 0; j <= (flat ? 0 : 2); ++j)
          for (int i = 0; i <= 2; ++i)
            wanted.insert({2 * cell.i + i, flat ? 0 : 2 * cell.j + j, 2 * cell.k + k});
    QCOMPARE(fine.feet.size(), wanted.size());
    for (int k = 0; k < static_cast<int>(fine.at[2].size()); ++k)
      for (int j = 0; j < static_cast<int>(fine.at[1].size()); ++j)
        for (int i = 0; i < static_cast<int>(fine.at[0].size()); ++i) {
          const LatticeFoot* const foot = fine.foot(i, j, k);
          QCOMPARE(foot != nullptr, wanted.contains({i, j, k}));
          if (foot == nullptr) continue;
          const Vec3 x =
              grid.local(fine.at[0][static_cast<std::size_t>(i)], fine.at[1][static_cast<std::size_t>(j)],
                         fine.at[2][static_cast<std::size_t>(k)]);
          QVERIFY(foot->x == x);
          const double wanted_time = exact_foot(setting, x, nullptr, 0).time;
          QVERIFY(std::abs(foot->time - wanted_time) < 4e-7 * std::abs(wanted_time) + 1e-12);
        }
    // Four nodes of depth in one cell of the first level: 0, 1, 3. Its children part there.
    const std::vector<LatticeCell> children = children_of(coarse, fine, cells);
    QCOMPARE(children.size(), std::size_t{flat ? 8U : 16U});
    std::set<std::array<int, 3>> places;
    for (std::size_t c = 0; c < children.size(); ++c) {
      const LatticeCell &child = children[c], &parent = cells[static_cast<std::size_t>(child.parent)];
      QCOMPARE(child.parent, static_cast<int>(c / (flat ? 4 : 8)));
      QVERIFY(child.i / 2 == parent.i && child.j / 2 == parent.j && child.k / 2 == parent.k);
      places.insert({child.i, child.j, child.k});
    }
    QCOMPARE(places.size(), children.size());
  }

  // Of a cell of one node there are no two halves.
  void empty_children_are_left_out() {
    const Grid3 grid = grid_of({2, 2, 3});
    const Horizon horizon = gentle(grid);
    const FootSetting setting(horizon, grid, F, b);
    const LatticeLevel coarse = coarsest_level(setting, {});
    const std::vector<LatticeCell> cells{{0, 0, 0}};
    const auto children = children_of(coarse, refined_level(setting, coarse, cells, {}), cells);
    QCOMPARE(children.size(), std::size_t{2});
    QVERIFY(children[0].i == 1 && children[0].j == 1 && children[0].k == 0 && children[1].k == 1);
  }

  void corners_of_a_section_are_given_twice() {
    const Grid3 grid = grid_of({35, 1, 40});
    const Horizon horizon = gentle(grid);
    const LatticeLevel level = coarsest_level({horizon, grid, F, b}, {});
    const CellCorners corners = corners_of(level, {1, 0, 1});
    for (int c = 0; c < 8; ++c) {
      QVERIFY(corners[static_cast<std::size_t>(c)] == level.foot(1 + (c & 1), 0, 1 + (c >> 2)));
      QVERIFY(corners[static_cast<std::size_t>(c)] == corners[static_cast<std::size_t>(c ^ 2)]);
    }
  }

  void seeds_are_only_a_start() {
    const Grid3 grid = grid_of({35, 30, 40});
    const Horizon horizon = gentle(grid);
    for (const double speed : {0.7, -0.2}) {
      const FootSetting setting(horizon, grid, speed, speed > 0.0 ? b : Vec3{0.1, 0.0, -1.1});
      const LatticeLevel level = coarsest_level(setting, {});
      std::vector<const LatticeFoot*> seeds;
      for (const LatticeFoot& foot : level.feet)
        seeds.push_back(&foot);
      for (int i = 0; i < 20; ++i) {
        const Vec3 x{0.31 * i + 0.1, 0.2 * i + 0.3, 0.4 * i};
        const double found = exact_foot(setting, x, seeds.data(), static_cast<int>(seeds.size())).time;
        const double wanted = exact_foot(setting, x, nullptr, 0).time;
        QVERIFY2(std::abs(found - wanted) < 4e-7 * std::abs(wanted),
                 qPrintable(QString("%1, not %2").arg(found).arg(wanted)));
      }
    }
  }

  // Feet of one linear map foretell each other; a foot that is off by d is off by d, over the way between.
  void agreement_is_in_metres() {
    const LatticeFoot a = linear({1.0, 2.0, 3.0}), c = linear({1.5, 1.0, 5.0});
    const Agreement same = agreement(a, c);
    const double du = 0.9 * 0.5 - 0.1 - 0.4, dv = 0.1 - 1.1 + 0.6;
    const double apart = std::hypot(du, dv), far = 0.05 * std::sqrt(0.25 + 1.0 + 4.0);
    QVERIFY(same.off < 1e-12 && std::abs(same.apart - apart - far) < 1e-12);
    const LatticeFoot shifted = linear({1.5, 1.0, 5.0}, 3.0);
    const Agreement off = agreement(a, shifted);
    QVERIFY(std::abs(off.off - 3.0) < 1e-12);
    QVERIFY(std::abs(off.apart - std::hypot(du + 3.0, dv) - far) < 1e-12);
    QVERIFY(std::abs(agreement(shifted, a).apart - off.apart) < 1e-12);
    // Either foot may be the one that moves farthest.
    LatticeFoot fast = c;
    fast.slope = {{9.0, 1.0, -2.0}, {2.0, 11.0, 3.0}};
    const double reach = std::hypot(10.0 * du, 10.0 * dv) + far;
    QVERIFY(std::abs(agreement(a, fast).apart - reach) < 1e-12);
    QVERIFY(std::abs(agreement(fast, a).apart - reach) < 1e-12);
  }

  void a_branch_is_told_once() {
    const LatticeFoot a = linear({1.0, 2.0, 3.0}), same = linear({1.5, 1.0, 5.0}),
                      other = linear({2.0, 2.0, 3.0}, 7.0);
    LatticeFoot none = linear({2.0, 2.0, 4.0}, 30.0);
    none.quality = 0.0;
    Branches branches;
    branches.add(nullptr);
    for (const LatticeFoot* const foot : {&std::as_const(none), &a, &same, &other, &a})
      branches.add(foot);
    QCOMPARE(branches.count, 2);
    QVERIFY(branches.feet[0] == &a && branches.feet[1] == &other && branches.holds(same));
    // Off by a fifth of the way between is of one branch still.
    const double way = 0.9, far = 0.05, u0 = 0.2 * (std::hypot(way, 0.2) + far);
    for (const auto& [off, one] : {std::pair{0.8 * u0, true}, {1.6 * u0, false}}) {
      Branches two;
      const LatticeFoot near = linear({2.0, 2.0, 3.0}, off);
      two.add(&a), two.add(&near);
      QCOMPARE(two.count, one ? 1 : 2);
    }
    // No more than there is room for.
    std::vector<LatticeFoot> many;
    for (int q = 0; q < 20; ++q)
      many.push_back(linear({0.1 * q, 0.0, 0.0}, 50.0 * q));
    Branches full;
    for (const LatticeFoot& foot : many)
      full.add(&foot);
    QCOMPARE(full.count, Branches::most);
  }

  // A cell further on all sides, and what is inherited; strangers are those that no corner is of.
  void branches_come_from_a_cell_further() {
    const int side = 6;
    LatticeLevel level;
    for (std::size_t a = 0; a < 3; ++a)
      for (int c = 0; c < side; ++c)
        level.at[a].push_back(4 * c);
    for (int m = 0; m < side * side * side; ++m) {
      level.index.push_back(m);
      level.feet.push_back(linear({1.0 * (m % side), 1.0 * (m / side % side), 1.0 * (m / side / side)}));
    }
    const LatticeCell cell{2, 2, 2};  // of corners 2 and 3: from 1 to 4 is looked at
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int c = 0; c < side; ++c) {
        LatticeLevel one = level;
        std::array<int, 3> at{2, 2, 2};
        at[axis] = c;
        LatticeFoot& odd = one.feet[one.place(at[0], at[1], at[2])];
        odd = linear(odd.x, 40.0);
        const Branches around = branches_around(one, cell, {});
        QCOMPARE(around.count, c >= 1 && c <= 4 ? 2 : 1);
        QCOMPARE(strangers(around, corners_of(one, cell)).count, c == 1 || c == 4 ? 1 : 0);
      }
    const std::vector<LatticeFoot> inherited{linear({9.0, 9.0, 9.0}, 80.0)};
    const Branches around = branches_around(level, cell, inherited);
    QCOMPARE(around.count, 2);
    const Branches others = strangers(around, corners_of(level, cell));
    QVERIFY(others.count == 1 && others.feet[0] == &inherited[0]);
    QCOMPARE(branches_around(level, {4, 4, 4}, {}).count, 1);  // at the grid's end
    QCOMPARE(branches_around(level, {0, 0, 0}, {}).count, 1);
  }
};

}  // namespace test_foot_lattice

FOLDWAVE_TEST(test_foot_lattice, run_guiless<test_foot_lattice::TestFootLattice>)
#include "test_foot_lattice.moc"
