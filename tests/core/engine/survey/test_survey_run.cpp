// Protects the image of a scenario: it is that of the section that was drawn, a flat boundary lies in it
// where it was drawn, it looks like the velocity's own contrast; a stopped survey goes on and loses nothing,
// a full disk loses nothing; recorded shots give the same; what cannot be is refused by its path.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/section_model.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/core/engine/survey/flat_scenario.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_survey_run {

using namespace foldwave;

namespace {

double boundary_miss(const Field<float>& image) {
  double worst = 0.0;
  for (int i = 40; i <= 60; i += 4)
    worst = worst_of(worst, std::abs(slope_peak(image, i, 25, 45) - 34.5));
  return worst;
}

}  // namespace

class TestSurveyRun : public QObject {
  Q_OBJECT
 private slots:
  void a_flat_boundary_is_seen_where_it_was_drawn() {
    FOLDWAVE_NUMBERS();
    const SurveyResult image = surveyed(flat_scenario());
    QCOMPARE(image.shots_done, 5);
    QCOMPARE(image.sources.size(), std::size_t{5});
    QVERIFY(norm(image.sources[2] - Vec3{2500.0, 300.0, 110.0}) < 1e-9);
    QVERIFY(!image.stopped && image.shots_before == 0 && image.first_seconds > 0.0);
    const double off = boundary_miss(image.image);
    qInfo("%g cells, correlation %g", off, image_correlation(image));
    QVERIFY2(off < 0.25, qPrintable(QString::number(off)));
    QVERIFY2(image_correlation(image) > 0.8, qPrintable(QString::number(image_correlation(image))));
    QVERIFY(image.grid == flat_scenario().grid);
  }

  // The same plane in a volume, along a line to the east and one to the north.
  void a_section_of_a_volume_is_the_section() {
    const Field<float> wanted = surveyed(flat_scenario()).image;
    Scenario s = flat_scenario({101, 5, 61});
    s.section.emplace().line = {{1000.0, 320.0}, {9000.0, 320.0}};  // longer than the box
    const SurveyResult cut = surveyed(s);
    QCOMPARE(cut.grid.n, (std::array{101, 1, 61}));
    QVERIFY(cut.line == (MapLine{{2000.0, 320.0}, {3000.0, 320.0}}));
    QVERIFY(norm(cut.grid.origin - Vec3{2000.0, 320.0, 100.0}) < 1e-9);
    QVERIFY(same_values(cut.image, wanted));
    Scenario north = flat_scenario({5, 101, 61});
    north.events[0].horizon = PlaneHorizon{{2020.0, 800.0, 445.0}, 0.0, 90.0, {}};
    north.survey.sources[0].position = {2020.0, 800.0, 200.0};
    north.section.emplace().line = {{2020.0, 300.0}, {2020.0, 1300.0}};
    const SurveyResult along = surveyed(north);
    QVERIFY(same_values(along.image, wanted));
    QCOMPARE(along.grid.origin.x, 0.0);
    QVERIFY(norm(along.sources[2] - Vec3{2020.0, 800.0, 110.0}) < 1e-9);
    s.section->line = {{0.0, 0.0}, {10.0, 0.0}};
    try {
      surveyed(s);
      QFAIL("a line beside the model");
    } catch (const InputError& e) {
      QCOMPARE(e.place(), std::string("/section"));
    }
  }

