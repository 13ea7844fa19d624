// Protects recorded shots: a file of modelled shots migrates to the image of the model, and what is wrong
// with a file, a shot or a trace is refused or left out by its name.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/survey/recorded_shots.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_recorded_shots {

using namespace foldwave;

namespace {

constexpr Vec3 corner{3000.0, 700.0, 40.0};
constexpr Band band{50.0, 70.0};
constexpr double wavelet_seconds = 0.1;

// Two shots of four traces, 201 samples each.
struct Recorded {
  SegyGather segy;
  std::vector<float> traces;

  Recorded() {
    segy.dt = 0.002;
    segy.samples = 201;
    for (int s = 0; s < 2; ++s)
      for (int r = 0; r < 4; ++r) {
        SegyTrace trace;
        trace.field_record = 7 + s;
        trace.source = corner + Vec3{100.0 + 200.0 * s, 0.0, 20.0};
        trace.receiver = corner + Vec3{100.0 * r, 0.0, 20.0};
        segy.geometry.push_back(trace);
        for (int n = 0; n < 201; ++n)
          traces.push_back(std::sin(0.1F * static_cast<float>(n + 10 * r + 70 * s)));
      }
  }
  float* trace(int t) { return traces.data() + static_cast<std::ptrdiff_t>(t) * segy.samples; }
  void write(const std::filesystem::path& file) {
    segy.traces = traces;
    write_segy(file, segy);
  }
};

}  // namespace

