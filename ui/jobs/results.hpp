// What the views show of the scenario that is edited: its fold, its wave with the snapshots, the waves that
// are kept, the events that were located, the seismic image, and a recorded gather against its wave; and how
// each of them stands to the scenario as it is now. A result carries the scenario that it was made of. Runs
// (ui/jobs/runs.hpp) makes them.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "ui/jobs/live_wave.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/wave_results.hpp"

namespace foldwave {

class Results : public QObject {
  Q_OBJECT

 public:
  using Now = std::function<const Scenario&()>;  // the scenario that is edited

  explicit Results(Now now, QObject* parent = nullptr);

  const Scenario& now() const { return now_(); }
  std::shared_ptr<const FoldOutcome> fold() const { return fold_; }
  std::shared_ptr<const WaveOutcome> wave() const { return shown_.wave; }
  std::shared_ptr<const ImageOutcome> image() const { return image_; }
  std::shared_ptr<const SurveyOutcome> survey() const { return survey_; }
  std::shared_ptr<const ComparisonOutcome> comparison() const { return comparison_; }
  std::vector<std::shared_ptr<const Snapshot>> snapshots() const;
  int snapshots_kept_every() const;
  const WaveShown& shown() const { return shown_; }
  bool snapshots_are_packed() const;  // within the bound of their scenario
  const Scenario& snapshots_scenario() const { return shown_.scenario; }  // that they were made of
  std::shared_ptr<const FoldOutcome> snapshots_fold() const { return shown_.fold; }
  LiveWave& live() { return live_; }  // the wave while it runs
  const LiveWave& live() const { return live_; }
  bool fold_is_stale() const;
  bool wave_is_stale() const;
  bool image_is_stale() const;
  bool survey_is_stale() const;
  bool comparison_is_stale() const;
  bool any_is_stale() const {
    return fold_is_stale() || wave_is_stale() || image_is_stale() || survey_is_stale();
  }

  // Waves that have run and are still there, shown or not; null: it is not.
  const WaveShown* kept(JobId id) const { return kept_.find(id); }
  std::vector<JobId> kept() const { return kept_.ids(); }
  bool is_shown(JobId id) const;
  bool is_shown(const SnapshotStore* store) const { return store != nullptr && shown_.store.get() == store; }
  // It, and its fold where that is of the scenario. It stays when waves end that were asked for before,
  // while it is of the scenario that is edited; they are kept.
  void show_kept(JobId id);

  // What the runs bring.
  void clear();     // another scenario is opened; says nothing
  void tell_all();  // that everything may have changed
  void take_fold(std::shared_ptr<const FoldOutcome> fold);
  void take_image(std::shared_ptr<const ImageOutcome> image);
  void take_survey(std::shared_ptr<const SurveyOutcome> survey);
  void take_comparison(std::shared_ptr<const ComparisonOutcome> comparison);
  void expect_wave(JobId id) { newest_ = id; }
  // `wave` has no result yet. Asked for to be seen now, it is shown even where the scenario has changed
  // since.
  void begin_wave(JobId id, const WaveShown& wave, bool now);
  void take_wave(JobId id, const WaveShown& wave);
  void show_read(const WaveShown& wave);  // of files
  void give_back(const WaveShown& wave);  // stopped without keeping, or failed: the former comes back

 signals:
  void fold_changed();
  void snapshots_changed();  // the newest is the last; several may have come
  void wave_changed();
  void kept_changed();
  void image_changed();
  void survey_changed();  // perhaps by one more shot
  void comparison_changed();

 private:
  bool gives_way(JobId id) const;

  Now now_;
  std::shared_ptr<const FoldOutcome> fold_;
  std::shared_ptr<const ImageOutcome> image_;
  std::shared_ptr<const SurveyOutcome> survey_;
  std::shared_ptr<const ComparisonOutcome> comparison_;
  WaveShown shown_, former_;  // former_: what comes back when the wave is stopped
  WaveResults kept_;
  JobId newest_ = 0;       // of the waves that were asked for
  JobId asked_after_ = 0;  // the newest when a kept one was asked for
  LiveWave live_;
};

// What a seismic image hangs on: the fold, the section's line and its own keys, not the wave's.
Scenario survey_part(const Scenario& scenario);

// Whether it is the fold of this scenario, by what its velocity file holds now.
bool is_fold_of(const FoldOutcome& fold, const Scenario& scenario);

}  // namespace foldwave
