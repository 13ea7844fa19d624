// Protects the surfaces, lines and points that other programs get: upright, with the same rock in front of
// each triangle, map coordinates to the millimetre, and nothing half-written.
#include <vtkCell.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include <QTemporaryDir>
#include <QTest>

#include "../format_test_help.hpp"
#include "core/formats/vtk/poly_writer.hpp"
#include "tests/test_program.hpp"

namespace test_poly_writer {

using namespace foldwave;
using namespace foldwave::test;

namespace {

Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A plane that dips east, at UTM coordinates with millimetres.
TriangleMesh example_mesh() {
  TriangleMesh mesh;
  mesh.points = {{550551.811, 7821921.872, 1000.123},
                 {550651.811, 7821921.872, 1050.456},
                 {550551.811, 7822021.872, 1000.789}};
  mesh.triangles = {{0, 1, 2}};
  mesh.scalars = {{"thickness", {1.5F, 2.5F, 3.5F}}};
  return mesh;
}

vtkSmartPointer<vtkPolyData> read(const std::filesystem::path& path) {
  vtkNew<vtkXMLPolyDataReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  return reader->GetOutput();
}

Vec3 point(vtkPolyData& data, vtkIdType id) {
  std::array<double, 3> p{};
  data.GetPoint(id, p.data());
  return {p[0], p[1], p[2]};
}

Vec3 normal(vtkPolyData& data, vtkIdType cell) {
  vtkIdList* ids = data.GetCell(cell)->GetPointIds();
  const Vec3 a = point(data, ids->GetId(0));
  return cross(point(data, ids->GetId(1)) - a, point(data, ids->GetId(2)) - a);
}

}  // namespace

class TestPolyWriter : public QObject {
  Q_OBJECT

 private slots:
  void a_surface_keeps_its_place_and_its_front() {
    QTemporaryDir folder;
    const TriangleMesh mesh = example_mesh();
    const Vec3 inside_normal = cross(mesh.points[1] - mesh.points[0], mesh.points[2] - mesh.points[0]);
    PolyOptions options;
    options.time = 1.25;
    write_mesh(inside(folder, "up.vtp"), mesh, options);
    options.depth_down = true;
    write_mesh(inside(folder, "down.vtp"), mesh, options);
    QCOMPARE(entries_in(folder), 2);

    for (const bool up : {true, false}) {
      const auto data = read(inside(folder, up ? "up.vtp" : "down.vtp"));
      QCOMPARE(data->GetPoints()->GetDataType(), VTK_DOUBLE);
      QCOMPARE(data->GetNumberOfPolys(), 1);
      for (vtkIdType i = 0; i < 3; ++i) {
        const Vec3 p = mesh.points[static_cast<std::size_t>(i)];
        QCOMPARE(point(*data, i), (Vec3{p.x, p.y, up ? -p.z : p.z}));
        QCOMPARE(data->GetPointData()->GetArray("depth")->GetTuple1(i), p.z);
        QCOMPARE(data->GetPointData()->GetArray("thickness")->GetTuple1(i), 1.5 + double(i));
      }
      // The mirror z -> -z takes a direction (x, y, z) to (x, y, -z): the same side of the rock.
      const Vec3 n = normal(*data, 0);
      const Vec3 expected = up ? Vec3{inside_normal.x, inside_normal.y, -inside_normal.z} : inside_normal;
      QVERIFY(norm(n - expected) < 1e-9 * norm(expected));
      QCOMPARE(data->GetFieldData()->GetArray("TimeValue")->GetTuple1(0), 1.25);
    }
  }

