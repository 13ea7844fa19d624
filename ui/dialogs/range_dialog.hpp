// Asks between which two values colours are spread.
#pragma once

#include <QDialog>

#include "ui/scene/stage/rock_colors.hpp"

namespace foldwave {

class NumberEdit;

class RangeDialog : public QDialog {
  Q_OBJECT

 public:
  RangeDialog(const QString& quantity, const QString& unit, const ValueRange& range, QWidget* parent);
  ValueRange range() const;

 private:
  NumberEdit *low_, *high_;
};

}  // namespace foldwave
