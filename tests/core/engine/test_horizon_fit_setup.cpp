// Protects what a fit leaves in the scenario: lambda, and the top of the layer that was fitted, while all
// other boundaries stay.
#include <QTest>

#include "core/base/error.hpp"
#include "core/engine/horizon_fit_setup.hpp"
#include "core/fold/layers/layers.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_horizon_fit_setup {

using namespace foldwave;

namespace {

HorizonFit fit_of(double lambda, double thickness, Known known) {
  HorizonFit fit;
  fit.start = fit.level = {lambda, {0.0, 0.0, -1.0}, thickness};
  fit.thickness = {thickness, 1.0, known};
  return fit;
}

std::vector<double> edges(const Scenario& s) {
  return layer_bands(s.stack, FoldParameters::from_lambda(0.0)).boundary;
}

}  // namespace

class TestHorizonFitSetup : public QObject {
  Q_OBJECT

 private slots:
  void a_fitted_top_moves_alone() {
    const Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const std::vector<double> before = edges(s);
    for (std::size_t b = 0; b < before.size(); ++b) {
      if (before[b] == 0.0) continue;
      const double to = before[b] + 3.0;
      const Scenario next = with_fit(s, fit_of(0.25, to, Known::fitted), b);
      const std::vector<double> after = edges(next);
      QCOMPARE(after.size(), before.size());
      for (std::size_t i = 0; i < after.size(); ++i)
        QVERIFY(std::abs(after[i] - (i == b ? to : before[i])) < 1e-9);
      QVERIFY(std::abs(next.events.front().fold.parameters.lambda() - 0.25) < 1e-12);
    }
  }

  void what_was_held_stays() {
    const Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    QCOMPARE(edges(with_fit(s, fit_of(0.25, 7.0, Known::held), 0)), edges(s));
    QCOMPARE(edges(with_fit(s, fit_of(0.25, 7.0, Known::fitted))), edges(s));
  }

  void a_top_passes_no_other() {
    const Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const std::vector<double> at = edges(s);
    QVERIFY(at.size() > 1);
    QVERIFY_EXCEPTION_THROWN(with_fit(s, fit_of(0.25, at[0] + 1.0, Known::fitted), 1), InputError);
  }
};

}  // namespace test_horizon_fit_setup

FOLDWAVE_TEST(test_horizon_fit_setup, run_guiless<test_horizon_fit_setup::TestHorizonFitSetup>)
#include "test_horizon_fit_setup.moc"
