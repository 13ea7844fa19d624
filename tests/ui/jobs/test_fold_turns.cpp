// Protects the processors: one fold runs at a time, the preview of a drag before the full fold before those
// of variants, and one that gave way is made in the end.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/fold/solver.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"
#include "ui/jobs/fold_preview.hpp"
#include "ui/jobs/variant_folds.hpp"

namespace test_fold_turns {

using namespace foldwave;

namespace {

constexpr int patience = 60000;

void nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// The CPU's, and how many of its folds ran at once.
struct Count {
  std::atomic<int> now = 0, most = 0, all = 0;
};
class CountedSolver : public FoldSolver {
 public:
  CountedSolver(std::unique_ptr<FoldSolver> solver, Count& count)
      : solver_(std::move(solver)), count_(count) {}
  std::string name() const override { return solver_->name(); }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    ++count_.all;
    const int now = ++count_.now;
    count_.most = std::max(count_.most.load(), now);
    struct Leave {
      Count& count;
      ~Leave() { --count.now; }
    } const leave{count_};
    for (int i = 0; i < 40; ++i) {  // long enough to meet others
      job.throw_if_stopped();
      nap();
    }
    return solver_->solve(std::move(problem), options, job);
  }

 private:
  std::unique_ptr<FoldSolver> solver_;
  Count& count_;
};
class CountedBackend : public Backend {
 public:
  explicit CountedBackend(Count& count) : count_(count) {}
  std::string name() const override { return "cpu"; }
  std::string description() const override { return cpu_->description(); }
  std::int64_t free_memory_bytes() const override { return cpu_->free_memory_bytes(); }
  std::vector<FoldMethod> fold_methods() const override { return cpu_->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return std::make_unique<CountedSolver>(cpu_->make_fold_solver(method), count_);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_->make_wave_propagator();
  }

 private:
  std::shared_ptr<const Backend> cpu_ = cpu_backend();
  Count& count_;
};

Scenario example(double psi) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {20, 20, 20};
  s.grid.h = {e.x / 19, e.y / 19, e.z / 19};
  s.propagation.enabled = false;
  s.events.front().fold.parameters = {1.0 - psi, psi, false};
  return s;
}

// A fold of its own thread that runs until it is let go.
class Fold {
 public:
  Fold(FoldTurns& turns, FoldRank rank)
      : thread_([this, &turns, rank](const std::stop_token& stop) {
          try {
            turns.run(rank, {nullptr, stop}, [this](const Job& job) {
              ++begun;
              runs = true;
              while (!go_on) {
                if (job.stop.stop_requested()) runs = false;
                job.throw_if_stopped();
                nap();
              }
              runs = false;
              done = true;
            });
          } catch (const Stopped&) {
            stopped = true;
          }
        }) {}
  void stop() { thread_.request_stop(); }

  std::atomic<int> begun = 0;
  std::atomic<bool> runs = false, go_on = false, done = false, stopped = false;

 private:
  std::jthread thread_;
};

}  // namespace

class TestFoldTurns : public QObject {
  Q_OBJECT

 private slots:
  void a_higher_rank_goes_first_and_the_other_is_made_after_it() {
    FoldTurns turns;
    Fold variant(turns, FoldRank::variant);
    QTRY_VERIFY(variant.runs);
    Fold full(turns, FoldRank::full);
    QTRY_VERIFY(full.runs);
    QVERIFY(!variant.runs);
    Fold another(turns, FoldRank::variant);
    Fold preview(turns, FoldRank::preview);
    QTRY_VERIFY(preview.runs);
    QVERIFY(!full.runs && !variant.runs && !another.runs);
    preview.go_on = true;
    QTRY_VERIFY(full.runs);
    QVERIFY(preview.done && !variant.runs && !another.runs);
    full.go_on = variant.go_on = another.go_on = true;
    QTRY_VERIFY(full.done && variant.done && another.done);
    QCOMPARE(full.begun, 2);
    QCOMPARE(variant.begun, 2);
    QVERIFY(!full.stopped && !variant.stopped);
  }

  void between_previews_no_other_fold_begins() {
    FoldTurns turns;
    Fold full(turns, FoldRank::full);
    QTRY_VERIFY(full.runs);
    turns.hold();
    QTRY_VERIFY(!full.runs);
    for (int i = 0; i < 3; ++i) {
      Fold preview(turns, FoldRank::preview);
      preview.go_on = true;
      QTRY_VERIFY(preview.done);
    }
    QCOMPARE(full.begun, 1);
    turns.release();
    QTRY_COMPARE(full.begun, 2);
    full.go_on = true;
  }

  void one_that_waits_can_be_stopped() {
    FoldTurns turns;
    Fold first(turns, FoldRank::full), second(turns, FoldRank::full);
    QTRY_VERIFY(first.runs || second.runs);
    Fold& waits = first.runs ? second : first;
    waits.stop();
    QTRY_VERIFY(waits.stopped);
    QCOMPARE(waits.begun, 0);
    (first.runs ? first : second).go_on = true;
  }

  // As the window has them.
  void folds_and_variants_never_run_at_once() {
    Count count;
    const auto backend = std::make_shared<const CountedBackend>(count);
    const auto turns = std::make_shared<FoldTurns>();
    ScenarioRuns desk(backend, turns);
    VariantFolds variants(backend, turns);
    FoldPreview preview(turns);
    const QSignalSpy shown(&preview, &FoldPreview::ready);
    desk.open(example(0.5));
    desk.runs.run_fold();
    variants.get(example(0.1));
    variants.get(example(0.2));
    QTRY_VERIFY_WITH_TIMEOUT(count.all > 0, patience);
    for (int i = 0; i < 8; ++i) {
      preview.follow(example(0.3 + 0.01 * i));
      QTest::qWait(20);
    }
    QTRY_VERIFY_WITH_TIMEOUT(shown.count() > 0, patience);
    preview.end();
    QTRY_VERIFY_WITH_TIMEOUT(desk.results.fold() && variants.get(example(0.1)) && variants.get(example(0.2)),
                             patience);
    QCOMPARE(count.most, 1);
  }

  // A pointer that stands still holds nobody up.
  void a_drag_that_rests_lets_others_go_on() {
    const auto turns = std::make_shared<FoldTurns>();
    ScenarioRuns desk(cpu_backend(), turns);
    FoldPreview preview(turns);
    desk.open(example(0.5));
    preview.follow(example(0.4));
    desk.runs.run_fold();
    QTRY_VERIFY_WITH_TIMEOUT(desk.results.fold(), patience);
  }
};

}  // namespace test_fold_turns

FOLDWAVE_TEST(test_fold_turns, run_guiless<test_fold_turns::TestFoldTurns>)
#include "test_fold_turns.moc"
