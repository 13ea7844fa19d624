// Wavelet, sources and receivers.
#pragma once

#include <vector>

#include "ui/panels/section.hpp"

class QComboBox;

namespace foldwave {

class SurveySection : public Section {
  Q_OBJECT

 public:
  SurveySection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  void follow(const Scenario& scenario) override;
  void choose_rows(HandleOf of, const std::vector<int>& rows) override;
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const override;

 private:
  template <class Set>
  void add_set_fields(const std::string& path, QWidget* page);
  void add_receivers(int what);
  void show_set();
  void show_start();
  void store_start(WaveStart& start) const;

  QWidget* file_row_;
  QLineEdit* file_;
  NumberTable* sources_;
  QComboBox* sets_;
  QWidget *line_, *carpet_;
  QToolButton* more_ = nullptr;
  QComboBox* start_;
  QWidget* plane_wave_;
  std::vector<NumberEdit*> start_at_;
  Survey shown_;
  Grid3 grid_;
};

}  // namespace foldwave
