// Protects .vtp horizons: what this program and others write comes back, and a file that is cut, broken by
// chance or made of something else is refused by name, never a crash.
#include "core/formats/vtk/poly_reader.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "../format_test_help.hpp"
#include "core/formats/vtk/poly_writer.hpp"
#include "tests/test_program.hpp"

namespace test_poly_reader {

using namespace foldwave;
using namespace foldwave::test;

class TestPolyReader : public QObject {
  Q_OBJECT

 private slots:
  void what_is_written_is_read_back() {
    const HorizonPicks picks = parse_vtp(good().toStdString(), "a.vtp");
    QCOMPARE(picks.points.size(), 4U);
    QCOMPARE(picks.points[1], (Vec3{550651.25, 7821921.8, -120.5}));
    QVERIFY(picks.sense == VerticalSense::elevation);
    const std::vector<std::array<int, 3>> turned{{0, 2, 1}, {1, 2, 3}};
    QVERIFY(picks.triangles == turned);
  }

  void polygons_and_nulls() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::array<double, 15> values{0, 0, 1, 9, 0, 2, 9, 9, 3, 0, 9, 4, 1, 1, nan};
    const quint32 size = sizeof(values);
    QByteArray raw(reinterpret_cast<const char*>(&size), sizeof(size));
    raw.append(reinterpret_cast<const char*>(values.data()), sizeof(values));
    const QByteArray text =
        "<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\"><PolyData>"
        "<Piece NumberOfPoints=\"5\" NumberOfPolys=\"1\"><Points>"
        "<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"binary\">" +
        raw.toBase64() +
        "</DataArray></Points><Polys><DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2 3"
        "</DataArray><DataArray type=\"Int64\" Name=\"offsets\" "
        "format=\"ascii\">4</DataArray></Polys></Piece>"
        "</PolyData></VTKFile>";
    const HorizonPicks picks = parse_vtp(text.toStdString(), "a.vtp");
    QCOMPARE(picks.points.size(), 4U);
    QCOMPARE(picks.skipped, 1);
    QCOMPARE(picks.triangles.size(), 2U);
    QVERIFY(picks.sense == std::nullopt);

    QByteArray bad = text;
    bad.replace("0 1 2 3", "0 1 2 7");
    QVERIFY(message_of<InputError>([&] { parse_vtp(bad.toStdString(), "a.vtp"); }).contains("point 7 of 5"));
  }

  void a_bad_file_is_refused() {
    const QByteArray whole = good();
    for (const QByteArray& bytes :
         {QByteArray(), QByteArray("hello"), whole.left(whole.size() / 2), whole.left(300),
          QByteArray("<VTKFile type=\"ImageData\"></VTKFile>"),
          QByteArray("<VTKFile type=\"PolyData\"><PolyData></PolyData></VTKFile>")}) {
      const QString message = message_of<InputError>([&] { parse_vtp(bytes.toStdString(), "a.vtp"); });
      QVERIFY2(message.startsWith("a.vtp: cannot be read as VTK polygons: "), qPrintable(message));
      QVERIFY2(!message.contains("0x"), qPrintable(message));
    }
  }

 private:
  static QByteArray good() {
    QTemporaryDir folder;
    const auto path = inside(folder, "a.vtp");
    TriangleMesh mesh;
    mesh.points = {{550551.81, 7821921.8, 100},
                   {550651.25, 7821921.8, 120.5},
                   {550551.81, 7822021, 90},
                   {550651, 7822021, 95}};
    mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
    write_mesh(path, mesh);
    return bytes_of(path);
  }
};

}  // namespace test_poly_reader

FOLDWAVE_TEST(test_poly_reader, run_guiless<test_poly_reader::TestPolyReader>)
#include "test_poly_reader.moc"