  // Between rows of nodes, and slanting: T is linear here, so it is exact.
  void a_fold_is_cut_as_it_lies() {
    Scenario s = flat_scenario({41, 31, 61});
    s.events[0].horizon = PlaneHorizon{{2200.0, 450.0, 445.0}, 20.0, 60.0, {}};
    s.survey.sources[0].position = {2200.0, 450.0, 200.0};
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const MapLine line{{2013.0, 307.0}, {2350.0, 560.0}};
    const FoldResult on = fold_on_section(s, fold, line, {});
    QVERIFY(std::abs(on.grid.h[0] - 10.0) < 1e-9);
    QCOMPARE(on.grid.n[0], static_cast<int>(line.length() / 10.0) + 1);
    double worst = 0.0;
    for (int i = 0; i < on.grid.n[0]; ++i)
      for (int k = 0; k < 61; ++k) {
        const auto at = line.at(i * on.grid.h[0]);
        // Above the plane, across it.
        const double dip = std::numbers::pi / 9.0, azimuth = std::numbers::pi / 3.0;
        const double down = (at[0] - 2200.0) * std::sin(azimuth) + (at[1] - 450.0) * std::cos(azimuth);
        const double wanted = std::cos(dip) * (445.0 - (100.0 + 10.0 * k)) + std::sin(dip) * down;
        worst = worst_of(worst, std::abs(static_cast<double>(on.arrival(i, 0, k)) - wanted));
        if (std::abs(wanted) > 1.0) QCOMPARE(static_cast<int>(on.layer_index(i, 0, k)), wanted > 0.0 ? 0 : 1);
      }
    qInfo("%g m", worst);
    QVERIFY2(worst < 1e-3, qPrintable(QString::number(worst)));
  }

  void a_stopped_survey_goes_on() {
    const ThreadsOfTest one(1);
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("image/partial.stack").toStdString();
    const Scenario s = flat_scenario();
    const SurveyResult whole = surveyed(s);
    std::stop_source stop;
    std::vector<int> seen;
    const auto watch = [&](const SurveyResult& so_far) {
      seen.push_back(so_far.shots_done);
      QCOMPARE(so_far.image.shape(), whole.image.shape());
      if (so_far.shots_done == 2) stop.request_stop();
    };
    const SurveyResult first = surveyed(s, {watch, file}, {nullptr, stop.get_token()});
    QVERIFY(first.stopped && first.shots_done == 2);
    QVERIFY(std::filesystem::exists(file));
    const SurveyResult then = surveyed(s, {watch, file});
    QCOMPARE(then.shots_before, first.shots_done);
    QVERIFY(!then.stopped && !std::filesystem::exists(file));
    QVERIFY(same_values(then.image, whole.image));
    QVERIFY(same_values(then.illumination, whole.illumination));
    QCOMPARE(seen, (std::vector<int>{1, 2, 3, 4, 5}));
    // Of another model it is none: told, and begun anew.
    std::stop_source again;
    const auto until = [&](const SurveyResult& so_far) {
      if (so_far.shots_done == 2) again.request_stop();
    };
    surveyed(s, {until, file}, {nullptr, again.get_token()});
    Scenario other = s;
    other.stack.layers[1].velocity = 2300.0;
    const SurveyResult fresh = surveyed(other, {nullptr, file});
    QCOMPARE(fresh.shots_before, 0);
    QVERIFY(QString::fromStdString(fresh.warnings.at(0)).contains("another survey"));
    QVERIFY(same_values(fresh.image, surveyed(other).image));
    // Stopped before anything was seen.
    std::stop_source at_once;
    at_once.request_stop();
    QVERIFY_EXCEPTION_THROWN(surveyed(s, {nullptr, file}, {nullptr, at_once.get_token()}), Stopped);
  }

  // A place that cannot be written: told, and the image is there.
  void a_stack_that_cannot_be_kept_is_told() {
    const ThreadsOfTest one(1);
    const QTemporaryDir folder;
    std::filesystem::create_directory(folder.filePath("partial.stack").toStdString());
    std::stop_source stop;
    const auto until = [&](const SurveyResult& so_far) {
      if (so_far.shots_done == 2) stop.request_stop();
    };
    const SurveyResult image =
        surveyed(flat_scenario(), {until, folder.filePath("partial.stack").toStdString()},
                 {nullptr, stop.get_token()});
    QVERIFY(image.stopped && image.shots_done == 2);
    QVERIFY(std::ranges::any_of(
        image.warnings, [](const std::string& w) { return w.find("is not kept") != std::string::npos; }));
  }

