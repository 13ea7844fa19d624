// What runs, waits and has ended, newest first, for a list: the jobs of all workers that are watched. Jobs
// without a name, and those that a newer one took the place of, are not listed; of the ended ones the newest
// stay.
#pragma once

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <deque>

#include "ui/jobs/worker.hpp"

namespace foldwave {

QString rate_text(const JobState& state);  // "1.32 G points/s", "12.5 frames/s"; empty: not known
QString left_text(const JobState& state);  // "4 s left"; likewise

class JobList : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { name, stage, progress, rate, left, memory, started, took, outcome, where, column_count };
  static constexpr int part_role = Qt::UserRole;  // of the progress column: 0 to 1; negative: not known
  static constexpr int most_ended = 50;

  explicit JobList(QObject* parent = nullptr);

  void watch(Worker& worker);                     // until it goes
  void set_note(JobId id, const QString& words);  // beside the outcome: what has become of the result
  const JobRecord* record(int row) const;         // null: no such row
  int row_of(JobId id) const;                     // -1: not there
  void stop(JobId id);                            // or takes it out, where it waits
  bool can_stop(JobId id) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 signals:
  void ended(const foldwave::JobRecord& record);

 private:
  struct Row {
    JobRecord job;
    Worker* worker = nullptr;  // null: it is gone
    QString note;
  };
  void take(Worker* worker, const JobRecord& record);
  void forsake(QObject* worker);
  void drop_row(int row);
  void bound();
  QString text(const Row& row, int column) const;

  std::deque<Row> rows_;      // newest first
  QElapsedTimer since_told_;  // of progress: each repaint composes the whole window anew
};

}  // namespace foldwave
