// Protects the export of many products at once: what is foretold is what is written, names and times hold,
// the ParaView script is Python and names files that are there, and what cannot be written is refused or
// said.
#include <algorithm>
#include <bit>
#include <cmath>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/export_set.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"

namespace test_export_set {

using namespace foldwave;

class TestExportSet : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  Scenario scenario_;
  FoldResult fold_;
  WaveResult wave_;
  ImageResult image_;
  SurveyResult survey_;
  Field<float> pressure_;

  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }
  ExportSource source() const {
    return {scenario_, fold_,   scenario_,  &wave_,   {{40, 0.1, &pressure_}, {80, 0.2, &pressure_}},
            3.0,       &image_, &scenario_, &survey_, &scenario_};
  }

  static QStringList files_in(const std::filesystem::path& folder) {
    const QString root = QString::fromStdString(folder.string());
    QStringList names;
    for (QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
      names << QDir(root).relativeFilePath(it.next());
    names.sort();
    return names;
  }

 private slots:
  void initTestCase() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = scenario_.grid.extent();
    scenario_.grid.n = {25, 25, 25};
    scenario_.grid.h = {e.x / 24, e.y / 24, e.z / 24};
    fold_ = run_fold(scenario_, *cpu_backend(), {});
    pressure_ = Field<float>(scenario_.grid.n);
    Gather& gather = wave_.run.gather;
    gather.dt = 0.001;
    gather.samples = 5;
    gather.receivers = {{10, 10, 10}, {20, 10, 10}};
    image_.grid = scenario_.grid;
    LocatedEvent& event = image_.located.events.emplace_back();
    event.state = {{100.5, 200.25, 300.125}, 0.5, 1.25};
    for (std::size_t axis = 0; axis < 4; ++axis)
      event.refined.covariance[axis][axis] = 2.25;
    gather.traces.assign(10, 1.0F);
    survey_.grid = {{6, 1, 9}, {20.0, 20.0, 10.0}, {}, {}, {}, 0};
    survey_.line = west_east_line(scenario_.grid);
    survey_.image = Field<float>(survey_.grid.n, 1.5F);
    survey_.illumination = Field<float>(survey_.grid.n, 3.0F);
    survey_.shots = survey_.shots_done = 2;
    survey_.survey.frequency = 20.0;
  }

  void allThatIsForetoldIsWritten() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it writes no volumes and surfaces");