  // Its waves fit better with every iteration, and the boundary is where it was drawn; stopped, it keeps what
  // it has, and goes on from the stack.
  void least_squares_fits_what_was_heard() {
    FOLDWAVE_NUMBERS();
    Scenario s = flat_scenario();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const SurveyResult stacked = run_survey(s, fold, *cpu_backend(), {}, {});
    QVERIFY(stacked.residuals.empty());
    s.imaging->survey->iterations = 4;
    int seen = 0;
    const SurveyResult image =
        run_survey(s, fold, *cpu_backend(), {[&](const SurveyResult&) { ++seen; }, {}}, {});
    QCOMPARE(seen, image.shots + 4);
    QCOMPARE(image.residuals.size(), std::size_t{5});
    for (std::size_t k = 1; k < 5; ++k)
      QVERIFY(image.residuals[k] < image.residuals[k - 1]);
    qInfo("residual %g, correlation %g, of the stack %g", image.residuals.back(), image_correlation(image),
          image_correlation(stacked));
    QVERIFY(image.residuals.back() < 0.3);
    QVERIFY2(boundary_miss(image.image) < 0.25, qPrintable(QString::number(boundary_miss(image.image))));
    QVERIFY(image_correlation(image) > image_correlation(stacked));
    s.imaging->survey->stop_at = 0.5 * (image.residuals[1] + image.residuals[2]);
    QCOMPARE(run_survey(s, fold, *cpu_backend(), {}, {}).residuals.size(), std::size_t{3});
    s.imaging->survey->stop_at = 0.0;

    const QTemporaryDir folder;
    const std::filesystem::path partial = folder.filePath("partial.stack").toStdString();
    std::stop_source stop;
    const SurveyResult halted = run_survey(s, fold, *cpu_backend(),
                                           {[&](const SurveyResult& so_far) {
                                              if (so_far.residuals.size() == 2) stop.request_stop();
                                            },
                                            partial},
                                           {nullptr, stop.get_token()});
    QVERIFY(halted.stopped && halted.residuals.size() == 2);
    QVERIFY(!same_values(halted.image, stacked.image));
    const SurveyResult whole = run_survey(s, fold, *cpu_backend(), {{}, partial}, {});
    QCOMPARE(whole.shots_before, whole.shots);
    QVERIFY(same_values(whole.image, image.image) && !std::filesystem::exists(partial));
    QVERIFY_EXCEPTION_THROWN(plan_survey(s, *cpu_backend(), folder.filePath("plan").toStdString(), 60.0, {}),
                             InputError);
  }

