// Protects the files of a run's snapshots: fields and what a device has packed give the same values within
// the bound that is told, and a series with their times, in order; images are the bytes that one writes who
// waits for them, and the run does not.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/clock.hpp"
#include "core/base/worst.hpp"
#include "core/formats/read_file.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#endif

namespace test_snapshot_files {

using namespace foldwave;

namespace {

constexpr int frames = 9;
constexpr std::array<int, 3> nodes{70, 20, 66};

Field<float> pressure_at(int frame) {
  Field<float> field(nodes);
  for (int k = 0; k < nodes[2]; ++k)
    for (int j = 0; j < nodes[1]; ++j)
      for (int i = 0; i < nodes[0]; ++i)
        field(i, j, k) =
            static_cast<float>((frame + 1) * std::sin(0.2 * i + 0.3 * frame) * std::cos(0.15 * k - 0.1 * j));
  return field;
}

Scenario scenario_with_snapshots() {
  Scenario scenario;
  scenario.grid = {nodes, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  scenario.outputs.snapshot_steps = 10;
  return scenario;
}

PackedSnapshot packed_by_device(const Field<float>& field, const QuickSteps& steps) {
  auto bricks = std::make_shared<QuickBricks>();
  bricks->layout = brick_layout(nodes);
  bricks->starts = {0};
  std::vector<float> brick(static_cast<std::size_t>(bricks->layout.brick_nodes()));
  for (Index b = 0; b < bricks->layout.count(); ++b) {
    gather_brick(field.values(), bricks->layout, b, brick);
    const auto bytes = QuickCodec().encode(brick, {bricks->layout.brick}, steps);
    bricks->bytes.insert(bricks->bytes.end(), bytes.begin(), bytes.end());
    bricks->starts.push_back(bricks->bytes.size());
  }
  return bricks;
}

}  // namespace

class TestSnapshotFiles : public QObject {
  Q_OBJECT
 private slots:
  void packed_snapshots_are_files_as_fields_are() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    QTemporaryDir place;
    RunFolder folder(place.filePath("run").toStdString());
    const Scenario scenario = scenario_with_snapshots();
    const auto files = make_snapshot_files(folder, scenario, {});
    QVERIFY(files->packed() != nullptr);
    float largest = 0.0F;
    for (int f = 0; f < frames; ++f) {
      const Field<float> field = pressure_at(f);
      for (const float v : field.values())
        largest = worst_of(largest, std::abs(v));
      if (f % 3 == 2) {
        files->snapshot(10 * f, 0.1 * f, field);
        continue;
      }
      const QuickSteps steps = files->packed()->steps(largest);
      files->packed()->packed_snapshot(10 * f, 0.1 * f, packed_by_device(field, steps));
    }
    QVERIFY(files->finish({}).empty());
    QVERIFY(std::abs(files->error_bound() - scenario.outputs.snapshot_error * double{largest}) < 1e-9);
    const auto series = read_hdf_series(folder.path() / "wave/snapshots.hdf.series");
    QCOMPARE(series.size(), std::size_t{frames});
    QCOMPARE(folder.output_count(), std::size_t{frames + 1});
    for (int f = 0; f < frames; ++f) {
      QCOMPARE(series[static_cast<std::size_t>(f)].time, 0.1 * f);
      const VolumeFile file(folder.path() / "wave" / series[static_cast<std::size_t>(f)].name);
      const Field<float> back = file.read_all(), field = pressure_at(f);
      const double bound = file.index().facts.error_bound;
      QVERIFY(bound > 0.0 && bound <= files->error_bound());
      QCOMPARE(*file.index().facts.step, 10 * f);
      double worst = 0.0;
      for (Index m = 0; m < field.size(); ++m)
        worst = worst_of(worst, std::abs(double{field[m]} - double{back[m]}));
      QVERIFY2(worst <= bound && worst > 0.2 * bound, qPrintable(QString::number(worst / bound)));
    }
  }

#ifdef FOLDWAVE_HAS_VTK
  void images_are_written_beside_the_run() {
    QTemporaryDir place;
    RunFolder folder(place.filePath("run").toStdString());
    Scenario scenario = scenario_with_snapshots();
    scenario.outputs.snapshot_format = SnapshotFormat::vti;
    const auto files = make_snapshot_files(folder, scenario, {});
    QCOMPARE(files->packed(), nullptr);
    double taken = 0.0;
    for (int f = 0; f < frames; ++f) {
      Field<float> field = pressure_at(f);
      const Clock clock;
      files->snapshot(10 * f, 0.1 * f, field);
      taken += clock.seconds();
      std::ranges::fill(field.values(), NAN);  // the next step overwrites it
    }
    QVERIFY(files->finish({}).empty());
    const double writing = busy_seconds(files->log().spans(), "write");
    QVERIFY2(taken < 0.3 * writing, qPrintable(QString("%1 of %2 s").arg(taken).arg(writing)));
    QCOMPARE(folder.output_count(), std::size_t{frames + 1});
    const auto read = [](const std::filesystem::path& file) {
      return read_whole_file(file, most_bytes::volume);
    };
    const std::string series = read(folder.path() / "wave/snapshots.pvd");
    std::size_t at = 0;
    for (int f = 0; f < frames; ++f) {
      const std::string name = snapshot_file_name(10 * f, "vti");
      at = series.find(name, at);
      QVERIFY2(at != std::string::npos, name.c_str());
      const auto own = folder.path() / "own.vti";
      ImageOptions options;
      options.time = 0.1 * f;
      const Field<float> field = pressure_at(f);
      write_image(own, scenario.grid, {{"pressure", field.values()}}, options);
      QVERIFY(read(own) == read(folder.path() / "wave/snapshots" / name));
    }
  }
#endif
};

}  // namespace test_snapshot_files

FOLDWAVE_TEST(test_snapshot_files, run_alone<test_snapshot_files::TestSnapshotFiles>)
#include "test_snapshot_files.moc"
