// What is located in the traces: whether at all, in which traces, and how; and the survey of the seismic
// image.
#pragma once

#include <optional>

#include "ui/panels/section.hpp"

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QLabel;
class QToolButton;

namespace foldwave {

class WaveletPlot;
struct SourceEstimate;
enum class SurveyPreset;

class ImagingSection : public Section {
  Q_OBJECT

 public:
  ImagingSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  void show_source(const SourceEstimate& source, double dt);  // empty: none was estimated

 private:
  QCheckBox *wanted_, *surveyed_;
  void add_presets(QFormLayout* form);

  QLineEdit *data_, *stations_, *shots_, *velocity_;
  std::optional<SurveyPreset> preset_;  // that is being taken
  WaveletPlot* wavelet_ = nullptr;
  QLabel* wavelet_words_ = nullptr;
  QToolButton *more_, *survey_more_, *receivers_;
};

}  // namespace foldwave