  void recorded_shots_give_the_image() {
    const QTemporaryDir folder;
    Scenario s = flat_scenario();
    s.folder = folder.path().toStdString();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const PreparedSurvey prepared = prepare_survey(s, fold, {});
    const SurveyResult wanted = run_survey(s, fold, *cpu_backend(), {}, {});
    WaveModel there = prepared.setup.medium;
    there.velocity = prepared.setup.truth;
    const auto data = model_shots([](const StepperSetup& w) { return cpu_backend()->make_wave_stepper(w); },
                                  there, prepared.setup.shots, {});
    SegyGather segy;
    segy.dt = there.dt;
    segy.samples = there.steps + 1;
    std::vector<float> traces;
    for (std::size_t shot = 0; shot < data.size(); ++shot)
      for (std::size_t r = 0; r < data[shot]->receivers.size(); ++r) {
        SegyTrace trace;
        trace.field_record = static_cast<int>(shot) + 1;
        trace.source = s.grid.origin + prepared.setup.shots[shot].source.position;
        trace.receiver = s.grid.origin + data[shot]->receivers[r];
        segy.geometry.push_back(trace);
        traces.insert(traces.end(), data[shot]->trace(static_cast<int>(r)),
                      data[shot]->trace(static_cast<int>(r)) + segy.samples);
      }
    segy.traces = traces;
    write_segy(folder.filePath("shots.sgy").toStdString(), segy);
    s.imaging->survey->data = "shots.sgy";
    s.imaging->survey->frequency = prepared.survey.frequency;
    const SurveyResult image = run_survey(s, fold, *cpu_backend(), {}, {});
    QCOMPARE(image.data, std::string("shots.sgy"));
    QCOMPARE(image.shots, 5);
    QVERIFY(image.truth == nullptr && std::isnan(image_correlation(image)));
    QVERIFY2(boundary_miss(image.image) < 0.25, qPrintable(QString::number(boundary_miss(image.image))));
    const double alike = correlation_below(image.grid, image.image, wanted.image, 250.0);
    qInfo("%g", alike);
    // The file's traces are the scheme's and taken for exact ones, and the direct wave is only silenced.
    QVERIFY2(alike > 0.9, qPrintable(QString::number(alike)));
    QVERIFY(check_survey_setup(s, *cpu_backend(), {}).empty());
    s.imaging->survey->duration = 9.0;
    const Findings longer = check_survey_setup(s, *cpu_backend(), {});
    QVERIFY(longer.size() == 1 && longer[0].path == "/imaging/survey/duration" && !has_errors(longer));
    s.imaging->survey->duration = 0.0;
    // The wavelet is found, and migrates.
    QVERIFY(image.source.series.empty());
    s.imaging->survey->wavelet = SurveyWavelet::estimated;
    const SurveyResult by_estimate = run_survey(s, fold, *cpu_backend(), {}, {});
    const double frequency = prepared.survey.frequency, found = by_estimate.source.frequency;
    qInfo("%g Hz for %g Hz, %g s", found, frequency, by_estimate.source.peak_time);
    QVERIFY(std::abs(found / frequency - 1.0) < 0.03);
    QVERIFY(std::abs(by_estimate.source.peak_time - 1.5 / frequency) < by_estimate.dt);
    QVERIFY(!same_values(by_estimate.image, image.image));
    QVERIFY(correlation_below(image.grid, by_estimate.image, wanted.image, 250.0) > 0.9);
    s.imaging->survey->wavelet = SurveyWavelet::ricker;
    // Where the headers are read elsewhere, the shots lie beside the model.
    s.imaging->survey->headers.offset.x = 5000.0;
    QVERIFY(has_errors(check_survey_setup(s, *cpu_backend(), {})));
    s.imaging->survey->headers = {};
    s.imaging->survey->data = "none.sgy";
    const Findings findings = check_survey_setup(s, *cpu_backend(), {});
    QVERIFY(findings.size() == 1 && findings[0].path == "/imaging/survey/data" && has_errors(findings));
    QVERIFY_EXCEPTION_THROWN(run_survey(s, fold, *cpu_backend(), {}, {}), InputError);
  }

  void a_carpet_images_a_volume() {
    Scenario s = flat_scenario({25, 23, 41});
    s.events[0].horizon = PlaneHorizon{{2100.0, 400.0, 315.0}, 0.0, 90.0, {}};
    s.survey.sources[0].position = {2100.0, 400.0, 200.0};
    s.imaging->survey->layout = SurveyLayout::volume;
    s.imaging->survey->shots = s.imaging->survey->lines = 1;
    const SurveyResult image = surveyed(s);
    QCOMPARE(image.grid.n, (std::array{25, 23, 41}));
    QCOMPARE(image.shots_done, 1);
    double worst = 0.0;
    for (const int j : {9, 11, 13}) {
      Field<float> row({25, 1, 41});
      for (int k = 0; k < 41; ++k)
        for (int i = 0; i < 25; ++i)
          row(i, 0, k) = image.image(i, j, k);
      worst = worst_of(worst, std::abs(slope_peak(row, 12, 15, 30) - 21.5));
    }
    qInfo("%g cells", worst);
    QVERIFY2(worst < 0.6, qPrintable(QString::number(worst)));
    // One shot lies in one class of offset: what its gather shows is a column of the image.
    s.imaging->survey->gathers = 1;
    s.imaging->survey->angles = 3;
    const SurveyResult gathered = surveyed(s);
    QCOMPARE(gathered.angle_gathers.at(0).image.shape(), (std::array{3, 1, 41}));
    const ImageGather& gather = gathered.gathers.at(0);
    QVERIFY(gather.column == 12 && gather.row == 11);
    for (int k = 15; k < 30; ++k)
      QVERIFY(std::abs(gather.image(0, 0, k) - image.image(12, 11, k)) <=
              1e-5F * std::abs(image.image(12, 11, k)));
    QVERIFY(std::isinf(image_resolution(gathered)(12, 11, 30)));  // seen from straight above
  }

