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

 private:
  void add_receivers(int what);
  void show_set();
  void show_start();
  void store_start(WaveStart& start) const;

  QComboBox* kind_;
  QWidget* file_row_;
  QLineEdit* file_;
  NumberEdit *interval_, *frequency_, *delay_, *amplitude_;
  NumberTable* sources_;
  QComboBox* sets_;
  QWidget *line_, *carpet_;
  std::vector<NumberEdit*> from_, to_, carpet_from_, carpet_to_, carpet_count_;
  NumberEdit *count_, *carpet_depth_;
  QToolButton* more_ = nullptr;
  QComboBox* start_;
  QWidget* plane_wave_;
  std::vector<NumberEdit*> start_at_;
  NumberEdit *inclination_, *azimuth_;
  Survey shown_;
  Grid3 grid_;
};

}  // namespace foldwave
