// Asks for the folder whose workers make the seismic image, and how many are started on this computer. More
// can be started anywhere by the command that it shows.
#pragma once

#include <QDialog>

#include "ui/jobs/imaging/shared_image.hpp"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace foldwave {

class SharedImageDialog : public QDialog {
  Q_OBJECT

 public:
  SharedImageDialog(const QString& folder, QWidget* parent);  // the one that is proposed

 signals:
  void ordered(const foldwave::SharedImage& order);

 private:
  void browse();
  void refresh();

  QString program_;
  QLineEdit* folder_;
  QSpinBox* workers_;
  QLabel *command_, *message_;
  QPushButton* start_;
};

}  // namespace foldwave
