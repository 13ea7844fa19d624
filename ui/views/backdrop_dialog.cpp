#include "ui/views/backdrop_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/panels/number_edit.hpp"

namespace foldwave {
namespace {

QFormLayout* form_in(QWidget* parent) {
  auto* const form = new QFormLayout(parent);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(6);
  return form;
}

}  // namespace

BackdropDialog::BackdropDialog(const Backdrop& backdrop, const QString& folder, QWidget* parent)
    : QDialog(parent), given_(backdrop), folder_(folder) {
  setWindowTitle(tr("Backdrop of the section"));
  setMinimumWidth(440);
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(8);
  auto* const common = new QWidget(this);
  QFormLayout* form = form_in(common);
  auto* const row = new QHBoxLayout;
  file_ = new QLineEdit(QString::fromStdString(backdrop.file), this);
  file_->setObjectName("backdrop file");
  file_->setPlaceholderText(tr("PNG, JPEG or SEG-Y"));
  auto* const choose = new QToolButton(this);
  choose->setText(tr("Choose..."));
  row->addWidget(file_, 1);
  row->addWidget(choose);
  form->addRow(tr("File"), row);
  left_ = number("backdrop left", backdrop.left);
  right_ = number("backdrop right", backdrop.right);
  form->addRow(tr("Left edge at (m along the line)"), left_);
  form->addRow(tr("Right edge at"), right_);
  all->addWidget(common);

  const auto* const image = std::get_if<ImageBackdrop>(&backdrop.source);
  const auto* const segy = std::get_if<SegyBackdrop>(&backdrop.source);
  depths_ = new QWidget(this);
  form = form_in(depths_);
  top_ = number("backdrop top", image != nullptr ? image->top : 0.0);
  bottom_ = number("backdrop bottom", image != nullptr ? image->bottom : 1000.0);
  form->addRow(tr("Upper edge at depth (m)"), top_);
  form->addRow(tr("Lower edge at depth (m)"), bottom_);
  all->addWidget(depths_);

  times_ = new QWidget(this);
  form = form_in(times_);
  kind_ = new QComboBox(this);
  kind_->setObjectName("backdrop kind");
  kind_->addItems({tr("all traces"), tr("inline"), tr("crossline")});
  kind_->setCurrentIndex(segy != nullptr ? static_cast<int>(segy->kind) : 0);
  line_ = number("backdrop line", segy != nullptr ? segy->number : 0);
  line_->set_whole(true);
  velocity_ = number("backdrop velocity", segy != nullptr ? segy->velocity : 2000.0);
  form->addRow(tr("Take"), kind_);
  form->addRow(tr("Number"), line_);
  form->addRow(tr("Velocity (m/s): depth = v t / 2"), velocity_);
  connect(kind_, &QComboBox::currentIndexChanged, this, [this](int at) { line_->setEnabled(at > 0); });
  line_->setEnabled(kind_->currentIndex() > 0);
  all->addWidget(times_);

  auto* const last = new QWidget(this);
  form = form_in(last);
  opacity_ = new QSlider(Qt::Horizontal, this);
  opacity_->setRange(5, 100);
  opacity_->setValue(static_cast<int>(std::lround(100 * backdrop.opacity)));
  form->addRow(tr("Opacity"), opacity_);
  all->addWidget(last);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  all->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(choose, &QToolButton::clicked, this, &BackdropDialog::browse);
  const auto refresh = [this, ok = buttons->button(QDialogButtonBox::Ok)] {
    follow_file();
    ok->setEnabled(!file_->text().trimmed().isEmpty());
  };
  connect(file_, &QLineEdit::textChanged, this, refresh);
  refresh();
}

NumberEdit* BackdropDialog::number(const QString& name, double value) {
  auto* const field = new NumberEdit(this);
  field->setObjectName(name);
  field->set_value(value);
  return field;
}

bool BackdropDialog::is_segy() const {
  const QString suffix = QFileInfo(file_->text()).suffix().toLower();
  return suffix == "sgy" || suffix == "segy";
}

void BackdropDialog::follow_file() {
  times_->setVisible(is_segy());
  depths_->setVisible(!is_segy());
}

void BackdropDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Choose a backdrop"), folder_,
      tr("Pictures and seismic lines (*.png *.jpg *.jpeg *.sgy *.segy);;All files (*)"));
  if (!file.isEmpty()) file_->setText(file);
}

Backdrop BackdropDialog::backdrop() const {
  Backdrop b = given_;
  b.file = file_->text().trimmed().toStdString();
  b.left = left_->value();
  b.right = right_->value();
  b.opacity = opacity_->value() / 100.0;
  if (is_segy())
    b.source = SegyBackdrop{static_cast<SegyLineKind>(kind_->currentIndex()),
                            static_cast<int>(line_->value()), velocity_->value()};
  else
    b.source = ImageBackdrop{top_->value(), bottom_->value()};
  return b;
}

}  // namespace foldwave
