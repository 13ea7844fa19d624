// Protects what becomes of waves: a stopped one gives back what was shown before, or stays when it is kept;
// queued ones run one after the other, each of the scenario that it was queued with; results are kept and
// shown again, and what was asked for last stays; a device that fails gives way to the CPU and says so. And
// the list of jobs that tells all this.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/event_edits.hpp"
#include "core/output/report.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"
#include "ui/jobs/job_list.hpp"

namespace test_wave_jobs {

using namespace foldwave;

namespace {

constexpr int patience = 20000;  // ms: the machine may be busy

Scenario shot(double seconds, double frequency = 20.0) {
  Scenario s;
  s.name = "shot";
  s.grid = {{120, 1, 100}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  for (Layer& layer : s.stack.layers)
    layer.velocity = 2000.0;
  s.survey.wavelet.frequency = frequency;
  s.survey.sources = {{{100.0, 0.0, 50.0}, 0.0, 1.0, {}}};
  s.propagation.enabled = true;
  s.propagation.duration = seconds;
  s.propagation.dt = 0.002;
  s.outputs.snapshot_steps = 20;
  return s;
}
constexpr double short_run = 0.05, endless = 2000.0;  // s of the model's time

// A device that does not answer any more.
class GoneSolver final : public FoldSolver {
 public:
  std::string name() const override { return "gone"; }
  FoldSolution solve(FoldProblem, const FoldOptions&, const Job&) const override {
    throw DeviceError("gone", "the device does not answer", "use --backend cpu");
  }
};
class GonePropagator final : public WavePropagator {
 public:
  std::string name() const override { return "gone"; }
  std::int64_t memory_bytes(const WaveModel&) const override { return 1; }
  WaveRun run(const WaveModel&, const WaveWatch&, const Job&) const override {
    throw DeviceError("gone", "the device does not answer", "use --backend cpu");
  }
};
class GoneDevice final : public Backend {
 public:
  std::string name() const override { return "gone"; }
  std::string description() const override { return "Lost 1000, 8 GB"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 40; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override {
    return std::make_unique<GoneSolver>();
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<GonePropagator>();
  }
};

void run_on(const Job& job) {
  while (true)
    job.throw_if_stopped();
}

}  // namespace

class TestWaveJobs : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    desk_ = std::make_unique<ScenarioRuns>(cpu_backend());
    connect(&desk_->runs, &Runs::finished, this,
            [](const QString& name, Outcome outcome, const QString& why) {
              if (outcome == Outcome::failed) qWarning("%s: %s", qPrintable(name), qPrintable(why));
            });
    desk_->open(shot(short_run));
  }
  void cleanup() { desk_.reset(); }

  void a_stopped_wave_gives_back_what_was_shown() {
    run_wave();
    const auto former = desk_->results.wave();
    const auto snapshots = desk_->results.snapshots();
    QVERIFY(former && !snapshots.empty());
    begin_endless();
    QVERIFY(desk_->results.wave() == nullptr && desk_->results.snapshots() != snapshots);
    desk_->runs.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
    QVERIFY(desk_->results.wave() == former);
    QVERIFY(desk_->results.snapshots() == snapshots);
    QVERIFY(desk_->results.wave_is_stale());  // of the shorter run
    QVERIFY(!desk_->results.live().running());
  }

  // The one before still runs out when the next has been asked for.
  void stopped_twice_neither_wave_runs_on() {
    begin_endless();
    desk_->runs.stop();
    desk_->runs.run_wave();
    desk_->runs.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
  }

  void stopped_and_kept_it_stays() {
    run_wave();
    const auto former = desk_->results.wave();
    begin_endless();
    desk_->runs.stop_and_keep();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
    QVERIFY(desk_->results.wave() && desk_->results.wave() != former &&
            desk_->results.wave()->result.run.stopped);
    QVERIFY(!desk_->results.snapshots().empty() && !desk_->results.wave_is_stale());
  }