  void the_wave_is_as_the_keys_say() {
    Scenario s = flat_scenario();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    ImageSurvey& survey = *s.imaging->survey;
    survey.free_surface = true;
    survey.order = 4;
    survey.duration = 0.5;
    survey.frequency = 13.0;
    survey.condition = ImageCondition::laplacian;
    survey.illumination = false;
    survey.gathers = 3;
    const SurveySetup setup = prepare_survey(s, fold, {}).setup;
    QVERIFY(setup.medium.boundaries[z_min] == Boundary::free &&
            setup.medium.boundaries[z_max] == Boundary::cpml);
    QVERIFY(setup.medium.stencil.radius == 2 && setup.medium.frequency == 13.0);
    QVERIFY(std::abs(setup.medium.steps * setup.medium.dt - 0.5) <= setup.medium.dt);
    QVERIFY(setup.condition == ImageCondition::laplacian && !setup.illumination && setup.gathers.places == 3);
    QCOMPARE(setup.mute.velocity, static_cast<double>((*setup.medium.velocity)(0, 0, 1)));
    survey.free_surface = false;
    QVERIFY(prepare_survey(s, fold, {}).setup.medium.boundaries[z_min] == Boundary::cpml);
  }

  // A plane that dips by 20 degrees: rays down its normal meet it at none.
  void angles_are_against_the_drawn_layers() {
    Scenario s = flat_scenario();
    s.events[0].horizon = PlaneHorizon{{2500.0, 300.0, 445.0}, 20.0, 90.0, {}};
    s.imaging->survey->gathers = 3;
    s.imaging->survey->angles = 6;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const PreparedSurvey prepared = prepare_survey(s, fold, {});
    QCOMPARE(prepared.setup.gathers.normals.size(), std::size_t{3 * 61});
    const Vec3 normal = prepared.setup.gathers.normals[61 + 30];
    const double dip = std::numbers::pi / 9.0;
    QVERIFY2(norm(normal - Vec3{std::sin(dip), 0.0, -std::cos(dip)}) < 1e-3,
             qPrintable(QString("%1 %2").arg(normal.x).arg(normal.z)));
    const SurveyResult image = run_survey(s, fold, *cpu_backend(), {}, {});
    QCOMPARE(image.angle_gathers.size(), std::size_t{3});
    QCOMPARE(image.angle_gathers[0].image.shape(), (std::array{6, 1, 61}));
    QCOMPARE(image.gathers[0].image.shape(), (std::array{8, 1, 61}));
    s.imaging->survey->angles = 0;
    QVERIFY(run_survey(s, fold, *cpu_backend(), {}, {}).angle_gathers.empty());
  }

  void images_of_variants_differ() {
    Scenario s = flat_scenario();
    const SurveyResult a = surveyed(s);
    s.stack.layers[1].velocity = 2100.0;
    const SurveyResult b = surveyed(s);
    const Field<float> difference = image_difference(a, b);
    QCOMPARE(difference[700], a.image[700] - b.image[700]);
    QVERIFY(std::abs(image_likeness(a, a).correlation - 1.0) < 1e-6 &&
            image_likeness(a, a).difference == 0.0);
    const ImageLikeness likeness = image_likeness(a, b);
    qInfo("%g %g", likeness.correlation, likeness.difference);
    // Half the contrast is half the image, of the same shape.
    QVERIFY(likeness.correlation > 0.98 && likeness.correlation < 1.0);
    QVERIFY(std::abs(likeness.difference - 0.5) < 0.1);
    // Shots at 100 and 900 m of 1000, a cell below the top; the middle of the section.
    const Field<float> apart = image_resolution(a);
    const double sine = 400.0 / std::hypot(400.0, 290.0), v = static_cast<double>((*a.velocity)(50, 0, 30));
    QVERIFY(std::abs(static_cast<double>(apart(50, 0, 30)) * 4.0 * a.survey.frequency * sine / v - 1.0) <
            1e-5);
    s.grid.n[0] = 91;
    QVERIFY_EXCEPTION_THROWN(image_difference(a, surveyed(s)), InputError);
  }

