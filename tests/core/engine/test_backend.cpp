// Protects the choice of a back end, which never replaces what was asked for.
#include <QTest>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "tests/test_program.hpp"

namespace test_backend {

using namespace foldwave;

namespace {

QString refusal(const std::string& name) {
  try {
    select_backend(name);
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

Job stopped_job() {
  std::stop_source stop;
  stop.request_stop();
  return {nullptr, stop.get_token()};
}

// A device whose memory is always full.
class Full final : public FoldSolver {
 public:
  std::string name() const override { return "full"; }
  FoldSolution solve(FoldProblem, const FoldOptions&, const Job& job) const override {
    job.throw_if_stopped();
    fail();
  }
  [[noreturn]] static void fail() {
    const char *const problem = "cannot get memory: it is full", *const remedy = "use a smaller grid";
    if (own) throw ResourceError(place, problem, remedy);
    throw DeviceError(place, problem, remedy);
  }
  static inline std::string place = "pretender";
  static inline bool own = false;  // what is full is not the device's but this machine's
};

// A device that gives a run up after its first snapshots.
class Failing final : public WavePropagator {
 public:
  std::string name() const override { return "failing"; }
  std::int64_t memory_bytes(const WaveModel&) const override { return 0; }
  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    job.throw_if_stopped();
    if (watch.snapshots != nullptr) {
      const Field<float> nothing(model.grid.n);
      for (const int step : {0, 10})
        watch.snapshots->snapshot(step, step * model.dt, nothing);
    }
    Full::fail();
  }
};

class StepsSeen final : public SnapshotSink {
 public:
  void snapshot(int step, double, const Field<float>&) override { steps.push_back(step); }
  std::vector<int> steps;
};

class Pretender final : public Backend {
 public:
  std::string name() const override { return "pretender"; }
  std::string description() const override { return "not really there"; }
  std::int64_t free_memory_bytes() const override { return 0; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override { return std::make_unique<Full>(); }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<Failing>();
  }
};

}  // namespace

class TestBackend : public QObject {
  Q_OBJECT

 private slots:
  // In this order: a registered back end stays for the rest of the process.
  void aloneTheCpuIsChosen() {
    QCOMPARE(select_backend("auto")->name(), std::string("cpu"));
    QCOMPARE(select_backend("cpu")->name(), std::string("cpu"));
    QVERIFY(cpu_backend()->free_memory_bytes() > 0);
    QVERIFY(cpu_backend()->make_fold_solver(FoldMethod::automatic) != nullptr);
    QVERIFY(cpu_backend()->make_wave_propagator() != nullptr);
    const auto all = list_backends();
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all[0].name == "cpu" && all[0].available);
  }

  void askedForButNotBuilt() {
    QVERIFY(refusal("cuda").startsWith("--backend cuda: this build has no CUDA"));
    QVERIFY(refusal("cuda").contains("use --backend cpu"));
    QVERIFY(refusal("abacus").contains("\"abacus\" is not known; use one of: auto, cpu"));
  }

  void builtButNotUsable() {
    register_backend({"cuda", [](std::string& why_not) {
                        why_not = "no device was found";
                        return std::shared_ptr<const Backend>();
                      }});
    QCOMPARE(refusal("cuda"), QString("--backend cuda: no device was found; use --backend cpu"));
    QCOMPARE(select_backend("auto")->name(), std::string("cpu"));
    const auto all = list_backends();
    QCOMPARE(all.size(), std::size_t{2});
    QVERIFY(all[0].name == "cuda" && !all[0].available && all[0].text == "no device was found");
  }

  void theFirstThatWorksIsChosen() {
    register_backend({"pretender", [](std::string&) -> std::shared_ptr<const Backend> {
                        return std::make_shared<const Pretender>();
                      }});
    QCOMPARE(select_backend("auto")->name(), std::string("pretender"));
    QCOMPARE(select_backend("cpu")->name(), std::string("cpu"));
    QVERIFY(refusal("abacus").contains("auto, cpu, cuda, pretender"));
  }

