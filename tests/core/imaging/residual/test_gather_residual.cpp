// Protects the difference of two gathers: closed forms, traces of nothing, NaN seen, misfits refused.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/imaging/residual/gather_residual.hpp"
#include "tests/test_program.hpp"

namespace test_gather_residual {

using namespace foldwave;

namespace {

Gather gather_of(float a, float b) {
  Gather gather;
  gather.dt = 0.002;
  gather.samples = 100;
  gather.receivers = {{0.0, 0.0, 0.0}, {50.0, 0.0, 0.0}};
  for (const float size : {a, b})
    for (int n = 0; n < 100; ++n)
      gather.traces.push_back(size * std::sin(0.3F * static_cast<float>(n)));
  return gather;
}

}  // namespace

class TestGatherResidual : public QObject {
  Q_OBJECT
 private slots:
  void it_is_the_root_of_the_energies() {
    const GatherResidual r = gather_residual(gather_of(3.0F, 1.0F), gather_of(2.0F, 1.0F));
    QVERIFY(std::abs(r.rms[0] - 0.5) < 1e-6 && r.rms[1] == 0.0);
    QVERIFY(std::abs(r.all - 1.0 / std::sqrt(5.0)) < 1e-6);
    QVERIFY(worst_trace(r) == std::size_t{0});
    QCOMPARE(r.difference.traces[7], 3.0F * std::sin(2.1F) - 2.0F * std::sin(2.1F));
  }

  void nothing_and_no_number_are_seen() {
    const GatherResidual r = gather_residual(gather_of(1.0F, 0.0F), gather_of(0.0F, 0.0F));
    QVERIFY(std::isnan(r.rms[0]) && r.rms[1] == 0.0 && std::isnan(r.all));
    QVERIFY(worst_trace(r) == std::size_t{1} && !worst_trace({}));
    Gather spoilt = gather_of(1.0F, 1.0F);
    spoilt.traces[150] = std::numeric_limits<float>::quiet_NaN();
    const GatherResidual s = gather_residual(spoilt, gather_of(1.0F, 1.0F));
    QVERIFY(s.rms[0] == 0.0 && std::isnan(s.rms[1]) && std::isnan(s.all));
  }

  void other_gathers_are_refused() {
    const Gather good = gather_of(1.0F, 1.0F);
    for (int what = 0; what < 4; ++what) {
      Gather other = good;
      if (what == 0) other.receivers.pop_back();
      if (what == 1) other.samples = 99;
      if (what == 2) other.dt = 0.004;
      if (what == 3) other.receivers[1].x += 1.0;
      QVERIFY_EXCEPTION_THROWN(gather_residual(other, good), InputError);
    }
  }
};

}  // namespace test_gather_residual

FOLDWAVE_TEST(test_gather_residual, run_guiless<test_gather_residual::TestGatherResidual>)
#include "test_gather_residual.moc"
