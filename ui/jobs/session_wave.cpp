// The session's waves: run now or queued, shown while they run where they are of the scenario that is edited,
// kept when they are done.
#include <atomic>
#include <utility>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "ui/jobs/session.hpp"

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

}  // namespace

struct Session::WaveJob {
  Scenario scenario;
  std::shared_ptr<const Backend> backend;
  bool now = false;  // asked for by Run wave: it is shown even where the scenario has changed since
  std::shared_ptr<SnapshotStore> store = std::make_shared<SnapshotStore>(snapshot_bound);
  std::shared_ptr<const FoldOutcome> fold{};  // of the job's thread, then of what it posts
  std::atomic<bool> keep = false;
  JobId id = 0;  // of the session's thread
};

std::vector<JobId> Session::waves_for_now() const {
  std::vector<JobId> found;
  for (const auto& [id, wave] : waves_)
    if (wave->now || id == worker_.running()) found.push_back(id);
  return found;
}

void Session::run_wave() {
  worker_.supersede(fold_job_);
  for (const JobId id : waves_for_now())
    worker_.supersede(id);
  start_wave(true);
}

void Session::queue_wave() {
  start_wave(false);
}

void Session::start_wave(bool now) {
  const auto wave = std::make_shared<WaveJob>();
  wave->scenario = scenario_;
  wave->backend = backend_;
  wave->now = now;
  wave->fold = fold_;
  Worker::Order order{wave_name(), QString::fromStdString(scenario_.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  order.first = now;
  const JobId id =
      worker_.start(order, [this, wave, post = poster()](const Job& job) { make_wave(wave, post, job); });
  wave->id = id;
  waves_.emplace(id, wave);
}

bool Session::wave_runs() const {
  return waves_.contains(worker_.running());
}

void Session::stop_and_keep() {
  if (const auto at = waves_.find(worker_.running()); at != waves_.end()) at->second->keep = true;
  stop();
}

// On the worker's thread.
void Session::make_wave(const std::shared_ptr<WaveJob>& wave, const Post& post, const Job& job) {
  const Scenario& scenario = wave->scenario;
  const Backend& backend = *wave->backend;
  if (const auto last = last_fold_.lock(); last && (!wave->fold || !is_fold_of(*wave->fold, scenario)))
    wave->fold = last;
  if (wave->fold && is_fold_of(*wave->fold, scenario))
    check_before(scenario, backend, post, job, false);
  else
    wave->fold = make_fold(scenario, backend, post, job, true, !wave->now);
  post([this, wave] { begin_wave(*wave); });
  // What is not shown is told to nobody: its live frames are never asked for.
  const Post in_sight = [this, post, wave](std::function<void()> call) {
    post([this, wave, call = std::move(call)] {
      if (shown_.store == wave->store) call();
    });
  };
  auto told = std::make_shared<std::atomic<bool>>(false);
  StoreSink sink(wave->store, [this, post, wave, told] {
    if (told->exchange(true)) return;
    post([this, wave, told] {
      told->store(false);
      if (shown_.store == wave->store) emit snapshots_changed();
    });
  });
  auto outcome = std::make_shared<WaveOutcome>();
  outcome->scenario = scenario;
  try {
    const auto watcher = live_.watcher(in_sight, backend.name() != "cpu");
    outcome->result = foldwave::run_wave(scenario, wave->fold->result, backend, {&sink, watcher.get()}, job);
    if (outcome->result.run.stopped && !wave->keep) throw Stopped();
  } catch (...) {
    post([this, wave] { give_back(*wave); });
    throw;
  }
  JobFacts facts{QString::fromStdString(made_by_text(outcome->result.made_by))};
  for (const std::string& warning : outcome->result.warnings)
    facts.warnings << QString::fromStdString(warning);
  worker_.tell(facts);
  post([this, wave, outcome] { end_wave(*wave, outcome); });
  if (outcome->result.run.stopped) throw Stopped();
}

// A result that was asked for after this wave stays, while it is of the scenario that is edited.
bool Session::gives_way(const WaveJob& wave) const {
  return wave.id <= asked_after_ && !wave_is_stale();
}

void Session::begin_wave(const WaveJob& wave) {
  if (gives_way(wave) || (!wave.now && !same_wave(wave.scenario, scenario_))) return;
  former_ = std::exchange(shown_, {wave.fold, nullptr, wave.store, wave.scenario});
  emit snapshots_changed();
  emit wave_changed();
}

void Session::end_wave(const WaveJob& wave, const std::shared_ptr<const WaveOutcome>& outcome) {
  const WaveShown done{wave.fold, outcome, wave.store, wave.scenario};
  results_.add(wave.id, done, shown_.store.get());
  const bool was_shown = shown_.store == wave.store;
  if (was_shown || (!gives_way(wave) && same_wave(wave.scenario, scenario_))) {
    live_.end();
    shown_ = done;
    former_ = {};
    if (!was_shown) emit snapshots_changed();
    emit wave_changed();
  }
  emit results_changed();
}

// Stopped without keeping, or failed.
void Session::give_back(const WaveJob& wave) {
  if (shown_.store != wave.store) return;
  live_.clear();
  shown_ = std::exchange(former_, {});
  emit snapshots_changed();
  emit wave_changed();
}

bool Session::is_shown(JobId id) const {
  const WaveShown* const result = results_.find(id);
  return result != nullptr && result->store == shown_.store;
}

void Session::show_result(JobId id) {
  const WaveShown* const result = results_.find(id);
  if (result == nullptr) return;
  if (!waves_.empty()) asked_after_ = waves_.rbegin()->first;
  if (is_shown(id)) return;
  live_.clear();  // a wave that runs goes on in the background
  former_ = {};
  shown_ = *result;
  if (fold_is_stale() && is_fold_of(*shown_.fold, scenario_)) {
    fold_ = shown_.fold;
    emit fold_changed();
  }
  emit snapshots_changed();
  emit wave_changed();
  emit results_changed();
}

std::vector<std::shared_ptr<const Snapshot>> Session::snapshots() const {
  return shown_.store ? shown_.store->all() : std::vector<std::shared_ptr<const Snapshot>>{};
}

int Session::snapshots_kept_every() const {
  return shown_.store ? shown_.store->kept_every() : 1;
}

bool Session::wave_is_stale() const {
  return shown_.store && !same_wave(shown_.scenario, scenario_);
}

}  // namespace foldwave
