// Protects tables of dips: each way to write an orientation brings the same one, by the convention that its
// names have; rows are chosen; and what is no dip is refused with its line.
#include "core/formats/tables/dips.hpp"

#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_dips {

using namespace foldwave;
using namespace foldwave::test;

class TestDips : public QObject {
  Q_OBJECT
 private slots:
  // A plane that dips 30 degrees towards 060.
  void one_orientation_in_every_way_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("azimuth") << QByteArray("x,y,z,dip,dip azimuth\n1,2,3,30,60\n");
    QTest::newRow("direction") << QByteArray("X;Y;Dip (deg);Dip direction (deg)\n1;2;30,0;60,0\n");
    QTest::newRow("strike") << QByteArray("# field book\nEasting\tNorthing\tStrike\tDip\n1\t2\t-30\t30\n");
    QTest::newRow("blanks") << QByteArray("east north dip azimuth\n1 2 30 60\n");
    // GemPy's poles and their ages.
    QTest::newRow("gempy") << QByteArray("X,Y,Z,azimuth,dip,polarity,formation\n1,2,-3,60,30,1,Marl\n");
    // East sin 30 sin 60, north sin 30 cos 60, up cos 30.
    QTest::newRow("up") << QByteArray("x y z nx ny nz\n1 2 3 0.4330127018922193 0.25 0.8660254037844386\n");
    QTest::newRow("down") << QByteArray(
        "x,y,G_x,G_y,G_z\n1,2,-0.8660254037844386,-0.5,-1.7320508075688772\n");
  }
  void one_orientation_in_every_way() {
    QFETCH(QByteArray, text);
    const Dips dips = parse_dips(text.toStdString(), "d.csv");
    QCOMPARE(dips.at.size(), std::size_t{1});
    const Dip& dip = dips.at[0];
    QCOMPARE(dip.x, 1.0);
    QCOMPARE(dip.y, 2.0);
    QVERIFY(std::abs(dip.dip - 30.0) < 1e-12);
    QVERIFY(std::abs(dip.direction - 60.0) < 1e-12);
  }

  void rows_are_chosen_and_counted() {
    const std::string text =
        "x (ft),y "
        "(ft),dip,azimuth,formation\n1,2,30,60,Marl\n3,4,,60,Marl\n5,6,40,90,Chalk\n7,8,20,-90,Marl\n";
    const Dips dips = parse_dips(text, "d.csv", "formation == Marl");
    QCOMPARE(dips.at.size(), std::size_t{2});
    QCOMPARE(dips.at[1].direction, 270.0);
    QCOMPARE(dips.filtered, std::int64_t{1});
    QCOMPARE(dips.skipped, std::int64_t{1});
    QVERIFY(dips.xy_unit == Unit::foot);
  }

  void what_is_no_dip_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* text, const char* words, const char* where = "") {
      QTest::newRow(name) << QByteArray(text) << QByteArray(where) << QString(words);
    };
    row("no columns", "x,y,z\n1,2,3\n", "do not tell places and dips: x, y, z");
    row("no places", "a,b,dip,azimuth\n1,2,3,4\n", "do not tell places and dips");
    row("longitude", "lon,lat,dip,azimuth\n1,2,3,4\n", "holds degrees");
    row("too steep", "x,y,dip,azimuth\n1,2,30,4\n1,2,88,4\n", "d.csv, line 3: a dip of 88");
    row("overturned", "x,y,dip,azimuth\n1,2,120,4\n", "a dip of 120 degrees");
    row("no length", "x,y,nx,ny,nz\n1,2,0,0,0\n", "the normal has no length");
    row("a word", "x,y,dip,azimuth\n1,2,3,4\n1,2,steep,4\n", "line 3: column 3 is \"steep\"");
    row("cut", "x,y,dip,azimuth\n1,2,3,4\n1,2,3\n", "line 3: ends before column 4");
    row("no row", "x,y,dip,azimuth\n1,2,3,4\n", "no row where dip is as asked for", "dip > 5");
    row("no column", "x,y,dip,azimuth\n1,2,3,4\n", "has no column \"age\"", "age > 5");
    row("no value", "x,y,dip,azimuth\n1,2,3,4\n1,2,,4\n", "no row where x", "x == 9");
  }
  void what_is_no_dip_is_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    QFETCH(QString, words);
    const QString said =
        message_of<InputError>([&] { parse_dips(text.toStdString(), "d.csv", where.toStdString()); });
    QVERIFY2(said.contains(words), qPrintable(said));
  }
};

}  // namespace test_dips

FOLDWAVE_TEST(test_dips, run_guiless<test_dips::TestDips>)
#include "test_dips.moc"
