// What is located in the traces: whether at all, in which traces, and how; and the survey of the seismic
// image.
#pragma once

#include "ui/panels/section.hpp"

class QCheckBox;
class QLineEdit;
class QLabel;
class QToolButton;

namespace foldwave {

class WaveletPlot;
struct SourceEstimate;

class ImagingSection : public Section {
  Q_OBJECT

 public:
  ImagingSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  void show_source(const SourceEstimate& source, double dt);  // empty: none was estimated

 private:
  QCheckBox *wanted_, *surveyed_;
  QLineEdit *data_, *stations_, *shots_;
  WaveletPlot* wavelet_ = nullptr;
  QLabel* wavelet_words_ = nullptr;
  QToolButton *more_, *survey_more_;
};

}  // namespace foldwave
