// Protects grids that go out: ZMAP+ and Irap classic come back to the same doubles at the same places, with
// holes, on UTM coordinates, at any number of rows; what is no grid or has no value is refused, and nothing
// is left.
#include "core/formats/grids/map_grid_write.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <map>
#include <random>

#include "core/formats/horizons/horizon_file.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_map_grid_write {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::vector<double> rough(const MapGrid& grid) {
  std::mt19937 chance(7);
  std::vector<double> z;
  for (int m = 0; m < grid.n[0] * grid.n[1]; ++m)
    z.push_back(m % 11 == 3 ? NAN : -1e-3 * double(chance() % 4000000) / 3.0);
  return z;
}

}  // namespace

class TestMapGridWrite : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void what_is_written_comes_back() {
    for (const auto& n : {std::array{2, 2}, std::array{5, 7}, std::array{12, 4}, std::array{3, 13}}) {
      const MapGrid grid{n, {550551.8125, 7821921.25}, {12.5, 25.0}};
      const std::vector<double> z = rough(grid);
      for (const char* name : {"t.zmap", "t.irap"}) {
        const auto path = inside(folder_, name);
        if (name[2] == 'z')
          write_zmap(path, "top of, @sand", grid, z);
        else
          write_irap(path, grid, z);
        const HorizonPicks picks = read_horizon_file(path);
        QCOMPARE(static_cast<int>(picks.format),
                 static_cast<int>(name[2] == 'z' ? HorizonFormat::zmap : HorizonFormat::irap));
        std::map<std::pair<int, int>, double> read;
        for (const Vec3& p : picks.points) {
          const double i = (p.x - grid.origin[0]) / 12.5, j = (p.y - grid.origin[1]) / 25.0;
          QVERIFY(i == std::round(i) && j == std::round(j));
          read[{static_cast<int>(i), static_cast<int>(j)}] = p.z;
        }
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i) {
            const double wrote = z[std::size_t(i + n[0] * j)];
            QCOMPARE(read.contains({i, j}), !std::isnan(wrote));
            if (!std::isnan(wrote)) QCOMPARE(read[std::pair(i, j)], wrote);
          }
      }
    }
  }

  void what_is_no_grid_is_refused() {
    QTemporaryDir folder;
    const MapGrid thin{{1, 4}, {0, 0}, {1, 1}}, grid{{2, 2}, {0, 0}, {1, 1}};
    const std::vector<double> four{1, 2, 3, 4}, none{NAN, NAN, NAN, NAN};
    QVERIFY(message_of<InputError>([&] { write_irap(inside(folder, "a"), thin, four); }).contains("1 x 4"));
    QVERIFY(message_of<InputError>([&] {
              write_zmap(inside(folder, "a"), "t", grid, none);
            }).contains("no value"));
    QCOMPARE(entries_in(folder), 0);
  }
};

}  // namespace test_map_grid_write

FOLDWAVE_TEST(test_map_grid_write, run_guiless<test_map_grid_write::TestMapGridWrite>)
#include "test_map_grid_write.moc"
