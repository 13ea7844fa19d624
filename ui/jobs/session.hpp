// The scenario being edited, the results made from it, and the jobs that make them. Every job works on a copy
// of the scenario; a result carries that copy, so it is always known whether it still matches what is edited.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "core/engine/pipeline.hpp"
#include "core/engine/preflight.hpp"
#include "ui/jobs/fold_turns.hpp"
#include "ui/jobs/live_wave.hpp"
#include "ui/jobs/snapshot_store.hpp"
#include "ui/jobs/worker.hpp"
#include "ui/scene/structure_geometry.hpp"

namespace foldwave {

struct FoldOutcome {
  Scenario scenario;
  FoldResult result;
  StructureGeometry geometry;
};

struct WaveOutcome {
  Scenario scenario;
  WaveResult result;
};

class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(std::shared_ptr<const Backend> backend,
                   std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>(),
                   QObject* parent = nullptr);

  const Backend& backend() const { return *backend_; }
  const Scenario& scenario() const { return scenario_; }
  const Findings& findings() const { return findings_; }
  bool busy() const { return worker_.busy(); }

  void set_surface_detail(const SurfaceDetail& detail) { detail_ = detail; }  // before the first job
  void open(const Scenario& scenario);  // stops what runs, drops all results
  void edit(const Scenario& scenario);  // keeps results; they may become stale

  void run_fold();  // replaces a fold that runs; waits for a wave that runs
  void run_wave();  // folds first when there is no fold that matches
  void stop();
  void stop_fold();  // leaves a wave alone

  std::shared_ptr<const FoldOutcome> fold() const { return fold_; }
  std::shared_ptr<const WaveOutcome> wave() const { return wave_; }
  std::vector<std::shared_ptr<const Snapshot>> snapshots() const;
  int snapshots_kept_every() const;
  const Scenario& snapshots_scenario() const { return store_scenario_; }  // that they were made of
  LiveWave& live() { return live_; }                                      // the wave while it runs
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
  void started(const QString& name);
  void progressed(const foldwave::JobState& state);
  void finished(const QString& name, foldwave::Outcome outcome, const QString& message);

 private:
  using Post =
      std::function<void(std::function<void()>)>;  // to this thread, unless another scenario was opened
  Post poster();
  std::shared_ptr<const FoldOutcome> make_fold(const Scenario& scenario, const Backend& backend,
                                               const Post& post, const Job& job, bool fold_only);
  void fill_fold(FoldOutcome& outcome, const Backend& backend, const Post& post, const Job& job,
                 bool fold_only);
  void start_fold();
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
  std::shared_ptr<const WaveOutcome> wave_;
  std::shared_ptr<SnapshotStore> store_;
  Scenario store_scenario_;
  int generation_ = 0;  // counts `open`: what an older scenario's jobs send is dropped
  bool wave_runs_ = false;
  bool fold_wanted_ = false;  // when the wave has ended
  LiveWave live_;
  Worker worker_;
};

// Whether two scenarios give the same fold, and the same wave: names, colours and descriptions do not matter.
// Files are compared by name.
bool same_fold(const Scenario& a, const Scenario& b);
bool same_wave(const Scenario& a, const Scenario& b);

}  // namespace foldwave
