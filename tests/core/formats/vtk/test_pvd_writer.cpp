// Protects the time series that ParaView plays: readable after every frame, with physical times and paths
// that survive a move of the folder, and untouched by a frame that could not be added.
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataReader.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "../format_test_help.hpp"
#include "core/formats/vtk/image_writer.hpp"
#include "core/formats/vtk/pvd_writer.hpp"
#include "tests/test_program.hpp"

namespace test_pvd_writer {

using namespace foldwave;
using namespace foldwave::test;

namespace {

struct Frame {
  double time = 0;
  QString file;
};

// Reads a collection as XML; fails the test run on a document that is not well formed.
std::vector<Frame> frames_of(const std::filesystem::path& path, bool* well_formed) {
  QXmlStreamReader xml(bytes_of(path));
  std::vector<Frame> frames;
  bool collection = false;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto attributes = xml.attributes();
    if (xml.name() == QLatin1String("VTKFile"))
      collection = attributes.value("type") == QLatin1String("Collection");
    if (xml.name() == QLatin1String("DataSet"))
      frames.push_back({attributes.value("timestep").toDouble(), attributes.value("file").toString()});
  }
  *well_formed = collection && !xml.hasError();
  return frames;
}

}  // namespace

class TestPvdWriter : public QObject {
  Q_OBJECT

 private slots:
  void the_series_is_whole_after_every_frame() {
    QTemporaryDir folder;
    const auto pvd = inside(folder, "run/snapshots.pvd");
    std::filesystem::create_directories(inside(folder, "run/snapshots"));
    PvdCollection series(pvd);
    bool well_formed = false;
    QCOMPARE(frames_of(pvd, &well_formed).size(), 0U);
    QVERIFY(well_formed);

    Grid3 grid;
    grid.n = {2, 2, 2};
    for (int f = 0; f < 12; ++f) {
      const double time = 0.004 * f / 3.0;
      const auto file = inside(folder, "run/snapshots") / ("snap_" + std::to_string(f) + ".vti");
      const std::vector<float> values(8, static_cast<float>(f));
      ImageOptions options;
      options.time = time;
      write_image(file, grid, {{"pressure", std::span<const float>(values)}}, options);
      series.add(time, file);

      const std::vector<Frame> frames = frames_of(pvd, &well_formed);
      QVERIFY(well_formed);
      QCOMPARE(static_cast<int>(frames.size()), f + 1);
      QCOMPARE(series.size(), f + 1);
      QCOMPARE(frames.back().time, time);
      QCOMPARE(frames.back().file, QString("snapshots/snap_%1.vti").arg(f));
    }

    // The folder moves; every frame is found and holds its own time and values.
    std::filesystem::rename(inside(folder, "run"), inside(folder, "moved"));
    int number = 0;
    for (const Frame& frame : frames_of(inside(folder, "moved/snapshots.pvd"), &well_formed)) {
      vtkNew<vtkXMLImageDataReader> reader;
      const std::string file = (inside(folder, "moved") / frame.file.toStdString()).string();
      reader->SetFileName(file.c_str());
      reader->Update();
      QCOMPARE(reader->GetOutput()->GetFieldData()->GetArray("TimeValue")->GetTuple1(0), frame.time);
      QCOMPARE(reader->GetOutput()->GetPointData()->GetScalars()->GetTuple1(0), double(number++));
    }
    QCOMPARE(number, 12);
  }

  void odd_names_are_escaped() {
    QTemporaryDir folder;
    PvdCollection series(inside(folder, "a.pvd"));
    series.add(1e-7, inside(folder, "x & \"y\" <z>.vti"));
    bool well_formed = false;
    const std::vector<Frame> frames = frames_of(inside(folder, "a.pvd"), &well_formed);
    QVERIFY(well_formed);
    QCOMPARE(frames.at(0).file, QString("x & \"y\" <z>.vti"));
    QCOMPARE(frames.at(0).time, 1e-7);
  }

  void relative_names_mean_the_working_folder() {
    QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    PvdCollection series("a.pvd");
    series.add(0.0, "frames/0.vti");
    QVERIFY(QDir::setCurrent(before));
    bool well_formed = false;
    QCOMPARE(frames_of(inside(folder, "a.pvd"), &well_formed).at(0).file, QString("frames/0.vti"));
  }

  void a_frame_that_cannot_be_added_changes_nothing() {
    QTemporaryDir folder;
    const auto pvd = inside(folder, "a.pvd");
    PvdCollection series(pvd);
    series.add(0.1, inside(folder, "0.vti"));
    const QByteArray before = bytes_of(pvd);
    QVERIFY(throws<InputError>([&] { series.add(std::nan(""), inside(folder, "1.vti")); }));
    bool refused = false;
    {
      const FullDisk full(10);
      refused = throws<ResourceError>([&] { series.add(0.2, inside(folder, "1.vti")); });
    }
    QVERIFY(refused);
    QCOMPARE(bytes_of(pvd), before);
    QCOMPARE(series.size(), 1);
    QCOMPARE(entries_in(folder), 1);
    series.add(0.3, inside(folder, "2.vti"));
    bool well_formed = false;
    const std::vector<Frame> frames = frames_of(pvd, &well_formed);
    QCOMPARE(frames.size(), 2U);
    QCOMPARE(frames[1].time, 0.3);
    QVERIFY(throws<InputError>([&] { PvdCollection(inside(folder, "a.pvd/b.pvd")); }));
  }
};

}  // namespace test_pvd_writer

FOLDWAVE_TEST(test_pvd_writer, run_guiless<test_pvd_writer::TestPvdWriter>)
#include "test_pvd_writer.moc"
