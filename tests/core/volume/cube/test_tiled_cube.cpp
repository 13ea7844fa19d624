// Protects the cube generator: the histogram of the volume bit by bit, no jumps between mirrored tiles,
// turned tiles that are the volume turned, and planes that are those of the whole.
#include "core/volume/cube/tiled_cube.hpp"

#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "core/base/error.hpp"
#include "tests/test_program.hpp"

namespace test_tiled_cube {

using namespace foldwave;

namespace {

// Every value another one, NaN and -0 among them.
Field<float> numbered(std::array<int, 3> n) {
  Field<float> volume(n);
  for (Index m = 0; m < volume.size(); ++m)
    volume[m] = 1.0F + static_cast<float>(m);
  volume[volume.size() / 2] = std::bit_cast<float>(0x7FC01234U);
  volume[0] = -0.0F;
  return volume;
}

std::map<std::uint32_t, int> histogram(std::span<const float> values) {
  std::map<std::uint32_t, int> counts;
  for (const float v : values)
    ++counts[std::bit_cast<std::uint32_t>(v)];
  return counts;
}

constexpr Tiling tilings[] = {Tiling::repeated, Tiling::mirrored, Tiling::turned};

}  // namespace

class TestTiledCube : public QObject {
  Q_OBJECT
 private slots:
  void the_histogram_is_kept() {
    for (const std::array<int, 3> n : {std::array<int, 3>{4, 4, 4}, {5, 3, 2}, {6, 6, 1}, {1, 1, 7}}) {
      const Field<float> volume = numbered(n);
      auto expected = histogram(volume.values());
      for (auto& [value, count] : expected)
        count *= 3 * 2 * 4;
      for (const Tiling tiling : tilings)
        QVERIFY(histogram(tile_cube(volume, {3 * n[0], 2 * n[1], 4 * n[2]}, tiling).values()) == expected);
    }
  }

  void the_first_tile_of_a_cut_cube_is_the_volume() {
    const Field<float> volume = numbered({5, 4, 3});
    for (const Tiling tiling : {Tiling::repeated, Tiling::mirrored}) {
      const Field<float> cube = tile_cube(volume, {7, 4, 5}, tiling);
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 4; ++j)
          for (int i = 0; i < 5; ++i)
            QCOMPARE(std::bit_cast<std::uint32_t>(cube(i, j, k)),
                     std::bit_cast<std::uint32_t>(volume(i, j, k)));
      const bool mirrored = tiling == Tiling::mirrored;
      QCOMPARE(cube(5, 1, 0), volume(mirrored ? 4 : 0, 1, 0));
      QCOMPARE(cube(6, 1, 4), volume(mirrored ? 3 : 1, 1, mirrored ? 1 : 1));
    }
    const Field<float> part = tile_cube(volume, {2, 3, 1}, Tiling::repeated);
    QCOMPARE(part(1, 2, 0), volume(1, 2, 0));
  }

