#include "ui/log/log_book.hpp"

#include <QDir>
#include <algorithm>

namespace foldwave {

QString level_name(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return LogBook::tr("detail");
    case LogLevel::info:
      return LogBook::tr("message");
    case LogLevel::warning:
      return LogBook::tr("warning");
    default:
      return LogBook::tr("error");
  }
}

QString default_log_file() {
  const QString state = qEnvironmentVariable("XDG_STATE_HOME");
  const QString base = QDir::isAbsolutePath(state) ? state : QDir::homePath() + "/.local/state";
  return base + "/foldwave/foldwave.log";
}

LogBook::LogBook(QObject* parent, int most_lines) : QAbstractTableModel(parent), most_lines_(most_lines) {}

void LogBook::add(LogLevel level, const QString& text) {
  const Line line{QDateTime::currentDateTime(), level, text.trimmed()};
  if (line.text.isEmpty()) return;
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    is_first = new_lines_.empty();
    new_lines_.push_back(line);
    // Between two turns of the event loop no more than the table holds can be of use.
    if (static_cast<int>(new_lines_.size()) > 2 * most_lines_)
      new_lines_.erase(new_lines_.begin(), new_lines_.begin() + most_lines_);
    if (file_) file_->write((file_text(line) + '\n').toStdString());
    if (file_ && !file_->problem().empty() && !problem_told_) {
      problem_told_ = true;
      new_lines_.push_back({line.time, LogLevel::warning, QString::fromStdString(file_->problem())});
    }
  }
  if (is_first) QMetaObject::invokeMethod(this, &LogBook::take, Qt::QueuedConnection);
}

void LogBook::write_to(const QString& file, const QString& opening) {
  const std::lock_guard lock(mutex_);
  problem_told_ = false;
  file_.emplace(file.toStdString());
  file_->set_opening(opening.toStdString());
}

QString LogBook::file() const {
  const std::lock_guard lock(mutex_);
  return file_ ? QString::fromStdString(file_->path().string()) : QString();
}

QString LogBook::file_text(const Line& line) {
  static const char* const names[] = {"debug", "info", "warning", "error"};
  return QString("%1 %2 %3")
      .arg(line.time.toString("yyyy-MM-dd HH:mm:ss.zzz"),
           QString(names[static_cast<int>(line.level)]).leftJustified(7), line.text);
}

void LogBook::take() {
  std::vector<Line> came;
  {
    const std::lock_guard lock(mutex_);
    came.swap(new_lines_);
  }
  const int most = std::min(static_cast<int>(came.size()), most_lines_);
  came.erase(came.begin(), came.end() - most);
  const int surplus = static_cast<int>(lines_.size()) + most - most_lines_;
  if (surplus > 0) {
    beginRemoveRows({}, 0, surplus - 1);
    lines_.erase(lines_.begin(), lines_.begin() + surplus);
    endRemoveRows();
  }
  if (came.empty()) return;
  const int first = static_cast<int>(lines_.size());
  beginInsertRows({}, first, first + most - 1);
  lines_.insert(lines_.end(), came.begin(), came.end());
  endInsertRows();
}

QString LogBook::line(int row) const {
  return row >= 0 && row < rowCount() ? file_text(lines_[static_cast<std::size_t>(row)]) : QString();
}

int LogBook::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int LogBook::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : column_count;
}

QVariant LogBook::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Line& line = lines_[static_cast<std::size_t>(index.row())];
  if (role == level_role) return static_cast<int>(line.level);
  if (role == Qt::ToolTipRole) return line.text;
  if (role != Qt::DisplayRole) return {};
  if (index.column() == time_column) return line.time.toString("HH:mm:ss");
  return index.column() == level_column ? level_name(line.level) : line.text;
}

QVariant LogBook::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == time_column ? tr("Time") : section == level_column ? tr("Level") : tr("Text");
}

}  // namespace foldwave