#endif
    ExportChoice choice{at("all"), "my-fold", {}, true, true};
    for (const ProductKind& kind : product_kinds())
      if (std::string(kind.suffixes.front()) != ".png")
        choice.wishes.push_back({kind.what, kind.suffixes.front()});
    QStringList foretold;
    double bytes = 0.0;
    for (const ExportFile& file : export_files(choice, source())) {
      foretold << QString::fromStdString(file.name);
      bytes += file.bytes;
    }
    foretold.sort();
    const ExportOutcome outcome = write_export(choice, source(), {});
    QCOMPARE(files_in(at("all")), foretold);
    QCOMPARE(outcome.files, static_cast<int>(foretold.size()));
    QVERIFY(foretold.contains("my-fold-1-top-of-upper-sandstone.vtp"));
    QVERIFY(foretold.contains("my-fold-snapshots/step_000080.vti"));
    // Volumes: 4 + 1 + 8 bytes a node and 4 for each of two snapshots, in base64; gather and image to the
    // byte.
    const double gather = 3600.0 + 2 * (240.0 + 4.0 * 5), image = 3600.0 + 6 * (240.0 + 4.0 * 9);
    const double illumination = has_volume_store() ? 4.0 * 6 * 9 : 0.0;
    QCOMPARE(bytes, 28.0 * 25 * 25 * 25 + gather + image + illumination);
    QCOMPARE(static_cast<double>(std::filesystem::file_size(at("all") / "my-fold-image.sgy")), image);
    QCOMPARE(static_cast<double>(std::filesystem::file_size(at("all") / "my-fold-gather.sgy")), gather);

    const std::string collection = read_whole_file(at("all") / "my-fold-snapshots.pvd", most_bytes::small);
    for (const char* const frame :
         {"timestep=\"0.1\"", "timestep=\"0.2\"", "my-fold-snapshots/step_000080.vti"})
      QVERIFY2(collection.find(frame) != std::string::npos, frame);

    const QString script = QString::fromStdString((at("all") / "my-fold-paraview.py").string());
    QProcess python;
    python.start("python3", {"-B", "-c",
                             "import ast, sys; print(*[n.args[0].value for n in "
                             "ast.walk(ast.parse(open(sys.argv[1]).read())) if isinstance(n, ast.Call) "
                             "and getattr(n.func, 'id', '') == 'beside'], sep='\\n')",
                             script});
    QVERIFY(python.waitForFinished());
    QCOMPARE(python.exitCode(), 0);
    const QStringList named = QString(python.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    QVERIFY(named.contains("my-fold-velocity.vti") && named.contains("my-fold-snapshots.pvd"));
    QCOMPARE(named.filter("top-of").size(), static_cast<qsizetype>(fold_.bands.boundary.size()));
    for (const QString& name : named)
      QVERIFY2(foretold.contains(name), qPrintable(name));
  }

  void anImageThatIsNotThereIsRefused() {
    ExportChoice choice{at("no"), "x", {{"image", ".sgy"}}, false, false};
    ExportSource none = source();
    none.survey = nullptr;
    QVERIFY_EXCEPTION_THROWN(write_export(choice, none, {}), InputError);
    if (!has_volume_store()) return;
    choice.wishes = {{"illumination", ".hdf"}};
    const Field<float> kept = std::exchange(survey_.illumination, {});
    QVERIFY_EXCEPTION_THROWN(write_export(choice, source(), {}), InputError);
    survey_.illumination = kept.clone();
    choice.wishes.push_back({"image", ".hdf"});
    QCOMPARE(write_export(choice, source(), {}).files, 3);
  }

  // The same values as in memory, to the bit, and a series in place of an older .pvd.
  void volumesAndSnapshotsAsHdf() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    for (Index m = 0; m < pressure_.size(); ++m)
      pressure_[m] = std::sin(0.37F * static_cast<float>(m));
    ExportChoice choice{
        at("hdf"), "x", {{"velocity", ".hdf"}, {"layers", ".hdf"}, {"arrival", ".hdf"}}, true, true};
#ifdef FOLDWAVE_HAS_VTK
    write_export(choice, source(), {});
#endif
    choice.snapshot_suffix = ".hdf";
    QStringList foretold;
    double bytes = 0.0;
    for (const ExportFile& file : export_files(choice, source())) {
      foretold << QString::fromStdString(file.name);
      bytes += file.bytes;
    }
    foretold.sort();
    QCOMPARE(bytes, (3 * 4.0 + 2 * 4.0) * 25 * 25 * 25);
    const ExportOutcome outcome = write_export(choice, source(), {});
    QCOMPARE(files_in(at("hdf")), foretold);
    QVERIFY(foretold.contains("x-snapshots.hdf.series") && foretold.contains("x-snapshots/step_000080.hdf"));
#ifdef FOLDWAVE_HAS_VTK
    QCOMPARE(outcome.removed.size(), 3U);  // the .pvd and its two files
