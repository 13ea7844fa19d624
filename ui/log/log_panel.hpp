// The log as a list, filtered by level; copied whole or in part, and where its file lies.
#pragma once

#include <QWidget>

class QComboBox;
class QMenu;
class QSortFilterProxyModel;
class QTreeView;

namespace foldwave {

class LogBook;
enum class LogLevel;

class LogPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LogPanel(LogBook& log, QWidget* parent = nullptr);

  QMenu* commands() const { return commands_; }
  QTreeView* list() const { return list_; }
  void set_level(LogLevel least);
  LogLevel level() const;
  QString copied_text() const;  // the chosen lines, else all that are shown

 signals:
  void level_chosen(foldwave::LogLevel least);
  void message(const QString& words, bool is_error);

 private:
  void open_folder();

  LogBook& log_;
  QMenu* commands_;
  QTreeView* list_;
  QSortFilterProxyModel* shown_;
  QComboBox* level_;
};

}  // namespace foldwave