class TestRecordedShots : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path file_ = folder_.filePath("shots.sgy").toStdString();
  WaveModel model_;
  SegyMapping mapping_;

  RecordedShots read(BadTraces bad) const {
    return read_recorded_shots(file_, mapping_, [](const Vec3& map) { return std::optional(map - corner); },
                               model_, band, wavelet_seconds, bad, {});
  }
  QString refusal(BadTraces bad = BadTraces::refuse) const {
    try {
      read(bad);
    } catch (const InputError& e) {
      return QString::fromStdString(e.what());
    }
    return {};
  }

 private slots:
  void init() {
    model_.grid = {{51, 1, 31}, {10.0, 10.0, 10.0}, corner, {}, {}, 0};
    model_.boundaries.fill(Boundary::cpml);
  }

  void shots_are_told_apart() {
    Recorded r;
    r.write(file_);
    const RecordedShots shots = read(BadTraces::refuse);
    QCOMPARE(shots.shots.size(), std::size_t{2});
    QVERIFY(shots.left_out.empty());
    QVERIFY(norm(shots.shots[1].source.position - Vec3{300.0, 0.0, 20.0}) < 1e-9);
    QCOMPARE(shots.shots[1].receivers.size(), std::size_t{4});
    QVERIFY(norm(shots.shots[1].receivers[3] - Vec3{300.0, 0.0, 20.0}) < 1e-9);
    QVERIFY(std::equal(shots.gathers[1].traces.begin(), shots.gathers[1].traces.end(), r.trace(4)));
    // One record number, two places: two shots all the same.
    for (SegyTrace& trace : r.segy.geometry)
      trace.field_record = 1;
    r.write(file_);
    QCOMPARE(read(BadTraces::refuse).shots.size(), std::size_t{2});
  }

  // Receivers where the standard has the midpoint, an interval that is wrong, a survey 500 m to the east.
  void headers_are_read_where_the_mapping_says() {
    Recorded r;
    for (SegyTrace& trace : r.segy.geometry) {
      trace.receiver.x = 2.0 * trace.receiver.x - trace.source.x - 1000.0;
      trace.source.x -= 500.0;
      trace.receiver.x += 500.0 + 1.0;
    }
    r.segy.dt = 0.02;
    r.write(file_);
    mapping_.receiver_x = {181};
    mapping_.offset.x = 500.0;
    mapping_.interval = 0.002;
    const RecordedShots shots = read(BadTraces::refuse);
    mapping_ = {};
    QCOMPARE(shots.gathers[0].dt, 0.002);
    QVERIFY(norm(shots.shots[1].source.position - Vec3{300.0, 0.0, 20.0}) < 1e-9);
    for (int i = 0; i < 4; ++i)
      QVERIFY(norm(shots.shots[1].receivers[static_cast<std::size_t>(i)] - Vec3{100.0 * i + 0.5, 0.0, 20.0}) <
              0.02);
  }

  void what_no_trace_can_be_right_of_is_refused() {
    Recorded r;
    r.segy.dt = 0.02;
    r.write(file_);
    for (const BadTraces bad : {BadTraces::refuse, BadTraces::leave_out})
      QVERIFY2(refusal(bad).contains("shots.sgy, shot 1") && refusal(bad).contains("0.02 s"),
               qPrintable(refusal(bad)));
    r = {};
    r.segy.samples = 20;
    r.traces.resize(20 * 8);
    r.write(file_);
    for (const BadTraces bad : {BadTraces::refuse, BadTraces::leave_out})
      QVERIFY2(refusal(bad).contains("last 0.04 s"), qPrintable(refusal(bad)));
    r = {};
    for (SegyTrace& trace : r.segy.geometry)
      trace.source = trace.receiver = {};
    r.write(file_);
    QVERIFY2(refusal().contains("trace 1") && refusal().contains("geometry"), qPrintable(refusal()));
  }

  void bad_traces_are_named() {
    const auto tried = [&](const std::function<void(Recorded&)>& spoil, const char* refused, const char* left,
                           std::size_t shots, std::size_t of_first) {
      Recorded r;
      spoil(r);
      r.segy.traces = r.traces;
      SegyWriter writer(file_, r.segy);  // keeps what is no number
      for (std::size_t t = 0; t < r.segy.geometry.size(); ++t)
        writer.write(t, std::span(r.trace(static_cast<int>(t)), 201));
      writer.commit();
      QVERIFY2(refusal().contains(refused), qPrintable(refusal()));
      const RecordedShots kept = read(BadTraces::leave_out);
      QCOMPARE(kept.shots.size(), shots);
      QCOMPARE(kept.shots[0].receivers.size(), of_first);
      QCOMPARE(kept.gathers[0].receivers.size(), of_first);
      QVERIFY2(QString::fromStdString(kept.left_out.at(0)).contains(left), kept.left_out.at(0).c_str());
    };
    tried([](Recorded& r) { std::fill_n(r.trace(2), 201, 0.0F); }, "shot 1, trace 3",
          "shot 1, trace 3 is dead", 2, 3);
    tried([](Recorded& r) { r.trace(1)[17] = std::numeric_limits<float>::quiet_NaN(); }, "shot 1, trace 2",
          "shot 1, trace 2 holds nan at sample 17", 2, 3);
    tried([](Recorded& r) { r.segy.geometry[3].receiver.x += 1e5; }, "shot 1, trace 4", "outside the grid", 2,
          3);
    tried([](Recorded& r) { r.segy.geometry[0].receiver.z = 1e4; }, "shot 1, trace 1", "outside the grid", 2,
          3);
    tried(
        [](Recorded& r) {
          for (int t = 0; t < 4; ++t)
            r.segy.geometry[static_cast<std::size_t>(t)].source.x -= 1e4;
        },
        "shot 1: has its source outside", "shot 1 has its source outside the grid", 1, 4);
    tried(
        [](Recorded& r) {
          for (int t = 0; t < 4; ++t)
            std::fill_n(r.trace(t), 201, 0.0F);
        },
        "shot 1, trace 1", "shot 1", 1, 4);
  }

  void nothing_left_is_an_error() {
    Recorded r;
    std::fill(r.traces.begin(), r.traces.end(), 0.0F);
    r.write(file_);
    QVERIFY2(refusal(BadTraces::leave_out).contains("none of its 2 shots"),
             qPrintable(refusal(BadTraces::leave_out)));
  }

  // Traces of the true equation nearly, another clock, a file, geometry in headers: the image of the model.
  void a_recorded_survey_gives_the_model_s_image() {
    FlatSurvey flat(3);
    const Field<float> wanted = image_of(flat.setup, flat.stacked());
    WaveModel there = flat.small.model;
    there.velocity = borrowed(flat.small.truth);
    there.time_order = 4;
    there.dt = 0.001;
    there.steps = 816;
    Wavelet wavelet;
    wavelet.frequency = 20.0;
    auto shots = flat.small.shots;
    for (Shot& shot : shots)
      shot.source.series = wavelet_series(wavelet, 0.0, 1.0, there.dt, there.steps);
    const auto modelled = model_shots(flat.small.make, there, shots, {});
    SegyGather segy;
    segy.dt = there.dt;
    segy.samples = there.steps + 1;
    std::vector<float> traces;
    for (std::size_t s = 0; s < modelled.size(); ++s)
      for (std::size_t r = 0; r < modelled[s]->receivers.size(); ++r) {
        SegyTrace trace;
        trace.field_record = static_cast<int>(s) + 1;
        trace.source = corner + flat.small.shots[s].source.position;
        trace.receiver = corner + modelled[s]->receivers[r];
        segy.geometry.push_back(trace);
        const float* const from = modelled[s]->trace(static_cast<int>(r));
        traces.insert(traces.end(), from, from + segy.samples);
      }
    segy.traces = traces;
    write_segy(file_, segy);
    model_ = flat.small.model;
    const RecordedShots recorded = read(BadTraces::refuse);
    SurveySetup setup = flat.setup;
    setup.truth = nullptr;
    setup.recorded = on_scheme_clock(recorded, setup.medium.dt, setup.medium.steps, band, {});
    for (std::size_t s = 0; s < setup.shots.size(); ++s)
      setup.shots[s].receivers = recorded.shots[s].receivers;
    SurveyStack stack;
    stack_survey(flat.small.make, setup, stack, nullptr, {});
    const double correlation = correlation_below(model_.grid, image_of(setup, stack), wanted, 150.0);
    qInfo("%g", correlation);
    QVERIFY2(correlation > 0.995, qPrintable(QString::number(correlation)));
  }
};

}  // namespace test_recorded_shots

FOLDWAVE_TEST(test_recorded_shots, run_guiless<test_recorded_shots::TestRecordedShots>)
#include "test_recorded_shots.moc"
