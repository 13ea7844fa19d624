// The jobs that make the results of the scenario that is edited (ui/jobs/results.hpp): its fold, its waves
// and what is located in their traces, one after the other on a thread of their own, each of a copy of the
// scenario; and what a run has found against it.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/engine/preflight/preflight.hpp"
#include "ui/jobs/fold_turns.hpp"
#include "ui/jobs/results.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class Runs : public QObject {
  Q_OBJECT

 public:
  // `results` must outlive it.
  explicit Runs(Results& results, std::shared_ptr<const Backend> backend,
                std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>(), QObject* parent = nullptr);

  const Backend& backend() const { return *backend_; }
  std::shared_ptr<const Backend> shared_backend() const { return backend_; }
  void set_backend(std::shared_ptr<const Backend> backend);  // for the jobs that come
  const Findings& findings() const { return findings_; }
  bool busy() const { return worker_.busy(); }
  Worker& worker() { return worker_; }

  void set_surface_detail(const SurfaceDetail& detail) { detail_ = detail; }  // before the first job
  void drop_all();  // another scenario is opened: stops what runs, drops all results; says nothing
  void follow();    // the scenario has changed; results stay, they may be stale

  void run_fold();  // replaces a fold that runs or waits; waits for a wave that runs, before those that wait
  void run_wave();  // now, in place of what runs; folds first when there is no fold that matches
  static QString wave_name() { return tr("Wave"); }  // of its jobs
  // The wave that goes back (core/engine/location/reversed_run.hpp), seen as any wave, after what runs and
  // waits; where no wave has the traces, one is run before it.
  void run_reversed();
  static QString reversed_name() { return tr("Traces sent back"); }
  // Locates events, after what runs and waits; where no wave has the traces, one is run before it.
  void run_image();
  static QString image_name() { return tr("Find events"); }
  // The seismic image, likewise, seen shot by shot. One that was stopped goes on where its survey is the
  // same.
  void run_survey();
  static QString survey_name() { return tr("Seismic image"); }
  // A recorded gather against the scenario's wave at its receivers, likewise.
  void run_comparison(const std::filesystem::path& file);
  static QString comparison_name() { return tr("Compare with record"); }
  void queue_wave();  // of the scenario as it is now, after what runs and waits
  // The job that runs, and a fold that waits; queued waves go on. What was shown before a wave that is
  // stopped comes back.
  void stop();
  void stop_and_keep();  // likewise, but the wave as far as it has come stays, marked as stopped
  void stop_all();
  void stop_fold();  // leaves a wave alone
  bool wave_runs() const;

 signals:
  void findings_changed();
  void horizon_ready(vtkSmartPointer<vtkPolyData> surface);  // before the fold is solved
  void backend_changed();
  void started(const QString& name);
  void progressed(const foldwave::JobState& state);
  void finished(const QString& name, foldwave::Outcome outcome, const QString& message);

 private:
  using Post =
      std::function<void(std::function<void()>)>;  // to this thread, unless another scenario was opened
  struct WaveJob;
  Post poster();
  std::shared_ptr<const Backend> taken(std::shared_ptr<const Backend> asked, const Scenario& scenario);
  double drawn_of(const Scenario& scenario) const;
  using Stages = std::vector<std::string>;  // as they are foretold
  void foretell(const Scenario& scenario, const Backend& backend, const Stages& stages);
  std::shared_ptr<const FoldOutcome> make_fold(const Scenario& scenario, const Backend& backend,
                                               const Post& post, const Job& job, bool is_wave,
                                               bool is_background);
  void fill_fold(FoldOutcome& outcome, const Backend& backend, const Post& post, const Job& job,
                 bool fold_only);
  void start_wave(bool now);
  JobId start(const std::shared_ptr<WaveJob>& wave, const QString& name);
  static bool is_of(const WaveJob& wave, const Scenario& scenario);
  bool traces_need_wave() const;
  std::shared_ptr<const WaveOutcome> traces_of(const Scenario& scenario) const;  // null: none is kept
  void make_image(const std::shared_ptr<ImageOutcome>& image, std::shared_ptr<const WaveOutcome> wave,
                  const Backend& backend, const Post& post, const Job& job);
  std::vector<JobId> waves_for_now() const;  // that Run wave asked for, and the one that runs
  void make_wave(const std::shared_ptr<WaveJob>& wave, const Post& post, const Job& job);
  void job_told(const JobRecord& record);
  void make_survey(const std::shared_ptr<SurveyOutcome>& asked, const Backend& backend, const Post& post,
                   const Job& job);
  void make_comparison(const std::shared_ptr<ComparisonOutcome>& asked,
                       std::shared_ptr<const FoldOutcome> fold, const Backend& backend, const Post& post,
                       const Job& job);
  void check_before(const Scenario& scenario, const Backend& backend, const Post& post, const Job& job,
                    bool fold_only);
  void refresh_findings();

  Results& results_;
  std::shared_ptr<const Backend> backend_;
  std::shared_ptr<FoldTurns> turns_;
  SurfaceDetail detail_;
  double drawing_pace_ = 1e-7;  // seconds a drawn node and layer, as the last fold's; of the worker's thread
  Findings findings_;
  Findings run_findings_;  // of the last preflight, for the scenario it was made for
  Scenario run_scenario_;
  std::weak_ptr<const FoldOutcome> last_fold_;       // of the worker's thread
  std::weak_ptr<const WaveOutcome> last_wave_;       // likewise
  std::map<JobId, std::shared_ptr<WaveJob>> waves_;  // that run and wait
  JobId fold_job_ = 0;                               // that runs or waits; 0: none
  JobId image_job_ = 0, survey_job_ = 0, reversed_job_ = 0, comparison_job_ = 0;  // likewise
  int generation_ = 0;  // counts `drop_all`: what an older scenario's jobs send is dropped
  Worker worker_;
};

}  // namespace foldwave
