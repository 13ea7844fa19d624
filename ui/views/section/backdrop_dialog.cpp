#include "ui/views/section/backdrop_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "core/model/scenario_files.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"

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
  setObjectName("backdrop dialog");
  setWindowTitle(tr("Backdrop of the section"));
  setMinimumWidth(440);
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(8);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  guard_ = new NumberGuard(this, buttons);
  auto* const common = new QWidget(this);
  QFormLayout* form = form_in(common);
  auto* const row = new QHBoxLayout;
  file_ = new QLineEdit(QString::fromStdString(backdrop.file), this);
  file_->setObjectName("backdrop file");
  file_->setAccessibleName(tr("File"));
  file_->setPlaceholderText(tr("PNG, JPEG or SEG-Y"));
  auto* const choose = new QToolButton(this);
  choose->setText(tr("Choose..."));
  row->addWidget(file_, 1);
  row->addWidget(choose);
  form->addRow(tr("File"), row);
  left_ = number(form, tr("Left edge at (m along the line)"), "backdrop left", backdrop.left);
  right_ = number(form, tr("Right edge at"), "backdrop right", backdrop.right);
  all->addWidget(common);

  const auto* const image = std::get_if<ImageBackdrop>(&backdrop.source);
  const auto* const segy = std::get_if<SegyBackdrop>(&backdrop.source);
  depths_ = new QWidget(this);
  form = form_in(depths_);
  top_ = number(form, tr("Upper edge at depth (m)"), "backdrop top", image != nullptr ? image->top : 0.0);
  bottom_ = number(form, tr("Lower edge at depth (m)"), "backdrop bottom",
                   image != nullptr ? image->bottom : 1000.0);
  all->addWidget(depths_);

  times_ = new QWidget(this);
  form = form_in(times_);
  kind_ = new QComboBox(this);
  kind_->setObjectName("backdrop kind");
  kind_->addItems({tr("all traces"), tr("inline"), tr("crossline")});
  kind_->setCurrentIndex(segy != nullptr ? static_cast<int>(segy->kind) : 0);
  form->addRow(tr("Take"), kind_);
  line_ = number(form, tr("Number"), "backdrop line", segy != nullptr ? segy->number : 0);
  line_->set_whole(true);
  velocity_ = number(form, tr("Velocity (m/s): depth = v t / 2"), "backdrop velocity",
                     segy != nullptr ? segy->velocity : 2000.0);
  connect(kind_, &QComboBox::currentIndexChanged, this, [this](int at) {
    line_->setEnabled(at > 0);
    guard_->refresh();
  });
  line_->setEnabled(kind_->currentIndex() > 0);
  all->addWidget(times_);

  auto* const last = new QWidget(this);
  form = form_in(last);
  opacity_ = new QSlider(Qt::Horizontal, this);
  opacity_->setRange(5, 100);
  opacity_->setValue(static_cast<int>(std::lround(100 * backdrop.opacity)));
  form->addRow(tr("Opacity"), opacity_);
  all->addWidget(last);
  all->addWidget(guard_->message());
  all->addWidget(buttons);
  connect(choose, &QToolButton::clicked, this, &BackdropDialog::browse);
  connect(file_, &QLineEdit::textChanged, this, &BackdropDialog::follow_file);
  follow_file();
  guard_->set_rule([this] { return problem(); });
}

NumberEdit* BackdropDialog::number(QFormLayout* form, const QString& label, const QString& name,
                                   double value) {
  auto* const field = new NumberEdit(this);
  field->setObjectName(name);
  field->set_value(value);
  form->addRow(label, field);
  guard_->add(field, label);
  return field;
}

QString BackdropDialog::problem() const {
  if (file_->text().trimmed().isEmpty()) return tr("Choose a picture or a seismic line");
  if (left_->value() == right_->value()) return tr("Both edges are at one place: give two distances");
  if (is_segy()) return velocity_->value() > 0.0 ? QString() : tr("The velocity must be above 0");
  return top_->value() == bottom_->value() ? tr("Both edges are at one depth: give two depths") : QString();
}

bool BackdropDialog::is_segy() const {
  const QString suffix = QFileInfo(file_->text()).suffix().toLower();
  return suffix == "sgy" || suffix == "segy";
}

void BackdropDialog::follow_file() {
  times_->setVisible(is_segy());
  depths_->setVisible(!is_segy());
  guard_->refresh();
}

void BackdropDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Choose a backdrop"), folder_,
      tr("Pictures and seismic lines (*.png *.jpg *.jpeg *.sgy *.segy);;All files (*)"));
  if (!file.isEmpty())
    file_->setText(QString::fromStdString(name_from_folder(folder_.toStdString(), file.toStdString())));
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
