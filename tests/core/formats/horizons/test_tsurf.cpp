// Protects the reading of GOCAD surfaces: every usual shape gives the same triangles; a file that is cut,
// broken or in other units is refused with its line; no mutation of a good file crashes the reader.
#include "core/formats/horizons/tsurf.hpp"

#include <QTest>
#include <random>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_tsurf {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const std::string good =
    "GOCAD TSurf 1\nHEADER {\nname: top\n*solid*color: 1 0 0 1\n}\nGOCAD_ORIGINAL_COORDINATE_SYSTEM\n"
    "NAME Default\nAXIS_NAME \"X\" \"Y\" \"Z\"\nAXIS_UNIT \"m\" \"m\" \"m\"\nZPOSITIVE Depth\n"
    "END_ORIGINAL_COORDINATE_SYSTEM\nPROPERTIES dip\nTFACE\nVRTX 1 0 0 10.5\nPVRTX 2 1 0 11 45\n"
    "VRTX 7 0 1e0 12 CNXYZ\nTRGL 1 2 7\nTFACE\nATOM 8 2\nVRTX 9 +1 1 -3\nTRGL 8 9 7\nBSTONE 1\nBORDER 3 1 "
    "2\nEND\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) qFatal("cannot set up the test");
  return text.replace(at, from.size(), to);
}

}  // namespace

