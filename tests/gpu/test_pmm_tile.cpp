// Protects the device's tiles without a device: blocks played by the processor, thread by thread, in any
// order, give the plain solver's arrival on odd, thin and flat grids, in both precisions; skipping settled
// tiles changes no bit, and leaves little to do once the field has settled; rows that several devices share
// come out to the bit as on one.
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "gpu/fold/tile_plan.hpp"
#include "tests/test_program.hpp"

namespace test_pmm_tile {

using namespace foldwave;

namespace {

struct Played {
  std::vector<double> T;  // without the padding
  long long tiles = 0;    // that were worked on, in the last sweep
};

constexpr int threads = 64;

template <class Real, int S, bool tame, class Link = NoLink>
bool play_block(const TileSweep<Real>& sweep, const TileArrays<Real>& arrays, int slab, int block,
                Real* memory, const Link& link = {}) {
  const QuickFactors<Real> factors[2] = {sweep.side[0].factors, sweep.side[1].factors};
  PmmTile<Real, S, tame, Link> tile(sweep, arrays, slab, block, factors, memory, &link);
  if (tile.planes() <= 0) return false;
  const auto all = [](const auto& phase) {
    for (int thread = 0; thread < threads; ++thread)
      phase(thread);
  };
  bool unsettled = !sweep.skip_settled;
  all([&](int t) { unsettled = tile.is_unsettled(t, threads) || unsettled; });
  if (!unsettled) return false;
  all([&](int t) { tile.load_cells(t, threads); });
  all([&](int t) { tile.load_slab(t, threads); });
  all([&](int t) { tile.load_plane_before(t, threads); });
  for (int p = 1; p <= tile.planes(); ++p)
    all([&](int t) { tile.update_plane(p, t, threads); });
  return true;
}

template <class T>
struct Aligned16 {
  using value_type = T;
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{16})); }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{16}); }
  bool operator==(const Aligned16&) const { return true; }
};
template <class T>
using AlignedArray = std::vector<T, Aligned16<T>>;

// A device's arrays as they are before the first sweep.
template <class Real>
struct DeviceStart {
  AlignedArray<Real> T;
  std::vector<std::uint8_t> fixed;
  std::vector<int> stamps;

  DeviceStart(const TileLayout& layout, const Grid3& grid, const StartValues<Real>& start, int period)
      : T(layout.times(), std::numeric_limits<Real>::quiet_NaN()),
        fixed(layout.fixed_bytes(), 0),
        stamps(layout.stamps(), 0) {
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          const std::size_t row = static_cast<std::size_t>(j + grid.n[1] * k);
          const Real t = start.time(i, j, k);
          T[row * static_cast<std::size_t>(layout.pitch) + static_cast<std::size_t>(i)] = t;
          if (start.fixed(i, j, k) != 0)
            fixed[row * static_cast<std::size_t>(layout.pitch / 8) + static_cast<std::size_t>(i / 8)] |=
                static_cast<std::uint8_t>(1 << i % 8);
          if (!std::isinf(t))
            stamps[static_cast<std::size_t>(
                i / brick + layout.bricks[0] * (j / brick + layout.bricks[1] * (k / brick)))] = period;
        }
  }
};

template <class Real>
std::vector<double> without_padding(const TileLayout& layout, const Grid3& grid,
                                    const AlignedArray<Real>& T) {
  std::vector<double> values;
  for (std::size_t row = 0; row < layout.rows(); ++row)
    for (int i = 0; i < grid.n[0]; ++i)
      values.push_back(
          static_cast<double>(T[row * static_cast<std::size_t>(layout.pitch) + static_cast<std::size_t>(i)]));
  return values;
}