#endif
    const auto same = [&](const char* file, const char* array, const auto& field) {
      const VolumeFile volume(at("hdf") / file);
      const Field<float> back = volume.read_all();
      QCOMPARE(volume.index().facts.array, std::string(array));
      QCOMPARE(volume.grid().n, field.shape());
      QVERIFY(std::abs(volume.grid().origin.x - fold_.grid.origin.x) <= 1e-6 &&
              std::abs(volume.grid().origin.z - fold_.grid.origin.z) <= 1e-6);
      for (Index m = 0; m < field.size(); ++m)
        QCOMPARE(std::bit_cast<std::uint32_t>(back[m]),
                 std::bit_cast<std::uint32_t>(static_cast<float>(field[m])));
    };
    same("x-velocity.hdf", "velocity", fold_.velocity);
    same("x-layers.hdf", "layer", fold_.layer_index);
    same("x-arrival.hdf", "T", fold_.arrival);
    same("x-snapshots/step_000040.hdf", "pressure", pressure_);
    const auto frames = read_hdf_series(at("hdf") / "x-snapshots.hdf.series");
    QCOMPARE(frames.size(), 2U);
    QCOMPARE(frames[1].time, 0.2);
    const std::string script = read_whole_file(at("hdf") / "x-paraview.py", most_bytes::small);
    for (const char* const word : {"VTKHDFReader(FileName=[beside('x-velocity.hdf')])",
                                   "VTKHDFReader(FileName=[beside('x-snapshots.hdf.series')])"})
      QVERIFY2(script.find(word) != std::string::npos, script.c_str());
    QVERIFY(script.find("PVDReader") == std::string::npos);
  }

  // Snapshots that are kept packed or in files: their values as they are kept, to the bit, and how far these
  // may lie from the computed ones is told in each file and as a warning.
  void keptWithinABoundTheyTellIt() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    Field<float> kept(scenario_.grid.n);
    for (Index m = 0; m < kept.size(); ++m)
      kept[m] = std::sin(0.37F * static_cast<float>(m));
    ExportSource packed{scenario_, fold_, scenario_, &wave_};
    packed.snapshots = {{40, 0.1, nullptr, [&] { return kept.clone(); }, 0.25},
                        {80, 0.2, nullptr, [&] { return kept.clone(); }, 0.0}};
    ExportChoice choice{at("packed"), "x", {}, true};
    choice.snapshot_suffix = ".hdf";
    const ExportOutcome outcome = write_export(choice, packed, {});
    QCOMPARE(outcome.warnings.size(), 1U);
    QVERIFY2(outcome.warnings[0].find("within 0.25 of") != std::string::npos, outcome.warnings[0].c_str());
    for (const auto& [file, bound] :
         {std::pair{"step_000040.hdf", 0.25}, std::pair{"step_000080.hdf", 0.0}}) {
      const VolumeFile volume(at("packed") / "x-snapshots" / file);
      QCOMPARE(volume.index().facts.error_bound, bound);
      const Field<float> back = volume.read_all();
      for (Index m = 0; m < kept.size(); ++m)
        QCOMPARE(std::bit_cast<std::uint32_t>(back[m]), std::bit_cast<std::uint32_t>(kept[m]));
    }
    packed.snapshots.erase(packed.snapshots.begin());
    QVERIFY(write_export(choice, packed, {}).warnings.empty());
#ifdef FOLDWAVE_HAS_VTK
    packed.snapshots.front().error_bound = 0.25;
    choice.snapshot_suffix = ".vti";
    QCOMPARE(write_export(choice, packed, {}).warnings.size(), 1U);
    const std::string file = read_whole_file(at("packed") / "x-snapshots/step_000080.vti", most_bytes::small);
    QVERIFY(file.find("Name=\"ErrorBound\"") != std::string::npos);
#endif
  }

  void aTopOutsideTheBoxCostsNoOther() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it writes no surfaces");
#endif
    Scenario thick = scenario_;
    thick.stack.layers[2].thickness = 1e5;
    const FoldResult fold = run_fold(thick, *cpu_backend(), {});
    const ExportSource source{thick, fold, thick};
    const ExportChoice choice{at("tops"), "x", {{"layer-top", ".ts"}}};
    const ExportOutcome outcome = write_export(choice, source, {});
    QVERIFY(!outcome.warnings.empty());
    QVERIFY(outcome.files >= 2);
    QCOMPARE(outcome.files + static_cast<int>(outcome.warnings.size()),
             static_cast<int>(export_files(choice, source).size()));
    QCOMPARE(static_cast<int>(files_in(at("tops")).size()), outcome.files);
  }

  // The surface of a cut goes by the event's name, and no layer's top is left out.
  void cutsAreExportedByTheirNames() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it writes no surfaces");