class TestTsurf : public QObject {
  Q_OBJECT
 private slots:
  void a_surface_is_read() {
    const TsurfMesh mesh = parse_tsurf(good, "a.ts");
    const std::vector<Vec3> points{{0, 0, 10.5}, {1, 0, 11}, {0, 1, 12}, {1, 0, 11}, {1, 1, -3}};
    QCOMPARE(mesh.points, points);
    const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {3, 4, 2}};
    QVERIFY(mesh.triangles == triangles);
    QVERIFY(mesh.z_is_depth);
    QCOMPARE(mesh.vertex_lines[0], 14);
    QCOMPARE(mesh.triangle_lines[1], 21);
  }

  void usual_shapes_are_the_same_data() {
    QTest::addColumn<QString>("text");
    QString crlf = QString::fromStdString(good);
    crlf.replace("\n", "\r\n");
    QTest::newRow("CRLF") << crlf;
    QTest::newRow("tabs") << QString::fromStdString(with(good, "VRTX 1 0 0", "VRTX\t1\t0\t0"));
    QTest::newRow("header in one line") << QString::fromStdString(
        with(good, "HEADER {\nname: top\n*solid*color: 1 0 0 1\n}", "HEADER {name: top}"));
    QTest::newRow("lower case") << QString::fromStdString(with(good, "TRGL 1 2 7", "trgl 1 2 7"));
    QTest::newRow("no newline at the end") << QString::fromStdString(good.substr(0, good.size() - 1));
    QTest::newRow("comment") << QString::fromStdString(with(good, "TFACE\n", "# made by hand\nTFACE\n"));
  }
  void usual_shapes_are_the_same() {
    QFETCH(QString, text);
    const TsurfMesh mesh = parse_tsurf(text.toStdString(), "a.ts");
    QCOMPARE(mesh.points, parse_tsurf(good, "a.ts").points);
    QVERIFY(mesh.triangles == parse_tsurf(good, "a.ts").triangles);
    QVERIFY(mesh.z_is_depth);
  }

  void elevation_is_the_default() {
    QVERIFY(!parse_tsurf(with(good, "ZPOSITIVE Depth\n", ""), "a.ts").z_is_depth);
    QVERIFY(!parse_tsurf(with(good, "ZPOSITIVE Depth", "ZPOSITIVE Elevation"), "a.ts").z_is_depth);
  }

  void a_bad_file_is_refused_with_its_line_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& text, const char* place, const char* says) {
      QTest::newRow(name) << QString::fromStdString(text) << place << says;
    };
    row("empty", "", "a.ts", "is empty");
    row("another format", "solid cube\n", "a.ts, line 1", "no \"GOCAD TSurf\"");
    row("blank", "\n\n", "a.ts", "does not begin");
    row("another GOCAD object", with(good, "TSurf", "PLine"), "a.ts, line 1", "no \"GOCAD TSurf\"");
    row("cut", good.substr(0, good.find("TRGL 8")), "a.ts", "without END");
    row("cut in a number", good.substr(0, good.find("0 1e0")), "a.ts, line 16", "ends before a coordinate");
    row("a word", with(good, "VRTX 1 0 0", "VRTX 1 0 x"), "a.ts, line 14", "\"x\" is no number");
    row("decimal comma", with(good, "10.5", "10,5"), "a.ts, line 14", "\"10,5\"");
    row("two corners", with(good, "TRGL 1 2 7", "TRGL 1 2"), "a.ts, line 17", "ends before a corner");
    row("no such corner", with(good, "TRGL 1 2 7", "TRGL 1 2 6"), "a.ts, line 17", "no vertex 6");
    row("no such twin", with(good, "ATOM 8 2", "ATOM 8 5"), "a.ts, line 19", "no vertex 5");
    row("twice", with(good, "PVRTX 2", "PVRTX 1"), "a.ts, line 15", "vertex 1 stands there twice");
    row("an unknown unit", with(good, "\"m\" \"m\" \"m\"", "\"m\" \"m\" \"ell\""), "a.ts, line 9", "\"ell\"");
    row("two units", with(good, "\"m\" \"m\" \"m\"", "\"m\" \"ft\" \"m\""), "a.ts, line 9",
        "different units");
    row("z", with(good, "ZPOSITIVE Depth", "ZPOSITIVE Down"), "a.ts, line 10", "\"DOWN\"");
    row("a second object", good + good, "a.ts, line 25", "second object");
    row("no triangle", "GOCAD TSurf 1\nVRTX 1 0 0 0\nEND\n", "a.ts", "1 vertices and no triangle");
  }
  void a_bad_file_is_refused_with_its_line() {
    QFETCH(QString, text);
    QFETCH(QString, place);
    QFETCH(QString, says);
    const QString message = message_of<InputError>([&] { parse_tsurf(text.toStdString(), "a.ts"); });
    QVERIFY2(message.startsWith(place + ":"), qPrintable(message));
    QVERIFY2(message.contains(says) && message.contains(';'), qPrintable(message));
  }

  // Every cut of the file, and thousands of mutations, the same in every run.
  void broken_files_are_refused_or_read() {
    for (std::size_t size = 0; size + 4 < good.size(); ++size)
      QVERIFY(throws<InputError>([&] { parse_tsurf(good.substr(0, size), "a.ts"); }));
    std::mt19937 chance(20240229);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < 5000; ++i) {
      std::string text = good;
      for (unsigned round = 0; round <= chance() % 4; ++round) {
        const std::size_t at = chance() % text.size();
        if (chance() % 3 == 0)
          text.erase(at, chance() % 20);
        else
          text[at] = static_cast<char>(chance() % 2 == 0 ? chance() % 256
                                                         : "0123456789 .-eENDTRGLVX\n"[chance() % 24]);
        if (text.empty()) text.push_back('x');
      }
      try {
        const TsurfMesh mesh = parse_tsurf(text, "a.ts");
        for (const auto& t : mesh.triangles)
          for (const int v : t)
            if (v < 0 || static_cast<std::size_t>(v) >= mesh.points.size())
              qFatal("a corner that is not there");
        ++read;
      } catch (const Error& error) {
        if (QByteArray(error.what()).contains('\n')) qFatal("not one line");
        ++refused;
      }
    }
    qInfo("%d read, %d refused", read, refused);
    QVERIFY(read > 100 && refused > 100);
  }

  void files_that_are_not_there_are_refused() {
    QVERIFY(throws<InputError>([] { read_tsurf("/nowhere/a.ts"); }));
  }
};

}  // namespace test_tsurf

FOLDWAVE_TEST(test_tsurf, run_guiless<test_tsurf::TestTsurf>)
#include "test_tsurf.moc"
