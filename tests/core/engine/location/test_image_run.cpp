// Protects the imaging's stage: a scenario's sources are found again from its own gather and from a SEG-Y
// file of it; noise, scaled velocities and bad traces do what the keys say; what has nothing to locate is
// refused by its path.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/location/image_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"

namespace test_image_run {

using namespace foldwave;

namespace {

Scenario section() {
  Scenario s = banged_section();
  s.imaging = Imaging{};
  s.imaging->most_events = 3;
  return s;
}

struct Made {
  FoldResult fold;
  WaveResult wave;
};

Made made_of(const Scenario& s) {
  Made made;
  made.fold = run_fold(s, *cpu_backend(), {});
  made.wave = run_wave(s, made.fold, *cpu_backend(), {}, {});
  return made;
}

double cells_off(const ImageResult& image, const Scenario& s) {
  if (image.located.events.size() != 1) return 1e9;
  const Vec3 map = image.grid.origin + image.located.events.front().state.position;
  return norm(map - s.survey.sources.front().position) / s.grid.h[0];
}

QString refusal(const Scenario& s) {
  for (const Finding& finding : check_scenario(s))
    if (finding.severity == Severity::error) return QString::fromStdString(finding.text());
  return {};
}

}  // namespace

class TestImageRun : public QObject {
  Q_OBJECT
 private slots:
  void the_source_is_found_in_its_own_gather() {
    const Scenario s = section();
    const Made made = made_of(s);
    const ImageResult image = run_image(s, made.fold, &made.wave, *cpu_backend(), {});
    QVERIFY2(cells_off(image, s) < 0.02, qPrintable(QString::number(cells_off(image, s))));
    const EventState& state = image.located.events.front().state;
    QVERIFY(std::abs(state.time - 0.0737) < 1e-4 && std::abs(state.amplitude / 3.0 - 1.0) < 0.01);
    QCOMPARE(image.data, std::string("modelled"));
    // Without a wave the gather is made first: the same to the bit.
    const ImageResult alone = run_image(s, made.fold, nullptr, *cpu_backend(), {});
    QVERIFY(alone.located.events.front().state.position == state.position);
  }

  void a_segy_file_of_it_gives_the_same() {
    const QTemporaryDir folder;
    Scenario s = section();
    const Made made = made_of(s);
    const Gather& gather = made.wave.run.gather;
    SegyGather segy;
    segy.dt = gather.dt;
    segy.samples = gather.samples;
    segy.traces = gather.traces;
    for (const Vec3& receiver : gather.receivers)
      segy.geometry.emplace_back().receiver = s.grid.origin + receiver;
    write_segy(folder.filePath("g.sgy").toStdString(), segy);
    s.folder = folder.path().toStdString();
    s.imaging->data = "g.sgy";
    const ImageResult image = run_image(s, made.fold, nullptr, *cpu_backend(), {});
    // The file does not say that a leapfrog made it: late by what its step does.
    QVERIFY2(cells_off(image, s) < 0.1, qPrintable(QString::number(cells_off(image, s))));
    QCOMPARE(image.samples, gather.samples);
    QVERIFY(image.read_from.starts_with("bytes 81 to 88"));
    // The same where receivers lie in other bytes, as the scenario says.
    for (SegyTrace& trace : segy.geometry)
      trace.source = std::exchange(trace.receiver, {});
    for (SegyTrace& trace : segy.geometry)
      trace.receiver = {0.0, 0.0, trace.source.z};
    write_segy(folder.filePath("moved.sgy").toStdString(), segy);
    Scenario moved = s;
    moved.imaging->data = "moved.sgy";
    moved.imaging->headers.receiver_x = {73};
    moved.imaging->headers.receiver_y = {77};
    const ImageResult same = run_image(moved, made.fold, nullptr, *cpu_backend(), {});
    QVERIFY(same.located.events.front().state.position == image.located.events.front().state.position);
    QCOMPARE(same.read_from, std::string("bytes 73 (x), 77 (y), 41 (elevation) of the trace headers"));
    QVERIFY(parse_scenario(scenario_text(moved), moved.folder).imaging == moved.imaging);
    // Another grid: refused.
    s.grid.origin.x += 1e5;
    s.survey.sources.clear();
    s.survey.receivers.clear();
    s.survey.sources.emplace_back().position = {101873, 0, 947};
    QVERIFY_EXCEPTION_THROWN(run_image(s, run_fold(s, *cpu_backend(), {}), nullptr, *cpu_backend(), {}),
                             InputError);
    s.imaging->data = "none.sgy";
    QVERIFY_EXCEPTION_THROWN(run_image(s, made.fold, nullptr, *cpu_backend(), {}), InputError);
  }

  // Two wells on either side of the event.
  void receivers_in_wells() {
    Scenario s = section();
    s.survey.receivers.clear();
    for (const double x : {1160.0, 2560.0})
      s.survey.receivers.push_back(ReceiverLine{{x, 0, 360}, {x, 0, 1200}, 15, {}});
    const Made made = made_of(s);
    const ImageResult image = run_image(s, made.fold, &made.wave, *cpu_backend(), {});
    QVERIFY2(cells_off(image, s) < 0.4, qPrintable(QString::number(cells_off(image, s))));
    // With a surface array, in noise.
    s.survey.receivers.push_back(section().survey.receivers.front());
    s.imaging->noise = 0.1;
    const Made more = made_of(s);
    const ImageResult noisy = run_image(s, more.fold, &more.wave, *cpu_backend(), {});
    QVERIFY2(cells_off(noisy, s) < 0.5, qPrintable(QString::number(cells_off(noisy, s))));
    QCOMPARE(noisy.located.traces, 48);
  }

