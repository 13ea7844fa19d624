// Asks for a section's backdrop: which file, where it stands, how solid it is. What a SEG-Y file holds is
// listed before a line of it is chosen.
#pragma once

#include <QDialog>
#include <QTimer>
#include <optional>
#include <set>

#include "core/formats/segy/segy_line.hpp"
#include "core/model/section.hpp"
#include "ui/jobs/worker.hpp"

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
  void set_box(const Grid3& box) { box_ = box; }  // which a line that its headers place should reach
  Backdrop backdrop() const;

 private:
  void browse();
  void follow_file();  // an image has depths, a seismic line has a velocity
  void make_segy_fields(const SegyBackdrop* given);
  void read_headers();
  void show_headers();
  void show_fields();                    // those that count
  const std::set<int>& numbers() const;  // of the lines of the chosen kind
  NumberEdit* number(QFormLayout* form, const QString& label, const QString& name, double value);
  bool is_segy() const;
  QString problem() const;  // with good numbers

  Backdrop given_;
  QString folder_;
  NumberGuard* guard_;
  QLineEdit* file_;
  NumberEdit *left_, *right_, *top_, *bottom_, *line_, *velocity_;
  QComboBox *kind_, *axis_, *place_;
  QSlider* opacity_;
  QWidget *edges_, *depths_, *times_;
  QFormLayout* segy_form_;
  QLabel* facts_;
  QTimer typed_;
  QString read_file_;  // whose headers are known or being read
  std::optional<SegyFile> headers_;
  std::optional<Grid3> box_;
  std::set<int> inlines_, crosslines_;
  Worker worker_;
};

}  // namespace foldwave
