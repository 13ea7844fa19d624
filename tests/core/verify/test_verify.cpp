// Protects verification itself: the CPU passes every quick check; every check fails on a solver with a fault,
// by the table below, which a new check must join; a check names who computed it; and no limit is far from
// what is measured.
#include <QTest>
#include <algorithm>
#include <limits>
#include <set>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "tests/core/verify/faulty_backend.hpp"
#include "tests/test_program.hpp"

namespace test_verify {

using namespace foldwave;

namespace {

// Rows by how their names begin (the longest that fits), the faults that each of them must find, and where a
// limit is more than ten times what the CPU's worst such row measures, why.
struct Rows {
  std::string begin;
  std::vector<std::string> faults;
  std::string loose = {};
};
const std::vector<Rows>& table() {
  static const std::vector<Rows> rows{
      {"fold.plane.foot-point",
       {"T 2 % off", "the lower side's sign lost", "one node not a number", "one node not reached",
        "advection that is not there"},
       "3.4e-6 on a device"},
      {"fold.plane.pmm",
       {"T 2 % off", "the lower side's sign lost", "one node not a number", "one node not reached",
        "advection that is not there"}},
      {"fold.thickness.foot-point", {"advection that is not there", "T not a number"}},
      {"fold.thickness.pmm", {"advection that is not there", "T not a number"}},
      {"fold.exact.foot-point", {"T 2 % off", "one node not a number"}},
      {"fold.exact.pmm", {"T 2 % off", "one node not a number"}},
      {"geology.class", {"a ripple in T", "T not a number"}},
      {"geology.thickness", {"a ripple in T", "T not a number"}},
      {"geology.isogons", {"a ripple in T", "T not a number"}},
      {"geology.lean", {"a ripple in T", "T not a number"}},
      {"geology.fit", {"T 2 % off", "T not a number"}},
      {"fold.point", {"T 2 % off", "one node not a number", "advection that is not there"}},
      {"fold.order", {"T 2 % off", "one node not a number", "advection that is not there"}},
      {"fold.same", {"T 2 % off", "one node not a number", "one node not reached"}},
      {"fold.varying.order", {"T 2 % off", "one node not a number"}},
      {"fold.varying.error", {"T 2 % off", "one node not a number", "F, psi and a that do not vary"}},
      {"fold.godunov.pmm", {"pmm 2 % off", "one node not a number"}},
      {"fold.godunov", {"all but fast marching 2 % off", "one node not a number"}},
      {"fold.mesh", {"T 2 % off", "the lower side's sign lost", "one node not a number"}},
      {"fold.refold", {"T 2 % off", "one node not a number", "one node not reached"}},
      {"fold.unconformity",
       {"T 2 % off", "one node not a number", "layers off by one", "a cut a centimetre off"}},

      {"wave.standing.order2", {"velocity 1 % high", "sign turned", "pressure not a number"}},
      {"wave.standing.order",
       {"velocity 1 % high", "amplitude 2 % off", "pressure not a number", "second order in space"}},
      {"wave.standing.time2", {"velocity 1 % high", "sign turned", "pressure not a number"}},
      {"wave.standing.time4", {"velocity 1 % high", "second order in time"}},
      {"wave.standing.density",
       {"density ignored", "velocity 1 % high", "sign turned", "pressure not a number"}},
      {"wave.point",
       {"velocity 1 % high", "amplitude 2 % off", "two samples late", "the last sample not a number"}},
      {"wave.point3d.between", {"receivers put to nodes"}},
      {"wave.point3d.order8", {"second order in space", "sign turned"}},
      {"wave.point3d.time4", {"second order in time"}},
      {"wave.error_budget", {"velocity 1 % high", "amplitude 2 % off", "a longer step"}},
      {"wave.stability.below", {"growth", "pressure not a number", "no pressure", "a longer step"}},
      {"wave.stability.refused", {"no refusal", "a shorter step"}},
      {"wave.stability.blows_up", {"a shorter step"}},
      {"wave.sponge", {"sponges lost", "pressure not a number", "no pressure"}},
      {"wave.cpml", {"CPML lost", "the last sample not a number", "no pressure"}},
      {"wave.free_surface", {"free faces lost", "the last sample not a number", "no pressure"}},
      {"wave.reflector.time",
       {"two samples late", "velocity 1 % high", "pressure not a number", "no pressure"},
       "late by nothing"},
      {"wave.reflector.coefficient", {"amplitude 2 % off", "sign turned", "pressure not a number"}},
      {"wave.reflector.density", {"amplitude 2 % off", "density ignored", "sign turned"}},
      {"wave.reciprocity", {"receivers put to nodes", "the last sample not a number", "no pressure"}},

      {"image.adjoint",
       {"pads that are no transpose", "scattering 2 % off", "traces a sample late", "traces not a number"},
       "rounding alone"},
      {"image.taylor", {"scattering 2 % off", "no scattering"}},
      {"image.reflector", {"the receivers' wave 3 % fast", "traces not a number"}},
      {"image.location.place", {"velocity 1 % high", "receivers put to nodes", "no pressure"}},
      {"image.location.time", {"two samples late", "velocity 1 % high", "the last sample not a number"}},
      {"image.location.amplitude", {"amplitude 2 % off", "sign turned", "pressure not a number"}},
  };
  return rows;
}

// The entry of a row, or null.
const Rows* rows_of(const std::string& name) {
  const Rows* best = nullptr;
  for (const Rows& rows : table())
    if (name.starts_with(rows.begin) && (best == nullptr || rows.begin.size() > best->begin.size()))
      best = &rows;
  return best;
}

Verified with_fault(const FaultyBackend& backend, const Fault& fault) {
  Verified verified(backend);
  verified.mesh_fold = [sound = verified.mesh_fold, &fault](const FoldProblem& problem, const Job& job) {
    FoldSolution solution = sound(problem, job);
    fault.mesh(solution);
    return solution;
  };
  verified.folds_in_a_row = [sound = verified.folds_in_a_row, &fault](const Scenario& s, const Job& job) {
    FoldResult result = sound(s, job);
    fault.folds(result);
    return result;
  };
  verified.make_stepper = [sound = verified.make_stepper, &fault](StepperSetup setup) {
    fault.stepper(setup);
    return sound(setup);
  };
  return verified;
}

Checks run_with(const CheckGroup& group, const std::string& fault_name) {
  const Fault& fault = faults().at(fault_name);
  FaultyBackend backend;
  backend.fold = fault.fold;
  backend.wave = fault.wave;
  return run_checks(group, with_fault(backend, fault), VerifyScope::quick, {});
}

// A row that an error in its group has kept from being made counts as failed: the error has a row that fails.
bool fails(const Checks& checks, const std::string& name) {
  for (const Check& c : checks)
    if (c.name == name) return !c.passed();
  return std::any_of(checks.begin(), checks.end(),
                     [](const Check& c) { return c.unit == "error" && !c.passed(); });
}

QString line(const Check& c) {
  return QString("%1: %2 against %3, %4")
      .arg(QString::fromStdString(c.name))
      .arg(c.value)
      .arg(c.limit)
      .arg(QString::fromStdString(c.note));
}

}  // namespace

class TestVerify : public QObject {
  Q_OBJECT

