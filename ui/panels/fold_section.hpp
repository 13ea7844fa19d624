// How the rock folded: the class knob lambda with F and psi, and the axial line's trend and plunge. All of
// them stand for one fold: what one says, the others show at once, typed or dragged.
#pragma once

#include <vector>

#include "ui/panels/section.hpp"

class QLabel;
class QSlider;

namespace foldwave {

class FoldSection : public Section {
  Q_OBJECT

 public:
  FoldSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  void follow(const Scenario& scenario) override;

 private:
  // A number with a slider below it.
  struct Knob {
    NumberEdit* number;
    QSlider* slider;
    double steps;  // of the slider, in one unit of the number
    void set_value(double value) const;
  };
  Knob add_knob(const QString& label, const char* key, const QString& unit, double low, double high,
                double steps);
  void show(const FoldSpec& fold);
  FoldParameters parameters() const;

  Knob lambda_, trend_, plunge_;
  NumberEdit *F_ = nullptr, *psi_ = nullptr;
  QLabel* class_;
  FoldSpec loaded_;
};

}  // namespace foldwave
