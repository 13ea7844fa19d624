// Protects the desktop from a GPU that goes away: at the first call to it, in mid-run, or between two runs.
// Under `auto` the CPU does the work, and the result, the status, the list of jobs and the back end's label
// say so; the device is not asked again. Asked for by name it is an error with its remedy; the window lives
// on with what it showed before, and the next job runs.
#include <QLabel>
#include <atomic>

#include "core/base/error.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/jobs/job_list.hpp"

namespace test_lost_device {

using namespace foldwave;

namespace {

enum class Loss { none, at_start, in_mid_run, of_memory };

// A device in the processor's clothes. Once it is gone it raises what CUDA's driver does, each time it is
// asked.
struct StandIn {
  std::atomic<Loss> loss = Loss::none;
  std::atomic<bool> gone = false;
  std::atomic<int> asked = 0;  // for a fold or a wave

  [[noreturn]] void fail() {
    gone = loss != Loss::of_memory;
    throw DeviceError("standin", "cannot run the step: the device is unavailable",
                      "use the CPU back end or a smaller grid");
  }
  void ask() {
    ++asked;
    if (gone || loss == Loss::at_start || loss == Loss::of_memory) fail();
  }
};

class StandInSolver final : public FoldSolver {
 public:
  explicit StandInSolver(StandIn& device) : device_(device) {}
  std::string name() const override { return "stand-in"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    device_.ask();
    FoldSolution solution =
        cpu_backend()->make_fold_solver(FoldMethod::automatic)->solve(std::move(problem), options, job);
    if (device_.loss == Loss::in_mid_run) device_.fail();
    return solution;
  }

 private:
  StandIn& device_;
};

class StandInPropagator final : public WavePropagator {
 public:
  explicit StandInPropagator(StandIn& device) : device_(device) {}
  std::string name() const override { return "stand-in"; }
  std::int64_t memory_bytes(const WaveModel&) const override { return 1000; }
  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    device_.ask();
    WaveModel part = model;
    if (device_.loss == Loss::in_mid_run) part.steps /= 2;
    WaveRun run = cpu_backend()->make_wave_propagator()->run(part, watch, job);
    if (device_.loss == Loss::in_mid_run) device_.fail();
    return run;
  }

 private:
  StandIn& device_;
};

class StandInBackend final : public Backend {
 public:
  explicit StandInBackend(StandIn& device) : device_(device) {}
  std::string name() const override { return "standin"; }
  std::string description() const override { return "Stand-in 1000, 8 GB"; }
  std::int64_t free_memory_bytes() const override {
    if (device_.gone) device_.fail();
    return std::int64_t{1} << 40;
  }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override {
    return std::make_unique<StandInSolver>(device_);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return std::make_unique<StandInPropagator>(device_);
  }

 private:
  StandIn& device_;
};

}  // namespace

