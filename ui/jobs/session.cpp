#include "ui/jobs/session.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/model/scenario_check.hpp"
#include "core/model/scenario_files.hpp"

namespace foldwave {
namespace {

constexpr std::int64_t snapshot_bound = 1'500'000'000;  // bytes

// Copies the snapshots that are kept and says that there are new ones, at most one message under way at a
// time.
class StoreSink : public SnapshotSink {
 public:
  StoreSink(std::shared_ptr<SnapshotStore> store, std::function<void()> tell)
      : store_(std::move(store)), tell_(std::move(tell)) {}

  void snapshot(int step, double time, const Field<float>& pressure) override {
    const int number = number_++;
    if (!store_->wants(number)) return;
    auto copy = std::make_shared<Snapshot>();
    copy->step = step;
    copy->time = time;
    copy->pressure = pressure.clone();
    copy->clips = clip_table(pressure.values());
    copy->limit = copy->clips.at(usual_clip);
    store_->add(number, std::move(copy));
    tell_();
  }

 private:
  std::shared_ptr<SnapshotStore> store_;
  std::function<void()> tell_;
  int number_ = 0;
};

bool concerns_fold(const Finding& f) {
  return f.path.starts_with("/grid") || f.path.starts_with("/events") || f.path.starts_with("/layers") ||
         f.path.starts_with("/velocity");
}

void refuse_errors(const Findings& findings, bool fold_only) {
  for (const Finding& f : findings)
    if (f.severity == Severity::error && (!fold_only || concerns_fold(f)))
      throw InputError(f.path, f.problem, f.remedy);
}

// Whether it is the fold of this scenario, by what its velocity file holds now.
bool is_fold_of(const FoldOutcome& fold, const Scenario& scenario) {
  return same_fold(fold.scenario, scenario) && fold.result.velocity_stamp == velocity_stamp(scenario);
}

}  // namespace

bool same_fold(const Scenario& a, const Scenario& b) {
  if (!(a.grid == b.grid) || a.events != b.events || a.velocity != b.velocity) return false;
  if (a.folder != b.folder && refers_to_files(a)) return false;
  if (a.stack.horizon_is_top_of != b.stack.horizon_is_top_of ||
      a.stack.layers.size() != b.stack.layers.size())
    return false;
  for (std::size_t i = 0; i < a.stack.layers.size(); ++i)
    if (a.stack.layers[i].thickness != b.stack.layers[i].thickness ||
        a.stack.layers[i].velocity != b.stack.layers[i].velocity)
      return false;
  return true;
}

bool same_wave(const Scenario& a, const Scenario& b) {
  return same_fold(a, b) && a.survey == b.survey && a.propagation == b.propagation &&
         a.outputs.snapshot_steps == b.outputs.snapshot_steps &&
         a.outputs.snapshot_interval == b.outputs.snapshot_interval;
}

Session::Session(std::shared_ptr<const Backend> backend, std::shared_ptr<FoldTurns> turns, QObject* parent)
    : QObject(parent), backend_(std::move(backend)), turns_(std::move(turns)) {
  connect(&worker_, &Worker::started, this, &Session::started);
  connect(&worker_, &Worker::progressed, this, &Session::progressed);
  connect(&worker_, &Worker::finished, this,
          [this](const QString& name, Outcome outcome, const QString& message) {
            if (!worker_.busy()) wave_runs_ = false;
            if (!wave_runs_) live_.end();
            emit finished(name, outcome, message);
            if (!worker_.busy() && std::exchange(fold_wanted_, false) && (!fold_ || fold_is_stale()))
              start_fold();
          });
}

void Session::open(const Scenario& scenario) {
  stop();
  wave_runs_ = false;
  ++generation_;
  scenario_ = scenario;
  run_findings_.clear();
  fold_.reset();
  wave_.reset();
  store_.reset();
  live_.clear();
  emit scenario_changed();
  emit fold_changed();
  emit snapshots_changed();
  emit wave_changed();
  refresh_findings();
}

void Session::edit(const Scenario& scenario) {
  if (scenario == scenario_) return;
  scenario_ = scenario;
  emit scenario_changed();
  refresh_findings();
}

void Session::refresh_findings() {
  findings_ = check_scenario(scenario_);
  // What only a run could find out still holds while the scenario is the one it was found for.
  if (run_scenario_ == scenario_)
    for (const Finding& f : run_findings_)
      if (std::find(findings_.begin(), findings_.end(), f) == findings_.end()) findings_.push_back(f);
  emit findings_changed();
}

Session::Post Session::poster() {
  return [this, generation = generation_](std::function<void()> call) {
    worker_.hand_over([this, generation, call = std::move(call)] {
      if (generation == generation_) call();
    });
  };
}

// On the worker's thread, when its turn comes.
std::shared_ptr<const FoldOutcome> Session::make_fold(const Scenario& scenario, const Backend& backend,
                                                      const Post& post, const Job& job, bool fold_only) {
  auto outcome = std::make_shared<FoldOutcome>();
  outcome->scenario = scenario;
  turns_->run(FoldRank::full, job,
              [&](const Job& turn) { fill_fold(*outcome, backend, post, turn, fold_only); });
  post([this, outcome] {
    fold_ = outcome;
    emit fold_changed();
  });
  return outcome;
}

// Refuses what cannot run, shows the horizon early, solves, makes the surfaces.
void Session::fill_fold(FoldOutcome& outcome, const Backend& backend, const Post& post, const Job& job,
                        bool fold_only) {
  const Scenario& scenario = outcome.scenario;
  job.report({"reading the horizon", 0, 0, 0, ""});
  refuse_errors(check_scenario(scenario), fold_only);
  const auto surface = horizon_surface(scenario, detail_, job);
  post([this, surface] { emit horizon_ready(surface); });
  job.throw_if_stopped();
  check_before(scenario, backend, post, job, fold_only);
  outcome.result = foldwave::run_fold(scenario, backend, job);
  outcome.geometry = structure_geometry(outcome.result, job, detail_);
}

void Session::check_before(const Scenario& scenario, const Backend& backend, const Post& post, const Job& job,
                           bool fold_only) {
  const Findings found = preflight(scenario, backend, job);
  post([this, found, scenario] {
    run_findings_ = found;
    run_scenario_ = scenario;
    refresh_findings();
  });
  refuse_errors(found, fold_only);
}

void Session::run_fold() {
  if (wave_runs_ && worker_.busy()) {
    fold_wanted_ = true;
    return;
  }
  start_fold();
}

void Session::start_fold() {
  worker_.stop();
  worker_.start(tr("Fold"), [this, scenario = scenario_, backend = backend_, post = poster()](
                                const Job& job) { make_fold(scenario, *backend, post, job, true); });
}

void Session::run_wave() {
  worker_.stop();
  wave_runs_ = true;
  fold_wanted_ = false;
  auto fold = fold_ && is_fold_of(*fold_, scenario_) ? fold_ : nullptr;
  auto store = std::make_shared<SnapshotStore>(snapshot_bound);
  worker_.start(tr("Wave"), [this, scenario = scenario_, backend = backend_, post = poster(),
                             fold = std::move(fold), store](const Job& job) mutable {
    if (fold)
      check_before(scenario, *backend, post, job, false);
    else
      fold = make_fold(scenario, *backend, post, job, false);
    post([this, store, scenario] {
      store_ = store;
      wave_.reset();
      store_scenario_ = scenario;
      emit snapshots_changed();
      emit wave_changed();
    });
    auto told = std::make_shared<std::atomic<bool>>(false);
    StoreSink sink(store, [this, post, told] {
      if (told->exchange(true)) return;
      post([this, told] {
        told->store(false);
        emit snapshots_changed();
      });
    });
    const auto watcher = live_.watcher(post, backend->name() != "cpu");
    auto outcome = std::make_shared<WaveOutcome>();
    outcome->scenario = scenario;
    outcome->result = foldwave::run_wave(scenario, fold->result, *backend, {&sink, watcher.get()}, job);
    post([this, outcome] {
      live_.end();
      wave_ = outcome;
      emit wave_changed();
    });
    if (outcome->result.run.stopped) throw Stopped();
  });
}

void Session::stop() {
  fold_wanted_ = false;
  worker_.stop();
}

void Session::stop_fold() {
  if (!wave_runs_) stop();
}

std::vector<std::shared_ptr<const Snapshot>> Session::snapshots() const {
  return store_ ? store_->all() : std::vector<std::shared_ptr<const Snapshot>>{};
}

int Session::snapshots_kept_every() const {
  return store_ ? store_->kept_every() : 1;
}

bool Session::fold_is_stale() const {
  return fold_ && !is_fold_of(*fold_, scenario_);
}

bool Session::wave_is_stale() const {
  return store_ && !same_wave(store_scenario_, scenario_);
}

}  // namespace foldwave
