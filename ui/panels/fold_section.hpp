// How the rock folded: class knob lambda (or F and psi) and the axial line.
#pragma once

#include "ui/panels/section.hpp"

class QComboBox;
class QLabel;
class QSlider;

namespace foldwave {

class FoldSection : public Section {
  Q_OBJECT

 public:
  FoldSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  void show_rows();
  void show_class();

  QComboBox* mode_;
  QSlider* knob_;
  NumberEdit *lambda_, *F_, *psi_, *trend_, *plunge_;
  QLabel* class_;
  QWidget *by_class_, *raw_;
};

}  // namespace foldwave