#endif
    Scenario cut = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/unconformity.json");
    const Vec3 e = cut.grid.extent();
    cut.grid.n = {25, 25, 25};
    cut.grid.h = {e.x / 24, e.y / 24, e.z / 24};
    const FoldResult fold = run_fold(cut, *cpu_backend(), {});
    const ExportChoice choice{at("cut"), "x", {{"layer-top", ".vtp"}}};
    const ExportSource source{cut, fold, cut};
    const auto files = export_files(choice, source);
    QCOMPARE(files.size(), cut.stack.layers.size());  // and the list of them
    QCOMPARE(
        std::ranges::count_if(files,
                              [](const ExportFile& f) { return f.name.find("top-of") == f.name.npos; }),
        1 + std::ranges::count_if(cut.events, [](const FoldEvent& v) { return v.type != EventType::fold; }));
    const ExportOutcome outcome = write_export(choice, source, {});
    QCOMPARE(static_cast<std::size_t>(outcome.files) + outcome.warnings.size(), files.size());
    QVERIFY(outcome.files >= 4);
  }

  // The colours beside an .obj are the export's too: foretold, counted and removed with their model.
  void coloursOfSurfacesAreTold() {
    ExportChoice choice{at("obj"), "x", {{"horizon", ".obj"}}};
    QStringList foretold;
    for (const ExportFile& file : export_files(choice, source()))
      foretold << QString::fromStdString(file.name);
    foretold.sort();
    QCOMPARE(foretold, (QStringList{"x-export.json", "x-horizon.mtl", "x-horizon.obj"}));
    QCOMPARE(write_export(choice, source(), {}).files, 3);
    QCOMPARE(files_in(at("obj")), foretold);
    Scenario other = scenario_;
    other.stack.layers[1].thickness += 5.0;
    const FoldResult fold = run_fold(other, *cpu_backend(), {});
    choice.wishes = {{"markers", ".csv"}};
    QCOMPARE(write_export(choice, {other, fold, other}, {}).removed.size(), 2U);
  }

  void whatCannotBeIsRefused() {
    const auto refused = [&](const ExportChoice& choice, const ExportSource& source, const char* why) {
      try {
        write_export(choice, source, {});
      } catch (const InputError& error) {
        return std::string(error.what()).find(why) != std::string::npos;
      }
      return false;
    };
    QVERIFY(refused({at("no"), "x", {{"gather", ".vti"}}}, source(), "cannot hold gather"));
    QVERIFY(
        refused({at("no"), "x", {{"gather", ".sgy"}}}, {scenario_, fold_, scenario_}, "there is no gather"));
    QFile file(folder_.filePath("a-file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(refused({at("a-file") / "in", "x", {{"gather", ".sgy"}}}, source(), "a-file"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, write_export({at("stopped"), "x", {{"gather", ".sgy"}}}, source(),
                                                   {nullptr, stop.get_token()}));
    QVERIFY(files_in(at("stopped")).isEmpty());
  }

  void namesArePartsOfFileNames() {
    QCOMPARE(slug("Upper  Sandstone (2)", "layer"), std::string("upper-sandstone-2"));
    const std::string start(59, 'a'), long_name = std::string(start).append(1, ' ').append(300, 'b');
    QCOMPARE(slug(long_name, "layer"), start);
    QCOMPARE(slug("../\xC3\xA4", "layer"), std::string("layer"));
  }
};

}  // namespace test_export_set

FOLDWAVE_TEST(test_export_set, run_guiless<test_export_set::TestExportSet>)
#include "test_export_set.moc"
