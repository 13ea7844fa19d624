// Protects the wave that goes back, itself: it is seen at the steps of the scenario's snapshots, from the
// last to the first, and gathers where and when its source was; what exploding reflectors sent gives their
// image, and needs that start; who watches changes nothing of what is located.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/location/reversed_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/model/scenario_check.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"

namespace test_reversed_run {

using namespace foldwave;

namespace {

struct Seen final : public SnapshotSink, public LiveView {
  std::vector<int> steps, live;
  std::vector<double> times;
  std::vector<Field<float>> fields;

  void snapshot(int step, double time, const Field<float>& pressure) override {
    steps.push_back(step);
    times.push_back(time);
    fields.push_back(pressure.clone());
  }
  void begin(const WaveModel&) override {}
  std::optional<LiveWish> wish() override { return LiveWish{{-1, 0, -1}, true}; }
  void show(LiveFrame frame) override { live.push_back(frame.step); }
};

Scenario section() {
  Scenario s = banged_section();
  s.imaging = Imaging{};
  return s;
}

// Reflectors of a dipping boundary under a line of receivers, nothing of which comes back from the sides.
Scenario exploding() {
  Scenario s = banged_section();
  s.survey.sources.clear();
  s.survey.start = ExplodingReflectors{};
  s.propagation.boundaries.fill(Boundary::cpml);
  std::get<ReceiverLine>(s.survey.receivers.front()).count = 86;
  s.imaging = Imaging{};
  s.imaging->purpose = ImagingPurpose::zero_offset;
  return s;
}

Vec3 place_of_largest(const Field<float>& field, const Grid3& grid, double below) {
  float most = 0.0F;
  Vec3 place{};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int i = 0; i < grid.n[0]; ++i)
      if (const Vec3 at = grid.local(i, 0, k); at.z >= below && std::abs(field(i, 0, k)) > most) {
        most = std::abs(field(i, 0, k));
        place = at;
      }
  return place;
}

double correlation(const Field<float>& a, const Field<float>& b, const Grid3& grid, double below) {
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int i = 0; i < grid.n[0]; ++i) {
      if (grid.local(i, 0, k).z < below) continue;
      const double x = double{a(i, 0, k)}, y = double{b(i, 0, k)};
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

class TestReversedRun : public QObject {
  Q_OBJECT
 private slots:
  void it_gathers_where_and_when_its_source_was() {
    Scenario s = section();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, {});
    const Source& source = s.survey.sources.front();
    const double time = source.delay + s.survey.wavelet.peak_time();
    const int then = static_cast<int>(std::lround(time / wave.dt));
    s.outputs.snapshot_list = {0, then, 2 * then};
    Seen seen;
    const ReversedWave back = run_reversed(s, fold, &wave, *cpu_backend(), {&seen, &seen}, {});
    QCOMPARE(seen.steps, (std::vector<int>{2 * then, then, 0}));
    QVERIFY(std::abs(seen.times.at(1) - then * back.wave.dt) < 1e-12);
    QCOMPARE(back.wave.run.snapshots, 3);
    QVERIFY(seen.fields.at(2).values().size() == back.at_zero.values().size());
    QVERIFY(std::ranges::equal(seen.fields.at(2).values(), back.at_zero.values()));
    QVERIFY(!seen.live.empty() && std::ranges::is_sorted(seen.live, std::greater<>()));
    QCOMPARE(back.wave.run.gather.receivers.size(), wave.run.gather.receivers.size());
    const Vec3 there = s.grid.origin + place_of_largest(seen.fields.at(1), s.grid, 300.0);
    const double cells = norm(there - source.position) / s.grid.h[0];
    qInfo("%g cells", cells);
    QVERIFY2(cells < 2.0, qPrintable(QString::number(cells)));
  }

  void who_watches_changes_nothing_of_what_is_located() {
    Scenario s = section();
    s.outputs.snapshot_steps = 50;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, {});
    Seen seen;
    const ImageResult watched = run_image(s, fold, &wave, *cpu_backend(), {}, {&seen});
    const ImageResult alone = run_image(s, fold, &wave, *cpu_backend(), {});
    QVERIFY(watched.located.events.at(0).state.position == alone.located.events.at(0).state.position);
    QVERIFY(seen.steps.size() > 3 && seen.steps.back() == 0);
    QCOMPARE(watched.reversed_snapshots, static_cast<int>(seen.steps.size()));
    QCOMPARE(alone.reversed_snapshots, 0);
  }

  void exploding_reflectors_come_back() {
    const Scenario s = exploding();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, {});
    const ImageResult image = run_image(s, fold, &wave, *cpu_backend(), {});
    QVERIFY(image.located.events.empty() && image.located.focus.empty());
    WaveFields fields = make_wave_media(s, fold, {});
    add_start(fields, s, fold, wave.dt, {});
    const double like = correlation(image.reflectors, fields.start.start, s.grid, 250.0);
    qInfo("correlation %g", like);
    QVERIFY2(like > 0.95, qPrintable(QString::number(like)));
  }

  void a_stop_is_told() {
    Scenario s = section();
    s.outputs.snapshot_steps = 10;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, {});
    struct Stopping final : public SnapshotSink {
      std::stop_source stop;
      void snapshot(int, double, const Field<float>&) override { stop.request_stop(); }
    } stopping;
    const Job job{nullptr, stopping.stop.get_token()};
    QVERIFY(run_reversed(s, fold, &wave, *cpu_backend(), {&stopping}, job).wave.run.stopped);
    QVERIFY_EXCEPTION_THROWN(run_image(s, fold, &wave, *cpu_backend(), job, {&stopping}), Stopped);
  }

  void each_purpose_has_its_start() {
    const auto refused = [](const Scenario& s) {
      for (const Finding& finding : check_scenario(s))
        if (finding.severity == Severity::error) return QString::fromStdString(finding.text());
      return QString();
    };
    QVERIFY2(refused(exploding()).isEmpty(), qPrintable(refused(exploding())));
    Scenario s = exploding();
    s.imaging->purpose = ImagingPurpose::locate;
    QVERIFY(refused(s).contains("/imaging/purpose") && refused(s).contains("zero_offset"));
    s = section();
    s.imaging->purpose = ImagingPurpose::zero_offset;
    QVERIFY(refused(s).contains("/imaging/purpose") && refused(s).contains("exploding_reflectors"));
  }
};

}  // namespace test_reversed_run

FOLDWAVE_TEST(test_reversed_run, run_guiless<test_reversed_run::TestReversedRun>)
#include "test_reversed_run.moc"
