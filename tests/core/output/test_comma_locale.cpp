// Protects files from a locale with decimal commas: whatever is written is, byte for byte, what is written
// without one, and is read as the same numbers; texts for people have points too.
#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/geology/ramsay.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/export_set.hpp"
#include "core/output/run_folder.hpp"
#include "tests/comma_locale.hpp"
#include "tests/test_program.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#include "core/formats/vtk/poly_reader.hpp"
#endif

namespace test_comma_locale {

using namespace foldwave;
namespace fs = std::filesystem;

class TestCommaLocale : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = scenario_.grid.extent();
    scenario_.grid.n = {25, 25, 25};
    scenario_.grid.h = {e.x / 24, e.y / 24, e.z / 24};
    scenario_.grid.origin = {4321.25, 1234567.5, 0.125};
    for (FoldEvent& event : scenario_.events)
      if (auto* const points = std::get_if<PointsHorizon>(&event.horizon))
        for (Vec3& p : points->points)
          p = p + scenario_.grid.origin;
    for (Source& source : scenario_.survey.sources)
      source.position = source.position + scenario_.grid.origin;
    scenario_.survey.receivers.clear();
    fold_ = run_fold(scenario_, *cpu_backend(), {});
    pressure_ = Field<float>(scenario_.grid.n);
    for (float& p : pressure_.values())
      p = 0.125F;
    Gather& gather = wave_.run.gather;
    gather.dt = 0.0015;
    gather.samples = 5;
    gather.receivers = {{10.5, 10, 10}, {2000.25, 10, 10}};
    image_.grid = scenario_.grid;
    LocatedEvent& event = image_.located.events.emplace_back();
    event.state = {{100.5, 200.25, 300.125}, 0.5, 1.25};
    for (std::size_t axis = 0; axis < 4; ++axis)
      event.refined.covariance[axis][axis] = 2.25;
    gather.traces.assign(10, 1.5F);
    wave_.dt = 0.0015;
    survey_.grid = {{6, 1, 9}, {20.0, 20.0, 12.5}, {}, {}, {}, 0};
    survey_.line = west_east_line(scenario_.grid);
    survey_.image = Field<float>(survey_.grid.n, 1.5F);
    survey_.illumination = Field<float>(survey_.grid.n, 3.0F);
    survey_.shots = survey_.shots_done = 2;
    survey_.survey.frequency = 20.5;
  }

  void what_is_written_is_the_same_data() { both(); }
  void what_is_written_is_the_same() {
    QFETCH(bool, cpp);
    fs::remove_all(at("plain"));
    fs::remove_all(at("commas"));
    write_all(at("plain"));
    {
      const CommaLocale locale(cpp ? CommaLocale::Of::cpp : CommaLocale::Of::c);
      if (!cpp && !CommaLocale::is_in_c()) QSKIP("localedef and the files of locales are not here");
      std::ostringstream hostile;
      hostile << 1234.5;
      QCOMPARE(hostile.str(), std::string(cpp ? "1.234,5" : "1234.5"));
      write_all(at("commas"));
    }
    const QStringList files = files_in(at("plain"));
    QVERIFY(files.size() > 20);
    QCOMPARE(files_in(at("commas")), files);
    // ParaView's script names its folder.
    const auto content = [&](const char* folder, const QString& file) {
      return QByteArray::fromStdString(read_whole_file(at(folder) / file.toStdString(), most_bytes::surface))
          .replace(QByteArray::fromStdString(at(folder).string()), "FOLDER");
    };
    for (const QString& file : files)
      // VTK writes and reads polygons by C++'s locale.
      QVERIFY2((cpp && file.endsWith(".vtp")) || content("plain", file) == content("commas", file),
               qPrintable(file));
  }

  void what_is_read_is_the_same_data() { both(); }
  void what_is_read_is_the_same() {
    QFETCH(bool, cpp);
    const auto which = cpp ? CommaLocale::Of::cpp : CommaLocale::Of::c;
    QVERIFY(fs::exists(at("plain")));
    Scenario scenario;
    std::vector<HorizonPicks> picks;
    SegyFile gather;
    {
      const CommaLocale locale(which);
      scenario = load_scenario((at("plain") / "scenario.json").string());
      for (const fs::path& file : horizon_files(cpp))
        picks.push_back(read_horizon_file(file, options_));
      gather = read_segy(at("plain") / "all.sgy-gather.sgy");
    }
    Scenario saved = scenario_;
    saved.folder = scenario.folder;
    QVERIFY(scenario == saved);
    QVERIFY(picks.size() >= 3);
    for (std::size_t i = 0; i < picks.size(); ++i) {
      const HorizonPicks plain = read_horizon_file(horizon_files(cpp)[i], options_);
      QVERIFY(!plain.points.empty());
      QVERIFY2(picks[i].points == plain.points, horizon_files(cpp)[i].c_str());
    }
    QCOMPARE(gather.dt, 0.0015);
    QCOMPARE(gather.geometry.back().receiver.x,
             read_segy(at("plain") / "all.sgy-gather.sgy").geometry.back().receiver.x);
#ifdef FOLDWAVE_HAS_VTK
    const fs::path volume = at("plain") / "all.vti-velocity.vti";
    const CommaLocale locale(which);
    const ImageVolume image = read_image(volume, {});
    QCOMPARE(image.grid.n, scenario_.grid.n);
    QVERIFY(std::abs(image.grid.h[0] - scenario_.grid.h[0]) < 1e-9);
#endif
  }

  void texts_have_points() {
    const CommaLocale locale;
    QCOMPARE(number_text(1234.5), std::string("1234.5"));
    QCOMPARE(fixed_text(1234.5, 2), std::string("1234.50"));
    QCOMPARE(fixed_text(-0.25, 0), std::string("-0"));
    QCOMPARE(fixed_text(1e300, 0).substr(0, 3), std::string("1e+"));
    QCOMPARE(seconds_text(1.25), std::string("1.2 s"));
    ClassFit fit;
    fit.name = "1C";
    fit.lambda = 0.5;
    fit.uncertainty = 0.02;
    QCOMPARE(class_text(fit), std::string("1C, lambda 0.50 +- 0.02"));
  }

 private:
  static void both() {
    QTest::addColumn<bool>("cpp");
    QTest::newRow("C's locale") << false;
    QTest::newRow("C++'s locale") << true;
  }
  fs::path at(const char* name) const {
    return folder_.filePath(name).toStdString();
  }
  static QStringList files_in(const fs::path& folder) {
    const QString root = QString::fromStdString(folder.string());
    QStringList names;
    for (QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
      names << QDir(root).relativeFilePath(it.next());
    names.sort();
    return names;
  }

  // Every product in every format, the series of snapshots, the script, the scenario.
  void write_all(const fs::path& folder) const {
    fs::create_directories(folder);
    save_scenario(scenario_, (folder / "scenario.json").string());
    const ExportSource source{
        scenario_, fold_,   scenario_,  &wave_,   {{40, 0.125, &pressure_}, {1080, 0.25, &pressure_}},
        3.5,       &image_, &scenario_, &survey_, &scenario_};
    for (const ProductKind& kind : product_kinds())
      for (const char* const suffix : kind.suffixes) {
#ifndef FOLDWAVE_HAS_VTK
        if (std::string(suffix).starts_with(".v")) continue;
#endif
        if (std::string(suffix) == ".png") continue;
        write_export({folder, std::string("all") + suffix, {{kind.what, suffix}}, false, false}, source, {});
      }
#ifdef FOLDWAVE_HAS_VTK
    write_export({folder, "series", {{ "velocity", ".vti" }}, true, true}, source, {});
#endif
  }

  std::vector<fs::path> horizon_files([[maybe_unused]] bool cpp) const {
    std::vector<fs::path> files{at("plain") / "all.xyz-horizon.xyz", at("plain") / "all.cps3-horizon.cps3",
                                at("plain") / "all.ts-horizon.ts"};
#ifdef FOLDWAVE_HAS_VTK
    if (!cpp) files.push_back(at("plain") / "all.vtp-horizon.vtp");
#endif
    return files;
  }

  QTemporaryDir folder_;
  Scenario scenario_;
  FoldResult fold_;
  WaveResult wave_;
  ImageResult image_;
  SurveyResult survey_;
  Field<float> pressure_;
#ifdef FOLDWAVE_HAS_VTK
  HorizonFileOptions options_{{}, {}, {}, parse_vtp};
#else
  HorizonFileOptions options_;
#endif
};

}  // namespace test_comma_locale

FOLDWAVE_TEST(test_comma_locale, run_guiless<test_comma_locale::TestCommaLocale>)
#include "test_comma_locale.moc"
