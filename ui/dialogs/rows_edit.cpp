#include "ui/dialogs/rows_edit.hpp"

namespace foldwave {

RowsEdit::RowsEdit(QWidget* parent) : QLineEdit(parent) {
  setObjectName("where");
  setPlaceholderText(tr("all, or as in: val == 60"));
  setToolTip(
      tr("Which rows are meant, where a table holds several horizons: a column by its name or "
         "number, ==, !=, <, <=, > or >=, and a value; several are parted by \"and\""));
  setAccessibleName(tr("Rows that are meant"));
  connect(this, &QLineEdit::editingFinished, this, [this] {
    std::string where = text().trimmed().toStdString();
    if (where == where_) return;
    where_ = std::move(where);
    emit chosen();
  });
}

void RowsEdit::forget() {
  where_.clear();
  clear();
}

bool RowsEdit::is_for(const HorizonFileStart& start, std::optional<HorizonFormat> format) {
  const HorizonFormat read_as = format.value_or(start.format);
  return !start.columns.empty() && (read_as == HorizonFormat::csv || read_as == HorizonFormat::xyz);
}

}  // namespace foldwave
