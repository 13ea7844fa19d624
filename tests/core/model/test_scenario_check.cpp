// Protects the checks of a scenario's values: each bad value is found at its own path, and the examples are
// clean.
#include <QTest>
#include <algorithm>
#include <functional>
#include <limits>

#include "core/base/error.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_scenario_check {

using namespace foldwave;

namespace {

Scenario example() {
  return load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
}

struct Case {
  const char* path;
  std::function<void(Scenario&)> spoil;
};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Case>& grid_and_event_cases() {
  static const std::vector<Case> all{
      {"/grid/nodes", [](Scenario& s) { s.grid.n[0] = -5; }},
      {"/grid/nodes", [](Scenario& s) { s.grid.n[1] = 2; }},
      {"/grid/spacing", [](Scenario& s) { s.grid.h[2] = 0.0; }},
      {"/grid/spacing", [](Scenario& s) { s.grid.h[0] = nan; }},
      {"/grid/origin", [](Scenario& s) { s.grid.origin.x = nan; }},
      {"/events", [](Scenario& s) { s.events.clear(); }},
      {"/events", [](Scenario& s) { s.events.resize(most_events + 1, s.events[0]); }},
      {"/events/0/horizon/points",
       [](Scenario& s) { std::get<PointsHorizon>(s.events[0].horizon).points.resize(2); }},
      {"/events/0/horizon/points/3",
       [](Scenario& s) { std::get<PointsHorizon>(s.events[0].horizon).points[3].z = nan; }},
      {"/events/0/horizon/dip",
       [](Scenario& s) {
         s.events[0].horizon = PlaneHorizon{{}, 90.0, 0.0, {}};
       }},
      {"/events/0/horizon/trains/0/wavelength",
       [](Scenario& s) {
         s.events[0].horizon = TrainsHorizon{1000.0, {{1.0, 0.0, 0.0, {}, {}}}, {}};
       }},
      {"/events/0/horizon/trains/0/roundness",
       [](Scenario& s) {
         s.events[0].horizon =
             TrainsHorizon{1000.0, {{1.0, 500.0, 0.0, {}, FoldShape::chevron, 0.01}}, 0.0, 0.0, {}};
       }},
      {"/events/0/horizon/trains/0/skew",
       [](Scenario& s) {
         s.events[0].horizon =
             TrainsHorizon{1000.0, {{1.0, 500.0, 0.0, {}, FoldShape::box, 0.5, 1.0}}, 0.0, 0.0, {}};
       }},
      {"/events/0/horizon/trains/0/wavelength",
       [](Scenario& s) {
         s.events[0].horizon =
             TrainsHorizon{1000.0, {{1.0, 500.0, 0.0, {}, FoldShape::dome, 0.5, 0.0, 0.05}}, 0.0, 0.0, {}};
       }},
      {"/events/0/horizon/trains/0/plunge",
       [](Scenario& s) {
         s.events[0].horizon =
             TrainsHorizon{1000.0, {{1.0, 500.0, 0.0, {}, FoldShape::box, 0.5, 0.0, 1.0, nan}}, 0.0, 0.0, {}};
       }},
      {"/events/0/horizon/dip",
       [](Scenario& s) {
         s.events[0].horizon = TrainsHorizon{1000.0, {}, 85.0, 0.0, {}};
       }},
      {"/events/0/fold/lambda",
       [](Scenario& s) {
         s.events[0].fold.parameters = FoldParameters::from_lambda(1.0);
         s.events[0].fold.method = FoldMethod::pmm;
       }},
      {"/events/0/fold/F",
       [](Scenario& s) {
         s.events[0].fold.parameters = {-1.0, 3.0, false};
         s.events[0].fold.method = FoldMethod::pmm;
       }},
      {"/events/0/fold/psi",
       [](Scenario& s) {
         s.events[0].fold.parameters = {1.0, -1.0, false};
       }},
      {"/events/0/fold/axial_line/plunge", [](Scenario& s) { s.events[0].fold.axial_line.plunge = 91.0; }},
      {"/events/0/horizon/points/3",
       [](Scenario& s) { std::get<PointsHorizon>(s.events[0].horizon).points[3].z = 1e300; }},
      {"/events/0/horizon/trains/0/wavelength",
       [](Scenario& s) {
         s.events[0].horizon = TrainsHorizon{1000.0, {{1.0, 1e-3, 0.0, {}, {}}}, {}};
       }},
  };
  return all;
}

const std::vector<Case>& other_cases() {
  static const std::vector<Case> all{
      {"/layers/list", [](Scenario& s) { s.stack.layers.resize(1); }},
      {"/layers/horizon_is_top_of", [](Scenario& s) { s.stack.horizon_is_top_of = 0; }},
      {"/layers/list/2/thickness", [](Scenario& s) { s.stack.layers[2].thickness = 0.0; }},
      {"/layers/list/1/velocity", [](Scenario& s) { s.stack.layers[1].velocity = -1500.0; }},
      {"/survey/wavelet/frequency", [](Scenario& s) { s.survey.wavelet.frequency = 0.0; }},
      {"/survey/sources", [](Scenario& s) { s.survey.sources.clear(); }},
      {"/survey/sources/0/position", [](Scenario& s) { s.survey.sources[0].position.x = -1.0; }},
      {"/survey/sources/0/position", [](Scenario& s) { s.survey.sources[0].position.z = nan; }},
      {"/survey/receivers/0", [](Scenario& s) { std::get<ReceiverLine>(s.survey.receivers[0]).to.x = 1e6; }},
      {"/survey/sources/0/position", [](Scenario& s) { s.survey.sources[0].position.z = 0.0; }},
      {"/survey/receivers/1/count",
       [](Scenario& s) {
         s.survey.receivers.emplace_back(
             ReceiverCarpet{{0.0, 0.0}, {100.0, 100.0}, 20.0, {10000, 10000}, {}});
       }},
      {"/survey/receivers/0/count",
       [](Scenario& s) { std::get<ReceiverLine>(s.survey.receivers[0]).count = 0; }},
      {"/propagation/order", [](Scenario& s) { s.propagation.order = 7; }},
      {"/propagation/duration", [](Scenario& s) { s.propagation.duration = -1.0; }},
      {"/propagation/time_order", [](Scenario& s) { s.propagation.time_order = 3; }},
      {"/propagation/window/alpha",
       [](Scenario& s) {
         s.propagation.window = StencilWindow{0.2, 4.0, 8};
       }},
      {"/propagation/window",
       [](Scenario& s) {
         s.propagation.window = StencilWindow{};
         for (Layer& layer : s.stack.layers)
           layer.density = 2000.0;
       }},
      {"/survey/wavelet/file", [](Scenario& s) { s.survey.wavelet.kind = WaveletKind::file; }},
      {"/survey/start/at",
       [](Scenario& s) {
         s.survey.start = PlaneWaveStart{{-1e6, 0.0, 0.0}};
       }},
      {"/layers/list/1/density", [](Scenario& s) { s.stack.layers[1].density = 2000.0; }},
      {"/propagation/error_budget", [](Scenario& s) { s.propagation.error_budget = 0.0; }},
      {"/propagation/pad_cells", [](Scenario& s) { s.propagation.pad_cells = 2; }},
      {"/outputs/snapshots/every_steps", [](Scenario& s) { s.outputs.snapshot_steps = -1; }},
      {"/outputs/snapshots/error", [](Scenario& s) { s.outputs.snapshot_error = 1.0; }},
      {"/outputs/snapshots/error", [](Scenario& s) { s.outputs.snapshot_error = -1e-9; }},
      {"/outputs/snapshots/error", [](Scenario& s) { s.outputs.snapshot_error = NAN; }},
  };
  return all;
}

std::vector<Case> cases() {
  std::vector<Case> all = grid_and_event_cases();
  all.insert(all.end(), other_cases().begin(), other_cases().end());
  return all;
}

}  // namespace

