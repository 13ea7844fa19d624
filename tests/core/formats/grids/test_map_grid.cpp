// Protects grids that are listed row by row: Irap classic, ESRI ASCII and the three of Surfer bring the same
// nodes to the same places, turned ones too; nulls are skipped; they are found by their content; and a grid
// that is cut or contradicts itself is refused with the place.
#include "core/formats/grids/map_grid.hpp"

#include <QTest>
#include <cmath>

#include "core/formats/horizons/horizon_file.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_map_grid {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Three columns at x = 100, 150, 200 and two rows at y = 20 (south), 40 (north): z = x + y, one null.
const QByteArray irap =
    "-996 2 50 20\n100 200 20 40\n3 0 100 20\n0 0 0 0 0 0 0\n120 170 220\n140 9999900.000000 240\n";
const QByteArray esri =
    "ncols 3\nNROWS 2\nxllcenter 100\nyllcenter 20\ndx 50\ndy 20\nNODATA_value -9999\n"
    "140 -9999 240\n120 170 220\n";
const QByteArray surfer = "DSAA\n3 2\n100 200\n20 40\n120 240\n120 170 220\n140 1.70141e+038 240\n";

const std::vector<Vec3> southern{{100, 20, 120}, {150, 20, 170}, {200, 20, 220}};
const std::vector<Vec3> northern{{100, 40, 140}, {200, 40, 240}};

std::vector<Vec3> joined(std::vector<Vec3> a, const std::vector<Vec3>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

template <class Value>
void add(QByteArray& bytes, Value value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

constexpr double blank = 1.70141e38;
const double values[] = {120, 170, 220, 140, blank, 240};

QByteArray surfer_six() {
  QByteArray b = "DSBB";
  add<std::int16_t>(b, 3), add<std::int16_t>(b, 2);
  for (const double limit : {100.0, 200.0, 20.0, 40.0, 120.0, 240.0})
    add(b, limit);
  for (const double v : values)
    add(b, float(v));
  return b;
}

QByteArray surfer_seven(double rotation = 0.0) {
  QByteArray b = "DSRB";
  add<std::int32_t>(b, 4), add<std::int32_t>(b, 2);
  b.append("GRID");
  add<std::int32_t>(b, 72), add<std::int32_t>(b, 2), add<std::int32_t>(b, 3);
  for (const double word : {100.0, 20.0, 50.0, 20.0, 120.0, 240.0, rotation, blank})
    add(b, word);
  b.append("NOTE");
  add<std::int32_t>(b, 3);
  b.append("abc");
  b.append("DATA");
  add<std::int32_t>(b, 48);
  for (const double v : values)
    add(b, v);
  return b;
}

QByteArray with(QByteArray text, const char* old, const char* changed) {
  if (!text.contains(old)) qFatal("the test changes what is not there");
  return text.replace(old, changed);
}

HorizonPicks read(const QByteArray& bytes) {
  return parse_horizon(bytes.toStdString(), "p.grd");
}

}  // namespace

class TestMapGrid : public QObject {
  Q_OBJECT

 private slots:
  void nodes_come_to_their_places() {
    const auto rising = joined(southern, northern);
    for (const auto& [bytes, format, wanted] : {std::tuple{irap, HorizonFormat::irap, rising},
                                                {esri, HorizonFormat::esri, joined(northern, southern)},
                                                {surfer, HorizonFormat::surfer, rising},
                                                {surfer_six(), HorizonFormat::surfer, rising},
                                                {surfer_seven(), HorizonFormat::surfer, rising}}) {
      const HorizonPicks picks = read(bytes);
      QCOMPARE(static_cast<int>(picks.format), static_cast<int>(format));
      QCOMPARE(picks.points, wanted);
      QCOMPARE(picks.skipped, 1);
    }
  }

  // Of a cell's corner the node lies half a cell further.
  void corners_and_centres_differ_by_half_a_cell() {
    QByteArray text = with(with(esri, "dx 50\ndy 20", "cellsize 10"), "xllcenter", "xllcorner");
    const HorizonPicks picks = read(with(text, "yllcenter", "yllcorner"));
    QCOMPARE(picks.points[2], (Vec3{105, 25, 120}));
    QCOMPARE(picks.points[4], (Vec3{125, 25, 220}));
  }

  void turned_grids_are_turned_about_their_first_node() {
    const double a = 30.0 * std::acos(-1.0) / 180.0;
    for (const QByteArray& bytes : {with(irap, "3 0 100 20", "3 30 100 20"), surfer_seven(30.0)}) {
      const HorizonPicks picks = read(bytes);
      const Vec3 last = picks.points.back();
      QVERIFY(std::abs(last.x - (100 + 100 * std::cos(a) - 20 * std::sin(a))) < 1e-9);
      QVERIFY(std::abs(last.y - (20 + 100 * std::sin(a) + 20 * std::cos(a))) < 1e-9);
      QCOMPARE(last.z, 240.0);
    }
  }

  void a_bad_grid_is_refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const QByteArray& bytes, const char* found) {
      QTest::newRow(name) << bytes << QString(found);
    };
    row("irap cut", with(irap, " 240", ""), "ends after 5 of 6 nodes");
    row("irap long", irap + "7\n", "more values than the 6 nodes");
    row("irap header", irap.left(30), "ends before");
    row("irap limits", with(irap, "100 200", "100 400"), "the largest x is 400");
    row("irap word", with(irap, "170", "17o"), "\"17o\" is no number");
    row("irap rows", with(irap, "-996 2", "-996 2.5"), "2.5 is no count");
    row("irap many", with(with(irap, "-996 2", "-996 1000000"), "20 40\n3", "20 20000000\n3"),
        "more than the file has bytes");
    row("esri no cell", with(esri, "dx 50\ndy 20\n", ""), "has no cellsize");
    row("esri no place", with(esri, "yllcenter 20\n", ""), "has no yllcorner");
    row("esri key", with(esri, "dx", "dq"), "\"dq\" stands in the header");
    row("esri cut", with(esri, " 220", ""), "ends after 5 of 6");
    row("esri spacing", with(esri, "dx 50", "dx -50"), "-50 apart");
    row("esri infinite", with(esri, "xllcenter 100", "xllcenter 1e40"), "1e+40");
    row("surfer text cut", surfer.left(20), "ends before");
    row("surfer backwards", with(surfer, "100 200", "200 100"), "-50 apart");
    row("surfer one row", with(surfer, "3 2", "6 1"), "6 x 1 nodes");
    row("surfer 6 cut", surfer_six().chopped(2), "ends after 5 of 6");
    row("surfer 6 header", surfer_six().left(20), "ends before");
    row("surfer 7 cut", surfer_seven().chopped(2), "a section of 48 bytes is cut");
    row("surfer 7 no values", surfer_seven().left(92), "no values");
    row("surfer 7 order", with(surfer_seven(), "GRID", "GRIX"), "before its grid section");
    row("all null", with(with(with(esri, "140", "-9999"), "120", "-9999"), "170", "-9999"),
        "a value at 2 of its 6 nodes");
  }
  void a_bad_grid_is_refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, found);
    const QString message = message_of<InputError>([&] { read(bytes); });
    QVERIFY2(message.startsWith("p.grd") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }
};

}  // namespace test_map_grid

FOLDWAVE_TEST(test_map_grid, run_guiless<test_map_grid::TestMapGrid>)
#include "test_map_grid.moc"
