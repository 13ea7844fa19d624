// Protects verification itself: the CPU passes every quick check of the fold, and each check can fail: a
// solver that is a little wrong does not pass.
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/engine/verify.hpp"

using namespace foldwave;

namespace {

// The CPU's solver with T off by a share; the share stands for a small mistake in the update.
class Wrong final : public FoldSolver {
 public:
  explicit Wrong(FoldMethod method) : method_(method) {}
  std::string name() const override { return "wrong"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    FoldSolution solution = cpu_backend()->make_fold_solver(method_)->solve(std::move(problem), options, job);
    for (float& T : solution.arrival.values())
      T += 0.02F * T * std::tanh(std::abs(T));
    return solution;
  }

 private:
  FoldMethod method_;
};

class WrongBackend final : public Backend {
 public:
  std::string name() const override { return "wrong"; }
  std::string description() const override { return "a solver two per cent off"; }
  std::int64_t free_memory_bytes() const override { return cpu_backend()->free_memory_bytes(); }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<Wrong>(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }
};

QString line(const Check& c) {
  return QString("%1: %2 against %3").arg(QString::fromStdString(c.name)).arg(c.value).arg(c.limit);
}

}  // namespace

class TestVerify : public QObject {
  Q_OBJECT

 private slots:
  void aValueThatIsNoNumberFails() {
    QVERIFY(Check({"", 1.0, 1.0, "", ""}).passed());
    QVERIFY(!Check({"", 1.0 + 1e-12, 1.0, "", ""}).passed());
    QVERIFY(!Check({"", std::numeric_limits<double>::quiet_NaN(), 1.0, "", ""}).passed());
    QVERIFY(!Check({"", std::numeric_limits<double>::infinity(), 1.0, "", ""}).passed());
  }

  void foldPassesOnTheCpu() {
    const Checks checks = verify_fold(*cpu_backend(), VerifyScope::quick, {});
    QVERIFY(checks.size() >= 6);
    for (const Check& c : checks) {
      QVERIFY2(c.passed(), qPrintable(line(c)));
      // An error of exactly nothing would mean that nothing was measured; two schedules may agree to the bit.
      const bool schedules = c.name.starts_with("fold.same") || c.name.starts_with("fold.godunov");
      QVERIFY2(c.value > 0.0 || schedules, qPrintable(line(c)));
      QVERIFY(!c.unit.empty() && !c.note.empty());
    }
  }

  void aWrongSolverFails() {
    int planes = 0;
    for (const Check& c : verify_fold(WrongBackend(), VerifyScope::quick, {})) {
      const QString name = QString::fromStdString(c.name);
      if (name.startsWith("fold.plane")) {
        ++planes;
        QVERIFY2(!c.passed(), qPrintable(line(c)));
      }
      if (name.startsWith("fold.point.error") || name.startsWith("fold.exact") ||
          name.startsWith("fold.same") || name.startsWith("geology.fit"))
        QVERIFY2(!c.passed(), qPrintable(line(c)));
    }
    QVERIFY(planes > 0);
  }

  void stopEndsIt() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(verify_fold(*cpu_backend(), VerifyScope::quick, {nullptr, stop.get_token()}),
                             Stopped);
  }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "test_verify.moc"
