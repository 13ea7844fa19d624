// Protects waves that are taken step by step on the device: forward, adjoint and Born they are the CPU's but
// for rounding; backward they come home by strips, which give the same bits from wherever they are kept; kept
// levels, sums over time and images are right, and Born's wave and its adjoint are each other's transpose.
// Without a device the test is skipped.
#include <QTest>

#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/stepper_checks.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_stepper {

using namespace foldwave;

class TestCudaStepper : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      select_backend("cuda");
    } catch (const Error& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
  }

  void every_figure_is_within_its_limit() {
    for (const test::StepperFigure& figure : test::stepper_figures()) {
      const std::string text = figure.name + ": " + std::to_string(figure.value);
      QVERIFY2(figure.good(), text.c_str());
    }
  }

  void the_back_end_makes_them_and_refuses_the_others() {
    StepCase c;
    const StepModel model(c);
    const auto cuda = select_backend("cuda");
    const auto there = cuda->make_wave_stepper(model.setup), here = make_cpu_stepper(model.setup);
    const auto sink = there->make_sink(SinkKind::energy), other = here->make_sink(SinkKind::energy);
    const WaveStepper* const wrong[]{here.get()};
    QVERIFY_EXCEPTION_THROWN(sink->add(wrong), InputError);
    QVERIFY_EXCEPTION_THROWN(there->attach(*other, 1), InputError);
    QVERIFY_EXCEPTION_THROWN(there->scatter(*there), InputError);
    QVERIFY_EXCEPTION_THROWN(there->restore(*here->levels(), 0), InputError);
    QVERIFY_EXCEPTION_THROWN(there->make_strip_record({StripPrecision::bits8, 0, 300, {}}), InputError);
    QVERIFY_EXCEPTION_THROWN(there->make_strip_record({StripPrecision::exact, 1, 300, "/nowhere/at/all"}),
                             ResourceError);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(there->advance(5, stop.get_token()), 0);
  }
};

}  // namespace test_cuda_stepper

FOLDWAVE_TEST(test_cuda_stepper, run_guiless<test_cuda_stepper::TestCudaStepper>)
#include "test_cuda_stepper.moc"
