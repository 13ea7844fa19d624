// The layers, youngest first: colour, name, thickness at the hinge, velocity. Deposits stay those of their
// event when layers come and go.
#pragma once

#include "core/model/layer_sequence.hpp"
#include "ui/panels/section.hpp"

class QCheckBox;
class QComboBox;
class QTableWidget;
class QToolButton;

namespace foldwave {

class LayersSection : public Section {
  Q_OBJECT

 public:
  LayersSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const override;

 private:
  void fill();
  void take_cell(int row, int column);
  void choose_color(int row);
  void change_rows(int what);
  void refresh_buttons();
  LayerSequence& sequence_of(int row);
  bool is_endless(int row) const;

  QTableWidget* table_;
  std::vector<QToolButton*> buttons_;  // by Change
  QComboBox* top_of_;
  QCheckBox* densities_;
  LayerStack stack_;
  std::vector<FoldEvent> events_;
  std::vector<LayerSequence> sequences_;  // youngest first; a cut's are its deposits
  bool filling_ = false;
};

}  // namespace foldwave
