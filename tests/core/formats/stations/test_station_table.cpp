// Protects the table of stations: columns by their names, units and the sense of z, codes that stand for any,
// and that a bad line, a station without its place and a station twice are named.
#include <QTest>

#include "core/base/error.hpp"
#include "core/formats/stations/miniseed.hpp"
#include "core/formats/stations/station_table.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_station_table {

using namespace foldwave;
using namespace foldwave::test;

namespace {

QString refused(const char* text) {
  return message_of<InputError>([&] { parse_stations(text, "s.csv"); });
}

SeedTrace trace(const char* network, const char* station, const char* location, const char* channel) {
  SeedTrace t;
  t.network = network, t.station = station, t.location = location, t.channel = channel;
  return t;
}

}  // namespace

class TestStationTable : public QObject {
  Q_OBJECT
 private slots:
  void columns_are_found_by_their_names() {
    const auto plain = parse_stations(
        "# of the array\nnetwork,station,x,y,z\nGR,FUR,100,200.5,-30\n\nGR,\"WET\",110,210,0\n", "s");
    QCOMPARE(plain.size(), std::size_t{2});
    QVERIFY(plain[0].place == (Vec3{100, 200.5, -30}));
    QCOMPARE(plain[0].line, std::int64_t{3});
    QCOMPARE(plain[1].station, std::string("WET"));
    QCOMPARE(plain[1].name(), std::string("GR.WET.*.*"));
    const auto feet =
        parse_stations("#sta;cha;easting [ft];northing [ft];elevation (m)\nA;BHZ;1000;2000;12,5\n", "s");
    QVERIFY(norm(feet[0].place - Vec3{304.8, 609.6, -12.5}) < 1e-9);
    QCOMPARE(feet[0].name(), std::string("*.A.*.BHZ"));
    const auto blanks = parse_stations("station x y depth\nA 1 2 3\nB 4 5 6\n", "s");
    QVERIFY(blanks[1].place == (Vec3{4, 5, 6}));
  }

  void empty_codes_are_any() {
    const auto rows = parse_stations(
        "network,station,location,channel,x,y,z\nGR,FUR,,HHZ,1,1,1\nGR,FUR,,HHN,1,1,1\n,WET,--,,2,2,2\n",
        "s");
    QVERIFY(stands_at(trace("GR", "FUR", "00", "HHZ"), rows[0]));
    QVERIFY(!stands_at(trace("GR", "FUR", "00", "HHN"), rows[0]));
    QVERIFY(!stands_at(trace("BW", "FUR", "00", "HHZ"), rows[0]));
    QVERIFY(stands_at(trace("XX", "WET", "", "EHZ"), rows[2]));
    QVERIFY(!stands_at(trace("XX", "WET", "00", "EHZ"), rows[2]));
    QVERIFY(!stands_at(trace("XX", "WE", "", "EHZ"), rows[2]));
  }

  void what_cannot_be_is_named_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("found");
    QTest::newRow("empty") << QByteArray("") << "is empty";
    QTest::newRow("binary") << QByteArray("\x01\x02") << "is not plain text";
    QTest::newRow("no stations") << QByteArray("station,x,y,z\n") << "holds no station";
    QTest::newRow("only remarks") << QByteArray("# a\n# b\n") << "names no columns";
    QTest::newRow("no z") << QByteArray("station,x,y\nA,1,2\n") << "line 1: its columns do not tell stations";
    QTest::newRow("degrees") << QByteArray("station,latitude,longitude,elevation\nA,48,11,500\n")
                             << "column latitude holds degrees";
    QTest::newRow("seconds") << QByteArray("station,x,y,twt\nA,1,2,3\n") << "in seconds";
    QTest::newRow("no code") << QByteArray("station,x,y,z\n,1,2,3\n") << "line 2: names no station";
    QTest::newRow("no number") << QByteArray("station,x,y,z\nA,1,two,3\n")
                               << "line 2: *.A.*.* has no y: \"two\"";
    QTest::newRow("cut row") << QByteArray("station,x,y,z\nA,1,2\n") << "has no z";
    QTest::newRow("not a number") << QByteArray("station,x,y,z\nA,nan,2,3\n") << "has no x";
    QTest::newRow("twice") << QByteArray("station,x,y,z\nA,1,2,3\nB,1,2,3\nA,4,5,6\n")
                           << "line 4: *.A.*.* stands in line 2 too";
    QTest::newRow("twice by any") << QByteArray("station,channel,x,y,z\nA,HHZ,1,2,3\nA,,4,5,6\n")
                                  << "line 3: *.A.*.* stands in line 2 too";
    QTest::newRow("open quote") << QByteArray("station,x,y,z\n\"A,1,2,3\n") << "a quote that does not end";
  }
  void what_cannot_be_is_named() {
    QFETCH(QByteArray, text);
    QFETCH(QString, found);
    const QString said = refused(text.constData());
    QVERIFY2(said.startsWith("s.csv") && said.contains(found), qPrintable(said));
  }

  void without_the_library_it_is_said() {
    if (has_miniseed()) return;
    const QString said = message_of<InputError>([] { parse_miniseed("000001D ", "f"); });
    QVERIFY2(said.contains("libmseed") && said.contains("FOLDWAVE_MSEED"), qPrintable(said));
  }
};

}  // namespace test_station_table

FOLDWAVE_TEST(test_station_table, run_guiless<test_station_table::TestStationTable>)
#include "test_station_table.moc"