template <class Real, int S, bool tame = true>
Played play(const Grid3& grid, double F, Vec3 b, const StartValues<Real>& start, int count, bool skip,
            bool backwards = false) {
  const TileLayout layout(grid);
  const Real poison = std::numeric_limits<Real>::quiet_NaN();
  const auto subs = sub_sweeps<Real>(grid, F, b);
  const int period = static_cast<int>(subs.size());
  DeviceStart<Real> device(layout, grid, start, period);
  const TileArrays<Real> arrays{device.T.data(), device.fixed.data(), device.stamps.data()};
  // Small tiles, so that there are many even on a small grid.
  const TileBudget budget{40, threads, 20U << 10};
  auto sweeps = make_tile_sweeps<Real, S>(layout, subs, skip, budget);
  Played played;
  int number = period;
  for (int sweep = 0; sweep < count; ++sweep) {
    played.tiles = 0;
    for (TileSweep<Real>& s : sweeps) {
      s.number = number++;
      const std::vector<std::uint16_t> list = list_cells<S>(s.tile_u, s.tile_v);
      const AlignedArray<std::uint16_t> cells(list.begin(), list.end());
      s.cells = cells.data();
      AlignedArray<Real> memory(
          static_cast<std::size_t>(PmmTile<Real, S, tame>::memory_size(s.tile_u, s.tile_v)), poison);
      for (int slab = 0; slab < slab_count(s.n[2], S); ++slab) {
        const int blocks = s.tiles_u * s.tiles_v;
        for (int block = 0; block < blocks; ++block) {
          std::fill(memory.begin(), memory.end(), poison);
          played.tiles += play_block<Real, S, tame>(s, arrays, slab, backwards ? blocks - 1 - block : block,
                                                    memory.data());
        }
      }
    }
  }
  played.T = without_padding(layout, grid, device.T);
  return played;
}

// As `play`, the rows of planes shared by several that each have arrays of their own
// (gpu/fold/split_pmm.hpp).
template <class Real, int S>
Played play_shared(const Grid3& grid, double F, Vec3 b, const StartValues<Real>& start, int count, bool skip,
                   int shares, bool last_first) {
  const TileLayout layout(grid);
  const Real poison = std::numeric_limits<Real>::quiet_NaN();
  const auto subs = sub_sweeps<Real>(grid, F, b);
  const int period = static_cast<int>(subs.size());
  struct Member {
    AlignedArray<Real> T;
    std::vector<int> stamps;
  };
  const DeviceStart<Real> device(layout, grid, start, period);
  std::vector<Member> members(static_cast<std::size_t>(shares), {device.T, device.stamps});
  const TileBudget budget{40, threads, 20U << 10};
  auto sweeps = make_tile_sweeps<Real, S>(layout, subs, skip, budget, shares);
  const auto first_row = [&](int d, int axis) {
    return std::min(layout.n[axis], d * rows_of_share(layout.n[axis], shares));
  };
  int cut = 0, number = period;
  // Each takes over the rows of the others.
  const auto meet = [&] {
    if (cut == 0) return;
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j) {
        const auto row = static_cast<std::ptrdiff_t>((j + Index{grid.n[1]} * k) * layout.pitch);
        const int owner = (cut == 1 ? j : k) / rows_of_share(layout.n[cut], shares);
        const auto from = members[static_cast<std::size_t>(owner)].T.begin() + row;
        for (Member& m : members)
          std::copy(from, from + layout.pitch, m.T.begin() + row);
      }
    std::vector<int> latest = members.front().stamps;
    for (const Member& m : members)
      std::ranges::transform(latest, m.stamps, latest.begin(), [](int a, int c) { return std::max(a, c); });
    for (Member& m : members)
      m.stamps = latest;
  };
  for (int sweep = 0; sweep < count; ++sweep)
    for (std::size_t q = 0; q < sweeps.size(); ++q) {
      TileSweep<Real>& s = sweeps[q];
      s.number = number++;
      if (cut != subs[q].v) meet();
      cut = subs[q].v;
      const std::vector<std::uint16_t> list = list_cells<S>(s.tile_u, s.tile_v);
      const AlignedArray<std::uint16_t> cells(list.begin(), list.end());
      s.cells = cells.data();
      AlignedArray<Real> memory(
          static_cast<std::size_t>(PmmTile<Real, S, true>::memory_size(s.tile_u, s.tile_v)), poison);
      for (int slab = 0; slab < slab_count(s.n[2], S); ++slab)
        for (int turn = 0; turn < shares; ++turn) {
          const int d = last_first ? shares - 1 - turn : turn;
          Member& m = members[static_cast<std::size_t>(d)];
          TileLink<Real> link{first_row(d, cut), first_row(d + 1, cut), {}};
          for (const int side : {0, 1})
            if (const int other = d + 2 * side - 1; other >= 0 && other < shares) {
              link.side[side].T = members[static_cast<std::size_t>(other)].T.data();
              link.side[side].stamps = members[static_cast<std::size_t>(other)].stamps.data();
            }
          const TileArrays<Real> arrays{m.T.data(), device.fixed.data(), m.stamps.data()};
          for (int block = 0; block < s.tiles_u * s.tiles_v; ++block)
            play_block<Real, S, true>(s, arrays, slab, block, memory.data(), link);
        }
    }
  meet();
  return {without_padding(layout, grid, members.front().T), 0};
}