  void queued_waves_are_of_their_own_scenarios() {
    QSignalSpy ended(&desk_->runs.worker(), &Worker::finished);
    desk_->runs.queue_wave();
    for (const double frequency : {25.0, 30.0}) {
      desk_->edit(shot(short_run, frequency));
      desk_->runs.queue_wave();
    }
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, patience);
    // The last is of the scenario as it is now: it is shown, the others are kept.
    QVERIFY(desk_->results.wave() && !desk_->results.wave_is_stale());
    const auto results = desk_->results.kept();
    QCOMPARE(results.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i)
      QCOMPARE(desk_->results.kept(results[i])->scenario.survey.wavelet.frequency, 20.0 + 5.0 * double(i));
    QVERIFY(desk_->results.is_shown(results[2]) && !desk_->results.is_shown(results[0]));

    desk_->edit(shot(short_run, 25.0));
    QVERIFY(desk_->results.wave_is_stale());
    desk_->results.show_kept(results[1]);
    QVERIFY(!desk_->results.wave_is_stale() && desk_->results.is_shown(results[1]));
    QVERIFY(desk_->results.wave() == desk_->results.kept(results[1])->wave);
  }

  // Until another wave is asked for, or the scenario is another one.
  void what_was_asked_for_last_stays() {
    run_wave();
    const JobId first = desk_->results.kept().front();
    desk_->runs.queue_wave();
    desk_->results.show_kept(first);
    QSignalSpy told(&desk_->results, &Results::wave_changed);
    QTRY_COMPARE_WITH_TIMEOUT(desk_->results.kept().size(), std::size_t{2}, patience);
    QVERIFY(desk_->results.is_shown(first) && desk_->results.wave() == desk_->results.kept(first)->wave);
    QCOMPARE(told.count(), 0);  // nor was it shown while it ran
    const JobId second = desk_->results.kept().back();
    desk_->results.show_kept(second);
    QVERIFY(desk_->results.is_shown(second));

    desk_->results.show_kept(first);
    desk_->runs.queue_wave();
    QTRY_COMPARE_WITH_TIMEOUT(desk_->results.kept().size(), std::size_t{3}, patience);
    QVERIFY(desk_->results.is_shown(desk_->results.kept().back()));

    // As undo does: the wave is of the scenario again, the result is not.
    desk_->edit(shot(short_run, 25.0));
    desk_->runs.queue_wave();
    desk_->edit(shot(short_run));
    desk_->results.show_kept(first);
    desk_->edit(shot(short_run, 25.0));
    QTRY_COMPARE_WITH_TIMEOUT(desk_->results.kept().size(), std::size_t{4}, patience);
    QVERIFY(desk_->results.is_shown(desk_->results.kept().back()) && !desk_->results.wave_is_stale());
  }

  // The wave that runs goes on where one that waits is taken out, and the others where one is stopped.
  void each_can_be_taken_out() {
    begin_endless();
    desk_->edit(shot(short_run, 25.0));
    desk_->runs.queue_wave();
    const JobId taken_out = desk_->runs.worker().unfinished().back().id;
    desk_->edit(shot(short_run, 30.0));
    desk_->runs.queue_wave();
    desk_->runs.worker().stop(taken_out);
    QCOMPARE(desk_->runs.worker().unfinished().size(), std::size_t{2});
    QVERIFY(desk_->runs.wave_runs());
    desk_->runs.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
    QCOMPARE(desk_->results.kept().size(), std::size_t{1});
    QCOMPARE(desk_->results.wave()->scenario.survey.wavelet.frequency, 30.0);
  }

  // After an edit in mid-run the fold comes before the waves that wait, and not at all where it was undone.
  void a_fold_comes_before_what_waits() {
    begin_endless();
    desk_->runs.queue_wave();
    Scenario other = desk_->now;
    other.stack.layers[0].velocity += 100.0;
    desk_->edit(other);
    desk_->runs.run_fold();
    const auto& jobs = desk_->runs.worker().unfinished();
    QCOMPARE(jobs.size(), std::size_t{3});
    QCOMPARE(jobs[1].name, QString("Fold"));
    Scenario back = other;
    back.stack.layers[0].velocity -= 100.0;
    desk_->edit(back);
    QCOMPARE(jobs.size(), std::size_t{2});
    desk_->runs.stop_all();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
  }

