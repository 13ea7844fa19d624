// The scenario being edited, the results made from it, and the jobs that make them. Every job works on a copy
// of the scenario; a result carries that copy, so it is always known whether it still matches what is edited.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/engine/pipeline.hpp"
#include "core/engine/preflight.hpp"
#include "core/model/same_results.hpp"
#include "ui/jobs/fold_turns.hpp"
#include "ui/jobs/live_wave.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/wave_results.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(std::shared_ptr<const Backend> backend,
                   std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>(),
                   QObject* parent = nullptr);

  const Backend& backend() const { return *backend_; }
  void set_backend(std::shared_ptr<const Backend> backend);  // for the jobs that come
  const Scenario& scenario() const { return scenario_; }
  const Findings& findings() const { return findings_; }
  bool busy() const { return worker_.busy(); }

  void set_surface_detail(const SurfaceDetail& detail) { detail_ = detail; }  // before the first job
  void open(const Scenario& scenario);  // stops what runs, drops all results
  void edit(const Scenario& scenario);  // keeps results; they may become stale

  void run_fold();  // replaces a fold that runs or waits; waits for a wave that runs, before those that wait
  void run_wave();  // now, in place of what runs; folds first when there is no fold that matches
  static QString wave_name() { return tr("Wave"); }  // of its jobs
  void queue_wave();  // of the scenario as it is now, after what runs and waits
  // The job that runs, and a fold that waits; queued waves go on. What was shown before a wave that is
  // stopped comes back.
  void stop();
  void stop_and_keep();  // likewise, but the wave as far as it has come stays, marked as stopped
  void stop_all();
  void stop_fold();  // leaves a wave alone
  bool wave_runs() const;

  // Waves that have run and are still there, shown or not; null: it is not.
  const WaveShown* result(JobId id) const { return results_.find(id); }
  std::vector<JobId> results() const { return results_.ids(); }
  bool is_shown(JobId id) const;
  // It, and its fold where that is of the scenario. It stays when waves end that were asked for before,
  // while it is of the scenario that is edited; they are kept.
  void show_result(JobId id);

  Worker& worker() { return worker_; }
  std::shared_ptr<const FoldOutcome> fold() const { return fold_; }
  std::shared_ptr<const WaveOutcome> wave() const { return shown_.wave; }
  std::vector<std::shared_ptr<const Snapshot>> snapshots() const;
  int snapshots_kept_every() const;
  const Scenario& snapshots_scenario() const { return shown_.scenario; }  // that they were made of
  std::shared_ptr<const FoldOutcome> snapshots_fold() const { return shown_.fold; }
  LiveWave& live() { return live_; }  // the wave while it runs
  const LiveWave& live() const { return live_; }
  bool fold_is_stale() const;
  bool wave_is_stale() const;

 signals:
  void scenario_changed();
  void findings_changed();
  void horizon_ready(vtkSmartPointer<vtkPolyData> surface);  // before the fold is solved
  void fold_changed();
  void snapshots_changed();  // the newest is the last; several may have come
  void wave_changed();
  void results_changed();
  void backend_changed();
  void started(const QString& name);
  void progressed(const foldwave::JobState& state);
  void finished(const QString& name, foldwave::Outcome outcome, const QString& message);

 private:
  using Post =
      std::function<void(std::function<void()>)>;  // to this thread, unless another scenario was opened
  struct WaveJob;
  Post poster();
  std::shared_ptr<const FoldOutcome> make_fold(const Scenario& scenario, const Backend& backend,
                                               const Post& post, const Job& job, bool is_wave,
                                               bool is_background);
  void fill_fold(FoldOutcome& outcome, const Backend& backend, const Post& post, const Job& job,
                 bool fold_only);
  void start_wave(bool now);
  std::vector<JobId> waves_for_now() const;  // that Run wave asked for, and the one that runs
  void make_wave(const std::shared_ptr<WaveJob>& wave, const Post& post, const Job& job);
  void begin_wave(const WaveJob& wave);
  void end_wave(const WaveJob& wave, const std::shared_ptr<const WaveOutcome>& outcome);
  void give_back(const WaveJob& wave);
  bool gives_way(const WaveJob& wave) const;
  void job_told(const JobRecord& record);
  void check_before(const Scenario& scenario, const Backend& backend, const Post& post, const Job& job,
                    bool fold_only);
  void refresh_findings();

  std::shared_ptr<const Backend> backend_;
  std::shared_ptr<FoldTurns> turns_;
  SurfaceDetail detail_;
  Scenario scenario_;
  Findings findings_;
  Findings run_findings_;  // of the last preflight, for the scenario it was made for
  Scenario run_scenario_;
  std::shared_ptr<const FoldOutcome> fold_;
  std::weak_ptr<const FoldOutcome> last_fold_;  // of the worker's thread
  WaveShown shown_, former_;                    // former_: what comes back when the wave is stopped
  WaveResults results_;
  std::map<JobId, std::shared_ptr<WaveJob>> waves_;  // that run and wait
  JobId asked_after_ = 0;  // the newest wave that there was when a result was asked for
  JobId fold_job_ = 0;     // that runs or waits; 0: none
  int generation_ = 0;     // counts `open`: what an older scenario's jobs send is dropped
  LiveWave live_;
  Worker worker_;
};

// Whether it is the fold of this scenario, by what its velocity file holds now.
bool is_fold_of(const FoldOutcome& fold, const Scenario& scenario);

}  // namespace foldwave