// Two point sources, one below the other side's.
StartValues<double> two_points(const Grid3& grid, double F, Vec3 b) {
  StartValues<double> start{Field<double>(grid.n, std::numeric_limits<double>::infinity()),
                            Field<std::uint8_t>(grid.n, 0)};
  const Vec3 size = grid.extent();
  const Vec3 at[2] = {{0.3 * size.x, 0.6 * size.y, 0.25 * size.z},
                      {0.7 * size.x, 0.4 * size.y, 0.8 * size.z}};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 x = grid.local(i, j, k);
        const bool lower = x.z > 0.5 * size.z;
        double& t = start.time(i, j, k);
        for (const Vec3& source : at) {
          const Vec3 d = x - source;
          if (norm(d) > 2.5 * grid.h[0] || lower != (source.z > 0.5 * size.z)) continue;
          t = travel_time<double>(d, F, lower ? -b : b);
          start.fixed(i, j, k) = 1;
        }
        if (lower) t = -t;
      }
  return start;
}

template <class Real>
StartValues<Real> converted(const StartValues<double>& from) {
  StartValues<Real> to{Field<Real>(from.time.shape()), from.fixed.clone()};
  for (Index m = 0; m < from.time.size(); ++m)
    to.time[m] = static_cast<Real>(from.time[m]);
  return to;
}

std::vector<float> plain(const Grid3& grid, double F, Vec3 b, const StartValues<double>& start, int sweeps) {
  FoldOptions options;
  options.max_sweeps = sweeps;
  options.to_convergence = false;
  options.path = FoldPath::plain;
  const Field<float> T =
      make_pmm_solver()->solve({grid, F, b, nullptr, converted<float>(start)}, options, {}).arrival;
  return {T.values().begin(), T.values().end()};
}

bool same_bits(const Played& a, const Played& b) {
  return a.T.size() == b.T.size() && std::memcmp(a.T.data(), b.T.data(), a.T.size() * sizeof(double)) == 0;
}

constexpr double F = 1.1;
constexpr Vec3 b{-0.35, 0.4, -0.7};

double worst_of(const Played& played, const std::vector<float>& expected) {
  double worst = 0.0;
  for (std::size_t m = 0; m < expected.size(); ++m) {
    const double e = static_cast<double>(expected[m]);
    if (played.T[m] == e) continue;
    const double difference = std::abs(played.T[m] - e) / (1.0 + std::abs(e));
    worst = foldwave::worst_of(worst, difference < 1e30 ? difference : 1e30);
  }
  return worst;
}

}  // namespace

class TestPmmTile : public QObject {
  Q_OBJECT
 private slots:
  void it_agrees_with_the_plain_solver_data() {
    QTest::addColumn<int>("nx");
    QTest::addColumn<int>("ny");
    QTest::addColumn<int>("nz");
    QTest::newRow("odd") << 27 << 21 << 35;
    QTest::newRow("whole bricks") << 24 << 32 << 16;
    QTest::newRow("one more than bricks") << 25 << 17 << 25;
    QTest::newRow("section") << 45 << 1 << 38;
    QTest::newRow("thin in x") << 2 << 26 << 27;
    QTest::newRow("one node in x") << 1 << 26 << 27;
    QTest::newRow("thin in z") << 34 << 27 << 3;
  }