  void mirrored_tiles_meet_without_jumps() {
    Field<float> ramp({6, 5, 4});
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 6; ++i)
          ramp(i, j, k) = static_cast<float>(i + 10 * j + 100 * k);
    const Field<float> cube = tile_cube(ramp, {18, 15, 12}, Tiling::mirrored);
    for (int k = 0; k + 1 < 12; ++k)
      for (int j = 0; j + 1 < 15; ++j)
        for (int i = 0; i + 1 < 18; ++i) {
          QVERIFY(std::abs(cube(i + 1, j, k) - cube(i, j, k)) <= 1.0F);
          QVERIFY(std::abs(cube(i, j + 1, k) - cube(i, j, k)) <= 10.0F);
          QVERIFY(std::abs(cube(i, j, k + 1) - cube(i, j, k)) <= 100.0F);
        }
  }

  // Neighbours in a tile were neighbours, and its hand is the volume's: a turn, no mirror.
  void turned_tiles_are_the_volume_turned() {
    for (const std::array<int, 3> size : {std::array<int, 3>{3, 3, 3}, {3, 4, 5}, {4, 4, 2}}) {
      Field<float> volume(size);
      for (Index m = 0; m < volume.size(); ++m)
        volume[m] = static_cast<float>(m);
      const int tiles = 4;
      const Field<float> cube =
          tile_cube(volume, {tiles * size[0], tiles * size[1], tiles * size[2]}, Tiling::turned);
      std::set<std::array<int, 9>> turns;
      for (int t = 0; t < tiles * tiles * tiles; ++t) {
        const int i = t % tiles * size[0], j = t / tiles % tiles * size[1], k = t / tiles / tiles * size[2];
        const auto place = [&](float value) {
          const int m = static_cast<int>(value);
          return std::array<int, 3>{m % size[0], m / size[0] % size[1], m / size[0] / size[1]};
        };
        const auto o = place(cube(i, j, k)), x = place(cube(i + 1, j, k)), y = place(cube(i, j + 1, k)),
                   z = place(cube(i, j, k + 1));
        std::array<int, 9> m{};
        for (std::size_t a = 0; a < 3; ++a) {
          m[a] = x[a] - o[a];
          m[3 + a] = y[a] - o[a];
          m[6 + a] = z[a] - o[a];
        }
        const int determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                                m[2] * (m[3] * m[7] - m[4] * m[6]);
        QCOMPARE(determinant, 1);
        for (std::size_t row = 0; row < 3; ++row)
          QCOMPARE(std::abs(m[3 * row]) + std::abs(m[3 * row + 1]) + std::abs(m[3 * row + 2]), 1);
        turns.insert(m);
      }
      // 24 turns of a cube, 4 of a box, 8 of a box with two equal sides.
      const std::size_t all = size[0] == size[2] ? 24 : size[0] == size[1] ? 8 : 4;
      QVERIFY(turns.size() <= all && turns.size() > all / 2);
    }
  }

  void planes_are_those_of_the_whole() {
    const Field<float> volume = numbered({5, 4, 3});
    for (const Tiling tiling : tilings) {
      const std::array<int, 3> n{12, 7, 10};
      const Field<float> cube = tile_cube(volume, n, tiling);
      std::vector<float> planes(static_cast<std::size_t>(12 * 7 * 3));
      for (const int first : {0, 2, 7}) {
        tile_planes(volume, n, tiling, first, planes);
        for (std::size_t m = 0; m < planes.size(); ++m)
          QCOMPARE(std::bit_cast<std::uint32_t>(planes[m]),
                   std::bit_cast<std::uint32_t>(cube[static_cast<Index>(m) + Index{12} * 7 * first]));
      }
    }
  }

  void what_is_no_cube_is_refused() {
    const Field<float> volume = numbered({2, 2, 2});
    std::vector<float> plane(16), odd(15);
    for (const std::array<int, 3> n : {std::array<int, 3>{0, 4, 4}, {4, -1, 4}, {4, 4, 0}})
      QVERIFY_THROWS_EXCEPTION(InputError, tile_cube(volume, n, Tiling::repeated));
    QVERIFY_THROWS_EXCEPTION(InputError, tile_planes(volume, {4, 4, 4}, Tiling::repeated, 4, plane));
    QVERIFY_THROWS_EXCEPTION(InputError, tile_planes(volume, {4, 4, 4}, Tiling::repeated, -1, plane));
    QVERIFY_THROWS_EXCEPTION(InputError, tile_planes(volume, {4, 4, 4}, Tiling::repeated, 0, odd));
    QVERIFY_THROWS_EXCEPTION(InputError, tile_cube(Field<float>(), {4, 4, 4}, Tiling::repeated));
  }
};

}  // namespace test_tiled_cube

FOLDWAVE_TEST(test_tiled_cube, run_alone<test_tiled_cube::TestTiledCube>)
#include "test_tiled_cube.moc"
