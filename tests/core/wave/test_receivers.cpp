// Protects what receivers record where their place matters: just below a free face, where the wave and its
// image nearly cancel, and along a well that leans between the nodes; each against the exact trace.
#include <QTest>

#include "core/model/scenario.hpp"
#include "core/wave/analytic.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_receivers {

using namespace foldwave;

namespace {

constexpr double v = 2000.0, frequency = 10.0;

double pulse(double t) {
  return ricker(frequency, t - 1.5 / frequency);
}

// A line source in a section of 10 m; the fourth order in time leaves the nodes' own error alone.
struct Section : Shot {
  explicit Section(Boundary top) : Shot({121, 1, 81}, {10.0, 10.0, 10.0}, static_cast<float>(v)) {
    model.boundaries.fill(Boundary::cpml);
    model.boundaries[z_min] = top;
    model.time_order = 4;
    model.dt = 2e-3;
    model.steps = 350;
  }
};

Trace exact(const Section& shot, double distance) {
  Trace trace;
  for (int n = 0; n <= shot.model.steps; ++n)
    trace.push_back(line_source_2d(pulse, n * shot.model.dt, distance, v, 1.0 / frequency));
  return trace;
}

}  // namespace

class TestReceivers : public QObject {
  Q_OBJECT
 private slots:
  // p(below) = direct wave - image, which is some hundredths of either.
  void just_below_a_free_face_the_ghosted_wave_is_recorded() {
    Section shot(Boundary::free);
    const Vec3 source{600.0, 0.0, 250.0};
    shot.fire(source, frequency);
    for (const double depth : {10.0, 4.0})  // a node, and a part of a cell
      for (const double x : {600.0, 700.0, 905.0})
        shot.model.receivers.push_back({x, 0.0, depth});
    const auto traces = shot.traces();
    for (std::size_t r = 0; r < traces.size(); ++r) {
      const Vec3 at = shot.model.receivers[r];
      const Vec3 mirror{at.x, 0.0, -at.z};
      Trace wanted = exact(shot, norm(at - source));
      const Trace image = exact(shot, norm(mirror - source));
      const double direct = largest(wanted);
      for (std::size_t n = 0; n < wanted.size(); ++n)
        wanted[n] -= image[n];
      const double error = relative_l2(traces[r], wanted);
      QVERIFY2(error < 0.03, qPrintable(QString("receiver %1: %2").arg(r).arg(error)));
      QVERIFY(largest(traces[r]) > 0.01 * direct);
    }
  }

  void a_leaning_well_records_the_exact_traces() {
    Section shot(Boundary::cpml);
    const Vec3 source{603.0, 0.0, 247.0};
    shot.fire(source, frequency);
    Survey survey;
    survey.receivers = {ReceiverLine{{200.0, 0.0, 60.0}, {447.0, 0.0, 731.0}, 12, {}}};
    shot.model.receivers = survey.receiver_positions();
    QVERIFY(shot.model.receivers.size() == 12 && shot.model.receivers[11] == (Vec3{447.0, 0.0, 731.0}));
    const auto traces = shot.traces();
    for (std::size_t r = 0; r < traces.size(); ++r) {
      const double error = relative_l2(traces[r], exact(shot, norm(shot.model.receivers[r] - source)));
      QVERIFY2(error < 0.01, qPrintable(QString("receiver %1: %2").arg(r).arg(error)));
    }
  }
};

}  // namespace test_receivers

FOLDWAVE_TEST(test_receivers, run_guiless<test_receivers::TestReceivers>)
#include "test_receivers.moc"
