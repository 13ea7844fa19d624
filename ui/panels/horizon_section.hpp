// The horizon: its kind, and the values of that kind.
#pragma once

#include <vector>

#include "ui/panels/section.hpp"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace foldwave {

class HorizonSection : public Section {
  Q_OBJECT

 public:
  HorizonSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  void choose_rows(HandleOf of, const std::vector<int>& rows) override;
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const override;

 private:
  QVBoxLayout* page();
  void choose_kind(int kind);
  void show_page(int kind);
  void allow_mesh(bool allowed);
  void add_trains_page();
  void show_train();  // the shape of the table's current train

  QComboBox* kind_;
  std::vector<QWidget*> pages_;  // one a kind; the others are hidden, so that they ask for no room
  NumberTable* points_;
  QComboBox* method_;
  NumberEdit *trains_depth_, *trains_dip_, *trains_direction_;
  NumberTable* trains_;
  QWidget* train_;  // the current train's shape
  QLabel* train_name_;
  QComboBox* shape_;
  NumberEdit *roundness_, *skew_, *aspect_, *plunge_;
  std::vector<NumberEdit*> plane_point_;
  NumberEdit *dip_, *dip_direction_;
  QLineEdit *file_, *where_;
  QComboBox *unit_, *sense_;
  NumberEdit* smoothing_;
  QLineEdit* mesh_file_;
  QComboBox *mesh_sense_, *younger_;
  QLabel* mesh_size_;
  Scenario shown_;  // what the fields were filled from, for the keys that they do not show
};

}  // namespace foldwave