  void a_row_a_group() {
    QTest::addColumn<int>("group");
    for (std::size_t g = 0; g < check_groups().size(); ++g)
      QTest::newRow(check_groups()[g].name) << static_cast<int>(g);
  }

 private slots:
  void aValueThatIsNoNumberFails() {
    QVERIFY(Check({"", 1.0, 1.0, "", ""}).passed());
    QVERIFY(!Check({"", 1.0 + 1e-12, 1.0, "", ""}).passed());
    QVERIFY(!Check({"", std::numeric_limits<double>::quiet_NaN(), 1.0, "", ""}).passed());
    QVERIFY(!Check({"", std::numeric_limits<double>::infinity(), 1.0, "", ""}).passed());
  }

  void theCpuPassesAndEveryFaultIsFound_data() { a_row_a_group(); }
  void theCpuPassesAndEveryFaultIsFound() {
    QFETCH(int, group);
    const CheckGroup& g = check_groups()[static_cast<std::size_t>(group)];
    const Checks sound = run_checks(g, Verified(*cpu_backend()), VerifyScope::quick, {});
    QVERIFY(!sound.empty());
    std::set<std::string> wanted;
    std::map<std::string, double> worst;
    for (const Check& c : sound) {
      QVERIFY2(c.passed(), qPrintable(line(c)));
      QVERIFY2(c.name.starts_with(g.name) && !c.unit.empty() && !c.note.empty(), qPrintable(line(c)));
      QCOMPARE(c.backend, std::string("cpu"));
      const Rows* const rows = rows_of(c.name);
      QVERIFY2(rows != nullptr && !rows->faults.empty(), qPrintable("no fault is listed for " + line(c)));
      seen_.insert(rows->begin);
      wanted.insert(rows->faults.begin(), rows->faults.end());
      double& most = worst[rows->begin];
      most = worst_of(most, c.value / c.limit);
    }
    for (const auto& [begin, share] : worst)
      QVERIFY2(share >= 0.1 || !rows_of(begin)->loose.empty(),
               qPrintable(QString("%1: the limit is %2 times what is measured")
                              .arg(QString::fromStdString(begin))
                              .arg(1.0 / share)));

    for (const std::string& name : wanted) {
      const Checks found = run_with(g, name);
      for (const Check& c : sound) {
        const auto& listed = rows_of(c.name)->faults;
        if (std::find(listed.begin(), listed.end(), name) == listed.end()) continue;
        const auto now =
            std::find_if(found.begin(), found.end(), [&](const Check& f) { return f.name == c.name; });
        QVERIFY2(fails(found, c.name), qPrintable(QString("passes in spite of \"%1\": %2")
                                                      .arg(QString::fromStdString(name))
                                                      .arg(now != found.end() ? line(*now) : line(c))));
      }
      for (const Check& c : found)
        QCOMPARE(c.backend, std::string(g.by_backend ? "faulty" : "cpu"));
    }
  }

