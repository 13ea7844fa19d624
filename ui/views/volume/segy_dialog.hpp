// Import of a SEG-Y cube as a volume: what the file says of itself, where its traces come to lie, by their
// headers or by nodes and spacing that are given, and a picture of the middle of what that makes. Reading and
// placing are on a thread of their own.
#pragma once

#include <QDialog>
#include <QTimer>
#include <array>
#include <memory>

#include "core/formats/segy.hpp"
#include "core/volume/view/volume_plane.hpp"
#include "ui/jobs/worker.hpp"

class QComboBox;
class QLabel;
class QPushButton;

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
  void read();
  void show_file();
  void place();
  void show_placed();
  VolumeLayout layout_of_fields() const;

  QString file_;
  std::shared_ptr<const SegyFile> segy_;
  Volume volume_;
  QLabel *facts_, *placed_, *picture_;
  QComboBox *by_, *axes_;
  std::array<NumberEdit*, 2> nodes_{};
  std::array<NumberEdit*, 3> spacing_{};
  QWidget* by_hand_;
  QPushButton* take_;
  QTimer typed_;
  int asked_ = 0;  // counts: what an older choice gives is dropped
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
