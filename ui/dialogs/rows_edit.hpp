// Which rows of a table are meant, where it holds several horizons: a condition as in
// core/formats/tables/row_filter.hpp, told once it is typed and differs from the one before.
#pragma once

#include <QLineEdit>
#include <optional>
#include <string>

#include "core/formats/horizons/horizon_file.hpp"

namespace foldwave {

class RowsEdit : public QLineEdit {
  Q_OBJECT

 public:
  explicit RowsEdit(QWidget* parent);

  const std::string& where() const { return where_; }
  void forget();  // all rows, and nothing is told

  // Whether the file that begins so, taken as `format` or as what it seems to be, has rows to choose from.
  static bool is_for(const HorizonFileStart& start, std::optional<HorizonFormat> format);

 signals:
  void chosen();

 private:
  std::string where_;
};

}  // namespace foldwave
