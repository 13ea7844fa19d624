// Asks for a section's backdrop: which file, where it stands, how solid it is.
#pragma once

#include <QDialog>

#include "core/model/section.hpp"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSlider;

namespace foldwave {

class NumberEdit;
class NumberGuard;

class BackdropDialog : public QDialog {
  Q_OBJECT

 public:
  BackdropDialog(const Backdrop& backdrop, const QString& folder, QWidget* parent);
  Backdrop backdrop() const;

 private:
  void browse();
  void follow_file();  // an image has depths, a seismic line has a velocity
  NumberEdit* number(QFormLayout* form, const QString& label, const QString& name, double value);
  bool is_segy() const;
  QString problem() const;  // with good numbers

  Backdrop given_;
  QString folder_;
  NumberGuard* guard_;
  QLineEdit* file_;
  NumberEdit *left_, *right_, *top_, *bottom_, *line_, *velocity_;
  QComboBox* kind_;
  QSlider* opacity_;
  QWidget *depths_, *times_;
};

}  // namespace foldwave