  // Chosen by itself, a device that is too small gives way, and the result says so; asked for, it never does.
  void autoFallsBackAndSaysSo() {
    const Grid3 grid{{12, 11, 10}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const auto horizon = std::make_shared<const Horizon>(
        make_horizon(PlaneHorizon{{50.0, 50.0, 47.0}, 20.0, 70.0, {}}, grid, "", ""));
    const auto solve = [&](const Backend& backend, const Job& job = {}) {
      return backend.make_fold_solver(FoldMethod::automatic)
          ->solve({grid, 1.0, {}, horizon, {}, {}}, {}, job);
    };
    const auto chosen = select_backend("auto");
    QVERIFY(chosen->falls_back() && !select_backend("pretender")->falls_back());
    const FoldSolution solution = solve(*chosen);
    QCOMPARE(solution.warnings.size(), std::size_t{1});
    QVERIFY(solution.warnings[0].starts_with("fold: solved on the CPU instead: pretender: cannot get"));
    QCOMPARE(*solution.taken_over_by, cpu_backend()->make_fold_solver(FoldMethod::automatic)->name());
    const FoldSolution wanted = solve(*cpu_backend());
    for (Index m = 0; m < grid.size(); ++m)
      QVERIFY(solution.arrival[m] == wanted.arrival[m]);

    QVERIFY_EXCEPTION_THROWN(solve(*select_backend("pretender")), ResourceError);
    Full::own = true;  // memory, of which the CPU has no more
    QVERIFY_EXCEPTION_THROWN(solve(*chosen), ResourceError);
    Full::own = false;
    QVERIFY_EXCEPTION_THROWN(solve(*chosen, stopped_job()), Stopped);
  }

  void aWaveFallsBackTooAndItsSnapshotsGoOn() {
    const Field<float> velocity({24, 1, 24}, 2000.0F);
    WaveModel model;
    model.grid = {{24, 1, 24}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
    model.dt = 1e-3;
    model.steps = 40;
    model.sources = {{{110.0, 0.0, 110.0}, {1.0F, 2.0F, 1.0F}}};
    model.receivers = {{50.0, 0.0, 50.0}};
    model.snapshot_every = 10;
    const auto run = [&](const Backend& backend, SnapshotSink* sink, const Job& job = {}) {
      return backend.make_wave_propagator()->run(model, sink, job);
    };
    StepsSeen seen;
    const auto chosen = select_backend("auto");
    const WaveRun fallen = run(*chosen, &seen);
    QCOMPARE(seen.steps, (std::vector<int>{0, 10, 20, 30, 40}));
    QCOMPARE(fallen.warnings.size(), std::size_t{1});
    QVERIFY(fallen.warnings[0].starts_with("wave: run on the CPU instead: pretender: cannot get"));
    QCOMPARE(*fallen.taken_over_by, cpu_backend()->make_wave_propagator()->name());
    QVERIFY(fallen.gather.traces == run(*cpu_backend(), nullptr).gather.traces);
    QVERIFY(std::any_of(fallen.gather.traces.begin(), fallen.gather.traces.end(),
                        [](float p) { return p != 0.0F; }));

    QVERIFY_EXCEPTION_THROWN(run(*select_backend("pretender"), nullptr), ResourceError);
    Full::place = "/grid";  // too large for the device
    QCOMPARE(run(*chosen, nullptr).warnings.size(), std::size_t{1});
    Full::place = "/data/step.vti";  // a full disk, on whatever thread it is met
    Full::own = true;
    QVERIFY_EXCEPTION_THROWN(run(*chosen, nullptr), ResourceError);
    Full::place = "pretender";
    Full::own = false;
    QVERIFY_EXCEPTION_THROWN(run(*chosen, nullptr, stopped_job()), Stopped);
  }

  // Last, as it stays too.
  void allDevicesTogetherAreListed() {
    const auto make = [](std::string&) -> std::shared_ptr<const Backend> {
      return std::make_shared<const Pretender>();
    };
    const auto make_of = [](const std::string& devices, std::string& why_not) {
      why_not = "asked for " + devices;
      return std::shared_ptr<const Backend>();
    };
    register_backend({"single", make, make_of, [] { return 1; }});
    register_backend({"triplet", make, make_of, [] { return 3; }});
    const auto all = list_backends();
    const auto named = [&](const std::string& name) {
      return std::ranges::find(all, name, &BackendStatus::name);
    };
    QVERIFY(named("triplet") != all.end() && named("triplet")->available);
    const auto together = named("triplet:0,1,2");
    QVERIFY(together != all.end() && !together->available);
    QCOMPARE(together->text, std::string("asked for 0,1,2"));
    QVERIFY(named("single") != all.end() && named("single:0") == all.end());
  }
};

}  // namespace test_backend

FOLDWAVE_TEST(test_backend, run_guiless<test_backend::TestBackend>)
#include "test_backend.moc"
