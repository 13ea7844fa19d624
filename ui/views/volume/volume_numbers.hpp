// What is known of the volumes that a view shows, in numbers and as a histogram of values. The errors are
// those of core/volume/view/volume_survey.hpp.
#pragma once

#include <QWidget>
#include <optional>

#include "core/volume/view/volume_survey.hpp"

class QLabel;

namespace foldwave {

class ValuePlot : public QWidget {
  Q_OBJECT

 public:
  explicit ValuePlot(QWidget* parent = nullptr);

  void show_histogram(const ValueHistogram* histogram);  // null: none yet
  QSize sizeHint() const override { return {220, 84}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<ValueHistogram> histogram_;
};

class VolumeNumbers : public QWidget {
  Q_OBJECT

 public:
  explicit VolumeNumbers(QWidget* parent = nullptr);

  struct Shown {
    const VolumeSource* volume = nullptr;  // whose numbers they are; null: none
    const VolumeSurvey* survey = nullptr;
    const ValueHistogram* histogram = nullptr;
    bool is_every_node = true;  // of the histogram
    const VolumeDifference* errors = nullptr;
    QString no_errors;  // why there are none; empty: they are not asked for
  };
  void show_numbers(const Shown& shown);
  QString text() const;  // of both columns, for a reader of screens and for tests

 private:
  ValuePlot* plot_;
  QLabel *values_, *errors_;
};

// How the values of a volume stand to those that were computed: "lossless", "within 1e-05".
QString bound_words(const VolumeFacts& facts);

}  // namespace foldwave
