// Saves a view as a picture: format, size in pixels or on paper, and the ground that it stands on.
#pragma once

#include <QDialog>

#include "ui/jobs/worker.hpp"
#include "ui/pictures/view_picture.hpp"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace foldwave {

class NumberEdit;

class PictureDialog : public QDialog {
  Q_OBJECT

 public:
  // `name`: of the file that is offered. The view must outlive it.
  PictureDialog(QWidget& view, const QString& name, QWidget* parent);

  PictureOrder order() const;
  PictureKind kind() const;
  // Draws now and writes on a thread of its own; the dialog closes when the file is there.
  void save_to(const QString& file);

 signals:
  void saved(const QString& file);

 private:
  void choose_file();
  void change_unit();
  void follow(bool width_leads);
  void refresh();
  QString problem() const;
  double pixels_of(const NumberEdit& field) const;
  bool in_millimetres() const;

  QWidget& view_;
  QString name_;
  QComboBox *kind_, *unit_, *ground_;
  NumberEdit *width_, *height_, *dpi_;
  QCheckBox* keep_shape_;
  QLabel* words_;
  QDialogButtonBox* buttons_;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
