// Protects tables of picks: every separator, decimal sign, order and name of columns that spreadsheets write
// is read to the same numbers, and what could be misread is refused with its line and the remedy.
#include "core/formats/tables/csv.hpp"

#include <QTest>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_csv {

using namespace foldwave;
using namespace foldwave::test;

class TestCsv : public QObject {
  Q_OBJECT

 private slots:
  void every_usual_shape_is_read_data() {
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
    row("commas", "x,y,z\n1.5,2,-3\n4,5,6\n7,8,9\n");
    row("no names", "1.5,2,-3\n4,5,6\n7,8,9\n");
    row("other order", "id;Depth;Northing;Easting\n1;-3;2;1.5\n2;6;5;4\n3;9;8;7\n");
    row("units in names", "X [m]\tY [m]\tElevation [m]\n1.5\t2\t-3\n4\t5\t6\n7\t8\t9\n");
    row("CRLF", "x,y,z\r\n1.5,2,-3\r\n4,5,6\r\n7,8,9\r\n");
    row("quotes", "\"x\",\"y\",\"z\",\"note\"\n\"1.5\",\"2\",\"-3\",\"a, b\"\n\"4\",5,6,\n7,8,9,\"\"\n");
    row("a quoted comma in a name", "\"note, more\",\"x\",\"y\",\"z\"\n7,1.5,2,-3\n7,4,5,6\n7,7,8,9\n");
    row("a quoted comma before", "note,x,y,z\n\"a, b\",1.5,2,-3\n,4,5,6\nc,7,8,9\n");
    row("decimal commas between semicolons", "x;y;z\n1,5;2,0;-3,0\n4;5;6\n7;8;9\n");
    row("decimal commas between tabs", "x\ty\tz\n4\t5\t6\n1,5\t2\t-3\n7\t8\t9\n");
    row("decimal commas after whole numbers", "1,5;2;-3\n4;5;6,0\n7;8;9\n");
    row("names in a remark", "# Northing Easting z\n2 1.5 -3\n5 4 6\n8 7 9\n");
    row("remarks before and between",
        "# a survey of 1994, of the north\nx,y,z\n1.5,2,-3\n# more\n4,5,6\n\n7,8,9");
    row("nulls", "x,y,z\n1.5,2,-3\n1,2,\n4,5,6\n1,2,1e30\n7,8,9\n1,2,-999.25\n,1,1\n1,nan,1\n");
    row("byte order mark", "\xef\xbb\xbfx,y,z\n1.5,2,-3\n4,5,6\n7,8,9\n");
    row("spaces around", " x , y , z \n 1.5 , 2 , -3 \n 4 , 5 , 6\n 7 , 8 , 9\n");
  }
  void every_usual_shape_is_read() {
    QFETCH(QByteArray, text);
    HorizonPicks picks = parse_csv(text.toStdString(), "p.csv");
    std::sort(picks.points.begin(), picks.points.end(),
              [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
    const std::vector<Vec3> expected{{1.5, 2, -3}, {4, 5, 6}, {7, 8, 9}};
    QCOMPARE(picks.points, expected);
    QCOMPARE(picks.skipped, text.contains("nan") ? 5 : 0);
  }

  void names_tell_unit_and_sense() {
    const auto read = [](const char* header) {
      return parse_csv(std::string(header) + "\n1,2,3\n4,5,6\n7,8,9\n", "p");
    };
    QVERIFY(read("x,y,z").xy_unit == std::nullopt && read("x,y,z").sense == std::nullopt);
    QVERIFY(read("x [ft],y [ft],depth [ft]").xy_unit == Unit::foot);
    QVERIFY(read("X_ftUS,Y_ftUS,TVDSS (m)").xy_unit == Unit::us_foot);
    QVERIFY(read("X_ftUS,Y_ftUS,TVDSS (m)").z_unit == Unit::metre);
    QVERIFY(read("x,y,TVDSS").sense == VerticalSense::depth);
    QVERIFY(read("x,y,Elevation_m").sense == VerticalSense::elevation);
    QVERIFY(read("x,y,TWT").z_unit == Unit::millisecond);
    QVERIFY(read("x,y,twt [s]").z_unit == Unit::second);
  }

  void columns_can_be_chosen() {
    const std::string text = "a,b,c,d\n9,1.5,-3,2\n9,4,6,5\n9,7,9,8\n";
    const std::vector<Vec3> expected{{1.5, 2, -3}, {4, 5, 6}, {7, 8, 9}};
    QCOMPARE(parse_csv(text, "p", {"b", "d", "c"}).points, expected);
    QCOMPARE(parse_csv(text, "p", {"2", "4", "3"}).points, expected);
    QVERIFY(message_of<InputError>([&] { parse_csv(text, "p", {"b", "d", "e"}); }).contains("\"e\""));
    QVERIFY(message_of<InputError>([&] { parse_csv(text, "p", {"2", "4", "5"}); }).contains("\"5\""));
    QVERIFY(message_of<InputError>([&] { parse_csv(text, "p", {"b", "b", "c"}); }).contains("twice"));
  }

  void what_could_be_misread_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const char* text, const char* place, const char* found) {
      QTest::newRow(name) << QByteArray(text) << QString(place) << QString(found);
    };
    row("decimal commas between commas", "x,y,z\n1,5,2,5,3,5\n4,5,5,5,6,5\n", "p.csv, line 2",
        "decimal commas");
    row("the same without names", "550551,81,7821921,80,-9734,30\n", "p.csv, line 1", "decimal commas");
    row("both signs", "x;y;z\n1.234,5;2;3\n", "p.csv", "no row with three numbers");
    row("both signs later", "x;y;z\n1;2;3\n1.234,5;2;3\n", "p.csv, line 3", "between the thousands");
    row("a point among commas", "1,5;2;3\n1.234;2;3\n7;8;9\n", "p.csv, line 2", "mixes");
    row("cut row", "x,y,z\n1,2,3\n4,5,6\n7,8", "p.csv, line 4", "may be cut");
    row("a word", "x,y,z\n1,2,3\n4,five,6\n", "p.csv, line 3", "\"five\"");
    row("open quote", "x,y,z\n1,2,3\n\"4,5,6\n", "p.csv, line 3", "quote");
    row("no names that tell", "a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "p.csv", "a, b, c");
    row("degrees", "lon,lat,z\n114.1,-21.2,3\n", "p.csv", "degrees");
    row("no numbers", "this is\na letter\n", "p.csv", "no row with three numbers");
    row("too few", "x,y,z\n1,2,3\n4,5,nan\n", "p.csv", "holds 1 points and 1 rows");
    row("empty", "", "p.csv", "empty");
  }
  void what_could_be_misread_is_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QFETCH(QString, found);
    const QString message = message_of<InputError>([&] { parse_csv(text.toStdString(), "p.csv"); });
    QVERIFY2(message.startsWith(place + ": ") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }

  // One table holds several horizons.
  void rows_are_chosen_by_their_columns() {
    const std::string text =
        "X;Y;Z;val;name\n1;1;-5;60;Top Marl\n2;1;-6;60,0;base\n3;1;-7;61;Top Marl\n"
        "4;1;-8;6e1;Top Marl\n5;1;-9;;Top Marl\n6;1;;60;Top Marl\n7;1;-1;60;\"Top Marl\"\n";
    const auto read = [&](const char* where) { return parse_csv(text, "t.csv", {}, {}, where); };
    const auto xs = [&](const char* where) {
      std::string all;
      for (const Vec3& p : read(where).points)
        all += std::to_string(static_cast<int>(p.x));
      return all;
    };
    QCOMPARE(xs(""), "123457");
    QCOMPARE(xs("val == 60"), "1247");
    QCOMPARE(xs("name == 'Top Marl' and val == 60"), "147");
    QCOMPARE(xs("4 <= 60 and X < 5"), "124");
    QCOMPARE(read("val == 60").filtered, 2);
    QCOMPARE(read("val == 60").skipped, 1);
    QCOMPARE(read("").filtered, 0);

    QString message = message_of<InputError>([&] { read("val == 70"); });
    QVERIFY2(message.startsWith("t.csv: holds 0 points where val") && message.contains("\"60\"") &&
                 message.contains("\"61\""),
             qPrintable(message));
    message = message_of<InputError>([&] { read("value == 60"); });
    QVERIFY2(message.contains("value") && message.contains("X, Y, Z, val, name"), qPrintable(message));
  }

  void it_stops_when_told() {
    std::string text = "x,y,z\n";
    for (int i = 0; i < 100000; ++i)
      text += "1,2,3\n";
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(throws<Stopped>([&] { parse_csv(text, "p", {}, {nullptr, stop.get_token()}); }));
  }
};

}  // namespace test_csv

FOLDWAVE_TEST(test_csv, run_guiless<test_csv::TestCsv>)
#include "test_csv.moc"
