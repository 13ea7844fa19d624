// The waves: run now or queued, shown while they run where they are of the scenario that is edited,
// kept when they are done.
#include <QStandardPaths>
#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/system.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/location/reversed_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/same_results.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/jobs/snapshot_keeper.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

// Of packed snapshots: half of what is free when the run is asked for.
std::int64_t snapshot_bound() {
  constexpr std::int64_t least = 1'500'000'000;  // bytes
  return std::max(least, available_memory_bytes() / 2);
}

const WaveResult* result_of(const std::shared_ptr<const WaveOutcome>& wave) {
  return wave ? &wave->result : nullptr;
}

std::string snapshot_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::CacheLocation).toStdString() + "/snapshots";
}

}  // namespace

struct Runs::WaveJob {
  Scenario scenario;
  std::shared_ptr<const Backend> backend;  // of the job's thread, then of what it posts
  bool backward = false;
  std::shared_ptr<const WaveOutcome> traces{};  // to send back; null: the file's, or the last wave's
  bool now = false;  // asked for by Run wave: it is shown even where the scenario has changed since
  std::shared_ptr<SnapshotStore> store = std::make_shared<SnapshotStore>(snapshot_bound());
  std::shared_ptr<const FoldOutcome> fold{};  // of the job's thread, then of what it posts
  std::atomic<bool> keep = false;
  std::shared_ptr<StageLog> stages{};  // from the wave's begin
  JobId id = 0;                        // of the window's thread

  WaveShown shown(std::shared_ptr<const WaveOutcome> outcome = nullptr, double seconds = 0.0) const {
    if (outcome == nullptr && backward) outcome = traces;
    return {fold, std::move(outcome), store, scenario, stages, !backend->on_host(), seconds, {}, backward};
  }
};

std::vector<JobId> Runs::waves_for_now() const {
  std::vector<JobId> found;
  for (const auto& [id, wave] : waves_)
    if (wave->now || id == worker_.running()) found.push_back(id);
  return found;
}

void Runs::run_wave() {
  worker_.supersede(fold_job_);
  for (const JobId id : waves_for_now())
    worker_.supersede(id);
  start_wave(true);
}

void Runs::queue_wave() {
  start_wave(false);
}

void Runs::start_wave(bool now) {
  const auto wave = std::make_shared<WaveJob>();
  wave->scenario = results_.now();
  wave->backend = backend_;
  wave->now = now;
  start(wave, wave_name());
}

JobId Runs::start(const std::shared_ptr<WaveJob>& wave, const QString& name) {
  wave->fold = results_.fold();
  Worker::Order order{name, QString::fromStdString(wave->scenario.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  order.first = wave->now;
  const JobId id =
      worker_.start(order, [this, wave, post = poster()](const Job& job) { make_wave(wave, post, job); });
  wave->id = id;
  waves_.emplace(id, wave);
  results_.expect_wave(id);
  return id;
}

void Runs::run_reversed() {
  worker_.supersede(reversed_job_);
  if (traces_need_wave()) run_wave();
  const auto wave = std::make_shared<WaveJob>();
  wave->scenario = results_.now();
  wave->backend = backend_;
  wave->backward = true;
  wave->traces = traces_of(wave->scenario);
  reversed_job_ = start(wave, reversed_name());
}

std::shared_ptr<const WaveOutcome> Runs::traces_of(const Scenario& scenario) const {
  if (has_traces_of(results_.wave(), scenario)) return results_.wave();
  for (const JobId id : results_.kept())
    if (const WaveShown* const kept = results_.kept(id); has_traces_of(kept->wave, scenario))
      return kept->wave;
  return nullptr;
}

// A wave that runs or waits will do.
bool Runs::traces_need_wave() const {
  const Scenario& now = results_.now();
  if (!now.imaging || !now.imaging->data.empty() || !now.propagation.enabled) return false;
  return !traces_of(now) && std::ranges::none_of(waves_, [&](const auto& wave) {
    return !wave.second->backward && is_of(*wave.second, now);
  });
}

bool Runs::is_of(const WaveJob& wave, const Scenario& scenario) {
  return same_wave(wave.scenario, scenario);
}

bool Runs::wave_runs() const {
  return waves_.contains(worker_.running());
}

void Runs::stop_and_keep() {
  if (const auto at = waves_.find(worker_.running()); at != waves_.end()) at->second->keep = true;
  stop();
}

// On the worker's thread.
void Runs::make_wave(const std::shared_ptr<WaveJob>& wave, const Post& post, const Job& job) {
  const Scenario& scenario = wave->scenario;
  wave->backend = taken(wave->backend, scenario);
  const Backend& backend = *wave->backend;
  if (const auto last = last_fold_.lock(); last && (!wave->fold || !is_fold_of(*wave->fold, scenario)))
    wave->fold = last;
  const bool is_folded = wave->fold && is_fold_of(*wave->fold, scenario);
  foretell(scenario, backend, is_folded ? Stages{"wave"} : Stages{"fold", "wave"});
  if (is_folded)
    check_before(scenario, backend, post, job, false);
  else
    wave->fold = make_fold(scenario, backend, post, job, true, !wave->now);
  if (wave->backward && !has_traces_of(wave->traces, scenario)) {
    const auto last = last_wave_.lock();
    wave->traces = has_traces_of(last, scenario) ? last : nullptr;
  }
  wave->stages = std::make_shared<StageLog>();
  post([this, wave] { results_.begin_wave(wave->id, wave->shown(), wave->now); });
  // What is not shown is told to nobody: its live frames are never asked for.
  const Post in_sight = [this, post, wave](std::function<void()> call) {
    post([this, wave, call = std::move(call)] {
      if (results_.is_shown(wave->store.get())) call();
    });
  };
  auto told = std::make_shared<std::atomic<bool>>(false);
  const auto tell = [this, post, wave, told] {
    if (told->exchange(true)) return;
    post([this, wave, told] {
      told->store(false);
      if (results_.is_shown(wave->store.get())) emit results_.snapshots_changed();
    });
  };
  SnapshotKeeper keeper(scenario, wave->store, snapshot_folder(), wave->stages.get(), tell, job.stop);
  auto outcome = std::make_shared<WaveOutcome>();
  double seconds = 0.0;
  outcome->scenario = scenario;
  try {
    const auto watcher = results_.live().watcher(in_sight, !backend.on_host());
    const WaveWatch watch{&keeper, watcher.get()};
    const FoldResult& fold = wave->fold->result;
    outcome->result =
        wave->backward
            ? foldwave::run_reversed(scenario, fold, result_of(wave->traces), backend, watch, job).wave
            : foldwave::run_wave(scenario, fold, backend, watch, job);
    keeper.finish();
    seconds = wave->stages->now();
    if (outcome->result.run.stopped && !wave->keep) throw Stopped();
  } catch (...) {
    post([this, wave] { results_.give_back(wave->shown()); });
    throw;
  }
  JobFacts facts{QString::fromStdString(made_by_text(outcome->result.made_by))};
  for (const std::string& warning : outcome->result.warnings)
    facts.warnings << said(warning);
  worker_.tell(facts);
  if (!wave->backward) last_wave_ = outcome;
  post([this, wave, outcome, seconds] { results_.take_wave(wave->id, wave->shown(outcome, seconds)); });
  if (outcome->result.run.stopped) throw Stopped();
}

}  // namespace foldwave
