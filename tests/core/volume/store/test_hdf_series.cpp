// Protects the series that ParaView plays: whole after every file, exact times, paths that survive a move of
// the folder, and untouched by a file that could not be added.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "core/volume/store/hdf_series.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_hdf_series {

using namespace foldwave;
using namespace foldwave::test;

class TestHdfSeries : public QObject {
  Q_OBJECT

 private slots:
  void the_series_is_whole_after_every_file() {
    QTemporaryDir folder;
    const auto path = inside(folder, "run/snapshots.hdf.series");
    std::filesystem::create_directories(inside(folder, "run/snapshots"));
    HdfSeries series(path);
    QVERIFY(read_hdf_series(path).empty());
    for (int f = 0; f < 12; ++f) {
      series.add(0.004 * f / 3.0,
                 inside(folder, "run/snapshots") / ("step \"" + std::to_string(f) + "\".hdf"));
      const QJsonObject json = QJsonDocument::fromJson(bytes_of(path)).object();
      QCOMPARE(json["file-series-version"].toString(), QString("1.0"));
      const QJsonObject last = json["files"].toArray().last().toObject();
      QCOMPARE(json["files"].toArray().size(), f + 1);
      QCOMPARE(last["name"].toString(), QString("snapshots/step \"%1\".hdf").arg(f));
      QCOMPARE(last["time"].toDouble(), 0.004 * f / 3.0);
      QCOMPARE(read_hdf_series(path).back().time, 0.004 * f / 3.0);
    }
  }

  void a_file_that_cannot_be_added_changes_nothing() {
    QTemporaryDir folder;
    const auto path = inside(folder, "a.hdf.series");
    HdfSeries series(path);
    series.add(0.1, inside(folder, "0.hdf"));
    const QByteArray before = bytes_of(path);
    QVERIFY(throws<InputError>([&] { series.add(std::nan(""), inside(folder, "1.hdf")); }));
    bool refused = false;
    {
      const FullDisk full(10);
      refused = throws<ResourceError>([&] { series.add(0.2, inside(folder, "1.hdf")); });
    }
    QVERIFY(refused);
    QCOMPARE(bytes_of(path), before);
    QCOMPARE(series.frames().size(), 1U);
    QCOMPARE(entries_in(folder), 1);
  }

  void what_is_no_series_is_refused() {
    QTemporaryDir folder;
    for (const char* text :
         {"", "{", "[]", "{\"files\": 3}", "{\"files\": [{}]}", "{\"files\": [{\"name\": \"a\"}]}",
          "{\"files\": [{\"name\": 1, \"time\": 2}]}", "{\"files\": [{\"name\": \"a\", \"time\": \"b\"}]}"}) {
      put_bytes(inside(folder, "a.hdf.series"), text);
      QVERIFY2(throws<InputError>([&] { read_hdf_series(inside(folder, "a.hdf.series")); }), text);
    }
  }
};

}  // namespace test_hdf_series

FOLDWAVE_TEST(test_hdf_series, run_guiless<test_hdf_series::TestHdfSeries>)
#include "test_hdf_series.moc"
