#include "ui/widgets/number_table.hpp"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

constexpr qsizetype most_pasted_rows = 5000, most_named_cells = 3;

bool is_row_of_heads(const QStringList& row) {
  double v = 0.0;
  return std::ranges::none_of(row, [&](const QString& cell) { return parse_number(cell.trimmed(), v); });
}

}  // namespace

NumberTable::NumberTable(const QStringList& columns, QWidget* parent)
    : QWidget(parent), table_(new QTableWidget(0, static_cast<int>(columns.size()), this)) {
  table_->setHorizontalHeaderLabels(columns);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setMinimumSectionSize(30);
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->verticalHeader()->setFixedWidth(table_->fontMetrics().horizontalAdvance("000") + 10);
  table_->setTabKeyNavigation(false);
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* const add = new QToolButton(this);
  add->setDefaultAction(add_action(tr("Add"), {}, tr("A row after the current one"), &NumberTable::add_row));
  auto* const remove = new QToolButton(this);
  remove->setDefaultAction(add_action(tr("Remove"), QKeySequence::Delete, tr("The chosen rows (Delete)"),
                                      &NumberTable::remove_rows));
  add_action(tr("Copy"), QKeySequence::Copy, tr("The chosen cells, for a spreadsheet (Ctrl+C)"),
             &NumberTable::copy);
  add_action(tr("Paste"), QKeySequence::Paste, tr("Cells of a spreadsheet, from the current one on (Ctrl+V)"),
             &NumberTable::paste);
  auto* const buttons = new QHBoxLayout;
  buttons->setContentsMargins(0, 0, 0, 0);
  buttons->addStretch();
  buttons->addWidget(add);
  buttons->addWidget(remove);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(table_);
  layout->addLayout(buttons);
  connect(table_, &QTableWidget::cellChanged, this, &NumberTable::take_cell);
  connect(table_, &QTableWidget::currentCellChanged, this, [this](int row, int, int before) {
    if (row != before && !filling_) emit row_shown();
  });
  connect(table_, &QTableWidget::itemSelectionChanged, this, [this] {
    if (!filling_) emit rows_chosen(chosen_rows());
  });
}

QAction* NumberTable::add_action(const QString& text, const QKeySequence& key, const QString& tip,
                                 void (NumberTable::*what)()) {
  auto* const action = new QAction(text, table_);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetShortcut);
  action->setToolTip(tip);
  table_->addAction(action);
  connect(action, &QAction::triggered, this, what);
  return action;
}

std::vector<double> NumberTable::fresh_row() const {
  const int at = table_->currentRow();
  std::vector<double> row = at < 0 || at >= static_cast<int>(rows_.size()) ? new_row_
                            : row_after_ ? row_after_(rows_, static_cast<std::size_t>(at))
                                         : rows_[static_cast<std::size_t>(at)];
  row.resize(static_cast<std::size_t>(table_->columnCount()));
  return row;
}

void NumberTable::add_row() {
  rows_.push_back(fresh_row());
  fill();
  emit edited();
}

void NumberTable::remove_rows() {
  std::vector<int> gone = chosen_rows();
  if (const int at = table_->currentRow(); gone.empty() && at >= 0) gone = {at};
  if (gone.empty()) return;
  for (auto row = gone.rbegin(); row != gone.rend(); ++row)
    if (*row < static_cast<int>(rows_.size())) rows_.erase(rows_.begin() + *row);
  fill();
  emit edited();
}

std::vector<int> NumberTable::chosen_rows() const {
  std::vector<int> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
    rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void NumberTable::choose_rows(const std::vector<int>& rows) {
  if (rows == chosen_rows()) return;
  filling_ = true;
  QItemSelection all;
  for (const int row : rows)
    all.select(table_->model()->index(row, 0), table_->model()->index(row, table_->columnCount() - 1));
  table_->selectionModel()->select(all, QItemSelectionModel::ClearAndSelect);
  if (!rows.empty()) {
    table_->selectionModel()->setCurrentIndex(table_->model()->index(rows.front(), 0),
                                              QItemSelectionModel::NoUpdate);
    table_->scrollTo(table_->model()->index(rows.front(), 0));
  }
  filling_ = false;
  emit row_shown();
}

int NumberTable::shown_columns() const {
  int shown = 0;
  while (shown < table_->columnCount() && !table_->isColumnHidden(shown))
    ++shown;
  return shown;
}

// The box about what is chosen; what in it is not chosen stays empty.
void NumberTable::copy() {
  const QModelIndexList chosen = table_->selectionModel()->selectedIndexes();
  int top = table_->rowCount(), bottom = -1, left = table_->columnCount(), right = -1;
  for (const QModelIndex& index : chosen) {
    if (table_->isColumnHidden(index.column())) continue;
    top = std::min(top, index.row()), bottom = std::max(bottom, index.row());
    left = std::min(left, index.column()), right = std::max(right, index.column());
  }
  Cells cells;
  for (int row = top; row <= bottom; ++row) {
    QStringList line;
    for (int column = left; column <= right; ++column)
      line << (chosen.contains(table_->model()->index(row, column))
                   ? number_string(rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)])
                   : QString());
    cells << line;
  }
  if (!cells.isEmpty()) QGuiApplication::clipboard()->setText(cells_text(cells));
}

