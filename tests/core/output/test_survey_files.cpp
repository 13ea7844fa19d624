// Protects the files of a seismic image: every value and place comes back from the SEG-Y, by this program's
// reader and by segyio, and from the .hdf files; spacings that SEG-Y cannot hold are resampled and told.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/output/survey_files.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/wave/source/wavelet_file.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_survey_files {

using namespace foldwave;
using namespace foldwave::test;

namespace {

float value_at(int i, int j, int k) {
  return std::sin(0.7F * static_cast<float>(i) + 0.31F * static_cast<float>(j)) * 1e-3F +
         static_cast<float>(k);
}

struct Made {
  Scenario scenario;
  SurveyResult survey;

  Made(std::array<int, 3> n, std::array<double, 3> h, Vec3 origin) {
    scenario.name = "drawn";
    scenario.grid = {n, h, origin, {}, {}, 0};
    survey.grid = scenario.grid;
    survey.line = west_east_line(scenario.grid);
    survey.image = Field<float>(n);
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          survey.image(i, j, k) = value_at(i, j, k);
    survey.illumination = Field<float>(n, 3.0F);
    survey.shots = survey.shots_done = 2;
    survey.survey.frequency = 20.0;
    survey.survey.most_offset = 400.0;
    survey.data = "modelled";
  }
};

}  // namespace

