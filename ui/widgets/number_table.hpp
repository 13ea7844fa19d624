// A small table of numbers with its own Add and Remove, for points, sources and the like. Cells go to a
// spreadsheet and come back (Ctrl+C, Ctrl+V), several rows and columns at once: rows that are too many are
// added, and where one is no number nothing is taken and `refused` names it.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

class QAction;
class QKeySequence;
class QTableWidget;

namespace foldwave {

class NumberTable : public QWidget {
  Q_OBJECT

 public:
  using Rows = std::vector<std::vector<double>>;

  NumberTable(const QStringList& columns, QWidget* parent = nullptr);

  void set_rows(const Rows& rows);  // says nothing
  const Rows& rows() const { return rows_; }
  void set_new_row(std::vector<double> row) { new_row_ = std::move(row); }
  // What "Add" puts in for the current row; without it, a copy.
  using RowAfter = std::function<std::vector<double>(const Rows& rows, std::size_t current)>;
  void set_row_after(RowAfter row_after) { row_after_ = std::move(row_after); }
  void hide_columns(int from);                           // values that a row carries along, shown elsewhere
  void set_azimuths(int column) { azimuths_ = column; }  // written with three digits
  int current_row() const;                               // the first where none is chosen; -1: there is none
  QTableWidget* table() const { return table_; }
  std::vector<int> chosen_rows() const;
  void choose_rows(const std::vector<int>& rows);  // says nothing

 signals:
  void row_shown();                                // another row is the current one, or it has other values
  void rows_chosen(const std::vector<int>& rows);  // by hand
  void edited();
  void refused(const QString& message);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QAction* add_action(const QString& text, const QKeySequence& key, const QString& tip,
                      void (NumberTable::*what)());
  void add_row();
  void remove_rows();
  void copy();
  void paste();
  int shown_columns() const;
  std::vector<double> fresh_row() const;  // after the current one
  void fill();
  void fit_height();
  QString cell_text(double value, int column) const;
  void take_cell(int row, int column);

  QTableWidget* table_;
  Rows rows_;
  std::vector<double> new_row_;
  RowAfter row_after_;
  bool filling_ = false;
  int azimuths_ = -1;
};

}  // namespace foldwave
