#include "ui/widgets/number_table.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/number_edit.hpp"

namespace foldwave {

NumberTable::NumberTable(const QStringList& columns, QWidget* parent)
    : QWidget(parent), table_(new QTableWidget(0, static_cast<int>(columns.size()), this)) {
  table_->setHorizontalHeaderLabels(columns);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setMinimumSectionSize(30);
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->verticalHeader()->setFixedWidth(28);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setTabKeyNavigation(false);
  auto* const add = new QToolButton(this);
  add->setText(tr("Add"));
  auto* const remove = new QToolButton(this);
  remove->setText(tr("Remove"));
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
  connect(add, &QToolButton::clicked, this, [this] {
    const int at = table_->currentRow();
    std::vector<double> row = at < 0 || at >= static_cast<int>(rows_.size()) ? new_row_
                              : row_after_ ? row_after_(rows_, static_cast<std::size_t>(at))
                                           : rows_[static_cast<std::size_t>(at)];
    row.resize(static_cast<std::size_t>(table_->columnCount()));
    rows_.push_back(std::move(row));
    fill();
    emit edited();
  });
  connect(remove, &QToolButton::clicked, this, [this] {
    const int at = table_->currentRow();
    if (at < 0 || at >= static_cast<int>(rows_.size())) return;
    rows_.erase(rows_.begin() + at);
    fill();
    emit edited();
  });
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
