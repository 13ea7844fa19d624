// Protects the pair that imaging stands on: the Born wave and its adjoint are each other's transpose, at
// every boundary, in sections and volumes, with a density, in both precisions; and the Born wave is the
// derivative of the wave, by the Taylor remainder.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "tests/core/wave/stepper_help.hpp"
#include "tests/test_program.hpp"

namespace test_stepper_adjoint {

using namespace foldwave;

namespace {

// Relative to the product itself, of data that are half noise and half the Born wave's own, as the product
// with noise alone is small by chance.
double transpose_error(const StepCase& c) {
  const StepModel model(c);
  const Field<float> m = random_field(c.n, 1);
  const std::vector<double> modelled = born_samples(model.setup, m);
  auto data = std::make_shared<Gather>();
  data->dt = model.setup.model.dt;
  data->samples = c.steps + 1;
  data->receivers = model.setup.model.receivers;
  const Field<float> draws = random_field({static_cast<int>(modelled.size()), 1, 1}, 2);
  double power = 0.0;
  for (const double v : modelled)
    power += v * v;
  const double level = std::sqrt(power / static_cast<double>(modelled.size()));
  for (std::size_t s = 0; s < modelled.size(); ++s)
    data->traces.push_back(
        static_cast<float>(modelled[s] + level * static_cast<double>(draws[static_cast<Index>(s)])));
  const Field<double> image = born_adjoint(model.setup, data);
  double left = 0.0, right = 0.0;
  for (std::size_t s = 0; s < modelled.size(); ++s)
    left += modelled[s] * static_cast<double>(data->traces[s]);
  for (Index x = 0; x < m.size(); ++x)
    right += image[x] * static_cast<double>(m[x]);
  return std::abs(left - right) / std::max(std::abs(left), std::abs(right));
}

}  // namespace

class TestStepperAdjoint : public QObject {
  Q_OBJECT
 private slots:
  void born_and_its_adjoint_data() {
    QTest::addColumn<int>("faces");
    QTest::addColumn<bool>("section");
    QTest::addColumn<bool>("density");
    QTest::addColumn<bool>("twice");
    for (int faces = 0; faces < 5; ++faces)
      for (const bool section : {true, false})
        for (const bool density : {false, true})
          for (const bool twice : {true, false})
            QTest::addRow("faces %d, %s, %s, %s", faces, section ? "section" : "volume",
                          density ? "density" : "one density", twice ? "double" : "single")
                << faces << section << density << twice;
  }
  void born_and_its_adjoint() {
    FOLDWAVE_EACH(3);
    QFETCH(int, faces);
    QFETCH(bool, section);
    QFETCH(bool, density);
    QFETCH(bool, twice);
    StepCase c;
    c.faces = step_faces[static_cast<std::size_t>(faces)];
    if (!section) c.n = {15, 13, 14};
    if (!section) c.order = 4;
    c.density = density;
    c.precision = twice ? Precision::binary64 : Precision::binary32;
    const double error = transpose_error(c);
    const double limit = twice ? 1e-12 : 1e-6;
    QVERIFY2(error < limit, qPrintable(QString::number(error)));
  }

  // || F(m) - F(0) - F' m || falls with the square of m.
  void taylor_remainder_data() {
    QTest::addColumn<int>("faces");
    QTest::addColumn<bool>("density");
    for (int faces = 0; faces < 5; ++faces)
      for (const bool density : {false, true})
        QTest::addRow("faces %d, %s", faces, density ? "density" : "one density") << faces << density;
  }
  void taylor_remainder() {
    QFETCH(int, faces);
    QFETCH(bool, density);
    StepCase c;
    c.faces = step_faces[static_cast<std::size_t>(faces)];
    c.density = density;
    const StepModel model(c);
    // Velocities are single: m is what they become.
    const Field<float> shape = random_field(c.n, 3);
    const auto moved = [&](double size, Field<float>& velocity, Field<float>& m) {
      for (int k = 0; k < c.n[2]; ++k)
        for (int i = 0; i < c.n[0]; ++i) {
          const float v = model.velocity(i, 0, k);
          const bool inside = i > 0 && k > 0 && i + 1 < c.n[0] && k + 1 < c.n[2];
          velocity(i, 0, k) = inside ? v * (1.0F - static_cast<float>(0.5 * size) * shape(i, 0, k)) : v;
          const double ratio = static_cast<double>(v) / static_cast<double>(velocity(i, 0, k));
          m(i, 0, k) = static_cast<float>(ratio * ratio - 1.0);
        }
    };
    const auto traces = [&](const Field<float>& velocity) {
      StepperSetup setup = model.setup;
      setup.model.velocity = borrowed(velocity);
      const auto wave = make_cpu_stepper(setup);
      wave->advance(c.steps);
      return wave->exact_samples();
    };
    const std::vector<double> still = traces(model.velocity);
    std::vector<double> remainders;
    for (const double size : {0.04, 0.02, 0.01}) {
      Field<float> velocity(c.n), m(c.n);
      moved(size, velocity, m);
      const auto there = traces(velocity), born = born_samples(model.setup, m);
      double sum = 0.0;
      for (std::size_t s = 0; s < still.size(); ++s)
        sum += std::pow(there[s] - still[s] - born[s], 2);
      remainders.push_back(std::sqrt(sum));
    }
    for (std::size_t r = 1; r < remainders.size(); ++r) {
      const double slope = std::log2(remainders[r - 1] / remainders[r]);
      QVERIFY2(std::abs(slope - 2.0) < 0.1, qPrintable(QString::number(slope)));
    }
  }
};

}  // namespace test_stepper_adjoint

FOLDWAVE_TEST(test_stepper_adjoint, run_guiless<test_stepper_adjoint::TestStepperAdjoint>)
#include "test_stepper_adjoint.moc"
