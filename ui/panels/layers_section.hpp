// The layers, youngest first: colour, name, thickness at the hinge, velocity.
#pragma once

#include "ui/panels/section.hpp"

class QCheckBox;
class QComboBox;
class QTableWidget;

namespace foldwave {

class LayersSection : public Section {
  Q_OBJECT

 public:
  LayersSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  void fill();
  void take_cell(int row, int column);
  void choose_color(int row);
  void change_rows(int what);

  QTableWidget* table_;
  QComboBox* top_of_;
  QCheckBox* densities_;
  LayerStack stack_;
  bool filling_ = false;
};

}  // namespace foldwave