  void results_keep_within_their_bound() {
    const auto made = [] {
      WaveShown result;
      result.store = std::make_shared<SnapshotStore>(1'000'000);
      auto snapshot = std::make_shared<Snapshot>();
      snapshot->pressure = Field<float>({10, 10, 100});  // 40 kB
      result.store->add(0, std::move(snapshot));
      return result;
    };
    WaveResults results(100'000);
    for (JobId id = 1; id <= 3; ++id)
      results.add(id, made());
    QCOMPARE(results.ids(), (std::vector<JobId>{2, 3}));
    QVERIFY(results.find(1) == nullptr && results.find(3) != nullptr);
    // What is in the views stays, though it is the oldest.
    const SnapshotStore* const seen = results.find(2)->store.get();
    results.add(4, made(), seen);
    QCOMPARE(results.ids(), (std::vector<JobId>{2, 4}));
    results.add(5, made());
    QCOMPARE(results.ids(), (std::vector<JobId>{4, 5}));
  }

  // However many jobs have come since, those whose results are kept are found.
  void rows_that_lead_to_results_go_last() {
    JobList list;
    Worker worker;
    list.watch(worker);
    const auto run = [&](const QString& name) {
      worker.start(Worker::Order{name, {}}, [](const Job&) {});
      QTRY_VERIFY_WITH_TIMEOUT(!worker.busy(), patience);
    };
    run("kept");
    const JobId kept = list.record(0)->id;
    list.set_note(kept, "kept");
    for (int i = 0; i < 60; ++i)
      run("other");
    QVERIFY(list.rowCount() < 60);
    QCOMPARE(list.record(list.rowCount() - 1)->id, kept);
  }

  // Waves of one fold hold it once.
  void a_shared_fold_counts_once() {
    const auto made = [] {
      auto fold = std::make_shared<FoldOutcome>();
      fold->result.arrival = Field<float>({10, 10, 100});  // 40 kB
      return fold;
    };
    const auto fold = made();
    WaveResults results(60'000);
    for (JobId id = 1; id <= 3; ++id) {
      WaveShown result;
      result.fold = fold;
      results.add(id, std::move(result));
    }
    QCOMPARE(results.ids().size(), std::size_t{3});
    WaveShown other;
    other.fold = made();
    results.add(4, std::move(other));
    QCOMPARE(results.ids(), std::vector<JobId>{4});
  }

  void a_device_that_went_away_gives_way() {
    desk_->runs.set_backend(with_cpu_to_fall_back_on(std::make_shared<const GoneDevice>()));
    JobList list;
    list.watch(desk_->runs.worker());
    desk_->runs.run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs.busy(), patience);
    QVERIFY(desk_->results.wave() && !desk_->results.wave()->result.run.stopped);
    const WaveResult& wave = desk_->results.wave()->result;
    QCOMPARE(wave.made_by.backend, std::string("cpu"));
    QCOMPARE(wave.propagator, cpu_backend()->make_wave_propagator()->name());
    RunReport report;
    report.stages.push_back(stage_report(wave));
    QVERIFY(report_text(report).find(wave.propagator) != std::string::npos);
    QCOMPARE(desk_->results.fold()->result.made_by, made_by(*cpu_backend()));
    QVERIFY(list.index(0, JobList::where).data().toString().startsWith("the CPU"));
    QCOMPARE(list.index(0, JobList::outcome).data().toString(), QString("done, with warnings"));
    const QString why = list.record(0)->facts.warnings.join("\n");
    QVERIFY2(why.contains("wave: run on the CPU instead: gone: the device does not answer"), qPrintable(why));
  }

  void the_list_tells_what_runs_waits_and_ended() {
    JobList list;
    const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
    list.watch(desk_->runs.worker());
    begin_endless();
    desk_->runs.queue_wave();
    QCOMPARE(list.rowCount(), 2);
    const auto words = [&](int row, JobList::Column column) {
      return list.index(row, column).data().toString();
    };
    QCOMPARE(words(0, JobList::outcome), QString("waits"));
    QCOMPARE(words(1, JobList::outcome), QString("runs"));
    QCOMPARE(words(1, JobList::name), QString("Wave: shot"));
    QTRY_VERIFY_WITH_TIMEOUT(words(1, JobList::rate).endsWith("points/s"), patience);
    QVERIFY(words(1, JobList::left).endsWith("left") && !words(1, JobList::stage).isEmpty());
    QVERIFY(words(1, JobList::memory).endsWith("B") && !words(1, JobList::started).isEmpty());
    QVERIFY(words(1, JobList::where).startsWith("the CPU"));
    QVERIFY(list.can_stop(list.record(0)->id));
    list.stop(list.record(0)->id);
    QCOMPARE(words(0, JobList::outcome), QString("stopped"));
    QVERIFY(!list.can_stop(list.record(0)->id));
    list.stop(list.record(1)->id);
    QTRY_COMPARE_WITH_TIMEOUT(words(1, JobList::outcome), QString("stopped"), patience);
    QVERIFY(!words(1, JobList::took).isEmpty());
  }

  void rates_are_told_in_fitting_sizes() {
    const auto words = [](double rate) {
      JobState state;
      state.rate = rate;
      state.unit = "frames";
      return rate_text(state);
    };
    QCOMPARE(words(0.0), QString());
    QCOMPARE(words(0.25), QString("0.25 frames/s"));
    QCOMPARE(words(12.5), QString("12.5 frames/s"));
    QCOMPARE(words(4520.0), QString("4.52 k frames/s"));
    QCOMPARE(words(7.2e6), QString("7.2 M frames/s"));
    QCOMPARE(words(1.32e12), QString("1320 G frames/s"));
  }

  void the_list_is_bounded_and_drops_what_was_replaced() {
    JobList list;
    const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Worker slow, quick;
    list.watch(slow);
    list.watch(quick);
    const JobId running = slow.start("Wave", run_on);
    JobId last = 0;
    for (int i = 0; i < 2 * JobList::most_ended; ++i)
      last = quick.start("Wave", [](const Job&) {});
    QTRY_VERIFY_WITH_TIMEOUT(!quick.busy(), patience);
    QCOMPARE(list.rowCount(), JobList::most_ended + 1);
    QCOMPARE(list.row_of(last), 0);
    QCOMPARE(list.row_of(running), JobList::most_ended);  // what runs is never let go

    const JobId replaced = slow.start("Wave", run_on);
    QCOMPARE(list.row_of(replaced), 0);
    slow.supersede(replaced);
    QCOMPARE(list.row_of(replaced), -1);
    QCOMPARE(list.row_of(slow.start(QString(), run_on)), -1);
    slow.supersede(running);
    QTRY_COMPARE_WITH_TIMEOUT(list.row_of(running), -1, patience);
  }

  void a_worker_that_goes_leaves_nothing_running() {
    JobList list;
    {
      Worker worker;
      list.watch(worker);
      worker.start("Export", run_on);
    }
    QCOMPARE(list.index(0, JobList::outcome).data().toString(), QString("stopped"));
    QVERIFY(!list.can_stop(list.record(0)->id));
  }

  // OpenMP keeps its count of threads for each thread.
  void the_limit_of_threads_holds_on_the_workers() {
    const int before = thread_count();
    Worker worker;
    QSignalSpy ended(&worker, &Worker::finished);
    int used = 0;
    for (const int wanted : {1, 3}) {
      set_thread_count(wanted);
      worker.start("count", [&](const Job&) { used = thread_count(); });
      QTRY_COMPARE_WITH_TIMEOUT(ended.count(), wanted == 1 ? 1 : 2, patience);
      QCOMPARE(used, wanted);
    }
    set_thread_count(before);
  }

 private:
  void run_wave() {
    desk_->runs.run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(desk_->results.wave() && !desk_->runs.busy(), patience);
  }
  void begin_endless() {
    desk_->edit(shot(endless));
    desk_->runs.run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(desk_->runs.wave_runs() && desk_->results.snapshots_scenario() == desk_->now &&
                                 desk_->results.snapshots().size() > 2,
                             patience);
  }

  std::unique_ptr<ScenarioRuns> desk_;
};

}  // namespace test_wave_jobs

FOLDWAVE_TEST(test_wave_jobs, run_guiless<test_wave_jobs::TestWaveJobs>)
#include "test_wave_jobs.moc"