  // Over a section, one of a volume, and a volume: foretold and laid out alike.
  void shots_stand_as_far_apart_as_is_typed() {
    Scenario s = flat_scenario({41, 31, 61});
    s.imaging->survey->shots = 0;
    s.imaging->survey->shot_spacing = 100.0;
    s.survey.sources[0].position.x = 2200.0;
    s.section.emplace().line = {{2200.0, 300.0}, {2200.0, 600.0}};
    const auto shots = [&] {
      const PreparedSurvey prepared = prepare_survey(s, run_fold(s, *cpu_backend(), {}), {});
      const ImageSurvey foretold = foretold_survey(s, 2000.0, 2200.0).survey;
      return std::ssize(prepared.setup.shots) == foretold.shots * foretold.lines
                 ? static_cast<int>(std::ssize(prepared.setup.shots))
                 : -1;
    };
    QCOMPARE(shots(), 4);
    s.imaging->survey->layout = SurveyLayout::volume;
    s.imaging->survey->lines = 3;
    QCOMPARE(shots(), 15);
    s.imaging->survey->layout = SurveyLayout::section;
    s.grid = flat_scenario().grid;
    s.section.reset();
    QCOMPARE(shots(), 11);
    s.grid.n[0] = 30001;
    s.grid.h[0] = 1.0;
    s.imaging->survey->shot_spacing = 2.0;
    QCOMPARE(refused_at(check_survey_setup(s, *cpu_backend(), {})),
             std::string("/imaging/survey/shot_spacing"));
  }

  void what_cannot_be_is_refused() {
    Scenario s = flat_scenario();
    s.imaging->survey.reset();
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey"));
    s.imaging->purpose = ImagingPurpose::focus;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/data"));
    s = flat_scenario();
    s.imaging->survey->layout = SurveyLayout::volume;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/layout"));
    s = flat_scenario();
    s.imaging->survey->depth = 601.0;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/depth"));
    s = flat_scenario();
    s.imaging->survey->least_offset = 500.0;
    s.imaging->survey->most_offset = 400.0;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/most_offset"));
    s = flat_scenario();
    s.imaging->survey->shot_spacing = 50.0;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/shot_spacing"));
    s.imaging->survey->shots = 0;
    QCOMPARE(refused_at(check_scenario(s)), std::string());
    s = flat_scenario({101, 1, 8});
    s.imaging->survey->order = 16;
    s.propagation.order = 2;
    s.survey.sources[0].position.z = 120.0;
    QCOMPARE(refused_at(check_scenario(s)), std::string("/imaging/survey/order"));
    s = flat_scenario();
    QVERIFY_EXCEPTION_THROWN(run_image(s, run_fold(s, *cpu_backend(), {}), nullptr, *cpu_backend(), {}),
                             InputError);
    // Without waves: told, and no error.
    s.propagation.enabled = false;
    const Findings findings = preflight(s, *cpu_backend());
    QVERIFY(!has_errors(findings));
    QVERIFY(std::ranges::any_of(
        findings, [](const Finding& f) { return f.path == "/imaging" && f.severity == Severity::note; }));
  }

  void what_does_not_fit_is_foretold() {
    Scenario s = flat_scenario({4001, 4001, 61});
    s.imaging->survey->layout = SurveyLayout::volume;
    s.imaging->survey->shots = s.imaging->survey->lines = 1;
    s.imaging->survey->receiver_spacing = 5000.0;
    s.imaging->survey->duration = 1e4;
    const Findings findings = check_survey_setup(s, *cpu_backend(), {});
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY2(findings[0].problem.find("of memory") != std::string::npos, findings[0].text().c_str());
    QVERIFY(check_survey_setup(flat_scenario(), *cpu_backend(), {}).empty());
    Scenario beside = flat_scenario({101, 5, 61});
    beside.section.emplace().line = {{0.0, 0.0}, {10.0, 0.0}};
    QCOMPARE(check_survey_setup(beside, *cpu_backend(), {}).at(0).path, std::string("/section"));
  }
};

}  // namespace test_survey_run

FOLDWAVE_TEST(test_survey_run, run_guiless<test_survey_run::TestSurveyRun>)
#include "test_survey_run.moc"
