// How the wave is computed, and which snapshots are kept.
#pragma once

#include "ui/panels/section.hpp"

class QCheckBox;
class QLabel;
class QToolButton;

namespace foldwave {

class PropagationSection : public Section {
  Q_OBJECT

 public:
  PropagationSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  QCheckBox* windowed_;
  QLabel* moment_;
  QLineEdit* steps_;
  QString shown_steps_;
  QToolButton* more_;
};

}  // namespace foldwave