void NumberTable::paste() {
  Cells cells = cells_of(QGuiApplication::clipboard()->text());
  if (!cells.isEmpty() && is_row_of_heads(cells.front())) cells.removeFirst();
  if (cells.isEmpty()) return emit refused(tr("There are no numbers in the clipboard"));
  if (cells.size() > most_pasted_rows)
    return emit refused(tr("%1 rows are more than the %2 that a table takes at once")
                            .arg(cells.size())
                            .arg(most_pasted_rows));
  const QModelIndexList chosen = table_->selectionModel()->selectedIndexes();
  int top = std::max(table_->currentRow(), 0), left = std::max(table_->currentColumn(), 0);
  for (const QModelIndex& index : chosen)
    top = std::min(top, index.row()), left = std::min(left, index.column());
  Rows rows = rows_;
  QStringList wrong;
  for (qsizetype r = 0; r < cells.size(); ++r) {
    const std::size_t row = static_cast<std::size_t>(top) + static_cast<std::size_t>(r);
    if (row >= rows.size()) rows.push_back(fresh_row());
    if (left + cells[r].size() > shown_columns())
      return emit refused(tr("Row %1 has %2 columns, and %3 have room from here on")
                              .arg(r + 1)
                              .arg(cells[r].size())
                              .arg(shown_columns() - left));
    for (qsizetype c = 0; c < cells[r].size(); ++c) {
      const QString text = cells[r][c].trimmed();
      const int column = left + static_cast<int>(c);
      double value = 0.0;
      if (text.isEmpty()) continue;  // stays as it is
      if (!parse_number(text, value))
        wrong << tr("row %1, %2: \"%3\"")
                     .arg(row + 1)
                     .arg(table_->horizontalHeaderItem(column)->text(), text.left(20));
      rows[row][static_cast<std::size_t>(column)] = value;
    }
  }
  if (!wrong.isEmpty()) {
    const qsizetype more = wrong.size() - most_named_cells;
    QString words =
        tr("Nothing was pasted, these are no numbers: ") + wrong.mid(0, most_named_cells).join("; ");
    if (more > 0) words += tr(" and %1 more").arg(more);
    return emit refused(words);
  }
  if (rows == rows_) return emit refused({});
  rows_ = std::move(rows);
  fill();
  std::vector<int> pasted;
  for (int r = 0; r < cells.size(); ++r)
    pasted.push_back(top + r);
  choose_rows(pasted);
  emit edited();
}

void NumberTable::set_rows(const Rows& rows) {
  if (rows == rows_ && table_->rowCount() == static_cast<int>(rows.size())) return;
  rows_ = rows;
  fill();
}

void NumberTable::fill() {
  filling_ = true;
  table_->setRowCount(static_cast<int>(rows_.size()));
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < rows_[r].size(); ++c) {
      auto* const item = new QTableWidgetItem(cell_text(rows_[r][c], static_cast<int>(c)));
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table_->setItem(static_cast<int>(r), static_cast<int>(c), item);
    }
  filling_ = false;
  fit_height();
  emit refused({});
  emit row_shown();
}

QString NumberTable::cell_text(double value, int column) const {
  return column == azimuths_ ? azimuth_string(value) : number_string(value);
}

void NumberTable::hide_columns(int from) {
  for (int c = from; c < table_->columnCount(); ++c)
    table_->setColumnHidden(c, true);
}

int NumberTable::current_row() const {
  if (rows_.empty()) return -1;
  return std::clamp(table_->currentRow(), 0, static_cast<int>(rows_.size()) - 1);
}

// Long numbers are not cut off: their columns keep their width, and the table scrolls sideways.
void NumberTable::fit_height() {
  int wanted = 0;
  for (int c = 0; c < table_->columnCount(); ++c)
    if (!table_->isColumnHidden(c))
      wanted += static_cast<QAbstractItemView*>(table_)->sizeHintForColumn(c) + 1;
  const bool wide = table_->isVisible() && wanted > table_->viewport()->width();
  table_->horizontalHeader()->setSectionResizeMode(wide ? QHeaderView::ResizeToContents
                                                        : QHeaderView::Stretch);
  const int rows = std::clamp(table_->rowCount(), 1, 6);
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + rows * 24 + 4 +
                         (wide ? table_->horizontalScrollBar()->sizeHint().height() : 0));
}

void NumberTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_height();
}

void NumberTable::take_cell(int row, int column) {
  if (filling_) return;
  const QString text = table_->item(row, column)->text();
  double v = 0.0;
  double& kept = rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  if (text == cell_text(kept, column) || text == typed_string(kept)) return emit refused({});
  if (!parse_number(text, v)) return emit refused(no_number(text));
  emit refused({});
  filling_ = true;
  table_->item(row, column)->setText(column == azimuths_ ? cell_text(v, column) : typed_string(v));
  filling_ = false;
  if (kept == v) return;
  kept = v;
  emit edited();
}

}  // namespace foldwave
