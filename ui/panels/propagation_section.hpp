// How the wave is computed, and which snapshots are kept.
#pragma once

#include <array>

#include "ui/panels/section.hpp"

class QCheckBox;
class QComboBox;

namespace foldwave {

class PropagationSection : public Section {
  Q_OBJECT

 public:
  PropagationSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  QCheckBox* enabled_;
  QComboBox* order_;
  NumberEdit *dt_, *budget_, *duration_, *pad_;
  std::array<QComboBox*, 6> faces_{};
  NumberEdit *every_steps_, *interval_;
  QCheckBox* pictures_;
};

}  // namespace foldwave