  void it_agrees_with_the_plain_solver() {
    QFETCH(int, nx);
    QFETCH(int, ny);
    QFETCH(int, nz);
    const Grid3 grid{{nx, ny, nz}, {0.25, 0.3, 0.2}, {}, {}, {}, 0};
    const StartValues<double> start = two_points(grid, F, b);
    constexpr int sweeps = 2;
    const std::vector<float> expected = plain(grid, F, b, start, sweeps);
    const auto single = converted<float>(start);
    const Played a = play<float, 8>(grid, F, b, single, sweeps, false);
    QVERIFY(worst_of(a, expected) < 2e-6);
    QVERIFY(worst_of(play<double, 8>(grid, F, b, start, sweeps, false), expected) < 2e-6);
    QVERIFY(same_bits(a, play<float, 4>(grid, F, b, single, sweeps, false)));
    QVERIFY(same_bits(a, play<float, 8>(grid, F, b, single, sweeps, false, true)));
    QVERIFY(same_bits(a, play<float, 8>(grid, F, b, single, sweeps, true)));
    QVERIFY(worst_of(play<float, 4, false>(grid, F, b, single, sweeps, true), expected) < 2e-6);
  }

  // A device has no more of the others' rows than those told across the cuts.
  void shared_rows_give_the_bits_of_one() {
    const auto same = [](const std::array<int, 3>& n, bool skip, int shares, bool last_first) {
      const Grid3 grid{n, {0.25, 0.3, 0.2}, {}, {}, {}, 0};
      const auto start = converted<float>(two_points(grid, F, b));
      return same_bits(play<float, 4>(grid, F, b, start, 2, false),
                       play_shared<float, 4>(grid, F, b, start, 2, skip, shares, last_first));
    };
    QVERIFY(same({27, 21, 35}, false, 2, false));
    QVERIFY(same({24, 32, 16}, true, 2, true));
    QVERIFY(same({25, 17, 25}, true, 2, false));
    QVERIFY(same({20, 41, 38}, true, 3, true));
  }

  void a_current_faster_than_the_front_is_solved_too() {
    const Grid3 grid{{30, 27, 33}, {0.25, 0.3, 0.2}, {}, {}, {}, 0};
    const StartValues<double> start = two_points(grid, 0.5, b);
    const Played a = play<float, 8, false>(grid, 0.5, b, converted<float>(start), 2, true);
    QVERIFY(worst_of(a, plain(grid, 0.5, b, start, 2)) < 5e-7);
  }

  // Next to |b| = F rounding can give an offer from before its own group, below the source's 0 in the end.
  void a_current_as_fast_as_the_front_is_solved() {
    const Grid3 grid{{33, 21, 37}, {1.0, 1.3, 0.8}, {}, {}, {}, 0};
    StartValues<double> start{Field<double>(grid.n, std::numeric_limits<double>::infinity()),
                              Field<std::uint8_t>(grid.n, 0)};
    start.time(16, 10, 18) = 0.0;
    start.fixed(16, 10, 18) = 1;
    for (const double psi : {0.5, -0.5})
      for (const Vec3 a : {Vec3{0.0, 0.0, -1.0}, {0.6, 0.0, -0.8}, {1.0, 0.0, 0.0}, {0.0, 0.6, 0.8}}) {
        const Played played = play<float, 8, false>(grid, 0.5, psi * a, converted<float>(start), 4, true);
        const std::vector<float> expected = plain(grid, 0.5, psi * a, start, 4);
        double worst = 0.0;
        for (std::size_t m = 0; m < expected.size(); ++m) {
          const double e = static_cast<double>(expected[m]);
          QVERIFY(played.T[m] >= 0.0);
          // Square to the sweeps rounding says when, if at all, the front comes to where it hardly does.
          if (std::abs(a.x) < 1.0 && e < 1e3)
            worst = foldwave::worst_of(worst, std::abs(played.T[m] - e) / (1.0 + e));
        }
        QVERIFY(worst < 1e-5);
      }
  }

  void settled_tiles_are_left_alone() {
    const Grid3 grid{{37, 29, 43}, {0.25, 0.3, 0.2}, {}, {}, {}, 0};
    const auto start = converted<float>(two_points(grid, F, b));
    const auto tiles = [&](int sweeps, bool skip) {
      return play<float, 8>(grid, F, b, start, sweeps, skip).tiles;
    };
    QVERIFY(tiles(5, false) > 100);
    QVERIFY(tiles(1, true) > tiles(1, false) / 3);
    QVERIFY(tiles(5, true) == 0);
  }
};

}  // namespace test_pmm_tile

FOLDWAVE_TEST(test_pmm_tile, run_guiless<test_pmm_tile::TestPmmTile>)
#include "test_pmm_tile.moc"