  // What the CPU computes in any case passes, to the bit, where the back end cannot do anything; and where it
  // gives way to another, what it should have computed is no result.
  void aRowNamesWhoComputedIt_data() { a_row_a_group(); }
  void aRowNamesWhoComputedIt() {
    QFETCH(int, group);
    const CheckGroup& g = check_groups()[static_cast<std::size_t>(group)];
    FaultyBackend backend;
    if (g.by_backend) {
      backend.fold = [](FoldMethod method, FoldProblem problem, const FoldOptions& options, const Job& job) {
        FoldSolution solution = sound_fold(method, std::move(problem), options, job);
        solution.taken_over_by = "another";
        return solution;
      };
      backend.wave = [](const WaveModel& model, const WaveWatch& watch, const Job& job) {
        WaveRun run = sound_wave(model, watch, job);
        run.taken_over_by = "another";
        run.warnings = {"wave: run by another"};
        return run;
      };
      // Steppers give way to nobody: a device that fails is an error.
      if (std::string(g.name) != "image")
        QVERIFY_EXCEPTION_THROWN(run_checks(g, Verified(backend), VerifyScope::quick, {}), ResourceError);
      return;
    }
    backend.fold = [](auto&&...) -> FoldSolution { throw std::logic_error("asked"); };
    backend.wave = [](auto&&...) -> WaveRun { throw std::logic_error("asked"); };
    for (const Check& c : run_checks(g, Verified(backend), VerifyScope::quick, {})) {
      QVERIFY2(c.passed(), qPrintable(line(c)));
      QCOMPARE(c.backend, std::string("cpu"));
    }
  }

  void stopEndsIt_data() { a_row_a_group(); }
  void stopEndsIt() {
    QFETCH(int, group);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(
        run_checks(check_groups()[static_cast<std::size_t>(group)], Verified(*cpu_backend()),
                   VerifyScope::quick, {nullptr, stop.get_token()}),
        Stopped);
  }

  void theTableHoldsNothingElse() {
    std::set<std::string> used;
    for (const Rows& rows : table())
      used.insert(rows.faults.begin(), rows.faults.end());
    for (const auto& [name, fault] : faults())
      QVERIFY2(used.contains(name), qPrintable(QString::fromStdString(name)));
    for (const std::string& name : used)
      QVERIFY2(faults().contains(name), qPrintable(QString::fromStdString(name)));
    // After a run of all groups.
    for (const Rows& rows : table())
      QVERIFY2(seen_.size() < check_groups().size() || seen_.contains(rows.begin),
               qPrintable(QString::fromStdString(rows.begin)));
  }

 private:
  std::set<std::string> seen_;  // of the table
};

}  // namespace test_verify

FOLDWAVE_TEST(test_verify, run_guiless<test_verify::TestVerify>)
#include "test_verify.moc"
