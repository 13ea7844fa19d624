// Asks how a section's profile is repeated: along which fold axis, and how many times over the box.
#pragma once

#include <QDialog>
#include <optional>

#include "core/model/scenario.hpp"

class QComboBox;

namespace foldwave {

class NumberEdit;

class ExtrudeDialog : public QDialog {
  Q_OBJECT

 public:
  // `across`: the trend at right angles to the section; the axial line is offered where there is one.
  ExtrudeDialog(double across, const std::optional<AxialLine>& axial_line, QWidget* parent);

  double trend() const;
  double plunge() const;
  int copies() const;

 private:
  enum Axis { across_section, axial_line, typed };
  void choose(Axis axis);

  double across_;
  std::optional<AxialLine> line_;
  QComboBox* axis_;
  NumberEdit *trend_, *plunge_, *copies_;
};

}  // namespace foldwave
