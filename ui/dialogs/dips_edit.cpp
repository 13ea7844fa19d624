#include "ui/dialogs/dips_edit.hpp"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "core/model/scenario_files.hpp"

namespace foldwave {

DipsEdit::DipsEdit(const QString& beside, QWidget* parent) : QWidget(parent), beside_(beside) {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  words_ = new QLabel(this);
  words_->setObjectName("dips");
  words_->setProperty("role", "unit");
  button_ = new QToolButton(this);
  button_->setObjectName("choose_dips");
  button_->setToolTip(tr("A table of measured dips: x, y, dip and its azimuth, or strike and dip"));
  row->addWidget(words_, 1);
  row->addWidget(button_);
  connect(button_, &QToolButton::clicked, this, &DipsEdit::choose);
  set_file({});
}

void DipsEdit::set_file(const QString& file) {
  file_ = file;
  words_->setText(file.isEmpty() ? tr("no measured dips guide it")
                                 : tr("guided by the dips of %1").arg(QFileInfo(file).fileName()));
  button_->setText(file.isEmpty() ? tr("Dips...") : tr("Without dips"));
}

std::string DipsEdit::named_from(const std::string& folder) const {
  return file_.isEmpty() ? std::string() : name_from_folder(folder, file_.toStdString());
}

void DipsEdit::choose() {
  if (!file_.isEmpty()) return set_file({});
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Dips that guide the horizon"), QFileInfo(beside_).path(),
                                   tr("Tables (*.csv *.txt *.dat);;All files (*)"));
  if (!file.isEmpty()) set_file(file);
}

}  // namespace foldwave