class TestLostDevice : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    device_ = std::make_unique<StandIn>();
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(shot_on(24, 1.0, 5)));
    run_wave();
    former_ = results().wave();
    QVERIFY(former_ && former_->result.warnings.empty());
    QVERIFY(results().snapshots().size() > 3);
  }
  void cleanup() {
    former_.reset();
    window_.reset();
    device_.reset();
  }

  void the_cpu_takes_a_wave_over_data() {
    QTest::addColumn<int>("loss");
    QTest::newRow("at the start") << int(Loss::at_start);
    QTest::newRow("in mid-run") << int(Loss::in_mid_run);
  }
  void the_cpu_takes_a_wave_over() {
    QFETCH(int, loss);
    take_device(true);
    device_->loss = static_cast<Loss>(loss);
    QCOMPARE(label("back end")->text(), QString("Back end: standin"));
    const auto snapshots = results().snapshots();
    run_wave();
    QVERIFY(results().wave() != former_);
    is_whole_and_of_the_cpu();
    // Each snapshot once, though the first half of them was made twice.
    const auto again = results().snapshots();
    QCOMPARE(again.size(), snapshots.size());
    for (std::size_t i = 0; i < again.size(); ++i)
      QCOMPARE(again[i]->step, snapshots[i]->step);
    says("run on the CPU instead: standin: cannot run the step: the device is unavailable");
    says("start the program again to use it");
    QCOMPARE(label("back end")->text(), QString("Back end: cpu"));
    QVERIFY(label("back end")->toolTip().contains("standin was lost"));

    // Its errors stick to the process: it is left alone.
    QCOMPARE(device_->asked, 1);
    run_wave();
    is_whole_and_of_the_cpu();
    says("run on the CPU: standin was lost");
    (*window_)->runs().run_fold();
    QVERIFY(window_->settled());
    QCOMPARE(results().fold()->result.made_by.backend, std::string("cpu"));
    says("solved on the CPU: standin was lost");
    QCOMPARE(device_->asked, 1);
  }

  void the_cpu_takes_a_fold_over() {
    take_device(true);
    device_->loss = Loss::in_mid_run;
    (*window_)->runs().run_fold();
    QVERIFY(window_->settled());
    QCOMPARE(results().fold()->result.made_by.backend, std::string("cpu"));
    says("solved on the CPU instead: standin: cannot run the step");
    QCOMPARE(device_->asked, 1);
  }

  void it_goes_away_between_two_runs() {
    take_device(true);
    run_wave();
    QCOMPARE(results().wave()->result.made_by.backend, std::string("standin"));
    device_->gone = true;
    run_wave();
    is_whole_and_of_the_cpu();
    says("run on the CPU: standin was lost");
    QCOMPARE(device_->asked, 1);
  }

  // Too little memory for one wave is no loss: a smaller one may fit.
  void what_only_lacks_memory_is_asked_again() {
    take_device(true);
    device_->loss = Loss::of_memory;
    run_wave();
    is_whole_and_of_the_cpu();
    says("run on the CPU instead");
    QCOMPARE(label("back end")->text(), QString("Back end: standin"));
    device_->loss = Loss::none;
    run_wave();
    QCOMPARE(results().wave()->result.made_by.backend, std::string("standin"));
    QCOMPARE(device_->asked, 2);
  }

  void by_name_it_is_an_error_and_the_window_lives_on_data() { the_cpu_takes_a_wave_over_data(); }
  void by_name_it_is_an_error_and_the_window_lives_on() {
    QFETCH(int, loss);
    take_device(false);
    device_->loss = static_cast<Loss>(loss);
    run_wave();
    const QLabel* const status = label("status");
    QVERIFY2(status->text().startsWith("standin: cannot run the step: the device is unavailable"),
             qPrintable(status->text()));
    QVERIFY(status->text().contains("use the CPU back end"));
    QCOMPARE(status->property("state").toString(), QString("error"));
    QVERIFY(outcome().startsWith("failed: standin"));
    QVERIFY(results().wave() == former_);  // what was shown before is there again
    // Again, which is refused before it starts, and then as the message says.
    run_wave();
    QVERIFY(outcome().startsWith("failed: standin"));
    (*window_)->preferences().set_backend(cpu_backend());
    run_wave();
    QVERIFY(results().wave() != former_);
    is_whole_and_of_the_cpu();
    QCOMPARE(outcome(), QString("done, shown"));
  }

 private:
  Runs& runs() { return (*window_)->runs(); }
  Results& results() { return (*window_)->results(); }
  QLabel* label(const char* name) { return window_->child<QLabel>(name); }
  QString outcome() { return (*window_)->jobs().index(0, JobList::outcome).data().toString(); }
  void take_device(bool automatic) {
    const auto backend = std::make_shared<const StandInBackend>(*device_);
    (*window_)->preferences().set_backend(automatic ? with_cpu_to_fall_back_on(backend) : backend);
  }
  void run_wave() {
    (*window_)->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(!runs().busy(), patience);
  }
  void is_whole_and_of_the_cpu() {
    const WaveResult &now = results().wave()->result, &before = former_->result;
    QCOMPARE(now.made_by.backend, std::string("cpu"));
    QCOMPARE(now.run.steps_done, before.run.steps_done);
    QCOMPARE(now.run.gather.traces, before.run.gather.traces);
  }
  // The result, the status bar and the list of jobs.
  void says(const QString& words) {
    JobList& jobs = (*window_)->jobs();
    QVERIFY2(label("status")->text().contains(words), qPrintable(label("status")->text()));
    QVERIFY2(outcome().startsWith("done, with warnings"), qPrintable(outcome()));
    QVERIFY(jobs.index(0, JobList::outcome).data(Qt::ToolTipRole).toString().contains(words));
    QVERIFY(jobs.index(0, JobList::where).data().toString().startsWith("the CPU"));
  }

  std::unique_ptr<StandIn> device_;
  std::unique_ptr<ShownWindow> window_;
  std::shared_ptr<const WaveOutcome> former_;
};

}  // namespace test_lost_device

FOLDWAVE_TEST(test_lost_device, run_in_windows<test_lost_device::TestLostDevice>)
#include "test_lost_device.moc"
