// The lines under the views' titles, and in the list of jobs, that say how a result stands to the scenario:
// how it was made, that it is stale, how far a wave has come.
#pragma once

#include <QObject>

#include "core/engine/made_by.hpp"
#include "ui/edit/editor.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/window/panes.hpp"

namespace foldwave {

class ResultNotes : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  ResultNotes(const Panes& panes, const Editor& editor, const Runs& runs, const Results& results,
              JobList& jobs);

  void refresh();
  void refresh_jobs();                                             // what has become of the waves in the list
  void set_backend(const Backend& backend);                        // of the next job
  void set_progress(const JobState& state) { progress_ = state; }  // of the job that runs

 private:
  void refresh_fold(const QString& changed);
  void refresh_wave(const QString& changed);
  QString elsewhere_words(const MadeBy& made) const;  // where it is another place than the next job's
  QString live_words() const;

  const Panes& panes_;
  const Editor& editor_;
  const Runs& runs_;
  const Results& results_;
  JobList& jobs_;
  MadeBy chosen_place_;  // of the next job
  JobState progress_;
};

}  // namespace foldwave
