// Asks for the widths of a Gaussian along x, y and depth.
#pragma once

#include <QDialog>
#include <array>

namespace foldwave {

class NumberEdit;

class WidthsDialog : public QDialog {
  Q_OBJECT

 public:
  WidthsDialog(const std::array<double, 3>& sigma, QWidget* parent);
  std::array<double, 3> sigma() const;  // metres

 private:
  std::array<NumberEdit*, 3> fields_{};
};

}  // namespace foldwave
