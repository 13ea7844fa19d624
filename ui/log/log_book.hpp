// What the program has said: messages of the status bar, ends of jobs, warnings of Qt and VTK, each with its
// time and level. The newest lines are a table for a view; all of them go to a file, where one is given.
#pragma once

#include <QAbstractTableModel>
#include <QDateTime>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "ui/log/log_file.hpp"

namespace foldwave {

enum class LogLevel { debug, info, warning, error };
QString level_name(LogLevel level);  // for people
constexpr int log_levels = 4;

class LogBook : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { time_column, level_column, text_column, column_count };
  static constexpr int level_role = Qt::UserRole;  // of any column: int(LogLevel)
  static constexpr int default_lines = 5000;

  explicit LogBook(QObject* parent = nullptr, int most_lines = default_lines);

  // From any thread: into the file at once, into the table soon.
  void add(LogLevel level, const QString& text);
  // From now on, beginning with `opening`. Where it cannot be written, a line here says so, once.
  void write_to(const QString& file, const QString& opening);
  QString file() const;         // empty: none
  QString line(int row) const;  // as it is in the file

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Line {
    QDateTime time;
    LogLevel level = LogLevel::info;
    QString text;
  };
  static QString file_text(const Line& line);
  void take();

  int most_lines_;
  std::deque<Line> lines_;  // of this object's thread
  mutable std::mutex mutex_;
  std::vector<Line> new_lines_;
  std::optional<LogFile> file_;
  bool problem_told_ = false;
};

// Where the log lies by default: $XDG_STATE_HOME/foldwave/foldwave.log, else below ~/.local/state.
QString default_log_file();

}  // namespace foldwave
