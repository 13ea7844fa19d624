// Protects images in parts: joined they are the whole image to the bit, for ParaView's reader and for ours,
// and a part that is missing or cut is named.
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLPImageDataReader.h>

#include <QTemporaryDir>
#include <QTest>

#include "../format_test_help.hpp"
#include "core/formats/vtk/image_parts.hpp"
#include "core/formats/vtk/image_reader.hpp"
#include "tests/test_program.hpp"

namespace test_image_parts {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const Grid3 grid{{4, 3, 11}, {12.5, 25.0, 10.0}, {550551.8125, 7821921.875, 200.25}, {}, {}, 0};

float value_at(Index m) {
  return 0.1F * static_cast<float>(m % 97) - 3.0F;
}

std::filesystem::path write_in_parts(const QTemporaryDir& folder, const std::vector<ImageLayers>& parts) {
  const auto joint = inside(folder, "t.pvti");
  const Index layer = Index{1} * grid.n[0] * grid.n[1];
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::vector<float> values;
    for (Index m = 0; m < layer * parts[p].count; ++m)
      values.push_back(value_at(layer * parts[p].first + m));
    write_image_part(image_part_file(joint, p), {grid, parts[p], "pressure", values, 0.5});
  }
  join_image_parts(joint, grid, parts, "pressure");
  return joint;
}

QString refusal(const std::filesystem::path& path) {
  try {
    read_image(path, {});
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

class TestImageParts : public QObject {
  Q_OBJECT
 private slots:
  void joined_they_are_the_whole() {
    for (const auto& parts :
         {std::vector<ImageLayers>{{0, 11}}, {{0, 5}, {4, 7}}, {{0, 2}, {1, 2}, {2, 9}}}) {
      QTemporaryDir folder;
      const auto joint = write_in_parts(folder, parts);
      const ImageVolume ours = read_image(joint, {"pressure"});
      QVERIFY(ours.grid == grid);
      const Field<float>& values = ours.find("pressure")->components.at(0);
      for (Index m = 0; m < grid.size(); ++m)
        QCOMPARE(values.data()[m], value_at(m));

      vtkNew<vtkXMLPImageDataReader> reader;
      reader->SetFileName(joint.c_str());
      reader->Update();
      vtkImageData& image = *reader->GetOutput();
      QCOMPARE(image.GetNumberOfPoints(), vtkIdType{grid.size()});
      QCOMPARE(image.GetOrigin()[2], -(grid.origin.z + 100.0));
      QCOMPARE(image.GetPointData()->GetScalars()->GetName(), "pressure");
      const vtkIdType layer = vtkIdType{1} * grid.n[0] * grid.n[1];
      for (vtkIdType m = 0; m < grid.size(); ++m)
        QCOMPARE(static_cast<float>(image.GetPointData()->GetScalars()->GetComponent(
                     layer * (grid.n[2] - 1 - m / layer) + m % layer, 0)),
                 value_at(m));
    }
  }

  void its_suffix_may_be_in_capitals() {
    QTemporaryDir folder;
    const auto joint = write_in_parts(folder, {{0, 5}, {4, 7}}), capitals = inside(folder, "t.PVTI");
    std::filesystem::rename(joint, capitals);
    QCOMPARE(read_image(capitals, {"pressure"}).arrays.size(), std::size_t{1});
  }

  void a_part_that_is_missing_or_cut_is_named() {
    QTemporaryDir folder;
    const auto joint = write_in_parts(folder, {{0, 5}, {4, 7}});
    const auto second = inside(folder, "t/1.vti");
    const QByteArray whole = bytes_of(second);
    put_bytes(second, whole.left(whole.size() - 20));
    QVERIFY2(refusal(joint).contains("t/1.vti") && refusal(joint).contains("is cut"),
             qPrintable(refusal(joint)));
    std::filesystem::remove(second);
    QVERIFY2(refusal(joint).contains("t/1.vti") && refusal(joint).contains("is not there"),
             qPrintable(refusal(joint)));
    put_bytes(joint, "x y z\n1 2 3\n");
    QVERIFY(refusal(joint).contains("is not a .pvti file"));
  }

  void what_is_cut_or_turned_over_is_refused() {
    QTemporaryDir folder;
    const auto joint = write_in_parts(folder, {{0, 5}, {4, 7}});
    const QByteArray whole = bytes_of(joint);
    for (const auto share : {0.1, 0.3, 0.6, 0.9, 0.99}) {
      put_bytes(joint, whole.left(static_cast<qsizetype>(share * static_cast<double>(whole.size()))));
      QVERIFY2(!refusal(joint).isEmpty(), qPrintable(QString::number(share)));
    }
    QByteArray other = whole;
    put_bytes(joint, other.replace("Piece ", "Peace "));
    QVERIFY(!refusal(joint).isEmpty());
  }
};

}  // namespace test_image_parts

FOLDWAVE_TEST(test_image_parts, run_guiless<test_image_parts::TestImageParts>)
#include "test_image_parts.moc"
