// Protects what a wave has at the boundaries of layers: a plane wave's echo from dipping planes against the
// exact one, fold-3.json with T's last bits changed, densities, files of velocities, and the way it was.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/worst.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/model/scenario_json.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/test_program.hpp"

namespace test_interfaces {

using namespace foldwave;

namespace {

// A plane that dips east through `middle`; two layers; a plane wave that comes down at right angles to it.
constexpr double h = 10.0, frequency = 10.0, v1 = 1200.0, v2 = 1800.0;
// The wave is told at a place this far above the plane, all of whose cell is the upper layer's.
constexpr double lead = 30.0;

Scenario dipping(double dip, double depth, Interfaces interfaces) {
  Scenario s;
  s.grid = {{240, 1, 170}, {h, h, h}, {}, {}, {}, 0};
  FoldEvent event;
  event.horizon = PlaneHorizon{{1200.0, 0.0, depth}, dip, 90.0, {}};
  event.fold.parameters = FoldParameters::from_lambda(0.0);
  s.events = {event};
  s.stack.layers = {{"upper", 0.0, v1}, {"lower", 0.0, v2}};
  s.survey.wavelet.frequency = frequency;
  const double lean = dip * M_PI / 180.0;
  s.survey.start =
      PlaneWaveStart{{1200.0 + lead * std::sin(lean), 0.0, depth - lead * std::cos(lean)}, dip, 270.0, {}};
  for (int r = -4; r <= 4; ++r) {
    const double along = 30.0 * r, above = 300.0;
    const Vec3 at{1200.0 + along * std::cos(lean) + above * std::sin(lean), 0.0,
                  depth + along * std::sin(lean) - above * std::cos(lean)};
    s.survey.receivers.push_back(ReceiverLine{at, at, 1, {}});
  }
  s.propagation.time_order = 4;
  s.propagation.error_budget = 1e-3;
  s.propagation.duration = 0.58;
  s.propagation.boundaries.fill(Boundary::cpml);
  s.propagation.interfaces = interfaces;
  return s;
}

// Relative L2 of the echoes after what has come down is taken off.
double echo_error(const Scenario& s, double exact_coefficient) {
  const FoldResult fold = run_fold(s, *cpu_backend(), {});
  const Gather gather = run_wave(s, fold, *cpu_backend(), {}, {}).run.gather;
  double wrong = 0.0, all = 0.0;
  for (int r = 0; r < static_cast<int>(gather.receivers.size()); ++r)
    for (int n = 0; n < gather.samples; ++n) {
      const double t = n * gather.dt - s.survey.wavelet.peak_time() - lead / v1, late = 300.0 / v1;
      if (std::abs(t - late) > 1.5 / frequency) continue;
      const double exact = exact_coefficient * ricker(frequency, t - late);
      const double found = double{gather.trace(r)[n]} - ricker(frequency, t + late);
      wrong += (found - exact) * (found - exact);
      all += exact * exact;
    }
  return std::sqrt(wrong / all);
}

// The largest difference of two gathers over the peak of the first.
double difference(const Gather& a, const Gather& b) {
  double most = 0.0, peak = 0.0;
  for (std::size_t n = 0; n < a.traces.size(); ++n) {
    most = worst_of(most, std::abs(double{a.traces[n]} - double{b.traces[n]}));
    peak = worst_of(peak, std::abs(double{a.traces[n]}));
  }
  return most / peak;
}

FoldResult folded(const Scenario& s) {
  return run_fold(s, *cpu_backend(), {});
}

// Every T up or down by as much as two back ends differ, 5e-7 of the largest, and the layers of that.
Index shake(FoldResult& fold, const Scenario& s, unsigned seed) {
  float largest = 0.0F;
  for (const float t : fold.arrival.values())
    if (std::isfinite(t)) largest = worst_of(largest, std::abs(t));
  std::mt19937 random(seed);
  for (float& t : fold.arrival.values())
    if (std::isfinite(t)) t += (random() % 2 == 0 ? 5e-7F : -5e-7F) * largest;
  const Field<std::uint8_t> before = fold.layer_index.clone();
  fold.layer_index = layer_volume(fold.layering());
  fold.velocity = velocity_volume(fold.layer_index, s.stack);
  Index changed = 0;
  for (Index m = 0; m < before.size(); ++m)
    changed += before[m] != fold.layer_index[m] ? 1 : 0;
  return changed;
}

}  // namespace

class TestInterfaces : public QObject {
  Q_OBJECT
 private slots:
  void echoes_of_dipping_planes_are_exact_data() {
    QTest::addColumn<double>("dip");
    QTest::addColumn<double>("depth");
    QTest::addColumn<double>("limit");
    QTest::newRow("on nodes") << 0.0 << 850.0 << 0.12;
    QTest::newRow("a quarter below") << 0.0 << 852.5 << 0.09;
    QTest::newRow("in the middle") << 0.0 << 855.0 << 0.07;
    QTest::newRow("6 degrees") << 5.7106 << 855.0 << 0.09;
    QTest::newRow("18 degrees") << 18.4349 << 853.0 << 0.07;
    QTest::newRow("30 degrees") << 30.0 << 853.0 << 0.07;
    QTest::newRow("45 degrees") << 45.0 << 853.0 << 0.07;
  }
  void echoes_of_dipping_planes_are_exact() {
    FOLDWAVE_EACH(4);
    QFETCH(double, dip);
    QFETCH(double, depth);
    QFETCH(double, limit);
    const double exact = (v2 - v1) / (v2 + v1);
    const double found = echo_error(dipping(dip, depth, Interfaces::cell_average), exact);
    const double staircase = echo_error(dipping(dip, depth, Interfaces::node), exact);
    qInfo("%.4f, staircase %.4f", found, staircase);
    QVERIFY2(found < limit, qPrintable(QString::number(found)));
  }

