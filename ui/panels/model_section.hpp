// Name and grid.
#pragma once

#include <vector>

#include "ui/panels/section.hpp"

class QLineEdit;

namespace foldwave {

class ModelSection : public Section {
  Q_OBJECT

 public:
  ModelSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  QLineEdit* name_;
  std::vector<NumberEdit*> nodes_, spacing_, origin_;
  QLabel* size_;
};

}  // namespace foldwave
