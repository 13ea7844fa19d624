// Protects surfaces that leave as CPS-3 grids: read again they are the same nodes with the same elevations,
// and nodes without a value stay without.
#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "core/base/error.hpp"
#include "core/formats/grids/cps3_write.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/horizons/surface_grid.hpp"
#include "core/formats/read_file.hpp"
#include "tests/test_program.hpp"

namespace test_cps3_write {

using namespace foldwave;

class TestCps3Write : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  void readsBackAsWritten() {
    const MapGrid grid{{3, 7}, {431000.125, 6412000.25}, {12.5, 10.0}};
    std::vector<double> elevation;
    for (int j = 0; j < 7; ++j)
      for (int i = 0; i < 3; ++i)
        elevation.push_back(-1000.0 / 3.0 - 17.0 * i + 3.5 * j);
    elevation[4] = std::numeric_limits<double>::quiet_NaN();
    write_cps3(at("a.cps3"), "top of\nsand", grid, elevation);
    const HorizonPicks picks = parse_cps3(read_whole_file(at("a.cps3"), most_bytes::surface), "a.cps3");
    QCOMPARE(picks.skipped, std::int64_t{1});
    QCOMPARE(picks.points.size(), std::size_t{20});
    for (const Vec3& p : picks.points) {
      const auto i = std::lround((p.x - grid.origin[0]) / 12.5),
                 j = std::lround((p.y - grid.origin[1]) / 10.0);
      QVERIFY(std::abs(p.x - grid.origin[0] - 12.5 * static_cast<double>(i)) < 1e-9);
      QCOMPARE(p.z, elevation[static_cast<std::size_t>(i + 3 * j)]);
    }
  }

  void refusesWhatIsNoGrid() {
    const std::vector<double> none(4, std::numeric_limits<double>::quiet_NaN()), line(4, 1.0);
    QVERIFY_THROWS_EXCEPTION(InputError, write_cps3(at("b.cps3"), "", {{2, 2}}, none));
    QVERIFY_THROWS_EXCEPTION(InputError, write_cps3(at("b.cps3"), "", {{4, 1}}, line));
    QVERIFY(!std::filesystem::exists(at("b.cps3")));
  }
};

}  // namespace test_cps3_write

FOLDWAVE_TEST(test_cps3_write, run_guiless<test_cps3_write::TestCps3Write>)
#include "test_cps3_write.moc"
