// Asks where, how large and how fast the wave view is to be recorded, and follows the recording. The window
// stays usable meanwhile; closing the dialog stops it.
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>

#include "ui/jobs/wave_recorder.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace foldwave {

class NumberEdit;

class RecordDialog : public QDialog {
  Q_OBJECT

 public:
  // `what`: the view as it stands when the recording begins, in the view's size.
  RecordDialog(const QString& name, std::function<RecordingPlan()> what, QWidget* parent);

  WaveRecorder& recorder() { return recorder_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void done(int result) override;

 private:
  void choose_folder();
  RecordingPlan plan() const;
  void look_into_folder();
  void refresh();  // the sizes and what will be written
  void record();
  void show_end(Outcome outcome, const QString& message);

  std::function<RecordingPlan()> what_;
  QString ffmpeg_;
  QTimer typed_;             // a folder on a network is not listed at each key
  qsizetype in_folder_ = 0;  // files of an earlier recording
  QLineEdit* folder_;
  QComboBox* size_;
  NumberEdit* speed_;
  QCheckBox* movie_;
  QLabel* words_;
  QProgressBar* bar_;
  QPushButton *record_, *stop_, *open_folder_;
  QString recorded_in_;  // the last recording
  WaveRecorder recorder_;
};

}  // namespace foldwave
