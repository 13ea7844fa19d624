// Protects the tables as files: a table that is not known is refused, and a stop while rows are written
// leaves nothing behind.
#include <QFile>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/output/geometry_files.hpp"
#include "core/output/product.hpp"
#include "tests/test_program.hpp"

namespace test_geometry_files {

using namespace foldwave;

class TestGeometryOutput : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  void anUnknownTableIsRefused() {
    QVERIFY_THROWS_EXCEPTION(InputError,
                             write_geometry_table(at("x.csv"), "hinge", Scenario{}, FoldResult{}, {}, {}));
    QVERIFY(!std::filesystem::exists(at("x.csv")));
  }

  // Elevation up, names with commas in quotes, and of a velocity alone too.
  void markersAreATable() {
    Scenario scenario;
    scenario.grid = {{11, 21, 31}, {10.0, 10.0, 10.0}, {500.0, 800.0, 100.0}, {}, {}, 0};
    scenario.markers = {LineMarker{"contact, base", {510, 820, 150}, {560, 900, 350}, {}},
                        PlaneMarker{"fault", {550, 900, 250}, 90.0, 90.0, {}},
                        PlaneMarker{"beyond", {0, 0, 9000}, 0.0, 0.0, {}}};
    FoldResult bare;
    bare.folded = false;
    QVERIFY(write_product({at("m.csv"), "markers"}, scenario, bare, nullptr, nullptr, nullptr, {}).empty());
    QFile table(folder_.filePath("m.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QList<QByteArray> rows = table.readAll().split('\n');
    QCOMPARE(rows[0], QByteArray("marker,name,type,corner,x_m,y_m,elevation_m,dip_deg,dip_direction_deg"));
    QCOMPARE(rows[1], QByteArray("0,\"contact, base\",line,0,510,820,-150,,"));
    QCOMPARE(rows[2], QByteArray("0,\"contact, base\",line,1,560,900,-350,,"));
    int corners = 0;
    for (const QByteArray& row : rows)
      if (row.startsWith("1,fault,plane,")) {
        const QList<QByteArray> cells = row.split(',');
        QCOMPARE(cells[3].toInt(), corners);
        QVERIFY(std::abs(cells[4].toDouble() - 550.0) < 1e-6);
        QCOMPARE(cells[7], QByteArray("90"));
        ++corners;
      }
    QCOMPARE(corners, 4);
    QCOMPARE(rows[7], QByteArray("2,beyond,plane,0,0,0,-9000,0,0"));
    QCOMPARE(rows.size(), 9);
    QCOMPARE(product_of("x.csv", "markers"), std::string("markers"));
    QVERIFY_THROWS_EXCEPTION(InputError, product_of("x.ts", "markers"));
  }

  // Level layers under many columns; the stop comes with the first piece of the file.
  void aStopAmongTheRowsLeavesNothing() {
    FoldResult fold;
    fold.grid = {{400, 400, 8}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    fold.arrival = Field<float>(fold.grid.n);
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 400; ++j)
        for (int i = 0; i < 400; ++i)
          fold.arrival(i, j, k) = static_cast<float>(35 - 10 * k);
    fold.bands.boundary = {22.0, 12.0, 2.0, -8.0, -18.0};
    Scenario scenario;
    scenario.events.resize(1);
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
      scenario.stack.layers.emplace_back();
      scenario.stack.layers.back().name = name;
    }
    const auto file = at("map.csv"), part = at("map.csv.part");
    std::stop_source stop;
    std::jthread watch([&](const std::stop_token& done) {
      std::error_code none;
      while (!done.stop_requested()) {
        if (std::filesystem::exists(part, none) && std::filesystem::file_size(part, none) > 0)
          stop.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    const Job job{nullptr, stop.get_token()};
    QVERIFY_THROWS_EXCEPTION(Stopped, write_geometry_table(file, "thickness-map", scenario, fold, {}, job));
    QVERIFY(!std::filesystem::exists(file) && !std::filesystem::exists(part));
    // Not stopped, all rows are there: a header and four layers a column.
    write_geometry_table(file, "thickness-map", scenario, fold, {}, {});
    QFile whole(folder_.filePath("map.csv"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QCOMPARE(whole.readAll().count('\n'), 1 + 4 * 400 * 400);
  }
};

}  // namespace test_geometry_files

FOLDWAVE_TEST(test_geometry_files, run_guiless<test_geometry_files::TestGeometryOutput>)
#include "test_geometry_files.moc"