  void python_finds_it_upright() {
    if (!python_has("vtk")) QSKIP("python3-vtk9 is not installed");
    QTemporaryDir folder;
    const auto path = inside(folder, "m.vtp");
    write_mesh(path, example_mesh());
    const PythonResult result = python(
        "import vtk, sys\n"
        "r = vtk.vtkXMLPolyDataReader(); r.SetFileName(sys.argv[1]); r.Update(); o = r.GetOutput()\n"
        "n = [0.0]*3; c = o.GetCell(0); vtk.vtkPolygon.ComputeNormal(c.GetPoints(), n)\n"
        "print('%.3f %.3f %.3f' % o.GetPoint(1), 'down' if n[2] < 0 else 'up')\n",
        {QString::fromStdString(path.string())});
    QVERIFY2(result.ok, qPrintable(result.output));
    QCOMPARE(result.output.trimmed(), QString("550651.811 7821921.872 -1050.456 down"));
  }

  void lines_and_points_are_read_back() {
    QTemporaryDir folder;
    Polylines lines;
    lines.points = {{0, 0, 1}, {1, 0, 2}, {2, 0, 3}, {3, 0, 4}};
    lines.lines = {{0, 1, 2}, {2, 3, 0, 2}};
    write_polylines(inside(folder, "l.vtp"), lines);
    const auto data = read(inside(folder, "l.vtp"));
    QCOMPARE(data->GetNumberOfLines(), 2);
    QCOMPARE(data->GetCell(1)->GetNumberOfPoints(), 4);
    QCOMPARE(data->GetCell(1)->GetPointId(2), 0);
    QCOMPARE(point(*data, 3), (Vec3{3, 0, -4}));

    write_points(inside(folder, "p.vtp"), {lines.points, {{"quality", {1, 2, 3, 4}}}});
    const auto points = read(inside(folder, "p.vtp"));
    QCOMPARE(points->GetNumberOfVerts(), 4);
    QCOMPARE(point(*points, 2), (Vec3{2, 0, -3}));
    QCOMPARE(points->GetPointData()->GetArray("quality")->GetTuple1(3), 4.0);
    QCOMPARE(points->GetPointData()->GetArray("depth")->GetTuple1(3), 4.0);
  }

  void an_empty_surface_is_a_readable_file() {
    QTemporaryDir folder;
    write_mesh(inside(folder, "e.vtp"), {});
    QCOMPARE(read(inside(folder, "e.vtp"))->GetNumberOfPoints(), 0);
    QVERIFY(bytes_of(inside(folder, "e.vtp")).contains("</VTKFile>"));
  }

  void a_bad_surface_is_refused() {
    QTemporaryDir folder;
    const auto path = inside(folder, "m.vtp");
    for (const int index : {-1, 3}) {
      TriangleMesh mesh = example_mesh();
      mesh.triangles[0][1] = index;
      const QString message = message_of<InputError>([&] { write_mesh(path, mesh); });
      QVERIFY2(message.contains(QString("asks for point %1 of 3").arg(index)), qPrintable(message));
    }
    TriangleMesh mesh = example_mesh();
    mesh.scalars[0].values.pop_back();
    QVERIFY(throws<InputError>([&] { write_mesh(path, mesh); }));
    mesh = example_mesh();
    mesh.points[2].z = std::nan("");
    QVERIFY(throws<InputError>([&] { write_mesh(path, mesh); }));
    QCOMPARE(entries_in(folder), 0);
  }

  void a_full_disk_keeps_the_old_file() {
    QTemporaryDir folder;
    const auto path = inside(folder, "m.vtp");
    put_bytes(path, "old");
    bool refused = false;
    {
      const FullDisk full(500);
      refused = throws<ResourceError>([&] { write_mesh(path, example_mesh()); });
    }
    QVERIFY(refused);
    QCOMPARE(bytes_of(path), QByteArray("old"));
    QCOMPARE(entries_in(folder), 1);
    QVERIFY(throws<InputError>([&] { write_mesh(inside(folder, "m.vtp/below.vtp"), example_mesh()); }));
  }
};

}  // namespace test_poly_writer

FOLDWAVE_TEST(test_poly_writer, run_guiless<test_poly_writer::TestPolyWriter>)
#include "test_poly_writer.moc"
