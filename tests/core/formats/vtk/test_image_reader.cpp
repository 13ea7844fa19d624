// Protects the reading of .vti volumes: every value at its own place of the map with depth down, vectors by
// component, written by our writer or by VTK alone; and a clear refusal of what is none.
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataWriter.h>

#include <QTemporaryDir>
#include <QTest>

#include "../format_test_help.hpp"
#include "core/formats/vtk/image_reader.hpp"
#include "core/formats/vtk/image_writer.hpp"
#include "tests/test_program.hpp"

namespace test_image_reader {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const Grid3 kGrid{{4, 3, 5}, {12.5, 25.0, 10.0}, {550551.8125, 7821921.875, 200.25}, {}, {}, 0};

float value_at(int i, int j, int k) {
  return static_cast<float>(i + 10 * j + 100 * k);
}

void write_ours(const std::filesystem::path& path) {
  std::vector<float> values;
  for (int k = 0; k < kGrid.n[2]; ++k)
    for (int j = 0; j < kGrid.n[1]; ++j)
      for (int i = 0; i < kGrid.n[0]; ++i)
        values.push_back(value_at(i, j, k));
  write_image(path, kGrid, {{"arrival", std::span<const float>(values)}});
}

QString refusal(const std::filesystem::path& path) {
  try {
    read_image(path, {"arrival"});
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

class TestImageReader : public QObject {
  Q_OBJECT
 private slots:
  void what_we_wrote_comes_back() {
    QTemporaryDir folder;
    const auto path = inside(folder, "t.vti");
    write_ours(path);
    const ImageVolume volume = read_image(path, {"arrival", "not there"});
    QVERIFY(volume.grid == kGrid);
    QCOMPARE(volume.arrays.size(), std::size_t{1});
    QVERIFY(volume.find("not there") == nullptr);
    const Field<float>& values = volume.find("arrival")->components.at(0);
    for (int k = 0; k < kGrid.n[2]; ++k)
      for (int j = 0; j < kGrid.n[1]; ++j)
        for (int i = 0; i < kGrid.n[0]; ++i)
          QCOMPARE(values(i, j, k), value_at(i, j, k));
  }

  // Another program's: an extent that does not start at 0, and vectors.
  void vectors_of_another_program() {
    vtkNew<vtkImageData> image;
    image->SetExtent(2, 4, 0, 1, -1, 2);
    image->SetSpacing(10.0, 20.0, 5.0);
    image->SetOrigin(100.0, 200.0, -50.0);
    vtkNew<vtkFloatArray> array;
    array->SetName("psi_a");
    array->SetNumberOfComponents(3);
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i)
          array->InsertNextTuple3(value_at(i, j, k), -1.0, k);
    image->GetPointData()->AddArray(array);
    QTemporaryDir folder;
    const auto path = inside(folder, "v.vti");
    vtkNew<vtkXMLImageDataWriter> writer;
    writer->SetFileName(path.c_str());
    writer->SetInputData(image);
    QVERIFY(writer->Write() == 1);
    const ImageVolume volume = read_image(path, {"psi_a"});
    QVERIFY(volume.grid.n == (std::array<int, 3>{3, 2, 4}));
    QVERIFY(volume.grid.origin == (Vec3{120.0, 200.0, 40.0}));  // the highest layer: -50 + 2 * 5
    const auto& psi = volume.find("psi_a")->components;
    QCOMPARE(psi.size(), std::size_t{3});
    QCOMPARE(psi[0](2, 1, 0), value_at(2, 1, 3));
    QCOMPARE(psi[1](2, 1, 0), -1.0F);
    QCOMPARE(psi[2](0, 0, 3), 0.0F);
  }

  void what_is_no_volume_is_refused() {
    QTemporaryDir folder;
    const auto path = inside(folder, "t.vti");
    QVERIFY(refusal(path).contains("is not there"));
    put_bytes(path, "x y z\n1 2 3\n");
    QVERIFY(refusal(path).contains("is not a .vti file"));
    QVERIFY(refusal(inside(folder, ".")).contains("is a folder"));
    write_ours(path);
    const QByteArray whole = bytes_of(path);
    for (const auto share : {0.3, 0.6, 0.9, 0.99}) {
      put_bytes(path, whole.left(static_cast<qsizetype>(share * static_cast<double>(whole.size()))));
      QVERIFY2(!refusal(path).isEmpty(), qPrintable(QString::number(share)));
    }
  }
};

}  // namespace test_image_reader

FOLDWAVE_TEST(test_image_reader, run_guiless<test_image_reader::TestImageReader>)
#include "test_image_reader.moc"
