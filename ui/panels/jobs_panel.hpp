// The jobs as a list, with what can be done with the one that is chosen in it, and the memory that the
// program takes.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/jobs/job_record.hpp"

class QAction;
class QLabel;
class QMenu;
class QTreeView;

namespace foldwave {

class JobList;

class JobsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit JobsPanel(JobList& jobs, QWidget* parent = nullptr);

  QMenu* commands() const { return commands_; }
  QTreeView* list() const { return list_; }
  JobId chosen() const;  // 0: none
  void choose(JobId id);
  // Which of them still has a result that can be shown.
  void set_has_result(std::function<bool(JobId)> has_result);
  void refresh_commands();

  // Columns that were widened by hand keep their width, in the next session too; the others are fitted.
  void save_widths() const;
  void restore_widths();
  void forget_widths();

 signals:
  void result_wanted(foldwave::JobId id);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_memory();
  void fit_columns();
  void note_width(int column, int width);

  JobList& jobs_;
  QMenu* commands_;
  QTreeView* list_;
  QAction *stop_ = nullptr, *show_ = nullptr;
  QLabel* memory_;
  QTimer clock_;
  std::vector<int> by_hand_;  // widths of the columns; 0: fitted
  bool fitting_ = false;
  std::function<bool(JobId)> has_result_;
};

}  // namespace foldwave