class TestScenarioCheck : public QObject {
  Q_OBJECT
 private slots:
  void a_bad_variant_is_told_and_stops_nothing() {
    Scenario s = example();
    s.variants = {example(), example()};
    QVERIFY(check_scenario(s).empty());
    s.variants[1].grid.h[2] = 0.0;
    const Findings found = check_scenario(s);
    QVERIFY(!found.empty() && !has_errors(found));
    for (const Finding& f : found)
      QVERIFY2(f.path.starts_with("/variants/1/"), f.path.c_str());
    QCOMPARE(found.front().path, std::string("/variants/1/grid/spacing"));
  }

  void densities_end_where_they_say() {
    const auto errors_of = [](double density) {
      Scenario s = example();
      for (Layer& layer : s.stack.layers)
        layer.density = density;
      return has_errors(check_scenario(s));
    };
    for (const double density : {0.0, 1e-3, 30000.0})
      QVERIFY2(!errors_of(density), qPrintable(QString::number(density)));
    for (const double density : {-1e-3, 30000.1, nan})
      QVERIFY2(errors_of(density), qPrintable(QString::number(density)));
  }

  void examples_are_clean() {
    for (const char* name :
         {"antiform", "two-layer", "chevron", "box", "dome-and-basin", "unconformity", "erosion"})
      QVERIFY2(check_scenario(
                   load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json"))
                   .empty(),
               name);
  }

  // Classes 2 and 3 are for the exact method, which auto means.
  void classes_2_and_3_are_solved() {
    for (const double lambda : {1.0, 1.4})
      for (const FoldMethod method : {FoldMethod::automatic, FoldMethod::foot_point, FoldMethod::pmm}) {
        Scenario s = example();
        s.events[0].fold.parameters = FoldParameters::from_lambda(lambda);
        s.events[0].fold.method = method;
        QVERIFY(check_scenario(s).empty() == (method != FoldMethod::pmm));
      }
  }

  void each_bad_value_is_found_at_its_path() {
    for (const Case& c : cases()) {
      Scenario s = example();
      c.spoil(s);
      const Findings findings = check_scenario(s);
      const auto at =
          std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.path == c.path; });
      QVERIFY2(at != findings.end(), c.path);
      QVERIFY2(at->severity == Severity::error && !at->problem.empty() && !at->remedy.empty(), c.path);
      QVERIFY_EXCEPTION_THROWN(throw_first_error(findings), InputError);
    }
  }

  // Each range from end to end, and nothing beside it.
  void ranges_hold_at_their_ends() {
    struct Range {
      const char* path;
      double low, high;
      std::function<void(Scenario&, double)> set;
    };
    const auto train = [](Scenario& s) -> FoldTrain& {
      if (!std::holds_alternative<TrainsHorizon>(s.events[0].horizon))
        s.events[0].horizon =
            TrainsHorizon{1000.0, {{1.0, 500.0, 0.0, {}, FoldShape::box, 0.5}}, 0.0, 0.0, {}};
      return std::get<TrainsHorizon>(s.events[0].horizon).trains[0];
    };
    const auto trains = [train](Scenario& s) -> TrainsHorizon& {
      train(s);
      return std::get<TrainsHorizon>(s.events[0].horizon);
    };
    const std::string event = "/events/0";
    for (const Range& r : std::vector<Range>{
             {"/horizon/dip", 0, 80, [&](Scenario&s, double v) { trains(s).dip = v; }},
             {"/horizon/dip_direction", -360, 360,
              [&](Scenario&s, double v) { trains(s).dip_direction = v; }},
             {"/horizon/trains/0/roundness", 0.05, 1, [&](Scenario&s, double v) { train(s).roundness = v; }},
             {"/horizon/trains/0/skew", -0.9, 0.9, [&](Scenario&s, double v) { train(s).skew = v; }},
             {"/horizon/trains/0/plunge", -80, 80, [&](Scenario&s, double v) { train(s).plunge = v; }},
             {"/horizon/trains/0/aspect", 0.05, 20,
              [&](Scenario&s, double v) {
                train(s).shape = FoldShape::dome;
                train(s).aspect = v;
              }},
             {"/horizon/dip", 0, 89,
              [](Scenario&s, double v) {
                s.events[0].horizon = PlaneHorizon{{1000, 1000, 1000}, v, 90.0, {}};
              }},
             {"/horizon/dip_direction", -360, 360,
              [](Scenario&s, double v) {
                s.events[0].horizon = PlaneHorizon{{1000, 1000, 1000}, 5.0, v, {}};
              }},
             {"/fold/axial_line/plunge", 0, 90,
              [](Scenario&s, double v) { s.events[0].fold.axial_line.plunge = v; }},
             {"/fold/axial_line/trend", -360, 360,
              [](Scenario&s, double v) { s.events[0].fold.axial_line.trend = v; }}}) {
      const auto refused = [&](double value) {
        Scenario s = example();
        r.set(s, value);
        const Findings found = check_scenario(s);
        return std::ranges::any_of(found, [&](const Finding& f) {
          return f.severity == Severity::error && f.path == event + r.path;
        });
      };
      QVERIFY2(!refused(r.low) && !refused(r.high), r.path);
      QVERIFY2(refused(r.low - 1e-3) && refused(r.high + 1e-3), r.path);
    }
  }

  void what_only_deserves_a_warning_is_no_error() {
    Scenario s = example();
    std::get<ReceiverLine>(s.survey.receivers[0]).from.z = 0.0;
    Findings findings = check_scenario(s);
    QVERIFY(findings.size() == 1 && findings[0].severity == Severity::warning && !has_errors(findings));
    QVERIFY(findings[0].path == "/survey/receivers/0");

    // In a section the axial line must lie in its plane to be used whole; the survey within half a cell of
    // it.
    s = example();
    s.grid.n[1] = 1;
    s.survey.sources[0].position.y = 9.0;
    s.survey.receivers.clear();
    s.events[0].fold.axial_line = {0.0, 60.0};
    findings = check_scenario(s);
    QVERIFY(findings.size() == 1 && findings[0].path == "/events/0/fold/axial_line/trend");
    s.survey.sources[0].position.y = 11.0;
    QVERIFY(has_errors(check_scenario(s)));
  }

  void a_wave_that_is_off_needs_no_survey() {
    Scenario s = example();
    s.survey = {};
    s.imaging = Imaging{};
    QVERIFY(has_errors(check_scenario(s)));
    s.propagation.enabled = false;
    QVERIFY(check_scenario(s).empty());
  }
};

}  // namespace test_scenario_check

FOLDWAVE_TEST(test_scenario_check, run_guiless<test_scenario_check::TestScenarioCheck>)
#include "test_scenario_check.moc"
