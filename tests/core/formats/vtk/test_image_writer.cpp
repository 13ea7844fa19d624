// Protects what ParaView shows of a volume: upright, at the right map position, every value at its own node,
// with its time; and that no half-written image is ever left behind. Read back by VTK in C++ and by VTK's
// Python.
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLImageDataReader.h>

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include "../format_test_help.hpp"
#include "core/base/error.hpp"
#include "core/formats/vtk/image_writer.hpp"
#include "tests/test_program.hpp"

namespace test_image_writer {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const Grid3 kGrid{{4, 3, 5}, {12.5, 25.0, 10.0}, {550551.81, 7821921.87, 200.25}, {0, 0, 0}, {0, 0, 0}, 0};

// A value that tells its node, and so any mixing up of axes.
float value_at(int i, int j, int k) {
  return static_cast<float>(i + 10 * j + 100 * k);
}

struct Volume {
  explicit Volume(const Grid3& grid) {
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          values.push_back(value_at(i, j, k));
          layers.push_back(static_cast<std::uint8_t>(k));
        }
  }
  std::vector<ImageArray> arrays() const {
    return {{"arrival", std::span<const float>(values)}, {"layer", std::span<const std::uint8_t>(layers)}};
  }
  std::vector<float> values;
  std::vector<std::uint8_t> layers;
};

// Every node of the image must hold the value of the grid's node at the same place of the map.
QString first_mistake(vtkImageData& image, const Grid3& grid, bool depth_down) {
  vtkDataArray* values = image.GetPointData()->GetArray("arrival");
  vtkDataArray* layers = image.GetPointData()->GetArray("layer");
  if (values == nullptr || layers == nullptr) return "an array is missing";
  if (values->GetDataType() != VTK_FLOAT || layers->GetDataType() != VTK_UNSIGNED_CHAR) return "another type";
  if (image.GetNumberOfPoints() != grid.size()) return "another number of nodes";
  for (vtkIdType id = 0; id < image.GetNumberOfPoints(); ++id) {
    std::array<double, 3> p{};
    image.GetPoint(id, p.data());
    const double depth = depth_down ? p[2] : -p[2];
    const auto i = static_cast<int>(std::lround((p[0] - grid.origin.x) / grid.h[0]));
    const auto j = static_cast<int>(std::lround((p[1] - grid.origin.y) / grid.h[1]));
    const auto k = static_cast<int>(std::lround((depth - grid.origin.z) / grid.h[2]));
    const Vec3 expected = grid.origin + grid.local(i, j, k);
    if (!(std::abs(expected.x - p[0]) <= 1e-6 && std::abs(expected.y - p[1]) <= 1e-6 &&
          std::abs(expected.z - depth) <= 1e-6))
      return QString("node %1 lies beside the grid").arg(id);
    if (values->GetComponent(id, 0) != double(value_at(i, j, k)))
      return QString("node %1: wrong value").arg(id);
    if (layers->GetComponent(id, 0) != k) return QString("node %1: wrong layer").arg(id);
    if (vtkDataArray* depths = image.GetPointData()->GetArray("depth"))
      if (!(std::abs(depths->GetComponent(id, 0) - depth) <= 1e-3))
        return QString("node %1: wrong depth").arg(id);
  }
  return {};
}

}  // namespace

class TestImageWriter : public QObject {
  Q_OBJECT

