// Protects CPS-3 and ZMAP+ grids: the nodes come to their places (columns from west to east, each from north
// to south), nulls are skipped, and a grid that is cut, rotated or contradicts itself is refused.
#include "core/formats/horizons/surface_grid.hpp"

#include <QTest>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_surface_grid {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Three columns at x = 100, 150, 200 and two rows at y = 20 (south), 40 (north): z = x + y, one null.
const QByteArray cps3 =
    "FSASCI 0 1 \"Computed\" 0 1E30 0\r\nFSATTR 0 0\r\nFSLIMI 100 200 20 40 120 240\r\nFSNROW 2 3\r\n"
    "FSXINC 50 20\r\n->top of sand\r\n140 120 190 170 \r\n0.1E+31\r\n220\r\n";
const QByteArray zmap =
    "! a grid\n!\n@top of sand, GRID, 2\n 10, 1E30, , 1, 1\n 2, 3, 100.0, 200.0, 20.0, 40.0\n0.0, 0.0, "
    "0.0\n@\n"
    "     140.0     120.0\n     190.0     170.0\n      1E30     220.0\n";

const std::vector<Vec3> expected{
    {100, 40, 140}, {100, 20, 120}, {150, 40, 190}, {150, 20, 170}, {200, 20, 220}};

QByteArray with(QByteArray text, const char* old, const char* changed) {
  if (!text.contains(old)) qFatal("the test changes what is not there");
  return text.replace(old, changed);
}

}  // namespace

class TestSurfaceGrid : public QObject {
  Q_OBJECT

 private slots:
  void nodes_come_to_their_places() {
    const HorizonPicks a = parse_cps3(cps3.toStdString(), "p");
    QCOMPARE(a.points, expected);
    QCOMPARE(a.skipped, 1);
    QVERIFY(a.header.find("->top of sand") != std::string::npos);
    const HorizonPicks b = parse_zmap(zmap.toStdString(), "p");
    QCOMPARE(b.points, expected);
    QCOMPARE(b.skipped, 1);
  }

  void zmap_values_may_touch_each_other() {
    const QByteArray text = with(zmap, "     140.0     120.0", "1400000.25-1200000.5");
    const HorizonPicks picks = parse_zmap(text.toStdString(), "p");
    QCOMPARE(picks.points[0].z, 1400000.25);
    QCOMPARE(picks.points[1].z, -1200000.5);
    QCOMPARE(picks.points.size(), 5U);
    QCOMPARE(picks.skipped, 1);
  }

  void nulls_may_be_any_number() {
    QByteArray text = with(zmap, "1E30, , 1, 1", "-9999.0, , 1, 1");
    QCOMPARE(parse_zmap(with(text, "      1E30", "   -9999.0").toStdString(), "p").points, expected);
    text = with(with(cps3, "1E30", "-32767"), "0.1E+31", "-32767.0");
    QCOMPARE(parse_cps3(text.toStdString(), "p").points, expected);
  }

  void a_bad_grid_is_refused_data() {
    QTest::addColumn<bool>("is_cps3");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, bool is_cps3, const QByteArray& text, const char* found) {
      QTest::newRow(name) << is_cps3 << text << QString(found);
    };
    row("cut", true, with(cps3, "\r\n220", ""), "ends after 5 of 6 nodes");
    row("too many", true, cps3 + "1\n", "more values");
    row("no limits", true, with(cps3, "FSLIMI", "FSLIMX"), "no FSLIMI");
    row("no arrow", true, cps3.left(cps3.indexOf("->")), "\"->name\"");
    row("values without an arrow", true, with(cps3, "->top of sand\r\n", ""), "stands in the header");
    row("rotated", true, with(cps3, "FSXINC", "FSROTA 30 0 0\r\nFSXINC"), "rotated");
    row("spacing that contradicts", true, with(cps3, "FSXINC 50 20", "FSXINC 25 20"),
        "spacing along x is 25");
    row("rows and columns for each other", true, with(cps3, "FSNROW 2 3", "FSNROW 3 2"), "spacing");
    row("a huge promise", true,
        with(with(cps3, "FSNROW 2 3", "FSNROW 100000 100000"), "FSXINC 50 20", "FSXINC 0 0"),
        "more than the file has bytes");
    row("no count", true, with(cps3, "FSNROW 2 3", "FSNROW 2.5 3"), "no count");
    row("limits the wrong way", true, with(cps3, "100 200", "200 100"), "limits from small to large");
    row("a word", true, with(cps3, "190", "19o"), "\"19o\"");
    row("decimal comma", true, with(cps3, "190", "190,5"), "'.' as the decimal sign");
    row("only nulls", true, with(with(cps3, "140 120 190", "1e30 1e30 1e30"), "170", "1e30"), "1 of its 6");
    row("NaN limit", true, with(cps3, "100 200", "nan 200"), "no number for a limit");
    row("a limit that is a null", false, with(zmap, "100.0, 200.0", "100.0, 1E300"), "no map coordinate");
    row("cut", false, with(zmap, "      1E30     220.0\n", ""), "ends after 4 of 6 nodes");
    row("too many", false, zmap + "1\n", "more values");
    row("cut header", false, zmap.left(34), "the file is cut");
    row("no grid", false, with(zmap, "GRID", "FALT"), "does not open");
    row("no end of the header", false, with(zmap, "\n@\n", "\n"), "'@' ends the header");
    row("a word", false, with(zmap, "190.0", "19o.0"), "no number");
    row("no width", false, with(zmap, " 10,", " ,"), "no number for the field width");
    row("binary", false, QByteArray("@\0\1", 3), "not plain text");
  }
  void a_bad_grid_is_refused() {
    QFETCH(bool, is_cps3);
    QFETCH(QByteArray, text);
    QFETCH(QString, found);
    const QString message = message_of<InputError>(
        [&] { (is_cps3 ? parse_cps3 : parse_zmap)(text.toStdString(), "p.grd", Job{}); });
    QVERIFY2(message.startsWith("p.grd") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }
};

}  // namespace test_surface_grid

FOLDWAVE_TEST(test_surface_grid, run_guiless<test_surface_grid::TestSurfaceGrid>)
#include "test_surface_grid.moc"
