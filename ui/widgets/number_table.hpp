// A small table of numbers with its own Add and Remove, for points, sources and the like.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

class QTableWidget;
class QToolButton;

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

 signals:
  void row_shown();  // another row is the current one, or it has other values
  void edited();
  void refused(const QString& message);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
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