 private slots:
  // A stop is heard while the file is packed; what was there before stays.
  void a_stop_leaves_the_old_file() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("wave.vti").toStdString();
    const Grid3 grid{{64, 64, 64}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    const Volume volume(grid);
    write_image(file, grid, volume.arrays());
    const auto size = std::filesystem::file_size(file);
    std::stop_source stop;
    stop.request_stop();
    ImageOptions options;
    options.stop = stop.get_token();
    QVERIFY_EXCEPTION_THROWN(write_image(file, grid, volume.arrays(), options), Stopped);
    QCOMPARE(std::filesystem::file_size(file), size);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void every_value_is_at_its_place_data() {
    QTest::addColumn<bool>("depth_down");
    QTest::addColumn<int>("ny");
    QTest::newRow("volume, elevation up") << false << 3;
    QTest::newRow("volume, depth down") << true << 3;
    QTest::newRow("section, elevation up") << false << 1;
  }
  void every_value_is_at_its_place() {
    QFETCH(bool, depth_down);
    QFETCH(int, ny);
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    Grid3 grid = kGrid;
    grid.n[1] = ny;
    const Volume volume(grid);
    ImageOptions options;
    options.depth_down = depth_down;
    options.depth_array = true;
    options.time = 0.004;
    write_image(path, grid, volume.arrays(), options);
    QCOMPARE(entries_in(folder), 1);

    vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    vtkImageData& image = *reader->GetOutput();
    QCOMPARE(first_mistake(image, grid, depth_down), QString());
    for (int axis = 0; axis < 3; ++axis)
      QVERIFY(image.GetSpacing()[axis] > 0);
    QCOMPARE(image.GetOrigin()[2], depth_down ? 200.25 : -(200.25 + 4 * 10.0));
    QVERIFY(image.GetPointData()->GetArray("depth") != nullptr);
    QCOMPARE(QByteArray(image.GetPointData()->GetScalars()->GetName()), QByteArray("arrival"));
    vtkDataArray* time = image.GetFieldData()->GetArray("TimeValue");
    QVERIFY(time != nullptr && time->GetNumberOfValues() == 1);
    QCOMPARE(time->GetTuple1(0), 0.004);
    const QByteArray text = bytes_of(path);
    QVERIFY(text.contains("vtkZLibDataCompressor") && text.contains("format=\"binary\""));
    QVERIFY(!text.contains("AppendedData"));
    QVERIFY(!text.contains('\0'));
  }

  // The shallow node must be the upper one where z points up.
  void python_finds_it_upright() {
    if (!python_has("vtk")) QSKIP("python3-vtk9 is not installed");
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    write_image(path, kGrid, Volume(kGrid).arrays());
    const PythonResult result = python(
        "import vtk, sys\n"
        "r = vtk.vtkXMLImageDataReader(); r.SetFileName(sys.argv[1]); r.Update(); o = r.GetOutput()\n"
        "a = o.GetPointData().GetArray('arrival'); b = o.GetBounds()\n"
        "top = a.GetValue(o.FindPoint(b[0], b[2], b[5])); low = a.GetValue(o.FindPoint(b[0], b[2], b[4]))\n"
        "corner = a.GetValue(o.FindPoint(b[1], b[3], b[5]))\n"
        "print(top, low, corner, *['%.3f' % v for v in b])\n",
        {QString::fromStdString(path.string())});
    QVERIFY2(result.ok, qPrintable(result.output));
    QCOMPARE(result.output.trimmed(),
             QString("0.0 400.0 23.0 550551.810 550589.310 7821921.870 7821971.870 -240.250 -200.250"));
  }

  void a_bad_image_is_refused() {
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    const Volume volume(kGrid);
    std::vector<ImageArray> shorter{{"arrival", std::span<const float>(volume.values).first(59)}};
    const QString message = message_of<InputError>([&] { write_image(path, kGrid, shorter); });
    QVERIFY2(message.contains("\"arrival\" has 59 values for 60 nodes"), qPrintable(message));
    Grid3 flat = kGrid;
    flat.h[1] = 0;
    QVERIFY(throws<InputError>([&] { write_image(path, flat, volume.arrays()); }));
    flat = kGrid;
    flat.n[2] = 0;
    QVERIFY(throws<InputError>([&] { write_image(path, flat, {}); }));
    QCOMPARE(entries_in(folder), 0);
  }

  void an_unusable_place_is_refused() {
    QTemporaryDir folder;
    put_bytes(inside(folder, "file"), "x");
    const QString message = message_of<InputError>(
        [&] { write_image(inside(folder, "file/v.vti"), kGrid, Volume(kGrid).arrays()); });
    QVERIFY2(message.contains("file/v.vti"), qPrintable(message));
  }

  void a_full_disk_keeps_the_old_file_data() {
    QTest::addColumn<int>("room");
    for (const int room : {0, 100, 1500, 40000})
      QTest::addRow("%d bytes of room", room) << room;
  }
  void a_full_disk_keeps_the_old_file() {
    QFETCH(int, room);
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    put_bytes(path, "old");
    Grid3 grid = kGrid;
    grid.n = {40, 40, 40};
    std::vector<float> noise(64000);
    for (std::size_t i = 0; i < noise.size(); ++i)
      noise[i] = static_cast<float>(std::sin(double(i) * double(i)));
    QString message;
    {
      const FullDisk full(static_cast<rlim_t>(room));
      message = message_of<ResourceError>([&] {
        write_image(path, grid, {{"arrival", std::span<const float>(noise)}});
      });
    }
    QVERIFY2(message.contains("v.vti") && message.contains("free space"), qPrintable(message));
    QCOMPARE(bytes_of(path), QByteArray("old"));
    QCOMPARE(entries_in(folder), 1);
  }

  void no_space_left_is_a_resource_error() {
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    std::filesystem::create_symlink("/dev/full", path.string() + ".part");
    QVERIFY(throws<ResourceError>([&] { write_image(path, kGrid, Volume(kGrid).arrays()); }));
    QCOMPARE(entries_in(folder), 0);
  }

  void a_wavefield_is_written_quickly() {
    QTemporaryDir folder;
    Grid3 grid = kGrid;
    grid.n = {128, 128, 128};
    std::vector<float> wave;
    for (Index m = 0; m < grid.size(); ++m) {
      const double r = std::hypot(double(m % 128) - 64, double(m / 128 % 128) - 64, double(m / 16384) - 64);
      wave.push_back(static_cast<float>(std::sin(0.6 * r) * std::exp(-0.01 * (r - 40) * (r - 40)) / (r + 1)));
    }
    QElapsedTimer timer;
    timer.start();
    write_image(inside(folder, "w.vti"), grid, {{"pressure", std::span<const float>(wave)}});
    const auto bytes = std::filesystem::file_size(inside(folder, "w.vti"));
    qInfo("128^3 floats: %lld ms, %.2f of the raw size", timer.elapsed(),
          double(bytes) / double(4 * grid.size()));
    QVERIFY(bytes < static_cast<std::uintmax_t>(4 * grid.size()));
  }
};

}  // namespace test_image_writer

FOLDWAVE_TEST(test_image_writer, run_guiless<test_image_writer::TestImageWriter>)
#include "test_image_writer.moc"
