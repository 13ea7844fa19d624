// Protects a scenario of several folds from its JSON to the folded volume: the datum of each, which of them
// are refused, and that no horizon of the past is taken for today's.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_several_folds {

using namespace foldwave;

namespace {

FoldEvent shear(double depth, double amplitude, double wavelength, double azimuth) {
  FoldTrain train;
  train.amplitude = amplitude;
  train.wavelength = wavelength;
  train.azimuth = azimuth;
  FoldEvent event;
  event.horizon = TrainsHorizon{depth, {train}};
  event.fold.parameters = FoldParameters::from_lambda(1.0);
  return event;
}

Scenario two_shears() {
  Scenario s;
  s.grid = {{25, 21, 23}, {20.0, 20.0, 20.0}, {5e5, 6e6, 300.0}, {}, {}, 0};
  s.events = {shear(500.0, 40.0, 240.0, 90.0), shear(520.0, 30.0, 400.0, 0.0)};
  for (FoldEvent& event : s.events)
    std::get<TrainsHorizon>(event.horizon).trains[0].crest = {5e5 + 60.0, 6e6 + 100.0};
  s.stack.layers = {{"above", 0.0, 2000.0}, {"below", 0.0, 3000.0}};
  s.propagation.enabled = false;
  return s;
}

bool is_refused(const Scenario& s, const std::string& path) {
  for (const Finding& f : check_scenario(s))
    if (f.severity == Severity::error && f.path == path) return true;
  return false;
}

}  // namespace

class TestSeveralFolds : public QObject {
  Q_OBJECT
 private slots:
  void two_shears_are_their_closed_form() {
    Scenario s = two_shears();
    s.events[1].datum = 470.0;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(!fold.horizon && !fold.mesh);
    double worst = 0.0;
    for (int k = 0; k < s.grid.n[2]; ++k)
      for (int j = 0; j < s.grid.n[1]; ++j)
        for (int i = 0; i < s.grid.n[0]; ++i) {
          const double f1 = 500.0 - 40.0 * std::cos(2.0 * M_PI * (20.0 * i - 60.0) / 240.0);
          const double f2 = 520.0 - 30.0 * std::cos(2.0 * M_PI * (20.0 * j - 100.0) / 400.0);
          const double T = f1 - (300.0 + 20.0 * k + 470.0 - f2);
          worst = worst_of(worst, std::abs(fold.arrival(i, j, k) - T));
        }
    QVERIFY2(worst < 8e-5, qPrintable(QString::number(worst)));
  }

  void without_a_datum_it_is_the_mean_depth() {
    Scenario s = two_shears();
    const FoldResult automatic = run_fold(s, *cpu_backend(), {});
    double mean = 0.0;
    for (int j = 0; j < s.grid.n[1]; ++j)
      mean += (520.0 - 30.0 * std::cos(2.0 * M_PI * (20.0 * j - 100.0) / 400.0)) / s.grid.n[1];
    s.events[1].datum = mean;
    const FoldResult typed = run_fold(s, *cpu_backend(), {});
    for (Index m = 0; m < s.grid.size(); ++m)
      QVERIFY(std::abs(automatic.arrival[m] - typed.arrival[m]) < 1e-3F);
  }

  void the_datum_goes_through_json() {
    Scenario s = two_shears();
    s.events[1].datum = 470.0;
    QVERIFY(parse_scenario(scenario_text(s), "test") == s);
  }

  void what_cannot_be_one_of_several_is_refused() {
    Scenario s = two_shears();
    s.events[1].fold.method = FoldMethod::pmm;
    QVERIFY(is_refused(s, "/events/1/fold/method"));
    s = two_shears();
    s.events[0].horizon = MeshHorizon{};
    QVERIFY(is_refused(s, "/events/0/horizon/type"));
    s = two_shears();
    s.events[0].fold.varies.emplace();
    QVERIFY(is_refused(s, "/events/0/fold/varies"));
    s = two_shears();
    s.events[1].datum = NAN;
    QVERIFY(is_refused(s, "/events/1/datum"));
    s = two_shears();
    s.events.resize(most_events + 1, s.events.front());
    QVERIFY(is_refused(s, "/events"));
  }

  // A flat fold and a tight one after it, in class 1B: validate names it, and the run has its nodes.
  void a_later_fold_that_breaks_is_named() {
    Scenario s = two_shears();
    std::get<TrainsHorizon>(s.events[0].horizon).trains[0].amplitude = 0.0;
    s.events[1].fold.parameters = FoldParameters::from_lambda(0.0);
    s.stack.layers = {{"above", 0.0, 2000.0}, {"beds", 120.0, 2500.0}, {"below", 0.0, 3000.0}};
    s.stack.horizon_is_top_of = 1;
    std::get<TrainsHorizon>(s.events[1].horizon).trains[0].amplitude = 55.0;
    s.events[1].datum = 520.0;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(fold.caustics.notable && fold.caustics.nodes > 0);
    QCOMPARE(fold.caustics.event, std::size_t{1});
    const QString nodes = QString(" At %1 nodes (").arg(fold.caustics.nodes);
    int told = 0;
    for (const Finding& f : preflight(s, *cpu_backend()))
      if (QString::fromStdString(f.problem).contains("bends more tightly")) {
        ++told;
        QCOMPARE(QString::fromStdString(f.path), QString("/events/1/fold/lambda"));
        QVERIFY(f.severity == Severity::note);
        QVERIFY2(QString::fromStdString(f.problem).contains(nodes), f.problem.c_str());
        QVERIFY2(f.problem.ends_with(" %)") && f.problem.find("have lost: below (") != std::string::npos,
                 f.problem.c_str());
      }
    QCOMPARE(told, 1);
    // What was eroded since is not counted; of what is left there is none.
    s.stack.layers.insert(s.stack.layers.begin(), {"sea", 0.0, 1500.0});
    s.stack.horizon_is_top_of = 2;
    FoldEvent ground;
    ground.type = EventType::erosion;
    ground.horizon = PlaneHorizon{{5e5, 6e6, 735.0}, 0.0, 0.0, {}};
    s.events.push_back(ground);
    QVERIFY(!run_fold(s, *cpu_backend(), {}).caustics.any());
  }

  void a_later_fold_that_cannot_propagate_is_named() {
    Scenario s = two_shears();
    s.events[1].fold.parameters = FoldParameters::from_lambda(1.9);
    std::get<TrainsHorizon>(s.events[1].horizon).trains[0].amplitude = 120.0;
    const Findings findings = preflight(s, *cpu_backend());
    QVERIFY(has_errors(findings));
    QCOMPARE(QString::fromStdString(findings.back().path), QString("/events/1/fold/lambda"));
  }
};

}  // namespace test_several_folds

FOLDWAVE_TEST(test_several_folds, run_alone<test_several_folds::TestSeveralFolds>)
#include "test_several_folds.moc"