  void densities_echo_too() {
    for (const double dip : {0.0, 18.4349}) {
      Scenario s = dipping(dip, 852.5, Interfaces::cell_average);
      s.stack.layers[0].density = 2000.0;
      s.stack.layers[1].density = 2600.0;
      const double z1 = v1 * 2000.0, z2 = v2 * 2600.0, exact = (z2 - z1) / (z2 + z1);
      const double found = echo_error(s, exact);
      s.propagation.interfaces = Interfaces::node;
      const double staircase = echo_error(s, exact);
      qInfo("%.4f, staircase %.4f", found, staircase);
      QVERIFY2(found < 0.12, qPrintable(QString::number(found)));
      QVERIFY(found < staircase);
    }
  }

  // Nodes of fold-3 lie on a boundary but for rounding, so two back ends see other layers there.
  void the_rounding_of_T_is_not_heard() {
    FOLDWAVE_NUMBERS();
    Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/fold-3.json");
    s.propagation.duration = 0.6;
    FoldResult fold = folded(s);
    const auto gather = [&](Interfaces interfaces) {
      s.propagation.interfaces = interfaces;
      return run_wave(s, fold, *cpu_backend(), {}, {}).run.gather;
    };
    const Gather cells = gather(Interfaces::cell_average), nodes = gather(Interfaces::node);
    const Index changed = shake(fold, s, 1);
    const double of_cells = difference(cells, gather(Interfaces::cell_average));
    const double of_nodes = difference(nodes, gather(Interfaces::node));
    qInfo("%td nodes change; cells %.2e, nodes %.2e", changed, of_cells, of_nodes);
    QVERIFY(changed > 0);
    QVERIFY2(of_cells < 1e-6, qPrintable(QString::number(of_cells)));
    QVERIFY2(of_nodes > 1e-4, qPrintable(QString::number(of_nodes)));
  }

  // Away from boundaries nothing changes, and nowhere are the layers' bounds left.
  void only_cells_of_several_layers_change() {
    Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/fold-3.json");
    for (std::size_t l = 0; l < s.stack.layers.size(); ++l)
      s.stack.layers[l].density = l % 2 == 0 ? 1.2 : 2500.0;
    const FoldResult fold = folded(s);
    s.propagation.interfaces = Interfaces::node;
    const WaveFields nodes = make_wave_media(s, fold);
    QVERIFY(nodes.velocity.empty());
    s.propagation.interfaces = Interfaces::cell_average;
    const WaveFields cells = make_wave_media(s, fold);
    const auto n = s.grid.n;
    Index mixed = 0;
    for (int k = 1; k + 1 < n[2]; ++k)
      for (int j = 1; j + 1 < n[1]; ++j)
        for (int i = 1; i + 1 < n[0]; ++i) {
          bool alone = true;
          for (int c = -1; c <= 1; ++c)
            for (int b = -1; b <= 1; ++b)
              for (int a = -1; a <= 1; ++a)
                alone = alone && fold.layer_index(i, j, k) == fold.layer_index(i + a, j + b, k + c);
          const float v = cells.velocity(i, j, k), rho = cells.density(i, j, k);
          if (alone) {
            QCOMPARE(v, fold.velocity(i, j, k));
            QCOMPARE(rho, nodes.density(i, j, k));
          }
          mixed += v != fold.velocity(i, j, k) ? 1 : 0;
          QVERIFY(v > 0.0F && v <= 4000.0F && rho >= 1.2F && rho <= 2500.0F);
        }
    QVERIFY(mixed > n[0] * n[1]);
  }
};

}  // namespace test_interfaces

FOLDWAVE_TEST(test_interfaces, run_guiless<test_interfaces::TestInterfaces>)
#include "test_interfaces.moc"