class TestSurveyFiles : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

 private slots:
  void columns_come_back_from_segy() {
    for (const auto& n : {std::array{7, 1, 9}, std::array{4, 3, 5}}) {
      Made made(n, {20.0, 25.0, 12.5}, {1000.5, 2000.0, 150.0});
      const auto file = inside(folder_, "image.sgy");
      QCOMPARE(write_image_segy(file, made.scenario, made.survey), std::string());
      const SegyFile read = read_segy(file);
      QCOMPARE(read.samples, n[2]);
      QVERIFY(std::abs(read.dt - 0.0125) < 1e-12 && std::abs(read.delay - 0.15) < 1e-12);
      QCOMPARE(read.geometry.size(), static_cast<std::size_t>(n[0] * n[1]));
      std::size_t t = 0;
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i, ++t) {
          QVERIFY(norm(read.geometry[t].receiver - Vec3{1000.5 + 20.0 * i, 2000.0 + 25.0 * j, 150.0}) <
                  0.011);
          QCOMPARE(read.geometry[t].inline_number, j + 1);
          QCOMPARE(read.geometry[t].crossline_number, i + 1);
          for (int k = 0; k < n[2]; ++k)
            QCOMPARE(read.traces[t * static_cast<std::size_t>(n[2]) + static_cast<std::size_t>(k)],
                     value_at(i, j, k));
        }
    }
  }

  // On a slanting line of a volume, columns lie on the line.
  void a_section_s_columns_lie_on_its_line() {
    Made made({5, 1, 4}, {50.0, 25.0, 10.0}, {0.0, 0.0, 0.0});
    made.scenario.grid = {{40, 40, 4}, {25.0, 25.0, 10.0}, {}, {}, {}, 0};
    made.survey.line = {{300.0, 100.0}, {420.0, 260.0}};
    const auto file = inside(folder_, "line.sgy");
    QCOMPARE(write_image_segy(file, made.scenario, made.survey), std::string());
    const SegyFile read = read_segy(file);
    for (int i = 0; i < 5; ++i)
      QVERIFY(norm(read.geometry[static_cast<std::size_t>(i)].receiver -
                   Vec3{300.0 + 30.0 * i, 100.0 + 40.0 * i, 0.0}) < 0.011);
  }

  void segyio_reads_the_same() {
    if (!python_has("segyio")) FOLDWAVE_NO_SEGYIO();
    Made made({6, 1, 8}, {20.0, 25.0, 10.0}, {1000.0, 0.0, 0.0});
    const auto file = inside(folder_, "image.sgy");
    write_image_segy(file, made.scenario, made.survey);
    const PythonResult result = python(
        "import segyio, sys\n"
        "with segyio.open(sys.argv[1], ignore_geometry=True) as f:\n"
        "  print(f.tracecount, len(f.samples), segyio.dt(f), f.samples[0], *[float(v) for t in f.trace for v "
        "in t])\n",
        {QString::fromStdString(file.string())});
    QVERIFY2(result.ok, qPrintable(result.output));
    const QStringList words = QString(result.output).split(' ');
    QCOMPARE(words.size(), 4 + 48);
    QCOMPARE(words[0].toInt(), 6);
    QCOMPARE(words[1].toInt(), 8);
    QCOMPARE(words[2].toDouble(), 10000.0);
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 8; ++k)
        QCOMPARE(words[4 + 8 * i + k].trimmed().toFloat(), value_at(i, 0, k));
  }

  void spacings_that_segy_cannot_hold_are_told() {
    Made coarse({3, 1, 6}, {50.0, 50.0, 40.0}, {});
    const auto file = inside(folder_, "coarse.sgy");
    QCOMPARE(write_image_segy(file, coarse.scenario, coarse.survey), std::string());
    QVERIFY(std::abs(read_segy(file).dt - 0.004) < 1e-12);
    Made odd({3, 1, 40}, {50.0, 50.0, 20.0003}, {});
    QVERIFY(write_image_segy(file, odd.scenario, odd.survey).find("resampled to 20 m") != std::string::npos);
    const SegyFile read = read_segy(file);
    QCOMPARE(read.samples, 40);
    double worst = 0.0;
    for (int k = 0; k < 40; ++k)
      worst = worst_of(worst, std::abs(static_cast<double>(read.traces[static_cast<std::size_t>(k)]) -
                                       k * 20.0 / 20.0003));
    QVERIFY2(worst < 1e-3, qPrintable(QString::number(worst)));
    Made high({3, 1, 6}, {50.0, 50.0, 10.0}, {0.0, 0.0, -123.4});
    QVERIFY(write_image_segy(file, high.scenario, high.survey).find("-123.4 m") != std::string::npos);
    QCOMPARE(read_segy(file).delay, 0.0);
  }

  void volumes_come_back_from_hdf() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("this build has no HDF5");
    Made made({12, 1, 9}, {20.0, 25.0, 12.5}, {1000.0, 0.0, 100.0});
    made.survey.survey.offsets = 4;
    for (const int column : {3, 9}) {
      ImageGather& gather = made.survey.gathers.emplace_back();
      gather.column = column;
      gather.image = Field<float>({4, 1, 9}, static_cast<float>(column));
      gather.image(1, 0, 2) = 77.0F;
    }
    made.survey.angle_gathers.push_back({5, Field<float>({6, 1, 9}, 1.5F), {}});
    made.survey.survey.most_angle = 60.0;
    made.survey.dt = 0.002;
    made.survey.source.series = {0.25F, -1.0F, 0.5F};
    RunFolder folder(folder_.filePath("run").toStdString());
    StageReport stage = stage_report(made.survey);
    write_survey(folder, made.scenario, made.survey, stage);
    QVERIFY(stage.warnings.empty());
    const VolumeFile image(folder.path() / "image/image.hdf", "image");
    QCOMPARE(image.grid().n, made.survey.grid.n);
    QVERIFY(image.grid().origin == made.survey.grid.origin);
    const Field<float> values = image.read_all();
    for (Index m = 0; m < values.size(); ++m)
      QCOMPARE(values[m], made.survey.image[m]);
    QCOMPARE(VolumeFile(folder.path() / "image/illumination.hdf", "illumination").read_all()[5], 3.0F);
    const VolumeFile gathers(folder.path() / "image/gathers.hdf", "gather");
    QCOMPARE(gathers.grid().n, (std::array{4, 2, 9}));
    QCOMPARE(gathers.grid().h[0], 100.0);
    QCOMPARE(gathers.grid().origin.x, 50.0);
    QCOMPARE(gathers.read_all()(1, 0, 2), 77.0F);
    QCOMPARE(gathers.read_all()(2, 1, 2), 9.0F);
    const VolumeFile angles(folder.path() / "image/angle-gathers.hdf", "gather");
    QCOMPARE(angles.grid().n, (std::array{6, 1, 9}));
    QCOMPARE(angles.grid().h[0], 10.0);
    QCOMPARE(angles.grid().origin.x, 5.0);
    QCOMPARE(angles.read_all()(2, 0, 3), 1.5F);
    const SampledWavelet wavelet = read_wavelet("image/wavelet.txt", folder.path().string(), 0.0);
    QCOMPARE(wavelet.values, (std::vector<double>{0.25, -1.0, 0.5}));
    QCOMPARE(wavelet.interval, 0.002);
    made.survey.survey.illumination = false;
    RunFolder without(folder_.filePath("without").toStdString());
    write_survey(without, made.scenario, made.survey, stage);
    QVERIFY(!std::filesystem::exists(without.path() / "image/illumination.hdf"));
  }
};

}  // namespace test_survey_files

FOLDWAVE_TEST(test_survey_files, run_guiless<test_survey_files::TestSurveyFiles>)
#include "test_survey_files.moc"
