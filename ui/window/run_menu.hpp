// What runs and stops: the Run menu, with the actions that the toolbar shows too, the results of waves that
// were queued, and how a job ended.
#pragma once

#include <QObject>

#include "ui/edit/editor.hpp"
#include "ui/window/status_line.hpp"

class QAction;
class QMenu;

namespace foldwave {

class JobsPanel;

class RunMenu : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  RunMenu(QMenu* menu, JobsPanel& jobs, Editor& editor, Runs& runs, Results& results, StatusLine& status);

  QMenu* menu() const { return menu_; }
  QAction* fold() const { return fold_; }
  QAction* wave() const { return wave_; }
  QAction* events() const { return events_; }
  QAction* stop() const { return stop_; }
  QAction* folds_along() const { return folds_along_; }

  void queue_wave();
  void find_events();          // with an imaging in the scenario, which is added where there is none
  void send_back();            // likewise
  void show_result(JobId id);  // with its scenario, as one step
  void refresh();

 signals:
  void variant_images_wanted();
  void shared_image_wanted();
  void comparison_wanted();

 private:
  void want_traces();  // of the scenario's imaging, to be sent back
  void say_ended(const QString& name, Outcome outcome, const QString& why);

  QMenu* menu_;
  Editor& editor_;
  Runs& runs_;
  Results& results_;
  StatusLine& status_;
  QAction *fold_, *wave_, *queue_, *events_, *back_, *survey_, *variant_images_, *shared_image_, *compare_,
      *stop_, *stop_keep_, *stop_all_, *folds_along_;
  JobRecord ended_;  // the newest job that ended
};

}  // namespace foldwave