  // Headers without geometry have all receivers at one place.
  void receivers_that_headers_do_not_hold_are_asked_for() {
    const QTemporaryDir folder;
    Scenario s = section();
    SegyGather segy;
    segy.dt = 0.002;
    segy.samples = 400;
    segy.geometry.resize(3);
    for (SegyTrace& trace : segy.geometry)
      trace.receiver = s.grid.origin + Vec3{200.0, 0.0, 300.0};
    std::vector<float> traces;
    for (int m = 0; m < 3 * segy.samples; ++m)
      traces.push_back(std::sin(0.1F * static_cast<float>(m)));
    segy.traces = traces;
    write_segy(folder.filePath("flat.sgy").toStdString(), segy);
    s.folder = folder.path().toStdString();
    s.imaging->data = "flat.sgy";
    const Findings findings = check_image_setup(s, *cpu_backend(), {});
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY2(findings[0].path == "/imaging/data" &&
                 findings[0].problem.find("receivers at one place") != std::string::npos,
             findings[0].text().c_str());
  }

  void what_does_not_fit_is_foretold() {
    Scenario s = section();
    QVERIFY(check_image_setup(s, *cpu_backend(), {}).empty());
    s.grid.n = {4000, 1, 4000};
    s.imaging->condition = FocusCondition::geometric_mean;
    s.imaging->groups = 4000;
    const Findings findings = check_image_setup(s, *cpu_backend(), {});
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY2(
        findings[0].path == "/imaging/groups" && findings[0].problem.find("of memory") != std::string::npos,
        findings[0].text().c_str());
  }

  void noise_and_velocity_are_as_the_keys_say() {
    Scenario s = section();
    const Made made = made_of(s);
    s.imaging->noise = 0.2;
    const ImageResult noisy = run_image(s, made.fold, &made.wave, *cpu_backend(), {});
    const double off = cells_off(noisy, s);
    QVERIFY2(off > 0.005 && off < 1.0, qPrintable(QString::number(off)));
    const auto& c = noisy.located.events.front().refined.covariance;
    QVERIFY(std::sqrt(c[0][0] + c[2][2]) > 0.02 * s.grid.h[0]);
    s.imaging->seed = 2;
    QVERIFY(cells_off(run_image(s, made.fold, &made.wave, *cpu_backend(), {}), s) != off);
    s.imaging->noise = 0.0;
    s.imaging->velocity_scale = 1.03;
    s.imaging->scan_range = 0.03;
    s.imaging->scan_count = 3;
    const ImageResult scanned = run_image(s, made.fold, &made.wave, *cpu_backend(), {});
    QVERIFY(cells_off(scanned, s) > 0.3);
    QCOMPARE(scanned.scan.size(), std::size_t{3});
    QVERIFY2(std::abs(best_factor(scanned.scan) - 0.97) < 0.01,
             qPrintable(QString::number(best_factor(scanned.scan))));
    s.imaging->purpose = ImagingPurpose::focus;
    const ImageResult focus = run_image(s, made.fold, &made.wave, *cpu_backend(), {});
    QVERIFY(focus.located.events.front().refined.amplitude_deviation == 0.0);
  }

  void slowness_is_smoothed() {
    const Grid3 grid{{40, 1, 40}, {10, 10, 10}, {}, {}, {}, 0};
    Field<float> v(grid.n, 2000.0F);
    for (int k = 20; k < 40; ++k)
      for (int i = 0; i < 40; ++i)
        v(i, 0, k) = 4000.0F;
    Imaging imaging;
    imaging.velocity_smoothing = 40.0;
    imaging.velocity_scale = 1.1;
    const NodeField used = imaging_velocity(imaging, grid, v, {});
    double slowness = 0.0, wanted = 0.0;
    for (Index m = 0; m < v.size(); ++m) {
      slowness += 1.0 / double{(*used)[m]};
      wanted += 1.0 / (1.1 * double{v[m]});
    }
    QVERIFY2(std::abs(slowness / wanted - 1.0) < 1e-5, qPrintable(QString::number(slowness / wanted)));
    QVERIFY((*used)(20, 0, 19) > 2250.0F && (*used)(20, 0, 20) < 4300.0F);
  }

  void what_has_nothing_to_locate_is_refused() {
    Scenario s = section();
    s.survey.receivers.clear();
    QVERIFY2(refusal(s).startsWith("/imaging/data"), qPrintable(refusal(s)));
    s = section();
    s.survey.start = ExplodingReflectors{};
    QVERIFY2(refusal(s).startsWith("/imaging"), qPrintable(refusal(s)));
    s = section();
    const Made made = made_of(s);
    s.propagation.enabled = false;
    QVERIFY(refusal(s).isEmpty());
    QVERIFY_EXCEPTION_THROWN(run_image(s, made.fold, &made.wave, *cpu_backend(), {}), InputError);
    s = section();
    s.imaging.reset();
    QVERIFY_EXCEPTION_THROWN(run_image(s, made.fold, &made.wave, *cpu_backend(), {}), InputError);
  }
};

}  // namespace test_image_run

FOLDWAVE_TEST(test_image_run, run_guiless<test_image_run::TestImageRun>)
#include "test_image_run.moc"
