// Import of a SEG-Y cube as a volume: what the file says of itself, with its headers, which of their words
// hold numbers and places, where its traces come to lie, by these or by nodes and spacing that are given, and
// a picture of the middle of what that makes. Reading and placing are on a thread of their own; traces stay
// in the file.
#pragma once

#include <QDialog>
#include <QTimer>
#include <array>
#include <memory>

#include "core/formats/segy/segy.hpp"
#include "core/volume/view/volume_plane.hpp"
#include "ui/jobs/worker.hpp"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace foldwave {

class NumberEdit;

class SegyDialog : public QDialog {
  Q_OBJECT

 public:
  SegyDialog(const QString& file, QWidget* parent);

  Worker& worker() { return worker_; }
  const Volume& volume() const { return volume_; }  // as the choices make it; null: they do not, or not yet

 signals:
  void imported(foldwave::Volume volume);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void add_words(QFormLayout* form);
  void add_by_hand(QVBoxLayout* all);
  void read();
  void show_file();
  void place();
  void show_placed();
  VolumeChoice choice_of_fields() const;  // throws InputError

  QString file_;
  SegyCubeWords mapping_;                 // of the headers that are read
  std::shared_ptr<const SegyFile> segy_;  // without samples
  Volume volume_;
  QLabel *facts_, *placed_, *picture_;
  QComboBox *by_, *axes_;
  std::array<NumberEdit*, 2> nodes_{};
  std::array<NumberEdit*, 3> spacing_{};
  std::array<QLineEdit*, 4> words_{};  // of the trace headers: inline, crossline, x, y
  QPlainTextEdit* headers_;
  QWidget* by_hand_;
  QPushButton* take_;
  QTimer typed_;
  int asked_ = 0;  // counts: what an older choice gives is dropped
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
